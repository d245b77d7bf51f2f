//! The Althing around its suits (rules page §5, §13.5, §13.8–9, B9–B14, B23–B24).

use rulesets::landnam::fate::FateCard::{FindBog, GoodYear, Landfall, Omen, Settlement, Uproar};
use rulesets::landnam::resource::Resource::{Iron, Wool};
use rulesets::landnam::state::UnitId;
use rulesets::landnam::terrain::Terrain::{Field, Pasture};
use serde_json::{Value, json};

use super::position::{A, B, C, D, Position};
use super::session::*;

#[test]
fn case_5_one_suit_for_each_plaintiff_and_unit() {
    let mut game = pasture(4).before_the_roll();
    let done = game.roll([3, 4], &[]);
    let suits = done.one("althing_opened")["suits"].clone();
    let pairs: Vec<(&Value, &Value)> =
        suits.as_array().unwrap().iter().map(|suit| (&suit["plaintiff"], &suit["unit"])).collect();
    assert_eq!(pairs, [(&json!(B), &json!(0)), (&json!(C), &json!(0))]);
}

#[test]
fn suits_are_possible_on_numbered_hexes_and_in_harbours_only() {
    let mut game = Position::with(3)
        .harbour("1,0", Iron)
        .ship(A, "1,0")
        .farm(B, "1,0,N")
        .mountain("0,-2")
        .settler(A, "0,-2")
        .farm(B, "0,-2,N")
        .sea("-2,0")
        .ship(A, "-2,0")
        .farm(B, "-2,0,N")
        .tile("0,2", Field, 4)
        .settler(A, "0,2")
        .farm(A, "0,2,N")
        .before_the_roll();
    let done = game.roll([3, 4], &[]);
    let suits = done.one("althing_opened")["suits"].clone();
    assert_eq!(
        suits,
        json!([{"plaintiff": B, "unit": 0, "defendant": A, "hex": "1,0", "resource": "iron", "brought": false}])
    );
}

#[test]
fn case_8_a_black_token_for_one_whom_nobody_sued() {
    let mut game = opened(three_against_a());
    game.act(B, kind("yield"));
    assert_eq!(game.player(A).black, 1);
    assert_eq!(game.awaited(), [(A, "movement")]);
}

#[test]
fn case_8_no_black_token_where_the_althing_was_broken_up() {
    let mut game = opened(three_against_a().fate(C, &[Uproar]));
    game.act(C, play("uproar"));
    assert_eq!(game.player(A).black, 0);
    assert_eq!(game.awaited(), [(A, "movement")]);
}

#[test]
fn two_possible_suits_make_no_black_token() {
    let mut game = session();
    game.act(B, kind("yield"));
    game.act(C, kind("yield"));
    assert_eq!(game.player(A).black, 0);
}

#[test]
fn case_9_the_next_althing_awards_the_tokens_and_takes_the_outlaw() {
    let mut game = pasture(4).outlaw("1,0", B).outlaw("1,0", C).before_the_roll();
    let done = game.roll([3, 4], &[]);
    assert_eq!((game.player(B).red, game.player(C).red), (1, 1));
    assert_eq!(game.unit_at("1,0"), None);
    assert!(game.table().red_tokens.is_empty());
    assert_eq!(done.one("outlaw_removed")["seat"], json!(A));
    assert_eq!(
        done.one("althing_opened")["suits"],
        json!([]),
        "outlaws away before the suits are listed (B10)"
    );
}

#[test]
fn b9_the_active_player_and_those_without_fate_cards_draw_clockwise() {
    let pile = [Uproar, Settlement, Landfall, GoodYear];
    let mut game = pasture(4).turn_of(B).fate(B, &[FindBog]).fate(D, &[Omen]).pile(&pile).before_the_roll();
    game.roll([6, 1], &[]);
    assert_eq!(game.fate_cards(B), [FindBog, Uproar]);
    assert_eq!(game.fate_cards(C), [Settlement]);
    assert_eq!(game.fate_cards(D), [Omen]);
    assert_eq!(game.fate_cards(A), [Landfall]);
}

#[test]
fn b9_the_discards_are_shuffled_in_the_middle_oldest_first() {
    let mut game = pasture(3).pile(&[Uproar]).discards_left(&[Omen, Landfall], C).before_the_roll();
    let done = game.roll([3, 4], &[json!([1, 0])]);
    assert_eq!(game.fate_cards(A), [Uproar]);
    assert_eq!(game.fate_cards(B), [Landfall], "position 0 of the shuffle is the new top");
    assert_eq!(game.state.secret.pile, [Omen]);
    assert!(game.table().discards.is_empty());
    let told = game.told(done.one("fate_pile_reshuffled"), Some(B));
    assert_eq!(told, json!({"type": "fate_pile_reshuffled", "count": 2}));
}

#[test]
fn b9_with_pile_and_discards_empty_the_rest_get_none() {
    let mut game = pasture(3).pile(&[Uproar]).discards_left(&[], C).before_the_roll();
    game.roll([3, 4], &[]);
    assert_eq!((game.fate_cards(A).len(), game.fate_cards(B).len()), (1, 0));
}

#[test]
fn drawn_fate_cards_are_told_to_who_drew_them_only() {
    let mut game = pasture(3).fate(B, &[Omen]).fate(C, &[Landfall]).before_the_roll();
    let done = game.roll([3, 4], &[]);
    let drawn = done.one("fate_card_drawn");
    assert_eq!(game.told(drawn, Some(A)), json!({"type": "fate_card_drawn", "seat": A, "card": "find_bog"}));
    for viewer in [Some(B), None] {
        assert_eq!(game.told(drawn, viewer), json!({"type": "fate_card_drawn", "seat": A}));
    }
}

#[test]
fn b12_without_a_possible_suit_there_is_no_naming_and_no_card_window() {
    let mut game = Position::with(3).fate(B, &[Uproar]).ship(A, "outer").before_the_roll();
    game.roll([3, 4], &[]);
    assert_eq!(game.awaited(), [(A, "movement")]);
    assert_eq!(game.asked(B), []);
    assert_eq!(game.refusal(B, play("uproar")), "not_awaited");
}

#[test]
fn b12_the_naming_is_asked_even_if_one_alone_has_suits_and_can_be_broken_up() {
    let mut game = Position::with(3)
        .tile("1,0", Pasture, 8)
        .settler(A, "1,0")
        .farm(B, "1,0,N")
        .hand(B, [0, 0, 0, 1])
        .fate(C, &[Uproar])
        .before_the_roll();
    game.roll([3, 4], &[]);
    assert_eq!(game.awaited(), [(A, "name_first")]);
    assert_eq!(game.lapse(A), json!({"type": "name_first", "seat": A}));
    assert_eq!(game.refusal(A, json!({"type": "name_first", "seat": 3})), "no_such_seat");
    assert!(game.may(C, play("uproar")));
    game.act(C, play("uproar"));
    assert_eq!(game.awaited(), [(A, "movement")]);
}

#[test]
fn b13_those_without_suits_or_cards_are_passed_over_and_it_goes_around_once() {
    let mut game = pasture(4).hand(C, [1, 0, 0, 0]).hand(A, [1, 0, 0, 0]).before_the_roll();
    game.roll([3, 4], &[]);
    let done = game.act(A, json!({"type": "name_first", "seat": D}));
    let passed: Vec<&Value> = done.all("suitor_passed_over").iter().map(|event| &event["seat"]).collect();
    assert_eq!(passed, [&json!(D), &json!(A), &json!(B)], "B has a suit and no card");
    assert_eq!(game.awaited(), [(C, "sue")], "C has a card, though of another kind");
    assert_eq!(game.refusal(C, sue(1)), "cards_not_held");
    assert_eq!(game.lapse(C), kind("yield"));
    let done = game.act(C, kind("yield"));
    assert!(done.has("althing_ended"));
}

#[test]
fn b13_the_right_to_sue_does_not_come_round_again() {
    let mut game = session();
    game.act(B, kind("yield"));
    assert_eq!(game.awaited(), [(C, "sue")]);
    let done = game.act(C, kind("yield"));
    assert!(done.has("althing_ended"), "B is not asked again");
}

#[test]
fn b14_a_settlement_breaks_the_suit_off_and_names_it() {
    let mut game = opened(
        pasture(4)
            .hand(A, [0, 0, 0, 1])
            .hand(B, [1, 0, 0, 2])
            .hand(C, [0, 0, 0, 1])
            .fate(D, &[Settlement, Uproar]),
    );
    assert_eq!(game.refusal(D, settle(1)), "card_without_effect");
    game.act(B, sue(2));
    assert_eq!(game.asked(D), [("althing_card", false)]);
    assert_eq!(game.refusal(D, settle(2)), "suit_closed");
    assert_eq!(game.refusal(D, play("settlement")), "suit_closed");
    assert_eq!(
        game.refusal(D, json!({"type": "play_althing_card", "card": "uproar", "suit": 1})),
        "suit_closed"
    );
    assert_eq!(game.refusal(D, play("omen")), "wrong_card");
    assert_eq!(game.refusal(B, settle(1)), "card_not_held");
    assert_eq!(game.legal(D), [settle(1), play("uproar")]);
    game.act(D, settle(1));
    assert_eq!(game.hand(B).get(Wool), 0, "stakes are lost");
    assert_eq!(game.player(A).white + game.player(B).white, 0);
    assert!(!game.table().is_outlaw(UnitId(0)));
    assert_eq!(game.awaited(), [(C, "sue")], "the suit counts as brought");
}

#[test]
fn b23_a_suit_against_the_owner_spares_him_the_black_token_whoever_defends() {
    let mut game = opened(three_against_a());
    game.act(B, sue(1));
    game.act(A, hand_over(D));
    game.act(D, take("defendant"));
    game.act(D, kind("concede"));
    assert_eq!([A, D].map(|seat| game.player(seat).black), [0, 0]);
    assert_eq!(game.player(B).white, 1);
}

#[test]
fn b24_an_uproar_inside_a_suit_keeps_what_was_won_before() {
    let mut game = opened(three_against_a().hand(A, [0, 0, 0, 1]).hand(C, [0, 0, 0, 1]).fate(B, &[Uproar]));
    game.act(B, sue(1));
    game.act(A, kind("concede"));
    game.act(C, sue(1));
    let done = game.act(B, play("uproar"));
    assert!(done.has("suit_broken_off") && done.has("althing_broken_up"));
    assert_eq!((game.player(B).white, game.player(C).white), (1, 0));
    assert_eq!(game.table().red_tokens.len(), 1);
    assert_eq!(game.awaited(), [(A, "movement")]);
    assert!(game.table().discards.contains(&Uproar));
}
