//! Harvest, famine and aging (rules page §4, §13.1–4, B1–B8).

use rulesets::landnam::fate::FateCard::{Blight, Fallow, FindBog, GoodYear, Landfall, Uproar};
use rulesets::landnam::resource::Resource::{Grain, Wool};
use rulesets::landnam::terrain::Terrain::{Bog, Field, Forest, Pasture};
use serde_json::json;

use super::game::Game;
use super::position::{A, B, C, Position};

/// A 9-field with A's farm and B's town.
fn field() -> Position {
    Position::with(3).tile("0,1", Field, 9).farm(A, "0,1,N").town(B, "0,1,S")
}

fn grain(game: &Game) -> [u8; 3] {
    [A, B, C].map(|seat| game.hand(seat).get(Grain))
}

#[test]
fn case_1_a_settler_on_the_field_takes_everything() {
    let mut game = field().settler(C, "0,1").before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!(grain(&game), [0, 0, 2]);
}

#[test]
fn case_1_without_a_settler_farms_get_one_and_towns_two() {
    let mut game = field().before_the_roll();
    let done = game.roll([4, 5], &[]);
    assert_eq!(grain(&game), [1, 2, 0]);
    assert_eq!(done.one("dice_rolled")["dice"], json!([4, 5]));
}

#[test]
fn a_landed_ship_yields_as_a_settler_does() {
    let mut game = field().ship(C, "0,1").before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!(grain(&game), [0, 0, 2]);
}

#[test]
fn an_outlaw_blocks_and_yields_as_before() {
    let mut game = field().settler(C, "0,1").outlaw("0,1", B).before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!(grain(&game), [0, 0, 2]);
}

#[test]
fn other_numbers_yield_nothing_and_age_nothing() {
    let mut game = field().before_the_roll();
    let done = game.roll([4, 4], &[]);
    assert_eq!(grain(&game), [0, 0, 0]);
    assert!(!done.has("harvest_yielded") && !done.has("hex_aged"));
}

/// 3 wool and 4 grain are due on a 9; C holds what is not in supply.
fn famine() -> Position {
    Position::with(3)
        .tile("0,1", Pasture, 9)
        .farm(A, "0,1,N")
        .town(B, "0,1,S")
        .tile("0,-2", Field, 9)
        .town(A, "0,-2,N")
        .town(B, "0,-2,S")
        .stock_left(Wool, 2, C)
        .stock_left(Grain, 10, C)
}

#[test]
fn case_2_famine_takes_the_short_kind_from_everybody_and_gives_nothing() {
    let mut game = famine().before_the_roll();
    let done = game.roll([4, 5], &[]);
    assert_eq!([A, B, C].map(|seat| game.hand(seat).get(Wool)), [0, 0, 0]);
    assert_eq!(grain(&game), [0, 0, 9], "grain in hand stays");
    assert_eq!(game.state.secret.stock.get(Wool), 19);
    assert!(!done.has("hex_aged") && !done.has("harvest_yielded"));
    assert_eq!((game.number_at("0,1"), game.number_at("0,-2")), (Some(9), Some(9)));
}

#[test]
fn case_3_the_hex_that_gave_most_ages() {
    let mut game = Position::with(3)
        .tile("0,1", Pasture, 9)
        .farm(A, "0,1,N")
        .town(B, "0,1,S")
        .tile("0,-2", Field, 9)
        .town(A, "0,-2,N")
        .before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!((game.number_at("0,1"), game.number_at("0,-2")), (Some(10), Some(9)));
}

#[test]
fn case_3_a_settler_draws_aging_to_his_hex() {
    let mut game = Position::with(3)
        .tile("0,1", Pasture, 9)
        .farm(A, "0,1,N")
        .town(B, "0,1,S")
        .tile("0,-2", Field, 9)
        .settler(C, "0,-2")
        .before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!((game.number_at("0,1"), game.number_at("0,-2")), (Some(9), Some(10)));
}

/// Two hexes that give a card each.
fn equal_yields() -> Game {
    Position::with(3)
        .tile("0,1", Pasture, 9)
        .farm(A, "0,1,N")
        .tile("0,-2", Field, 9)
        .farm(B, "0,-2,N")
        .before_the_roll()
}

#[test]
fn case_3_with_equal_yields_the_active_player_chooses() {
    let mut game = equal_yields();
    game.roll([4, 5], &[]);
    assert_eq!(game.awaited(), [(A, "choose_aging")]);
    assert_eq!(
        game.legal(A),
        [json!({"type": "choose_aging", "hex": "0,-2"}), json!({"type": "choose_aging", "hex": "0,1"})],
        "in the order of q, then r"
    );
    assert_eq!(game.lapse(A), json!({"type": "choose_aging", "hex": "0,-2"}));
    assert_eq!(game.refusal(A, json!({"type": "choose_aging", "hex": "0,0"})), "hex_not_candidate");
    assert_eq!(game.refusal(B, json!({"type": "choose_aging", "hex": "0,1"})), "not_awaited");
    game.act(A, json!({"type": "choose_aging", "hex": "0,1"}));
    assert_eq!((game.number_at("0,1"), game.number_at("0,-2")), (Some(10), Some(9)));
}

fn aged(position: Position, hex: &str, dice: [u8; 2]) -> Option<u8> {
    let mut game = position.before_the_roll();
    game.roll(dice, &[]);
    game.number_at(hex)
}

#[test]
fn case_4_six_turns_to_eight_and_twelve_to_two() {
    assert_eq!(aged(Position::with(3).tile("0,1", Bog, 6).farm(A, "0,1,N"), "0,1", [3, 3]), Some(8));
    assert_eq!(aged(Position::with(3).tile("0,1", Bog, 12).farm(A, "0,1,N"), "0,1", [6, 6]), Some(2));
}

#[test]
fn case_4_five_turns_to_eight_where_no_six_is_free() {
    let position = Position::with(3)
        .tile("0,1", Bog, 5)
        .farm(A, "0,1,N")
        .tile("0,-1", Field, 6)
        .tile("0,-2", Field, 6)
        .tile("0,-3", Field, 6);
    assert_eq!(aged(position, "0,1", [2, 3]), Some(8));
}

#[test]
fn case_4_twelve_turns_to_four_where_neither_two_nor_three_is_free() {
    let position = Position::with(3)
        .tile("0,1", Bog, 12)
        .farm(A, "0,1,N")
        .tile("0,-1", Field, 2)
        .tile("0,-2", Field, 2)
        .tile("0,-3", Field, 3)
        .tile("1,-3", Forest, 3)
        .tile("2,-3", Forest, 3);
    assert_eq!(aged(position, "0,1", [6, 6]), Some(4));
}

/// A may play harvest cards: a 9 with A's farm on a field, B's town on a pasture.
fn with_cards() -> Position {
    Position::with(3)
        .tile("0,1", Pasture, 9)
        .town(B, "0,1,S")
        .tile("0,-2", Field, 9)
        .farm(A, "0,-2,N")
        .fate(A, &[GoodYear, Blight, Fallow, FindBog])
}

fn play(card: &str, hex: &str) -> serde_json::Value {
    json!({"type": "play_harvest_card", "card": card, "hex": hex})
}

#[test]
fn b2_the_window_opens_for_any_fate_card_if_anything_is_due() {
    let mut without_income = Position::with(3).fate(A, &[GoodYear]).before_the_roll();
    assert!(!without_income.roll([4, 5], &[]).has("harvest_card_awaited"));

    let mut without_cards = field().fate(B, &[GoodYear]).before_the_roll();
    assert!(!without_cards.roll([4, 5], &[]).has("harvest_card_awaited"));

    let mut with_a_useless_card = field().fate(A, &[Landfall]).before_the_roll();
    with_a_useless_card.roll([4, 5], &[]);
    assert_eq!(with_a_useless_card.awaited(), [(A, "harvest_card")]);
    assert_eq!(with_a_useless_card.legal(A), [json!({"type": "decline_harvest_card"})]);
}

#[test]
fn b2_a_seven_opens_no_harvest_window() {
    let mut game = field().fate(A, &[GoodYear]).before_the_roll();
    let done = game.roll([3, 4], &[]);
    assert!(done.has("althing_opened") && !done.has("harvest_card_awaited"));
}

#[test]
fn harvest_cards_are_listed_with_their_hexes_and_judged_alike() {
    let mut game = with_cards().before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!(game.legal(A).len(), 1 + 2 + 2 + 1);
    assert_eq!(game.refusal(A, play("uproar", "0,1")), "wrong_card");
    assert_eq!(game.refusal(A, play("good_year", "0,0")), "hex_not_due");
    assert_eq!(game.refusal(A, play("fallow", "0,1")), "hex_not_due");
    assert_eq!(game.refusal(A, json!({"type": "play_harvest_card", "card": "blight"})), "hex_not_due");
    assert_eq!(game.refusal(B, play("good_year", "0,1")), "not_awaited");
    assert_eq!(game.refusal(A, json!({"type": "end_turn"})), "wrong_phase");
    assert_eq!(game.lapse(A), json!({"type": "decline_harvest_card"}));
}

#[test]
fn a_harvest_card_not_held_is_refused() {
    let mut game = field().fate(A, &[Blight]).before_the_roll();
    game.roll([4, 5], &[]);
    assert_eq!(game.refusal(A, play("good_year", "0,1")), "card_not_held");
}

#[test]
fn b3_a_good_year_doubles_every_due_and_counts_for_aging() {
    let mut game = with_cards().before_the_roll();
    game.roll([4, 5], &[]);
    let done = game.act(A, play("good_year", "0,-2"));
    assert_eq!(game.hand(A).get(Grain), 2);
    assert_eq!(game.hand(B).get(Wool), 2);
    assert!(game.table().discards.contains(&GoodYear));
    assert!(done.has("aging_awaited"), "both gave two");
    assert_eq!(game.awaited(), [(A, "choose_aging")]);
}

#[test]
fn b3_a_good_year_can_cause_a_famine() {
    let mut game = with_cards().stock_left(Grain, 1, C).before_the_roll();
    game.roll([4, 5], &[]);
    let done = game.act(A, play("good_year", "0,-2"));
    assert_eq!(done.one("famine_struck")["short"], json!(["grain"]));
}

#[test]
fn b4_a_blighted_hex_gives_nothing_and_does_not_age() {
    let mut game = with_cards().before_the_roll();
    game.roll([4, 5], &[]);
    game.act(A, play("blight", "0,1"));
    assert_eq!((game.hand(A).get(Grain), game.hand(B).get(Wool)), (1, 0));
    assert_eq!((game.number_at("0,1"), game.number_at("0,-2")), (Some(9), Some(10)));
}

#[test]
fn b4_a_blight_can_avert_a_famine_and_leaves_nothing_to_age_if_it_was_the_only_income() {
    let position = || {
        Position::with(3).tile("0,1", Pasture, 9).farm(A, "0,1,N").stock_left(Wool, 0, C).fate(A, &[Blight])
    };
    let mut suffered = position().before_the_roll();
    suffered.roll([4, 5], &[]);
    assert!(suffered.act(A, json!({"type": "decline_harvest_card"})).has("famine_struck"));

    let mut averted = position().before_the_roll();
    averted.roll([4, 5], &[]);
    let done = averted.act(A, play("blight", "0,1"));
    assert!(!done.has("famine_struck") && !done.has("hex_aged") && !done.has("aging_awaited"));
    assert_eq!(averted.hand(C).get(Wool), 19);
}

#[test]
fn b5_fallow_keeps_every_number_and_is_spent_in_vain_in_a_famine() {
    let mut game = with_cards().before_the_roll();
    game.roll([4, 5], &[]);
    let done = game.act(A, json!({"type": "play_harvest_card", "card": "fallow"}));
    assert!(done.has("harvest_yielded") && !done.has("hex_aged") && !done.has("aging_awaited"));

    let mut starved = with_cards().stock_left(Wool, 0, C).before_the_roll();
    starved.roll([4, 5], &[]);
    let done = starved.act(A, json!({"type": "play_harvest_card", "card": "fallow"}));
    assert!(done.has("famine_struck"));
    assert!(starved.table().discards.contains(&Fallow));
}

#[test]
fn b6_a_famine_tells_numbers_and_no_kinds() {
    let mut game = famine().stock_left(Grain, 3, B).before_the_roll();
    let done = game.roll([4, 5], &[]);
    let event = done.one("famine_struck");
    assert_eq!(event["short"], json!(["grain", "wool"]));
    let told = game.told(event, Some(A));
    assert_eq!(told["returned"], json!([{"seat": B, "count": 7}, {"seat": C, "count": 9 + 17}]));
}

#[test]
fn b7_a_settler_of_anybody_counts_and_only_hexes_with_one_are_candidates() {
    let mut game = Position::with(3)
        .tile("0,1", Pasture, 9)
        .settler(B, "0,1")
        .farm(A, "0,1,N")
        .outlaw("0,1", A)
        .tile("0,-2", Field, 9)
        .settler(C, "0,-2")
        .tile("2,0", Bog, 9)
        .town(A, "2,0,N")
        .town(B, "2,0,S")
        .before_the_roll();
    let done = game.roll([4, 5], &[]);
    assert_eq!(done.one("aging_awaited")["candidates"], json!(["0,-2", "0,1"]));
}

#[test]
fn b8_a_hex_keeps_its_number_where_no_other_marker_is_free() {
    let few = |data: &mut serde_json::Value| {
        data["number_markers"] = json!({"2": 12, "9": 16});
    };
    let mut position = Position::with_components(3, few).tile("0,1", Field, 9).farm(A, "0,1,N");
    let hexes = ["0,-1", "0,-2", "0,-3", "1,-3", "2,-3", "3,-3", "3,-2", "3,-1", "3,0", "2,1", "1,2", "0,3"];
    let terrains = [Bog, Bog, Bog, Bog, Bog, Bog, Pasture, Pasture, Pasture, Pasture, Pasture, Pasture];
    for (hex, terrain) in hexes.into_iter().zip(terrains) {
        position = position.tile(hex, terrain, 2);
    }
    // The other nines lie free, so the field turns to one of them: itself.
    let mut game = position.before_the_roll();
    let done = game.roll([4, 5], &[]);
    assert_eq!((&done.one("hex_aged")["from"], &done.one("hex_aged")["to"]), (&json!(9), &json!(9)));
}

#[test]
fn the_roll_is_the_servers() {
    let mut game = field().fate(A, &[Uproar]).before_the_roll();
    assert_eq!(game.refusal(A, json!({"type": "roll_dice"})), "server_only");
    game.roll([4, 5], &[]);
    assert_eq!(game.refusal_of(None, json!({"type": "roll_dice"})), Some("server_only"));
    assert_eq!(game.refusal_of(None, json!({"type": "decline_harvest_card"})), Some("not_awaited"));
}
