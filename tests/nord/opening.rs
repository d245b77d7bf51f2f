//! §18.12: the opening on the standard islands.

use rules::chance::Chance;
use rules::entry::start;
use rules::{Rules, Seat};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::options::{Options, StartSeating};
use rulesets::nord::state::{Figure, Phase, PlacementMode, State};

use super::diagram::{field, post, settlement};
use super::game::{Game, attacks};

fn begun(seats: u8) -> State {
    let options = Options { start_order: StartSeating::Listed, ..Options::default() };
    let rules = Nord::default();
    let mut state = rules.blank(&options, seats).expect("a table");
    start(&rules, &mut state, &mut Chance::seeded([3; 32])).unwrap();
    state
}

/// The placements on land and at sea, with one fighter in that settlement and nothing else on the board.
fn sets(seats: u8, name: &str, mode: PlacementMode) -> [usize; 2] {
    let rules = Nord::default();
    let mut state = rules.blank(&Options::default(), seats).expect("a table");
    post(&mut state, name, [1, 0, 0, 0]);
    (state.table.phase, state.table.this_turn.mode) = (Phase::Turn {}, mode);
    let game = Game::at(state);
    let listed = game.listed();
    let land = listed.iter().filter(|action| match action {
        Action::PlaceWorkers(placed) => game.state.table.board.land(placed.fields[0]).is_some(),
        _ => false,
    });
    let land = land.count();
    [land, listed.len() - land]
}

#[test]
fn every_start_has_as_many_first_placements_as_the_page_counts() {
    for (seats, name, normal, two_areas, many) in [
        (2, "s3", [10, 2], [27, 2], [13, 4]),
        (2, "s4", [6, 2], [23, 2], [6, 4]),
        (3, "s4", [10, 4], [27, 4], [17, 14]),
        (3, "s5", [7, 4], [18, 4], [7, 14]),
        (3, "s7", [7, 4], [25, 4], [7, 14]),
        (4, "s2", [9, 2], [27, 2], [11, 3]),
        (4, "s4", [7, 3], [24, 3], [7, 8]),
        (4, "s5", [9, 3], [24, 3], [15, 8]),
        (4, "s7", [9, 2], [28, 2], [9, 3]),
    ] {
        assert_eq!(sets(seats, name, PlacementMode::Normal), normal, "{seats} players, {name}");
        assert_eq!(
            sets(seats, name, PlacementMode::TwoAreas),
            two_areas,
            "{seats} players, {name}, two areas"
        );
        assert_eq!(
            sets(seats, name, PlacementMode::ManyWorkers),
            many,
            "{seats} players, {name}, many workers"
        );
    }
}

#[test]
fn everybody_begins_with_what_the_page_gives_him() {
    let state = begun(2);
    let table = &state.table;
    assert_eq!([0, 1].map(|seat: Seat| table.player(seat).supply), [23, 23]);
    assert_eq!([0, 1].map(|seat: Seat| table.player(seat).treasures), [3, 3]);
    assert_eq!(table.dragon_boat, [Figure::UnusedJarl {}; 2]);
    assert_eq!((table.boats, table.treasures.len(), table.draw_pile), (6, 10, 20));
    assert_eq!((table.turn, table.active, table.phase.clone()), (1, 0, Phase::Turn {}));
}

#[test]
fn the_first_five_turns_go_as_the_page_tells() {
    let mut game = Game::at(begun(2));
    assert_eq!((game.fighters("s3", 0), game.fighters("s4", 1)), (1, 1));
    assert_eq!(game.place(&["4,6"]), Err("not_connected"));
    assert_eq!(game.place(&["3,6", "4,5"]), Err("not_adjacent"));

    let events = game.place(&["3,6", "4,6", "5,6"]).expect("turn 1");
    let [attack] = attacks(&events).try_into().expect("one attack");
    assert_eq!((attack.from, attack.to), (settlement("s3"), settlement("s5")));
    assert_eq!(attack.path, [field("3,6"), field("4,6")]);
    assert_eq!(game.state.table.dragon_boat.len(), 3, "the third place has the number 6");
    assert_eq!((game.fighters("s5", 0), game.supply(0)), (1, 20));
    assert_eq!(game.state.table.player(0).treasures, 4);
    assert_eq!(game.state.table.workers.iter().collect::<Vec<_>>(), [(field("5,6"), 0)]);

    game.place(&["9,4", "9,3"]).expect("turn 2");
    assert_eq!((game.fighters("s2", 1), game.supply(1)), (1, 21));
    assert_eq!(game.state.table.dragon_boat.len(), 4);

    assert_eq!(game.place(&["4,6", "5,5"]), Err("not_adjacent"), "joined only by an old worker");
    let events = game.place(&["4,6", "3,6"]).expect("turn 3");
    assert!(attacks(&events).is_empty());
    assert_eq!(game.supply(0), 18);

    game.place(&["10,5", "10,4"]).expect("turn 4");
    assert_eq!(game.supply(1), 19);

    game.place(&["5,5"]).expect("turn 5");
    assert_eq!((game.state.table.player(0).treasures, game.supply(0)), (5, 17));
    let view = game.rules.view(&game.state, None);
    assert_eq!(view.boat_links, ["s3", "s5"].map(settlement));
    game.state.table.active = 0;
    assert_eq!(game.defeat("s5"), Err("no_majority"));
}
