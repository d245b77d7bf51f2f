//! Steps of ships and settlers, the first step, and the end of phase 2 (rules page §6, §13.12, B25, B37, B39).

use rulesets::landnam::fate::FateCard;
use rulesets::landnam::terrain::Terrain;

use super::game::Game;
use super::position::{A, B, Position};
use super::say;

/// A ship of A on the sea next to a pasture with a settler of his, both beside the mountain in the middle.
fn shore() -> Position {
    Position::with(3)
        .sea("1,0")
        .tile("1,-1", Terrain::Pasture, 4)
        .tile("2,-1", Terrain::Field, 5)
        .ship(A, "1,0")
        .settler(A, "1,-1")
        .fate(A, &[FateCard::Uproar])
}

/// The first steps of two players: A's ship is 0, B's is 1.
fn landing() -> Game {
    let mut game = Position::with(3).ship(A, "outer").ship(B, "outer").moving();
    game.act(A, say::step(0, "4,-2"));
    assert_eq!(game.player(A).first_side, Some(0));
    game.act(A, say::end_movement());
    game.roll([1, 1], &[]);
    game
}

#[test]
fn case_12_the_first_step_avoids_corner_hexes_and_sides_where_others_made_theirs() {
    let mut game = landing();
    for barred in ["4,-3", "4,-2", "4,-1", "4,-4", "4,0"] {
        assert_eq!(game.refusal(B, say::step(1, barred)), "first_step_barred", "{barred}");
    }
    game.act(B, say::step(1, "2,2"));
    assert_eq!(game.player(B).first_side, Some(1));
}

#[test]
fn case_12_after_the_first_step_a_player_enters_anywhere() {
    let mut game = landing();
    game.act(B, say::step(1, "2,2"));
    game.act(B, say::step(1, "outer"));
    game.roll([1, 1], &[]);
    game.roll([1, 1], &[]);
    game.act(A, say::end_movement());
    game.roll([1, 1], &[]);
    assert!(game.may(B, say::step(1, "4,0")));
    game.act(B, say::step(1, "4,-1"));
    assert_eq!(game.player(B).first_side, Some(1), "the side of the first step stays noted");
}

#[test]
fn the_first_step_binds_whichever_ship_makes_it_and_however_late() {
    let game = Position::with(3)
        .ship(A, "2,2")
        .ship(A, "outer")
        .change(|state| state.table.players[usize::from(B)].first_side = Some(0))
        .moving();
    assert!(!game.may(A, say::step(1, "4,-2")));
    assert!(game.may(A, say::step(1, "1,3")));
}

#[test]
fn a_ship_has_two_steps_and_a_settler_one() {
    let mut game = shore().moving();
    game.act(A, say::step(1, "2,-1"));
    assert_eq!(game.refusal(A, say::step(1, "1,-1")), "no_steps_left");
    let mut game = shore().sea("0,1").sea("1,1").moving();
    game.act(A, say::step(0, "0,1"));
    game.act(A, say::step(0, "1,1"));
    assert_eq!(game.refusal(A, say::step(0, "1,0")), "no_steps_left");
}

#[test]
fn only_one_unit_is_moved() {
    let mut game = shore().sea("0,1").moving();
    game.act(A, say::step(0, "0,1"));
    assert_eq!(game.refusal(A, say::step(1, "2,-1")), "another_unit_moves");
}

#[test]
fn units_keep_to_their_terrain_and_to_neighbouring_hexes() {
    let mut game = shore().moving();
    assert_eq!(game.refusal(A, say::step(0, "2,-1")), "terrain_barred");
    assert_eq!(game.refusal(A, say::step(1, "0,0")), "terrain_barred");
    assert_eq!(game.refusal(A, say::step(1, "1,0")), "terrain_barred");
    assert_eq!(game.refusal(A, say::step(1, "3,-1")), "not_adjacent");
    assert_eq!(game.refusal(A, say::step(0, "outer")), "not_adjacent");
}

#[test]
fn a_hex_holds_one_unit() {
    let mut game = shore().settler(B, "2,-1").moving();
    assert_eq!(game.refusal(A, say::step(1, "2,-1")), "hex_occupied");
    let mut game = shore().settler(A, "2,-1").moving();
    assert_eq!(game.refusal(A, say::step(1, "2,-1")), "hex_occupied");
}

#[test]
fn only_ones_own_units_are_moved() {
    let mut game = shore().settler(B, "2,-1").moving();
    assert_eq!(game.refusal(A, say::step(2, "1,-1")), "not_your_unit");
    assert_eq!(game.refusal(A, say::step(9, "1,-1")), "unknown_unit");
}

#[test]
fn a_mountain_opens_to_whoever_has_a_building_at_it_and_from_another_mountain() {
    let game = shore().farm(A, "1,-1,S").moving();
    assert!(game.may(A, say::step(1, "0,0")));
    let game = shore().farm(B, "1,-1,S").moving();
    assert!(!game.may(A, say::step(1, "0,0")));
    let game = Position::with(3).mountain("0,1").settler(A, "0,1").moving();
    assert!(game.may(A, say::step(0, "0,0")));
}

#[test]
fn entering_the_outer_sea_ends_the_phase_even_with_cards_in_hand() {
    let mut game =
        Position::with(3).ship(A, "4,-2").hand(A, [1, 0, 0, 0]).fate(A, &[FateCard::FairWind]).moving();
    let done = game.act(A, say::step(0, "outer"));
    assert!(done.has("movement_ended"));
    assert_eq!(game.awaited(), [(A, "build")]);
}

#[test]
fn the_phase_ends_by_itself_only_for_one_without_fate_cards_and_steps() {
    let inland = || Position::with(3).tile("1,0", Terrain::Bog, 3).settler(A, "1,0").hand(A, [0, 1, 0, 0]);
    let mut game = inland().tile("2,0", Terrain::Bog, 4).moving();
    assert!(game.act(A, say::step(0, "2,0")).has("movement_ended"));
    let mut game = inland().tile("2,0", Terrain::Bog, 4).fate(A, &[FateCard::Blight]).moving();
    assert!(!game.act(A, say::step(0, "2,0")).has("movement_ended"));
    assert_eq!(game.legal(A), [say::end_movement()]);
}

#[test]
fn a_player_who_cannot_move_at_all_passes_on_to_trade() {
    let mut game = Position::with(3).hand(A, [1, 0, 0, 0]).before_the_roll();
    let done = game.roll([1, 1], &[]);
    assert!(done.has("movement_ended"));
    assert_eq!(game.awaited(), [(A, "build")]);
}

#[test]
fn a_landed_ship_goes_back_to_sea_and_to_no_other_land() {
    let game = Position::with(3)
        .tile("3,-1", Terrain::Pasture, 4)
        .tile("2,-1", Terrain::Field, 5)
        .sea("3,-2")
        .ship(A, "3,-1")
        .moving();
    for (to, may) in [("3,-2", true), ("4,-1", true), ("4,-2", true), ("2,-1", false), ("outer", false)] {
        assert_eq!(game.may(A, say::step(0, to)), may, "{to}");
    }
}

#[test]
fn the_decision_is_renamed_by_each_own_action() {
    let mut game = shore().sea("0,1").moving();
    assert_eq!(game.decisions(A)[0].id, "t1.move.0");
    game.act(A, say::step(0, "0,1"));
    assert_eq!(game.decisions(A)[0].id, "t1.move.1");
    assert_eq!(game.lapse(A), say::end_movement());
}
