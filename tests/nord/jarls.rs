//! §18.9: defeating a jarl.

use rulesets::nord::event::Event;
use rulesets::nord::state::{Figure, Garrison, Jarl, State};

use super::diagram::{FAR, position, post, settlement};
use super::game::Game;

/// T is seat 0, M is seat 1.
fn reached(fighters: [u8; 4], jarl: Option<Jarl>) -> State {
    let mut state = position("TM", "~ ~ ~ ~ ~\n ~ A kM ~T @\n ~ ~ ~ ~ ~");
    state.table.settlements.put(settlement("A"), Garrison { fighters, jarl });
    post(&mut state, FAR, [1, 1, 0, 0]);
    state
}

#[test]
fn the_majority_with_a_funeral_defeats_the_jarl_and_fills_the_boat() {
    let mut state = reached([3, 2, 0, 0], Some(Jarl::Neutral {}));
    state.table.dragon_boat = vec![Figure::NeutralJarl {}; 9];
    state.table.next_scoring = 2;
    state.table.players[0].score = 35;
    let mut other = Game::at(state.clone());
    other.state.table.active = 1;
    assert_eq!(other.defeat("A"), Err("no_majority"));

    let events = Game::at(state).defeat("A").expect("T has the majority");
    let points = events.iter().find_map(|event| match event {
        Event::JarlDefeated(defeated) => Some(defeated.points),
        _ => None,
    });
    assert_eq!(points, Some(20));
    let scored = events.iter().find_map(|event| match event {
        Event::ScoringBegun(begun) => Some((begun.number, begun.forced_by)),
        _ => None,
    });
    assert_eq!(scored, Some((2, None)));
}

#[test]
fn the_number_of_the_place_is_scored() {
    let mut state = reached([3, 2, 0, 0], Some(Jarl::Neutral {}));
    state.table.dragon_boat = vec![Figure::Man { seat: 1 }; 3];
    let mut game = Game::at(state);
    game.defeat("A").expect("T has the majority");
    assert_eq!(game.state.table.player(0).score, 8);
    assert_eq!(game.state.table.dragon_boat.last(), Some(&Figure::NeutralJarl {}));
    assert_eq!(game.state.table.garrison(settlement("A")).jarl, None);
    assert_eq!(game.state.table.active, 1, "the turn is over");
}

#[test]
fn one_fighter_an_own_jarl_or_no_funeral_do_not_do() {
    let neutral = Some(Jarl::Neutral {});
    assert_eq!(Game::at(reached([1, 0, 0, 0], neutral)).defeat("A"), Err("no_majority"));
    assert_eq!(Game::at(reached([2, 2, 0, 0], neutral)).defeat("A"), Err("no_majority"));
    assert_eq!(Game::at(reached([3, 2, 0, 0], Some(Jarl::Own { seat: 0 }))).defeat("A"), Err("no_jarl"));
    assert_eq!(Game::at(reached([3, 2, 0, 0], None)).defeat("A"), Err("no_jarl"));
    let mut cut = reached([3, 2, 0, 0], neutral);
    cut.table.workers.take(super::diagram::field("3,1"));
    assert_eq!(Game::at(cut).defeat("A"), Err("no_funeral"));
}

#[test]
fn a_foreign_jarl_is_defeated_and_lies_in_the_boat() {
    let mut game = Game::at(reached([3, 2, 0, 0], Some(Jarl::Own { seat: 1 })));
    game.defeat("A").expect("it is another's");
    assert_eq!(game.state.table.dragon_boat, [Figure::Jarl { seat: 1 }]);
}
