//! Trade (T1 to T11).

use rules::Rules;
use rulesets::settlers::event::Event;
use rulesets::settlers::trade::OfferClosedBecause;
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
    assert_eq!(game.state.table.offers.len(), 3, "the first was rejected by both and stands");
    game.does(0, json!({"type": "accept_trade", "offer": 3}));
    assert_eq!(game.cards(0), [1, 1, 0, 0, 2]);
    assert_eq!(game.cards(2), [1, 0, 0, 0, 1]);
    assert_eq!(game.state.table.offers.len(), 2, "other offers stay open");
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
    let closed = |event: &Event| matches!(event, Event::OfferClosed(gone) if gone.reason == OfferClosedBecause::TradingClosed);
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
    game.state.hand_over(1, 3, rulesets::settlers::resource::Bundle::new([0, 1, 0, 0, 0])).unwrap();
    let events = game.does(0, json!({"type": "accept_trade", "offer": 1}));
    assert!(
        matches!(&events[..], [Event::OfferClosed(gone)] if gone.reason == OfferClosedBecause::CardsMissing)
    );
    assert_eq!(game.cards(0), [2, 0, 0, 0, 3]);
}

/// The open decisions of a seat of that kind: the id, and whether a call belongs to it.
fn open(game: &Game, seat: u8, kind: &str) -> Vec<(String, bool)> {
    let open = game.rules.awaiting(&game.state).into_iter();
    let mine = open.filter(|decision| decision.seat == seat && decision.kind == kind);
    mine.map(|decision| (decision.id, decision.call.is_some())).collect()
}

fn accept(offer: u32) -> Value {
    json!({"type": "accept_trade", "offer": offer})
}

fn reject(offer: u32) -> Value {
    json!({"type": "reject_trade", "offer": offer})
}

#[test]
fn an_acceptance_may_be_taken_back_and_given_again_until_it_is_confirmed() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(1, accept(1));
    assert_eq!(open(&game, 0, "confirm_trade"), [("t1.confirm1.0".to_owned(), true)]);
    assert!(open(&game, 1, "trade_answer").is_empty());
    game.does(1, reject(1));
    assert!(game.listed(0, "confirm_trade").is_empty());
    let again = open(&game, 1, "trade_answer");
    assert_eq!(again, [("t1.offer1.1".to_owned(), false)], "a late repeat of the acceptance does nothing");
    game.does(1, accept(1));
    assert_eq!(open(&game, 0, "confirm_trade"), [("t1.confirm1.1".to_owned(), true)]);
    game.does(2, accept(1));
    game.does(1, reject(1));
    let one_left = open(&game, 0, "confirm_trade");
    assert_eq!(one_left, [("t1.confirm1.1".to_owned(), true)], "the question is the same while one stands");
}

#[test]
fn a_seat_that_rejected_an_offer_is_asked_no_more_but_may_still_accept_it() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    assert_eq!(open(&game, 1, "trade_answer"), [("t1.offer1".to_owned(), true)]);
    for seat in [1, 2, 3] {
        game.does(seat, reject(1));
    }
    let stands = game.state.table.offers.iter().map(|offer| offer.is_rejected()).collect::<Vec<_>>();
    assert_eq!(stands, [true], "it stands, marked");
    assert_eq!(open(&game, 1, "trade_answer"), [("t1.offer1".to_owned(), false)]);
    assert_eq!((game.listed(1, "accept_trade").len(), game.listed(1, "reject_trade").len()), (1, 0));
    assert_eq!(game.refuses(1, reject(1)), "offer_not_to_you");
    game.does(1, accept(1));
    game.does(0, json!({"type": "confirm_trade", "offer": 1, "with": 1}));
    assert_eq!(game.cards(1), [0, 0, 0, 0, 1]);
}

fn counter(offer: u32) -> Value {
    json!({"type": "counter_trade", "offer": offer, "give": {"brick": 1}, "get": {"ore": 2}})
}

#[test]
fn a_seat_that_rejected_an_offer_may_still_counter_it_while_it_stands() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    for seat in [1, 2, 3] {
        game.does(seat, reject(1));
    }
    let legal = game.rules.legal(&game.state, 1);
    let answer = legal.iter().find(|open| open.decision.kind == "trade_answer").unwrap();
    let shapes: Vec<Value> =
        answer.shapes.iter().map(|shape| serde_json::to_value(&shape.action).unwrap()).collect();
    assert_eq!((shapes.len(), &shapes[0]["type"]), (1, &json!("counter_trade")), "and it is listed");
    let events = game.does(1, counter(1));
    assert!(matches!(&events[..], [Event::TradeOffered(_)]), "it was rejected already: {events:?}");
    let counter_offer = game.state.table.offers.iter().find(|offer| offer.from == 1).unwrap();
    assert_eq!((counter_offer.answers.map(|offer| offer.0), counter_offer.asks(0)), (Some(1), true));
    assert_eq!(game.state.table.offers.len(), 2, "the first stands, rejected");
    let again = open(&game, 1, "trade_answer");
    assert_eq!(again, [("t1.offer1.1".to_owned(), false)], "a late repeat of the counter-offer does nothing");
    game.does(1, accept(1));
    game.does(0, accept(2));
    assert_eq!((game.cards(0), game.cards(1)), ([2, 1, 0, 0, 1], [0, 0, 0, 0, 2]));
}

#[test]
fn a_first_counter_offer_makes_the_decision_another_one_too() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(1, counter(1));
    assert_eq!(open(&game, 1, "trade_answer"), [("t1.offer1.1".to_owned(), false)]);
    assert_eq!(
        open(&game, 2, "trade_answer"),
        [("t1.offer1".to_owned(), true)],
        "others are asked as before"
    );
}

#[test]
fn only_an_addressee_that_has_not_accepted_counters_an_offer_of_the_active_player() {
    let mut game = t1();
    let mut to_1 = offer(json!({"ore": 1}), json!({"brick": 1}));
    to_1["to"] = json!([1, 3]);
    game.does(0, to_1);
    assert_eq!(game.refuses(2, counter(1)), "offer_not_to_you", "it is not offered to this seat");
    game.does(1, accept(1));
    assert_eq!(game.refuses(1, counter(1)), "offer_not_to_you", "its acceptance is taken back first");
    game.does(1, reject(1));
    game.does(1, counter(1));
    game.does(0, json!({"type": "withdraw_trade", "offer": 1}));
    game.does(1, json!({"type": "withdraw_trade", "offer": 2}));
    assert!(game.state.table.offers.is_empty());
}

#[test]
fn an_offer_is_withdrawn_by_its_maker_alone_and_goes_when_trade_closes() {
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    assert_eq!(game.refuses(1, json!({"type": "withdraw_trade", "offer": 1})), "not_your_offer");
    game.does(0, json!({"type": "withdraw_trade", "offer": 1}));
    assert!(game.state.table.offers.is_empty());
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    for seat in [1, 2, 3] {
        game.does(seat, reject(2));
    }
    game.does(0, json!({"type": "end_turn"}));
    assert!(game.state.table.offers.is_empty());
}

#[test]
fn a_knight_and_free_roads_change_no_decision_about_an_offer() {
    use rulesets::settlers::development::DevelopmentCard::{Knight, RoadBuilding};
    let names = |game: &Game| [1, 2].map(|seat| open(game, seat, "trade_answer"));
    let mut game = t1().holding(0, &[Knight]).settlement(0, &[18]).roads(0, &[28]);
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    let before = names(&game);
    game.does(0, json!({"type": "play_knight"}));
    assert_eq!((game.asked(), names(&game)), ("move_robber", before.clone()));
    game.does(2, accept(1));
    game.does(0, json!({"type": "move_robber", "hex": 0, "victim": null}));
    assert_eq!(names(&game)[0], before[0], "an answer given meanwhile counts");
    assert_eq!(game.listed(0, "confirm_trade").len(), 1);
    let mut game = t1().holding(0, &[RoadBuilding]).settlement(0, &[18]);
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(0, json!({"type": "play_road_building"}));
    assert_eq!((game.asked(), names(&game)), ("free_road", before));
}

#[test]
fn only_a_decision_about_an_offer_that_is_gone_is_closed_with_the_offer() {
    let mut game = t1();
    let code = |game: &Game, decision| game.rules.closed_code(&game.state, decision);
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    game.does(1, accept(1));
    for open in ["t1.offer1", "t1.offer1.7", "t1.confirm1.4", "t1.offer2", "t1.offerx", "t1.main.0", "", "."]
    {
        assert_eq!(code(&game, open), "decision_closed", "{open}");
    }
    game.does(0, json!({"type": "withdraw_trade", "offer": 1}));
    for gone in ["t1.offer1", "t1.offer1.7", "t1.confirm1.0"] {
        assert_eq!(code(&game, gone), "offer_closed", "{gone}");
    }
    assert_eq!(code(&game, "t1.main.0"), "decision_closed");
}

#[test]
fn who_waits_for_answers_is_told_what_came_of_an_offer() {
    let answered = |game: &Game, events: &[Event]| -> Vec<u8> {
        events.iter().filter_map(|event| game.rules.answered(&game.state, event)).collect()
    };
    let mut game = t1();
    game.does(0, offer(json!({"ore": 1}), json!({"brick": 1})));
    let one = game.does(1, reject(1));
    assert!(answered(&game, &one).is_empty());
    game.does(2, reject(1));
    let all = game.does(3, reject(1));
    assert_eq!(answered(&game, &all), [0]);
    game.does(2, offer(json!({"brick": 1}), json!({"ore": 1})));
    let made = game.does(0, accept(2));
    assert_eq!(answered(&game, &made), [2]);
}

#[test]
fn eight_offers_of_a_seat_may_be_open() {
    let mut game = standard().hand(0, [9, 0, 0, 0, 0]);
    for _ in 0..8 {
        game.does(0, offer(json!({"lumber": 1}), json!({"brick": 1})));
    }
    assert_eq!(game.refuses(0, offer(json!({"lumber": 1}), json!({"brick": 1}))), "too_many_offers");
}
