//! Chasing, flight, driving off, and the tokens that follow (rules page §6, §13.10–11, B34–B36).

use rulesets::landnam::fate::FateCard;
use rulesets::landnam::terrain::Terrain;

use super::game::Game;
use super::position::{A, B, C, Position, place};
use super::say;

/// A's outlawed settler (0) on a pasture with B's farm; B's settler (1) on the field to the east. B's turn.
fn outlaw() -> Position {
    Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .tile("2,0", Terrain::Field, 5)
        .farm(B, "1,0,N")
        .settler(A, "1,0")
        .settler(B, "2,0")
        .outlaw("1,0", B)
        .turn_of(B)
}

/// The same with two hexes to which the outlaw may flee.
pub fn hemmed_in() -> Position {
    outlaw().tile("0,1", Terrain::Bog, 3).tile("1,-1", Terrain::Forest, 6)
}

fn token_at(game: &Game) -> String {
    game.table().red_tokens[0].hex.to_string()
}

#[test]
fn case_10_the_owner_of_the_chased_unit_decides_and_the_chaser_waits() {
    let mut game = hemmed_in().moving();
    game.act(B, say::step(1, "1,0"));
    assert_eq!(game.awaited(), [(A, "flee")]);
    assert_eq!(game.decisions(A)[0].id, "t1.flight.1");
    assert_eq!(game.legal(A), [say::flee("0,1"), say::flee("1,-1")]);
    assert_eq!(game.lapse(A), say::flee("0,1"));
    assert_eq!(game.refusal(A, say::flee("2,0")), "no_flight_there", "where the chaser came from");
    game.act(A, say::flee("1,-1"));
    assert_eq!(game.unit_at("1,-1").map(|unit| unit.0), Some(0));
    assert_eq!(game.unit_at("1,0").map(|unit| unit.0), Some(1));
}

#[test]
fn case_10_without_any_hex_to_flee_to_the_unit_is_removed_and_its_tokens_are_awarded() {
    // The neighbours are: the chaser's hex, sea, an occupied hex, a barred mountain, and unknown hexes.
    let mut game = outlaw().sea("0,1").tile("1,-1", Terrain::Forest, 6).settler(C, "1,-1").moving();
    let done = game.act(B, say::step(1, "1,0"));
    assert_eq!(done.one("unit_removed")["unit"], 0);
    assert_eq!(game.player(B).red, 1);
    assert!(game.table().red_tokens.is_empty());
    assert_eq!(game.unit_at("1,0").map(|unit| unit.0), Some(1));
}

#[test]
fn one_hex_to_flee_to_is_taken_without_asking() {
    let mut game = outlaw().tile("0,1", Terrain::Bog, 3).moving();
    let done = game.act(B, say::step(1, "1,0"));
    assert_eq!(done.one("unit_fled")["to"], "0,1");
}

#[test]
fn a_mountain_is_a_refuge_only_for_one_with_a_building_at_it() {
    let mut game = outlaw().farm(A, "0,0,N").moving();
    let done = game.act(B, say::step(1, "1,0"));
    assert_eq!(done.one("unit_fled")["to"], "0,0");
}

#[test]
fn an_outlaw_is_chased_by_his_plaintiff_and_where_the_token_lies_only() {
    let mut game = hemmed_in().turn_of(C).settler(C, "1,-1").moving();
    assert_eq!(game.refusal(C, say::step(2, "1,0")), "hex_occupied", "C has no token");
    let mut game =
        hemmed_in().farm(B, "0,1,S").change(|state| state.table.red_tokens[0].hex = place("0,1")).moving();
    assert_eq!(game.refusal(B, say::step(1, "1,0")), "hex_occupied", "the token lies elsewhere");
}

#[test]
fn ships_on_the_rim_flee_to_the_outer_sea_unless_the_chaser_came_from_there() {
    let sea = |from| {
        Position::with(3)
            .farm(B, "3,-1,N")
            .ship(A, "4,-2")
            .ship(B, from)
            .outlaw("4,-2", B)
            .change(|state| state.table.players[usize::from(B)].first_side = Some(3))
            .turn_of(B)
            .moving()
    };
    let mut game = sea("outer");
    game.act(B, say::step(1, "4,-2"));
    assert_eq!(game.legal(A), [say::flee("4,-3"), say::flee("4,-1")]);
    let mut game = sea("4,-1");
    game.act(B, say::step(1, "4,-2"));
    assert_eq!(game.legal(A), [say::flee("4,-3"), say::flee("outer")]);
    game.act(A, say::flee("outer"));
    game.act(B, say::end_movement());
    assert_eq!(token_at(&game), "4,-2", "tokens stay behind when the outlaw is on the outer sea");
}

#[test]
fn a_landed_ship_flees_to_sea() {
    let mut game = Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .tile("2,0", Terrain::Field, 5)
        .tile("0,1", Terrain::Bog, 3)
        .sea("1,-1")
        .farm(B, "1,0,N")
        .ship(A, "1,0")
        .settler(B, "2,0")
        .outlaw("1,0", B)
        .turn_of(B)
        .moving();
    let done = game.act(B, say::step(1, "1,0"));
    assert_eq!(done.one("unit_fled")["to"], "1,-1");
}

#[test]
fn drive_off_clears_the_hex_of_any_opponent_once() {
    let mut game = Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .tile("2,0", Terrain::Field, 5)
        .settler(A, "1,0")
        .settler(B, "2,0")
        .fate(B, &[FateCard::DriveOff, FateCard::HardRide])
        .turn_of(B)
        .moving();
    assert_eq!(game.refusal(B, say::step(1, "1,0")), "hex_occupied");
    game.act(B, say::card_for("drive_off", 1));
    let done = game.act(B, say::step(1, "1,0"));
    assert!(done.has("unit_removed"), "nowhere to go");
    assert_eq!(game.player(B).red, 0, "it was no outlaw");
    assert!(!game.table().movement().expect("phase 2").drive_off);
}

#[test]
fn a_unit_once_chased_is_hit_again_only_by_drive_off() {
    let hunted = || {
        let mut game =
            hemmed_in().farm(B, "0,1,S").fate(B, &[FateCard::HardRide, FateCard::DriveOff]).moving();
        game.act(B, say::card_for("hard_ride", 1));
        game.act(B, say::step(1, "1,0"));
        game.act(A, say::flee("0,1"));
        // Even a token at the new hex would not help him.
        game.state.table.red_tokens[0].hex = place("0,1");
        game
    };
    let mut game = hunted();
    assert_eq!(game.refusal(B, say::step(1, "0,1")), "hex_occupied");
    game.act(B, say::card("drive_off"));
    let done = game.act(B, say::step(1, "0,1"));
    assert_eq!(done.one("unit_chased")["drive_off"], true);
}

#[test]
fn case_11_a_token_stays_behind_when_its_outlaw_ends_on_a_mountain() {
    let mut game = Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .tile("0,1", Terrain::Pasture, 6)
        .farm(A, "0,0,N")
        .farm(B, "1,0,S")
        .farm(B, "0,0,S")
        .settler(A, "1,0")
        .settler(B, "0,1")
        .outlaw("1,0", B)
        .moving();
    game.act(A, say::step(0, "0,0"));
    assert_eq!(token_at(&game), "1,0");
    game.roll([1, 1], &[]);
    assert_eq!(game.refusal(B, say::step(1, "0,0")), "hex_occupied", "B may no longer chase it there");
}

/// The seat does nothing more in its turn.
fn let_pass(game: &mut Game, seat: u8) {
    while game.awaited().iter().any(|(awaited, _)| *awaited == seat) {
        let next = game.lapse(seat);
        game.act(seat, next);
    }
}

#[test]
fn case_11_a_token_left_behind_on_the_way_over_a_mountain_follows_to_the_pasture_and_its_plaintiff_chases_there()
 {
    let mut game = Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .tile("0,1", Terrain::Pasture, 6)
        .tile("1,-1", Terrain::Forest, 5)
        .farm(A, "0,0,N")
        .farm(B, "1,0,S")
        .farm(B, "0,0,S")
        .settler(A, "1,0")
        .settler(B, "1,-1")
        .outlaw("1,0", B)
        .moving();
    // The outlaw ends on the mountain: the token stays, and B, beside it, may not go after it.
    game.act(A, say::step(0, "0,0"));
    assert_eq!(token_at(&game), "1,0");
    game.roll([1, 1], &[]);
    assert_eq!(game.refusal(B, say::step(1, "0,0")), "hex_occupied");
    // B goes back to where the token lies: it is as good as nothing there.
    game.act(B, say::step(1, "1,0"));
    assert_eq!((token_at(&game), game.player(B).red), ("1,0".to_owned(), 0));
    for seat in [B, C] {
        let_pass(&mut game, seat);
        if seat == B {
            game.roll([1, 1], &[]);
        }
    }
    // In A's next turn the outlaw returns to a pasture at which B has a farm: the token follows, and B chases it.
    game.roll([1, 1], &[]);
    let done = game.act(A, say::step(0, "0,1"));
    let followed = done.one("red_token_followed");
    assert_eq!((&followed["from"], &followed["to"]), (&"1,0".into(), &"0,1".into()));
    let_pass(&mut game, A);
    game.roll([1, 1], &[]);
    let done = game.act(B, say::step(1, "0,1"));
    assert!(done.has("unit_chased"));
    assert_eq!(game.unit_at("0,1").map(|unit| unit.0), Some(1));
}

#[test]
fn case_11_it_follows_when_the_outlaw_returns_to_a_hex_with_a_building_of_the_plaintiff() {
    let mut game = Position::with(3)
        .tile("1,0", Terrain::Pasture, 4)
        .tile("0,1", Terrain::Pasture, 6)
        .farm(B, "1,0,S")
        .settler(A, "0,0")
        .settler(B, "1,0")
        .token(0, B, "1,0")
        .moving();
    let done = game.act(A, say::step(0, "0,1"));
    assert_eq!(done.one("red_token_followed")["to"], "0,1");
    game.roll([1, 1], &[]);
    game.act(B, say::step(1, "0,1"));
    assert_eq!(game.unit_at("0,1").map(|unit| unit.0), Some(1));
}

#[test]
fn a_token_stays_where_its_plaintiff_has_no_building_at_the_new_hex() {
    let mut game = outlaw().turn_of(A).tile("0,1", Terrain::Bog, 3).moving();
    let done = game.act(A, say::step(0, "0,1"));
    assert!(done.has("movement_ended") && !done.has("red_token_followed"));
    assert_eq!(token_at(&game), "1,0");
}

#[test]
fn tokens_move_only_for_outlaws_that_moved_in_this_phase() {
    let standing = |position: Position| {
        position
            .tile("1,0", Terrain::Pasture, 4)
            .tile("2,0", Terrain::Field, 5)
            .farm(B, "1,0,N")
            .farm(B, "2,0,N")
            .settler(A, "1,0")
            .token(0, B, "2,0")
    };
    let mut game = standing(Position::with(3)).moving();
    let done = game.act(A, say::end_movement());
    assert!(!done.has("red_token_followed"), "it stands where it stood");
    let mut game = standing(Position::with(3)).tile("1,-1", Terrain::Bog, 3).moving();
    let done = game.act(A, say::step(0, "1,-1"));
    assert_eq!(done.one("red_token_followed")["from"], "2,0", "a token left behind long ago follows too");
}
