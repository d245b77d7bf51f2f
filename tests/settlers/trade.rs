//! Trade (T1 to T11).

use althing::rules::Ruleset;
use althing::rulesets::settlers::event::{Closing, Event};
use serde_json::{Value, json};

use super::position::{Game, combined, standard};

fn offer(give: Value, get: Value) -> Value {
    json!({"type": "offer_trade", "give": give, "get": get})
}

fn t1() -> Game {
    standard().hand(0, [2, 0, 0, 0, 3]).hand(1, [0, 1, 0, 0, 0]).hand(2, [0, 1, 0, 0, 0])
}

#[test]
fn t1_counter_offers_and_the_active_player_chooses() {
    let mut game = t1();
    let mut first = offer(json!({"ore": 1}), json!({"brick": 1}));
    first["to"] = json!([1, 2]);
    game.does(0, first);
    game.does(1, json!({"type": "counter_trade", "offer": 1, "give": {"brick": 1}, "get": {"ore": 3}}));
    game.does(
        2,
        json!({"type": "counter_trade", "offer": 1, "give": {"brick": 1}, "get": {"lumber": 1, "ore": 1}}),
    );
    assert_eq!(game.state.table.offers.len(), 2, "the first was rejected by both");
    game.does(0, json!({"type": "accept_trade", "offer": 3}));
    assert_eq!(game.cards(0), [1, 1, 0, 0, 2]);
    assert_eq!(game.cards(2), [1, 0, 0, 0, 1]);
    assert_eq!(game.state.table.offers.len(), 1, "other offers stay open");
}

#[test]
fn t2_others_trade_with_the_active_player_only() {
    let game = t1();
    let mut to_2 = offer(json!({"brick": 1}), json!({"ore": 1}));
    to_2["to"] = json!([2]);
    assert_eq!(game.refuses(1, to_2), "wrong_recipients");
}

#[test]
fn t3_gifts_and_exchanges_of_a_kind_for_itself_are_no_trade() {
    let game = t1();
    assert_eq!(game.refuses(0, offer(json!({}), json!({"brick": 1}))), "bad_offer");
    assert_eq!(game.refuses(0, offer(json!({"ore": 1}), json!({}))), "bad_offer");
    assert_eq!(game.refuses(0, offer(json!({"ore": 2}), json!({"ore": 1}))), "bad_offer");
    assert_eq!(game.refuses(0, offer(json!({"wool": 1}), json!({"brick": 1}))), "cards_missing");
}

#[test]
fn t4_accepting_without_the_cards_is_refused_to_that_seat_only() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"grain": 1})));
    let before = game.state.clone();
    assert_eq!(game.refuses(1, json!({"type": "accept_trade", "offer": 1})), "cards_missing");
    assert_eq!(game.state, before);
    assert!(game.listed(1, "accept_trade").is_empty());
    assert_eq!(game.listed(1, "reject_trade").len(), 1);
}

#[test]
fn t5_of_two_who_accept_the_active_player_picks_one() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(1, json!({"type": "accept_trade", "offer": 1}));
    game.does(2, json!({"type": "accept_trade", "offer": 1}));
    assert_eq!(game.cards(0), [2, 0, 0, 0, 3]);
    assert_eq!(game.listed(0, "confirm_trade").len(), 2);
    assert_eq!(game.refuses(0, json!({"type": "confirm_trade", "offer": 1, "with": 3})), "not_accepted");
    game.does(0, json!({"type": "confirm_trade", "offer": 1, "with": 2}));
    assert_eq!((game.cards(1), game.cards(2)), ([0, 1, 0, 0, 0], [0, 0, 0, 0, 1]));
    assert_eq!(game.refuses(0, json!({"type": "confirm_trade", "offer": 1, "with": 1})), "offer_closed");
}

#[test]
fn a_first_come_offer_goes_to_the_first_who_accepts() {
    let mut game = t1();
    let mut first_come = offer(json!({"ore": 1}), json!({"brick": 1}));
    first_come["first_come"] = json!(true);
    game.does(0, first_come.clone());
    game.does(2, json!({"type": "accept_trade", "offer": 1}));
    assert_eq!(game.cards(2), [0, 0, 0, 0, 1]);
    assert_eq!(game.refuses(1, json!({"type": "accept_trade", "offer": 1})), "offer_closed");
    let by_another =
        json!({"type": "offer_trade", "give": {"brick": 1}, "get": {"ore": 1}, "first_come": true});
    assert_eq!(game.refuses(1, by_another), "not_your_turn");
}

#[test]
fn t6_building_closes_trade_in_strict_and_not_in_combined() {
    let built = |game: Game| {
        let mut game = game.settlement(0, &[18]).hand(0, [5, 1, 0, 0, 1]).hand(1, [0, 1, 0, 0, 0]);
        game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
        let events = game.does(0, json!({"type": "build_road", "edge": 28}));
        (game, events)
    };
    let (game, events) = built(standard());
    let closed =
        |event: &Event| matches!(event, Event::OfferClosed(gone) if gone.why == Closing::TradingClosed);
    assert!(events.iter().any(closed));
    assert_eq!(
        game.refuses(0, json!({"type": "maritime_trade", "give": "lumber", "get": "ore"})),
        "trading_closed"
    );
    assert_eq!(game.refuses(0, offer(json!({"ore": 1}), json!({"brick": 1}))), "trading_closed");
    assert_eq!(game.refuses(1, offer(json!({"brick": 1}), json!({"ore": 1}))), "trading_closed");
    assert_eq!(game.refuses(1, json!({"type": "accept_trade", "offer": 1})), "trading_closed");
    let (mut game, _) = built(combined());
    assert_eq!(game.state.table.offers.len(), 1);
    game.does(0, json!({"type": "maritime_trade", "give": "lumber", "get": "ore"}));
}

fn rates(game: &Game) -> Vec<u64> {
    let view = serde_json::to_value(game.rules.view(&game.state, Some(0))).unwrap();
    let rates = &view["seats"][0]["rates"];
    ["lumber", "brick", "wool", "grain", "ore"].map(|kind| rates[kind].as_u64().unwrap()).to_vec()
}

#[test]
fn t7_t8_harbours_better_the_rates() {
    assert_eq!(rates(&standard()), [4; 5]);
    assert_eq!(rates(&standard().settlement(0, &[33])), [4, 2, 4, 4, 4]);
    assert_eq!(rates(&standard().settlement(0, &[33, 0])), [3, 2, 3, 3, 3]);
}

#[test]
fn t9_two_bricks_at_the_brick_harbour_buy_any_other_kind() {
    let game = standard().settlement(0, &[33]).hand(0, [0, 2, 0, 0, 0]);
    let listed = game.listed(0, "maritime_trade");
    let kinds: Vec<&str> = listed.iter().map(|action| action["get"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["lumber", "wool", "grain", "ore"]);
}

#[test]
fn t10_the_bank_gives_what_it_has() {
    let game = standard().hand(0, [0, 0, 4, 0, 0]).bank([19, 19, 15, 19, 0]);
    assert_eq!(
        game.refuses(0, json!({"type": "maritime_trade", "give": "wool", "get": "ore"})),
        "bank_empty"
    );
    assert_eq!(
        game.refuses(0, json!({"type": "maritime_trade", "give": "wool", "get": "wool"})),
        "same_kind"
    );
    assert_eq!(
        game.refuses(0, json!({"type": "maritime_trade", "give": "ore", "get": "wool"})),
        "cannot_afford"
    );
}

#[test]
fn t11_nothing_is_traded_before_the_roll() {
    let game = t1().before_the_roll();
    assert_eq!(game.refuses(0, offer(json!({"ore": 1}), json!({"brick": 1}))), "wrong_phase");
    assert_eq!(
        game.refuses(0, json!({"type": "maritime_trade", "give": "ore", "get": "wool"})),
        "wrong_phase"
    );
}

#[test]
fn a_trade_that_a_side_can_no_longer_pay_closes_instead_of_happening() {
    let mut game = t1().hand(1, [0, 0, 0, 0, 0]);
    game.does(1, offer(json!({"brick": 1}), json!({"ore": 1})));
    game.state.hand_over(1, 3, althing::rulesets::settlers::resource::Bundle::new([0, 1, 0, 0, 0]));
    let events = game.does(0, json!({"type": "accept_trade", "offer": 1}));
    assert!(matches!(&events[..], [Event::OfferClosed(gone)] if gone.why == Closing::CardsMissing));
    assert_eq!(game.cards(0), [2, 0, 0, 0, 3]);
}

#[test]
fn an_acceptance_may_be_taken_back_until_it_is_confirmed() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(1, json!({"type": "accept_trade", "offer": 1}));
    game.does(1, json!({"type": "reject_trade", "offer": 1}));
    assert!(game.listed(0, "confirm_trade").is_empty());
    assert_eq!(game.refuses(1, json!({"type": "accept_trade", "offer": 1})), "offer_not_to_you");
}

#[test]
fn an_offer_that_everybody_rejects_is_gone_and_one_may_be_withdrawn() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    for seat in [1, 2, 3] {
        game.does(seat, json!({"type": "reject_trade", "offer": 1}));
    }
    assert!(game.state.table.offers.is_empty());
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    assert_eq!(game.refuses(1, json!({"type": "withdraw_trade", "offer": 2})), "not_your_offer");
    game.does(0, json!({"type": "withdraw_trade", "offer": 2}));
    assert!(game.state.table.offers.is_empty());
}

#[test]
fn eight_offers_of_a_seat_may_be_open() {
    let mut game = standard().hand(0, [9, 0, 0, 0, 0]);
    for _ in 0..8 {
        game.does(0, offer(json!({"lumber": 1}), json!({"brick": 1})));
    }
    assert_eq!(game.refuses(0, offer(json!({"lumber": 1}), json!({"brick": 1}))), "too_many_offers");
}
