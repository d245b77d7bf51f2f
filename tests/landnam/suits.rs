//! Suits: stakes, raises, hand-overs (rules page §5.6–5.9, §13.6–7, B11, B15–B22, B62).

use rulesets::landnam::resource::Resource::{Grain, Iron, Wool};
use rulesets::landnam::state::UnitId;
use rulesets::landnam::terrain::Terrain::Bog;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, C, D, place};
use super::session::*;

#[test]
fn case_6_a_suit_by_raising() {
    let mut game = session();
    game.act(B, sue(1));
    assert_eq!(game.awaited(), [(A, "answer_suit")]);
    game.act(A, raise(2));
    assert_eq!(game.awaited(), [(B, "answer_suit")]);
    game.act(B, raise(2));
    let done = game.act(A, kind("concede"));
    assert_eq!(game.player(B).white, 1);
    assert!(game.table().is_outlaw(UnitId(0)));
    let token = game.table().red_tokens[0];
    assert_eq!((token.unit, token.plaintiff, token.hex), (UnitId(0), B, place("1,0")));
    assert_eq!(wool(&game), [2, 1, 3, 3]);
    assert_eq!(game.state.secret.stock.get(Wool), 19 - 9, "five wool returned");
    assert_eq!(done.one("suit_won")["seat"], json!(B));
}

#[test]
fn case_7_a_hand_over() {
    let mut game = session();
    game.act(B, sue(1));
    game.act(A, raise(2));
    game.act(B, raise(2));
    game.act(A, hand_over(D));
    game.act(D, take("defendant"));
    game.act(D, raise(2));
    game.act(B, kind("concede"));
    assert_eq!(game.player(D).white, 1);
    assert_eq!(game.player(A).white, 0);
    assert!(!game.table().is_outlaw(UnitId(0)));
}

#[test]
fn b11_an_outlaw_of_this_althing_can_still_be_sued_by_others_but_by_nobody_twice() {
    let mut game = sued();
    game.act(A, kind("concede"));
    assert_eq!(game.awaited(), [(C, "sue")], "B has no other suit");
    game.act(C, sue(1));
    game.act(A, kind("concede"));
    assert_eq!(game.table().red_tokens.len(), 2);
    assert_eq!((game.player(B).white, game.player(C).white), (1, 1));
}

#[test]
fn b11_each_pair_once_whatever_came_of_it() {
    let mut game = opened(
        pasture(4)
            .tile("-2,0", Bog, 4)
            .settler(A, "-2,0")
            .farm(B, "-2,0,N")
            .hand(B, [2, 0, 0, 2])
            .hand(A, [0, 0, 0, 2]),
    );
    game.act(B, sue(1));
    game.act(A, raise(2));
    game.act(B, kind("concede"));
    assert_eq!(game.awaited(), [(B, "sue")], "he has another suit");
    assert_eq!(game.refusal(B, sue(1)), "suit_already_brought");
    assert_eq!(game.shapes(B).len(), 1);
    game.act(B, json!({"type": "sue", "unit": 1, "cards": 1}));
    assert_eq!(game.table().suit().map(|suit| (suit.number, suit.resource)), Some((2, Iron)));
}

#[test]
fn a_stake_is_at_least_one_card_of_the_disputed_kind() {
    let mut game = session();
    assert_eq!(game.refusal(B, sue(0)), "stake_too_low");
    assert_eq!(game.refusal(B, sue(5)), "cards_not_held");
    assert_eq!(game.refusal(B, json!({"type": "sue", "unit": 9, "cards": 1})), "unknown_unit");
    assert_eq!(game.refusal(C, sue(1)), "wrong_phase");
    let shape = &game.shapes(B)[0];
    assert_eq!(shape["action"], sue(1));
    assert_eq!(shape["fields"], json!([{"name": "cards", "kind": "integer", "min": 1, "max": 4}]));
}

#[test]
fn a_suit_that_is_not_listed_is_refused() {
    let mut game = opened(pasture(4).settler(C, "0,0").hand(B, [0, 0, 0, 1]));
    assert_eq!(game.refusal(B, json!({"type": "sue", "unit": 1, "cards": 1})), "suit_not_possible");
}

#[test]
fn b15_nobody_concedes_by_himself_though_he_holds_nothing() {
    let mut game = opened(pasture(4).hand(B, [0, 0, 0, 1]));
    game.act(B, sue(1));
    assert_eq!(game.awaited(), [(A, "answer_suit")]);
    assert_eq!(game.lapse(A), kind("concede"));
}

#[test]
fn b17_a_raise_goes_above_the_other_side_and_as_far_as_one_likes() {
    let mut game = sued();
    assert_eq!(game.refusal(A, raise(1)), "stake_too_low");
    assert_eq!(game.refusal(A, raise(5)), "cards_not_held");
    assert_eq!(game.refusal(B, raise(1)), "wrong_phase");
    assert_eq!(
        game.shapes(A)[0]["fields"],
        json!([{"name": "cards", "kind": "integer", "min": 2, "max": 4}])
    );
    game.act(A, raise(4));
    assert_eq!(game.shapes(B), [] as [Value; 0], "B holds 3 and needs 4");
}

#[test]
fn b18_only_the_principal_of_the_answering_side_concedes() {
    let mut game = sued();
    assert_eq!(game.refusal(B, kind("concede")), "wrong_phase");
    assert_eq!(game.refusal(D, kind("concede")), "wrong_phase");
}

#[test]
fn b19_a_side_asks_one_uninvolved_seat_at_a_time_and_nobody_twice() {
    let mut game = sued();
    assert_eq!(game.refusal(A, hand_over(A)), "already_involved");
    assert_eq!(game.refusal(A, hand_over(B)), "already_involved");
    assert_eq!(game.refusal(A, hand_over(7)), "no_such_seat");
    assert_eq!(game.refusal(A, kind("withdraw_hand_over")), "no_hand_over");
    game.act(A, hand_over(C));
    assert_eq!(game.refusal(A, hand_over(D)), "hand_over_open");
    assert_eq!(game.refusal(C, take("plaintiff")), "wrong_phase");
    game.act(C, decline("defendant"));
    assert_eq!(game.refusal(A, hand_over(C)), "already_asked");
    game.act(A, hand_over(D));
    game.act(A, kind("withdraw_hand_over"));
    assert_eq!(game.refusal(A, hand_over(D)), "already_asked", "withdrawn counts");
}

#[test]
fn b19_both_sides_may_ask_one_seat_which_takes_one_side() {
    let mut game = sued();
    game.act(A, hand_over(D));
    game.act(B, hand_over(D));
    assert_eq!(
        game.asked(D),
        [("take_over", false), ("take_over", true), ("althing_card", false)],
        "only the answering side is waited for"
    );
    let done = game.act(D, take("plaintiff"));
    assert_eq!(done.one("hand_over_voided")["from"], json!(A));
    assert_eq!(game.awaited(), [(A, "answer_suit")]);
    assert_eq!(game.refusal(A, hand_over(D)), "already_involved");
    game.act(A, kind("concede"));
    assert_eq!((game.player(D).white, game.player(B).white), (1, 0));
    assert_eq!(game.table().red_tokens[0].plaintiff, B, "the token is the original plaintiff's (B22)");
}

#[test]
fn b20_while_the_answering_side_asks_its_principal_is_only_invited() {
    let mut game = sued();
    game.act(A, hand_over(D));
    assert_eq!(game.awaited(), [(D, "take_over")]);
    assert_eq!(game.lapse(D), decline("defendant"));
    assert!(game.asked(A).contains(&("answer_suit", false)));
    let done = game.act(A, raise(2));
    assert!(done.has("hand_over_withdrawn"), "to answer oneself takes the offer back");
    assert_eq!(game.awaited(), [(B, "answer_suit")]);
    assert_eq!(game.refusal(D, take("defendant")), "wrong_phase");
}

#[test]
fn b20_to_concede_takes_the_offer_back_too() {
    let mut game = sued();
    game.act(A, hand_over(D));
    let done = game.act(A, kind("concede"));
    assert!(done.has("hand_over_withdrawn"));
    assert_eq!(game.player(B).white, 1);
}

#[test]
fn b20_an_offer_of_the_leading_side_blocks_nobody_until_it_must_answer() {
    let mut game = sued();
    game.act(B, hand_over(D));
    assert_eq!(game.awaited(), [(A, "answer_suit")]);
    game.act(A, raise(2));
    assert_eq!(game.awaited(), [(D, "take_over")]);
    game.act(D, decline("plaintiff"));
    assert_eq!(game.awaited(), [(B, "answer_suit")]);
}

#[test]
fn b21_chains_of_hand_overs_and_those_who_may_add() {
    let mut game = sued();
    game.act(A, hand_over(C));
    game.act(C, take("defendant"));
    game.act(C, hand_over(D));
    game.act(D, take("defendant"));
    assert_eq!(game.awaited(), [(D, "answer_suit")]);
    for earlier in [A, C] {
        assert!(game.asked(earlier).contains(&("add_to_suit", false)));
        assert_eq!(game.refusal(earlier, hand_over(B)), "wrong_phase");
        assert_eq!(game.refusal(earlier, kind("concede")), "wrong_phase");
    }
    assert_eq!(game.refusal(A, add(0)), "stake_too_low");
    assert_eq!(game.refusal(A, add(5)), "cards_not_held");
    game.act(A, add(1));
    assert_eq!(game.awaited(), [(D, "answer_suit")], "1 against 1 does not pass the turn");
    game.act(C, add(1));
    assert_eq!(game.awaited(), [(B, "answer_suit")], "2 against 1 does");
    assert_eq!(game.refusal(A, add(1)), "wrong_phase", "nobody adds to a leading side");
    game.act(B, kind("concede"));
    assert_eq!([A, B, C, D].map(|seat| game.player(seat).white), [0, 0, 0, 1]);
}

#[test]
fn ids_of_a_suit_change_with_the_question_and_never_come_back() {
    let mut game = session();
    let id = |game: &Game, seat: u8, kind: &str| {
        let decisions = game.decisions(seat);
        decisions.into_iter().find(|decision| decision.kind == kind).expect("an open decision").id
    };
    assert_eq!(id(&game, B, "sue"), "t1.sue.0");
    game.act(B, sue(1));
    assert_eq!(id(&game, A, "answer_suit"), "t1.suit1.answer.0");
    assert_eq!(id(&game, B, "lead_suit"), "t1.suit1.lead.0");
    assert_eq!(id(&game, D, "althing_card"), "t1.althing");
    game.act(A, hand_over(D));
    assert_eq!(id(&game, D, "take_over"), "t1.suit1.takeover.defendant");
    assert_eq!(id(&game, A, "answer_suit"), "t1.suit1.answer.0", "still the same question");
    game.act(D, take("defendant"));
    assert_eq!(id(&game, A, "add_to_suit"), "t1.suit1.add.0.0");
    game.act(A, add(1));
    assert_eq!(id(&game, A, "add_to_suit"), "t1.suit1.add.0.1");
    game.act(D, raise(1));
    assert_eq!(id(&game, B, "answer_suit"), "t1.suit1.answer.1");
    game.act(B, raise(2));
    assert_eq!(id(&game, A, "add_to_suit"), "t1.suit1.add.2.1");
}

#[test]
fn b62_anybody_uninvolved_may_be_asked_also_without_cards() {
    let mut game = opened(pasture(4).hand(B, [0, 0, 0, 1]));
    game.act(B, sue(1));
    assert!(game.may(A, hand_over(D)));
    game.act(A, hand_over(D));
    game.act(D, take("defendant"));
    assert_eq!(game.legal(D).first(), Some(&kind("concede")));
}

#[test]
fn staked_cards_are_in_the_supply_at_once_and_public() {
    let mut game = session();
    let before = game.state.secret.stock.get(Wool);
    let done = game.act(B, sue(2));
    assert_eq!(game.state.secret.stock.get(Wool), before + 2);
    let told = game.told(done.one("suit_brought"), None);
    assert_eq!((&told["cards"], &told["resource"]), (&json!(2), &json!("wool")));
    assert_eq!(game.hand(B).get(Grain), 0);
}
