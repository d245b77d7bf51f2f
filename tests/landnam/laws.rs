//! The ruleset's own laws notice when something was created, lost or stands where it may not.

use conformance::playout::{Seating, seed_of};
use conformance::{self, Conformance, Report, Sampling};
use rules::Registered;
use rulesets::landnam::board::{Corner, Place};
use rulesets::landnam::fate::FateCard::Omen;
use rulesets::landnam::number::Number;
use rulesets::landnam::resource::Bundle;
use rulesets::landnam::state::{BuildingKind, State, UnitId};
use rulesets::landnam::terrain::Terrain::Pasture;
use rulesets::landnam::{Landnam, Options};

use super::position::{A, B, Position, place};

/// The law that a change of a sound position breaks.
fn broken_by(change: impl FnOnce(&mut State)) -> String {
    let mut state = Position::with(3)
        .tile("1,0", Pasture, 8)
        .settler(A, "1,0")
        .farm(B, "1,0,N")
        .ship(B, "outer")
        .fate(A, &[Omen])
        .trading()
        .state;
    change(&mut state);
    Landnam::default().check_invariants(&state).expect_err("a broken law")
}

#[test]
fn cards_are_neither_made_nor_lost() {
    assert!(broken_by(|state| state.secret.stock -= Bundle::of_each(1)).contains("cards of iron"));
    assert!(broken_by(|state| state.secret.fate_cards[0].push(Omen)).contains("fate cards"));
    assert!(broken_by(|state| state.secret.pile.clear()).contains("fate cards"));
}

#[test]
fn tiles_and_markers_are_neither_made_nor_lost() {
    assert!(broken_by(|state| state.table.supply.tiles[0] += 1).contains("tiles of"));
    assert!(
        broken_by(|state| state.table.supply.take_number(Number::ALL[0]).unwrap()).contains("markers of 2")
    );
    assert!(broken_by(|state| state.table.supply.harbours = Bundle::EMPTY).contains("harbour markers"));
    assert!(
        broken_by(|state| {
            state.table.tiles.change(place("1,0"), |tile| tile.number = None).unwrap();
            state.table.supply.return_number(8.try_into().unwrap()).unwrap();
        })
        .contains("number marker at 1,0")
    );
}

#[test]
fn pieces_are_as_many_as_there_are_and_stand_where_they_may() {
    assert!(broken_by(|state| state.table.units[0].place = Place::OUTER).contains("can't stand"));
    assert!(broken_by(|state| state.table.units[1].place = place("1,0")).contains("two units"));
    assert!(broken_by(|state| state.table.units[1].id = UnitId(0)).contains("of one name"));
    assert!(broken_by(|state| state.table.units[1].seat = 7).contains("seat that is not there"));
    let houses = |state: &mut State| {
        let mut town = state.table.buildings.iter().next().unwrap().1;
        town.kind = BuildingKind::Town;
        Corner::all().take(5).for_each(|corner| state.table.buildings.put(corner, town));
    };
    assert!(broken_by(houses).contains("too many houses"));
}

#[test]
fn a_red_token_names_a_unit_of_somebody_else_and_lies_by_its_plaintiffs_building() {
    let token = |plaintiff, hex: &str| {
        let (unit, hex) = (UnitId(0), place(hex));
        move |state: &mut State| {
            let token = rulesets::landnam::state::RedToken { unit, plaintiff, hex };
            state.table.red_tokens.push(token);
        }
    };
    assert!(broken_by(token(A, "1,0")).contains("lies wrong"));
    assert!(broken_by(token(B, "2,0")).contains("lies wrong"));
    let twice = |state: &mut State| (0..2).for_each(|_| token(B, "1,0")(state));
    assert!(broken_by(twice).contains("two red tokens"));
}

// Whole games between bots, under every law of the contract.

fn games(bots: &[&str], games: u64) -> Report {
    let rules = Registered::complete(Landnam::default());
    let mut report = Report::default();
    for game in 0..games {
        let bots = bots.iter().map(|&bot| bot.to_owned()).collect();
        let seating = Seating { options: Options::default(), bots, seed: seed_of(8, game), leaves: vec![] };
        let seen = conformance::run(&rules, &seating, Sampling::default());
        report.add(&seen.unwrap_or_else(|fault| panic!("game {game}: {fault}")));
    }
    report
}

#[test]
fn games_of_random_bots_keep_every_law() {
    let report = games(&["random", "random", "random"], 2);
    assert!(report.accepted > 1_000 && report.refused > 1_000 && report.randomized > 10, "{report:?}");
}

#[test]
fn mixed_games_of_five_keep_every_law_and_states_stay_small() {
    let report = games(&["steady", "random", "steady", "random", "steady"], 2);
    assert!(report.largest_state <= 8 * 1024, "{} bytes", report.largest_state);
}

#[test]
fn a_game_of_the_bot_that_looks_ahead_keeps_every_law() {
    games(&["strong", "steady", "random"], 1);
}
