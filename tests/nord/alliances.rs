//! §18.1: alliances.

use rulesets::nord::board::Endpoints;
use rulesets::nord::connections::Connections;
use rulesets::nord::state::State;

use super::diagram::{field, position, settlement};

fn ends(names: &[&str]) -> Endpoints {
    names.iter().map(|name| settlement(name)).collect()
}

fn groups(state: &State) -> Vec<Endpoints> {
    Connections::of(&state.table.board, &state.table.workers).groups().to_vec()
}

#[test]
fn workers_of_all_colours_join_settlements_and_others_touch_none() {
    let state = position(
        "RB",
        "
        ~ ~  ~  ~  ~  ~
        ~ A  fR fB fR B
        ~ ~  ~  ~  ~  ~
        ~ kR kB ~  ~  ~
        ~ ~  kR ~  ~  ~",
    );
    assert_eq!(groups(&state), [ends(&["A", "B"]), Endpoints::NONE]);
    let connections = Connections::of(&state.table.board, &state.table.workers);
    assert!(connections.links().has(settlement("A"), settlement("B")));
    assert!(connections.links().has(settlement("B"), settlement("A")));
}

#[test]
fn two_workers_at_two_gates_are_two_alliances() {
    let state = position(
        "RB",
        "
        ~ fR ~
        ~ A  mB
        ~ ~  ~",
    );
    assert_eq!(groups(&state), [ends(&["A"]), ends(&["A"])]);
    let connections = Connections::of(&state.table.board, &state.table.workers);
    let group = |name| state.table.board.cell(field(name)).and_then(|cell| connections.group_of(cell));
    assert_ne!(group("1,0"), group("2,1"));
}
