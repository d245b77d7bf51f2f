//! §18.2: placing.

use rulesets::nord::connections::Connections;
use rulesets::nord::state::BuriedTreasure;
use rulesets::nord::treasures::Treasure;

use super::diagram::{FAR, field, fields, position, post};
use super::game::Game;

fn game() -> Game {
    let mut state = position(
        "RB",
        "
        ~  ~  ~  ~  ~
        ~  c  A  m  ~
        f  f  kR m  ~
        ~  f  ~  ~  ~
        ~  ~  ~  ~  ~",
    );
    post(&mut state, "A", [1, 0, 0, 0]);
    post(&mut state, FAR, [0, 1, 0, 0]);
    let mut game = Game::at(state);
    game.give(0, &[Treasure::Axe, Treasure::Helmet]);
    game
}

#[test]
fn one_goes_on_from_gates_and_from_the_own_alliance() {
    let state = game().state;
    let connections = Connections::of(&state.table.board, &state.table.workers);
    let roots = connections.roots(state.table.own_settlements(0));
    let roots: Vec<_> = roots.cells().map(|cell| state.table.board.field(cell)).collect();
    assert_eq!(roots, fields(&["1,1", "1,2", "3,1", "3,2", "2,0", "2,3"]));
}

#[test]
fn fifteen_sets_can_be_placed_and_more_with_a_treasure() {
    assert_eq!(game().placements(), 15);
    for (treasure, sets) in [(Treasure::Axe, 18), (Treasure::Helmet, 31)] {
        let mut game = game();
        game.play(treasure).expect("it is in hand");
        assert_eq!(game.placements(), sets, "{treasure:?}");
    }
}

#[test]
fn the_sea_has_no_border() {
    game().place(&["2,0", "2,-1"]).expect("there is sea");
}

#[test]
fn what_does_not_hang_together_is_refused_by_name() {
    for (names, code) in [
        (&["0,2"][..], "not_connected"),
        (&["1,2", "1,1"], "too_many_areas"),
        (&["3,1", "2,0"], "mixed"),
        (&["0,2", "1,3"], "not_adjacent"),
    ] {
        assert_eq!(game().place(names), Err(code), "{names:?}");
    }
}

#[test]
fn the_treasure_of_a_field_is_taken_by_its_worker() {
    let mut game = game();
    let buried = BuriedTreasure { field: field("1,1"), treasure: Treasure::Sword };
    game.state.secret.buried.push(buried);
    game.state.table.treasures.push(field("1,1"));
    game.place(&["1,1"]).expect("it is free");
    assert_eq!(game.state.secret.hand(0).get(Treasure::Sword), 1);
    assert!(game.state.table.treasures.is_empty() && game.state.secret.buried.is_empty());
}
