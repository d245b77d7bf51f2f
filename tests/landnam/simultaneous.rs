//! All building is simultaneous (rules page §8, §13.16, B43, B44, B50–B56).

use rulesets::landnam::terrain::Terrain;

use super::position::{A, B, Position};
use super::say;

/// A's farm between a pasture with his settler (0), the sea and a field; cards for everything.
fn homestead() -> Position {
    Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .sea("1,-1")
        .tile("2,-1", Terrain::Field, 5)
        .settler(A, "1,0")
        .hand(A, [9, 9, 9, 9])
}

#[test]
fn case_16_a_unit_that_aged_or_built_a_harbour_builds_no_farm_and_acts_once() {
    let mut game = homestead().ship(A, "1,-1").trading();
    game.act(A, say::age(0));
    assert_eq!(game.refusal(A, say::farm(0, "1,0,S")), "unit_acted_this_turn");
    assert_eq!(game.refusal(A, say::age(0)), "unit_acted_this_turn");
    game.act(A, say::harbour(1, "iron"));
    assert_eq!(game.refusal(A, say::farm(1, "1,-1,N")), "unit_acted_this_turn");
}

#[test]
fn case_16_a_farm_that_built_a_ship_is_not_expanded_and_builds_no_second_unit() {
    let mut game = homestead().farm(A, "1,0,N").trading();
    game.act(A, say::unit("ship", "1,0,N", "1,-1"));
    assert_eq!(game.refusal(A, say::town("1,0,N")), "farm_made_a_unit");
    assert_eq!(game.refusal(A, say::unit("settler", "1,0,N", "2,-1")), "building_spent");
}

#[test]
fn case_16_a_unit_built_this_turn_does_nothing() {
    let mut game = homestead().farm(A, "1,0,N").farm(A, "2,-1,N").trading();
    game.act(A, say::unit("ship", "1,0,N", "1,-1"));
    game.act(A, say::unit("settler", "2,-1,N", "2,-1"));
    assert_eq!(game.refusal(A, say::harbour(1, "iron")), "unit_built_this_turn");
    assert_eq!(game.refusal(A, say::age(2)), "unit_built_this_turn");
    assert_eq!(game.refusal(A, say::farm(2, "2,-1,S")), "unit_built_this_turn");
}

#[test]
fn case_16_a_town_builds_three_units() {
    let mut game = homestead().town(A, "2,-1,N").tile("2,-2", Terrain::Bog, 3).sea("3,-2").trading();
    game.act(A, say::unit("settler", "2,-1,N", "2,-1"));
    game.act(A, say::unit("settler", "2,-1,N", "2,-2"));
    game.act(A, say::unit("ship", "2,-1,N", "3,-2"));
    assert_eq!(game.refusal(A, say::unit("ship", "2,-1,N", "3,-2")), "building_spent");
}

#[test]
fn a_building_built_or_expanded_this_turn_builds_nothing_and_is_not_expanded() {
    let mut game = homestead().farm(A, "2,-1,N").sea("3,-2").ship(A, "1,-1").trading();
    game.act(A, say::farm(1, "1,-1,S"));
    assert_eq!(game.refusal(A, say::town("1,-1,S")), "building_is_new");
    assert_eq!(game.refusal(A, say::unit("settler", "1,-1,S", "0,0")), "building_is_new");
    game.act(A, say::town("2,-1,N"));
    assert_eq!(game.refusal(A, say::unit("settler", "2,-1,N", "2,-1")), "building_is_new");
}

#[test]
fn the_hex_and_the_piece_of_a_unit_that_became_a_farm_are_free_only_next_turn() {
    let mut game = homestead()
        .town(A, "2,-1,S")
        .tile("2,0", Terrain::Forest, 6)
        .tile("0,1", Terrain::Bog, 3)
        .mountain("-1,0")
        .settler(A, "2,-1")
        .settler(A, "0,0")
        .settler(A, "0,1")
        .settler(A, "-1,0")
        .trading();
    game.act(A, say::farm(0, "1,-1,S"));
    assert_eq!(game.refusal(A, say::unit("settler", "2,-1,S", "1,0")), "hex_vacated");
    assert_eq!(game.refusal(A, say::unit("settler", "2,-1,S", "2,0")), "no_unit_left");
}

#[test]
fn number_markers_go_by_the_order_of_acts() {
    // Both twos are on the board; when one of them ages, a twelve can become a two.
    let mut game = homestead()
        .tile("0,1", Terrain::Bog, 12)
        .tile("-1,1", Terrain::Field, 2)
        .tile("-1,0", Terrain::Field, 2)
        .settler(A, "0,1")
        .settler(A, "-1,1")
        .trading();
    game.act(A, say::age(2));
    game.act(A, say::age(1));
    assert_eq!((game.number_at("-1,1"), game.number_at("0,1")), (Some(3), Some(2)));
}

#[test]
fn a_player_without_cards_has_no_third_phase_and_one_who_built_his_last_card_away_has_ended_it() {
    let mut game = Position::with(3).ship(A, "4,0").moving();
    let done = game.act(A, say::end_movement());
    assert!(done.has("turn_ended"), "{:?}", done.types());
    let mut game = Position::with(3).hand(A, [1, 0, 1, 0]).trading();
    assert!(game.act(A, say::ship_on_outer()).has("turn_ended"));
    assert_eq!(game.table().active, B);
}

#[test]
fn the_turn_goes_on_until_the_player_ends_it() {
    let mut game = homestead().trading();
    game.act(A, say::end_trade());
    assert_eq!(game.awaited(), [(A, "build")]);
    assert_eq!(game.lapse(A), say::end_turn());
    game.act(A, say::end_turn());
    assert_eq!((game.table().turn, game.table().active), (2, B));
}

#[test]
fn the_name_of_a_unit_that_left_the_board_is_used_again() {
    let mut game = homestead().trading();
    game.act(A, say::farm(0, "1,-1,S"));
    let done = game.act(A, say::ship_on_outer());
    assert_eq!(done.one("unit_built")["unit"], 0);
    assert_eq!(game.refusal(A, say::harbour(0, "iron")), "unit_built_this_turn");
}
