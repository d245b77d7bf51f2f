//! Offers between players (rules page §7, §13.19, B40, B60, B61).

use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::terrain::Terrain;
use serde_json::json;

use super::game::Game;
use super::position::{A, B, C, D, Position};
use super::say;

/// Four players with three cards of every kind; A's turn.
fn market() -> Game {
    (0..4).fold(Position::with(4), |position, seat| position.hand(seat, [3, 3, 3, 3])).trading()
}

/// A's offer of one iron for one wool to everybody.
fn iron_for_wool() -> serde_json::Value {
    say::offer(json!({"iron": 1}), json!({"wool": 1}))
}

#[test]
fn case_19_the_first_acceptance_is_carried_out_and_the_second_finds_the_offer_gone() {
    let mut game = market();
    game.act(A, iron_for_wool());
    game.act(B, say::accept(1));
    assert_eq!(game.refusal(C, say::accept(1)), "offer_closed");
    assert_eq!(game.hand(A), Bundle::new([2, 3, 3, 4]));
    assert_eq!(game.hand(B), Bundle::new([4, 3, 3, 2]));
    assert_eq!(game.hand(C), Bundle::of_each(3));
}

#[test]
fn an_offer_asks_all_it_is_made_to_and_blocks_nobody() {
    let mut game = market();
    game.act(A, iron_for_wool());
    for seat in [B, C, D] {
        assert!(game.asked(seat).contains(&("trade_answer", false)), "{seat}");
        assert_eq!(game.decisions(seat)[0].id, "t1.offer1");
    }
    assert_eq!(game.awaited(), [(A, "build")]);
}

#[test]
fn an_offer_to_named_seats_is_theirs_alone() {
    let mut game = market();
    game.act(A, say::offer_to(&[D], json!({"iron": 1}), json!({"wool": 1})));
    assert_eq!(game.refusal(B, say::accept(1)), "offer_not_to_you");
    game.act(D, say::accept(1));
}

#[test]
fn gifts_and_kinds_on_both_sides_are_refused() {
    let mut game = market();
    assert_eq!(game.refusal(A, say::offer(json!({"iron": 1}), json!({}))), "gift");
    assert_eq!(game.refusal(A, say::offer(json!({}), json!({"iron": 1}))), "gift");
    let both = say::offer(json!({"iron": 2}), json!({"iron": 1, "wool": 1}));
    assert_eq!(game.refusal(A, both), "kind_on_both_sides");
}

#[test]
fn the_maker_holds_what_he_gives_and_the_taker_what_is_wanted() {
    let mut game = market();
    assert_eq!(game.refusal(A, say::offer(json!({"iron": 4}), json!({"wool": 1}))), "cards_not_held");
    game.act(A, say::offer(json!({"iron": 1}), json!({"wool": 4})));
    assert_eq!(game.refusal(B, say::accept(1)), "cards_not_held");
    assert!(!game.may(B, say::accept(1)) && game.may(B, say::decline(1)));
}

#[test]
fn offers_go_to_others_each_named_once_and_counter_offers_to_the_active_seat() {
    let mut game = market();
    let mut code =
        |seat, to: &[u8]| game.refusal(seat, say::offer_to(to, json!({"iron": 1}), json!({"wool": 1})));
    for to in [&[][..], &[A], &[B, B], &[4], &[B, 200]] {
        assert_eq!(code(A, to), "wrong_recipients", "{to:?}");
    }
    assert_eq!(code(B, &[C]), "wrong_recipients");
    assert_eq!(code(B, &[A, C]), "wrong_recipients");
}

#[test]
fn a_new_offer_replaces_the_old_one_of_the_same_maker() {
    let mut game = market();
    game.act(A, iron_for_wool());
    let done = game.act(A, say::offer(json!({"grain": 1}), json!({"wool": 1})));
    assert_eq!(done.one("offer_closed")["reason"], "replaced");
    assert_eq!(game.refusal(B, say::accept(1)), "offer_closed");
    game.act(B, say::accept(2));
}

#[test]
fn a_counter_offer_binds_its_maker_until_he_takes_it_back() {
    let mut game = market();
    game.act(B, say::offer(json!({"wool": 2}), json!({"iron": 1})));
    assert!(game.asked(A).contains(&("trade_answer", false)));
    assert_eq!(game.refusal(C, say::accept(1)), "offer_not_to_you");
    assert_eq!(game.refusal(C, say::withdraw(1)), "not_your_offer");
    game.act(B, say::withdraw(1));
    assert_eq!(game.refusal(A, say::accept(1)), "offer_closed");
    game.act(B, say::offer(json!({"wool": 2}), json!({"iron": 1})));
    game.act(A, say::accept(2));
    assert_eq!(game.hand(A), Bundle::new([2, 3, 3, 5]));
}

#[test]
fn any_change_of_the_makers_hand_withdraws_his_offer() {
    let mut game = market();
    game.act(A, iron_for_wool());
    game.act(B, say::offer(json!({"timber": 1}), json!({"grain": 1})));
    game.act(C, say::offer(json!({"timber": 2}), json!({"grain": 1})));
    let done = game.act(A, say::accept(2));
    assert_eq!(done.one("offer_closed")["offer"], 1, "A's own; C's hand is as it was");
    game.act(A, say::accept(3));
}

#[test]
fn a_taker_with_an_offer_of_his_own_loses_it() {
    let mut game = market();
    game.act(B, say::offer(json!({"timber": 1}), json!({"grain": 1})));
    game.act(A, iron_for_wool());
    let done = game.act(B, say::accept(2));
    assert_eq!(done.one("offer_closed")["offer"], 1);
    assert!(game.table().trading().expect("phase 3").offers.is_empty());
}

#[test]
fn trade_with_the_supply_changes_the_hand_too() {
    let mut game = Position::with(3).hand(A, [5, 0, 0, 0]).trading();
    game.act(A, say::offer(json!({"iron": 1}), json!({"wool": 1})));
    let done = game.act(A, say::with_supply("iron", "grain"));
    assert_eq!(done.one("offer_closed")["reason"], "hand_changed");
}

/// Is the seat asked about the first offer, or only invited?
fn is_asked(game: &Game, seat: u8) -> bool {
    game.decisions(seat).iter().any(|open| open.id == "t1.offer1" && open.call.is_some())
}

#[test]
fn a_seat_that_declined_an_offer_is_asked_no_more_but_may_still_accept_it() {
    let mut game = market();
    game.act(A, iron_for_wool());
    assert!(is_asked(&game, B));
    game.act(B, say::decline(1));
    assert!(!is_asked(&game, B) && is_asked(&game, C));
    assert_eq!(game.refusal(B, say::decline(1)), "offer_not_to_you", "B has declined");
    assert!(game.may(B, say::accept(1)) && !game.may(B, say::decline(1)));
    game.act(B, say::accept(1));
    assert_eq!(game.hand(B), Bundle::new([4, 3, 3, 2]));
}

#[test]
fn an_offer_that_everybody_declined_stands_marked_until_it_is_withdrawn_or_replaced() {
    let declined = || {
        let mut game = market();
        game.act(A, iron_for_wool());
        for seat in [B, C, D] {
            let done = game.act(seat, say::decline(1));
            assert!(!done.has("offer_closed"));
        }
        assert_eq!(game.view(Some(A))["table"]["phase"]["offers"][0]["declined"], json!([B, C, D]));
        game
    };
    let mut game = declined();
    game.act(A, say::withdraw(1));
    assert_eq!(game.refusal(B, say::accept(1)), "offer_closed");
    let mut game = declined();
    let done = game.act(A, say::offer(json!({"grain": 1}), json!({"wool": 1})));
    assert_eq!(done.one("offer_closed")["reason"], "replaced");
    declined().act(D, say::accept(1));
}

#[test]
fn only_a_decision_about_an_offer_that_is_gone_is_closed_with_the_offer() {
    use rules::Rules;
    let mut game = market();
    game.state.table.turn = 2;
    let code = |game: &Game, decision| game.rules.closed_code(&game.state, decision);
    game.act(A, iron_for_wool());
    for open in ["t2.offer1", "t2.offer2", "t3.offer1", "t0.offer1", "t2.build.0", "offer1", "t2.offer"] {
        assert_eq!(code(&game, open), "decision_closed", "{open}");
    }
    game.act(A, say::withdraw(1));
    assert_eq!((code(&game, "t2.offer1"), code(&game, "t1.offer4")), ("offer_closed", "offer_closed"));
}

#[test]
fn the_end_of_trade_the_first_building_and_the_end_of_the_turn_withdraw_all_offers() {
    for ending in [say::end_trade(), say::ship_on_outer(), say::end_turn()] {
        let mut game = market();
        game.act(A, iron_for_wool());
        game.act(B, say::offer(json!({"timber": 1}), json!({"grain": 1})));
        let done = game.act(A, ending);
        assert_eq!(done.all("offer_closed").len(), 2);
        assert_eq!(game.refusal(B, say::accept(1)), "offer_closed");
    }
}

#[test]
fn twenty_offers_a_turn_are_enough_replacements_counted() {
    let mut game = market();
    for _ in 0..20 {
        game.act(B, say::offer(json!({"wool": 1}), json!({"iron": 1})));
    }
    let more = say::offer(json!({"wool": 2}), json!({"iron": 1}));
    assert_eq!(game.refusal(B, more.clone()), "too_many_offers");
    assert!(game.shapes(B).is_empty());
    game.act(C, more);
}

#[test]
fn the_standing_invitation_is_renamed_by_own_offers_and_withdrawals_only() {
    let mut game = market();
    let id = |game: &Game, seat| {
        let open = game.decisions(seat);
        open.iter().find(|decision| decision.kind == "trade").map(|decision| decision.id.clone())
    };
    game.act(B, say::offer(json!({"wool": 1}), json!({"iron": 1})));
    game.act(A, iron_for_wool());
    assert_eq!(id(&game, C), Some("t1.trade.0".to_owned()));
    assert_eq!(id(&game, B), Some("t1.trade.1".to_owned()));
    game.act(B, say::withdraw(1));
    assert_eq!(id(&game, B), Some("t1.trade.2".to_owned()));
}

#[test]
fn one_who_holds_every_kind_is_offered_a_shape_for_each_kind_he_keeps() {
    let game = market();
    assert_eq!(game.shapes(A).len(), Resource::ALL.len());
    let game = Position::with(3).hand(A, [1, 1, 1, 0]).trading();
    assert_eq!(game.shapes(A).len(), 1);
    assert!(game.shapes(B).is_empty(), "one without cards has nothing to offer");
}

// Trade with the supply (rules page §7, §13.18, B41–B43).

/// A wool harbour beside a field, with A's farm at both.
fn haven() -> Position {
    Position::with(3)
        .harbour("1,0", Resource::Wool)
        .tile("1,-1", Terrain::Field, 4)
        .farm(A, "1,0,N")
        .hand(A, [0, 0, 0, 4])
        .hand(B, [0, 0, 0, 4])
}

#[test]
fn case_18_with_anothers_ship_in_the_harbour_the_building_pays_four() {
    let mut game = haven().ship(B, "1,0").trading();
    let done = game.act(A, say::with_supply("wool", "iron"));
    assert_eq!(done.one("supply_traded")["rate"], 4);
    assert_eq!(game.hand(A), Bundle::of(Resource::Iron, 1));
}

#[test]
fn case_18_the_ship_in_the_harbour_pays_two() {
    let mut game = haven().ship(B, "1,0").turn_of(B).trading();
    let done = game.act(B, say::with_supply("wool", "iron"));
    assert_eq!(done.one("supply_traded")["rate"], 2);
}

#[test]
fn case_18_with_the_ship_gone_the_building_pays_two() {
    let mut game = haven().trading();
    let done = game.act(A, say::with_supply("wool", "iron"));
    assert_eq!(done.one("supply_traded")["rate"], 2);
    assert_eq!(game.hand(A), Bundle::new([1, 0, 0, 2]));
}

#[test]
fn an_outlawed_ship_still_gives_the_rate_and_other_kinds_pay_four() {
    let mut game = haven().ship(B, "1,0").outlaw("1,0", A).hand(B, [3, 0, 0, 0]).turn_of(B).trading();
    assert!(game.may(B, say::with_supply("wool", "grain")));
    assert_eq!(game.refusal(B, say::with_supply("iron", "grain")), "cards_not_held");
}

#[test]
fn the_supply_gives_another_kind_that_it_has() {
    let mut game = haven().stock_left(Resource::Timber, 0, B).trading();
    assert_eq!(game.refusal(A, say::with_supply("wool", "wool")), "same_kind");
    assert_eq!(game.refusal(A, say::with_supply("wool", "timber")), "none_in_supply");
    assert!(!game.may(A, say::with_supply("wool", "timber")));
}

#[test]
fn only_the_active_player_trades_with_the_supply_and_only_while_trade_is_open() {
    let mut game = haven().trading();
    assert_eq!(game.refusal(B, say::with_supply("wool", "iron")), "wrong_phase");
    game.act(A, say::end_trade());
    assert_eq!(game.refusal(A, say::with_supply("wool", "iron")), "trade_closed");
    assert_eq!(game.refusal(A, say::end_trade()), "trade_closed");
    assert_eq!(game.refusal(B, say::with_supply("wool", "iron")), "not_awaited");
}

#[test]
fn the_first_building_act_ends_trade_with_the_supply_too() {
    let mut game = haven().hand(A, [2, 0, 2, 0]).trading();
    let done = game.act(A, say::ship_on_outer());
    assert_eq!(done.types()[..2], ["trade_ended", "unit_built"]);
    assert_eq!(game.refusal(A, say::with_supply("wool", "iron")), "trade_closed");
}
