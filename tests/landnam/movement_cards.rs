//! Movement cards and the exchange of a fate card (rules page §6, B25–B28, B38).

use rulesets::landnam::fate::FateCard;
use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::terrain::Terrain;

use super::position::{A, B, Position};
use super::say;

/// A's ship (0) on the sea and his settler (1) on a pasture, with some cards.
fn bay(cards: &[FateCard]) -> Position {
    Position::with(3)
        .sea("1,0")
        .tile("1,-1", Terrain::Pasture, 4)
        .tile("2,-1", Terrain::Field, 5)
        .ship(A, "1,0")
        .settler(A, "1,-1")
        .fate(A, cards)
}

#[test]
fn a_card_played_first_names_the_unit_and_chooses_it() {
    let mut game = bay(&[FateCard::FairWind]).moving();
    assert_eq!(game.refusal(A, say::card("fair_wind")), "unit_needed");
    game.act(A, say::card_for("fair_wind", 0));
    let movement = game.table().movement().expect("phase 2");
    assert_eq!((movement.unit.map(|unit| unit.0), movement.steps), (Some(0), 4));
    assert_eq!(game.refusal(A, say::step(1, "2,-1")), "another_unit_moves");
}

#[test]
fn the_chosen_unit_is_not_named_again() {
    let mut game = bay(&[FateCard::FairWind, FateCard::Landfall]).moving();
    game.act(A, say::card_for("fair_wind", 0));
    assert_eq!(game.refusal(A, say::card_for("landfall", 0)), "unit_chosen");
    assert_eq!(game.refusal(A, say::card_for("landfall", 1)), "another_unit_moves");
    game.act(A, say::card("landfall"));
}

#[test]
fn cards_with_steps_may_be_played_after_the_ordinary_ones_and_add_up() {
    let mut game = bay(&[FateCard::HardRide, FateCard::HardRide]).tile("3,-1", Terrain::Bog, 3).moving();
    game.act(A, say::step(1, "2,-1"));
    game.act(A, say::card("hard_ride"));
    game.act(A, say::step(1, "3,-1"));
    game.act(A, say::card("hard_ride"));
    game.act(A, say::step(1, "2,-1"));
    assert_eq!(game.unit_at("2,-1").map(|unit| unit.0), Some(1));
}

#[test]
fn a_card_for_the_wrong_kind_of_unit_or_with_its_effect_still_unused_has_none() {
    let cards = [FateCard::Landfall, FateCard::Landfall, FateCard::MountainTrail, FateCard::HardRide];
    let mut game = bay(&cards).moving();
    assert_eq!(game.refusal(A, say::card_for("landfall", 1)), "card_without_effect");
    assert_eq!(game.refusal(A, say::card_for("mountain_trail", 0)), "card_without_effect");
    assert_eq!(game.refusal(A, say::card_for("hard_ride", 0)), "card_without_effect");
    game.act(A, say::card_for("landfall", 0));
    assert_eq!(game.refusal(A, say::card("landfall")), "card_without_effect");
}

#[test]
fn landfall_is_spent_on_one_entry_of_land_and_never_opens_a_mountain() {
    let mut game = Position::with(3)
        .sea("1,0")
        .tile("2,-1", Terrain::Field, 5)
        .tile("2,0", Terrain::Bog, 3)
        .ship(A, "1,0")
        .fate(A, &[FateCard::Landfall])
        .moving();
    assert!(!game.may(A, say::step(0, "2,-1")));
    game.act(A, say::card_for("landfall", 0));
    assert_eq!(game.refusal(A, say::step(0, "0,0")), "terrain_barred");
    let done = game.act(A, say::step(0, "2,-1"));
    assert_eq!(done.one("unit_moved")["landfall"], true);
    let stays = game.table().movement().is_none_or(|movement| !movement.landfall);
    assert!(stays && !game.may(A, say::step(0, "2,0")));
}

#[test]
fn landfall_onto_a_held_hex_needs_drive_off_too() {
    let cards = [FateCard::Landfall, FateCard::DriveOff];
    let mut game = Position::with(3)
        .sea("1,0")
        .tile("2,-1", Terrain::Field, 5)
        .ship(A, "1,0")
        .settler(B, "2,-1")
        .fate(A, &cards)
        .moving();
    game.act(A, say::card_for("landfall", 0));
    assert_eq!(game.refusal(A, say::step(0, "2,-1")), "hex_occupied");
    game.act(A, say::card("drive_off"));
    game.act(A, say::step(0, "2,-1"));
    assert_eq!(game.unit_at("2,-1").map(|unit| unit.0), Some(0));
}

#[test]
fn a_mountain_trail_holds_for_the_whole_phase() {
    let mut game = bay(&[FateCard::MountainTrail, FateCard::HardRide]).mountain("0,-1").moving();
    game.act(A, say::card_for("mountain_trail", 1));
    game.act(A, say::card("hard_ride"));
    game.act(A, say::step(1, "0,0"));
    game.act(A, say::step(1, "0,-1"));
}

#[test]
fn cards_of_other_parts_of_the_turn_and_cards_of_others_are_refused() {
    let mut game = bay(&[FateCard::Uproar]).fate(B, &[FateCard::FairWind]).moving();
    assert_eq!(game.refusal(A, say::card_for("uproar", 0)), "wrong_card");
    assert_eq!(game.refusal(A, say::card_for("fair_wind", 0)), "card_not_held");
}

#[test]
fn a_fate_card_is_exchanged_instead_of_moving_and_ends_the_phase() {
    let mut game = bay(&[FateCard::Uproar]).stock_left(Resource::Wool, 0, B).moving();
    assert_eq!(game.refusal(A, say::exchange("uproar", "wool")), "none_in_supply");
    assert_eq!(game.refusal(A, say::exchange("fallow", "iron")), "card_not_held");
    let done = game.act(A, say::exchange("uproar", "iron"));
    assert!(done.has("movement_ended"));
    assert_eq!(game.hand(A), Bundle::of(Resource::Iron, 1));
    assert_eq!(game.table().discards, [FateCard::Uproar]);
}

#[test]
fn after_a_step_it_is_too_late_for_an_exchange() {
    let mut game = bay(&[FateCard::Uproar]).moving();
    game.act(A, say::step(1, "2,-1"));
    assert_eq!(game.refusal(A, say::exchange("uproar", "iron")), "movement_begun");
}
