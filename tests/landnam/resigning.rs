//! A seat gives up.

use rules::Conformance;
use rules::{Chance, Rules, Seat};
use rulesets::landnam::state::UnitId;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, C, Position};
use super::session::*;

/// What follows, and the laws still hold.
fn resigns(game: &mut Game, seat: Seat) -> Vec<Value> {
    let events = game.rules.resign(&game.state, seat, &mut Chance::seeded([1; 32]));
    events.iter().for_each(|event| game.rules.apply(&mut game.state, event));
    game.rules.check_invariants(&game.state).expect("the laws of the ruleset");
    events.iter().map(|event| serde_json::to_value(event).expect("plain data")).collect()
}

#[test]
fn its_turns_are_skipped_and_counted_and_nobody_rolls_for_it() {
    let mut game = Position::with(4).sea("1,0").ship(A, "1,0").moving();
    resigns(&mut game, B);
    game.act(A, kind("end_movement"));
    if game.awaited() == [(A, "build")] {
        game.act(A, kind("end_turn"));
    }
    assert_eq!((game.table().active, game.table().turn), (C, 3));
}

#[test]
fn what_is_left_of_its_own_turn_happens_as_for_an_absent_seat_in_the_same_entry() {
    let mut game = Position::with(4).sea("1,0").ship(A, "1,0").moving();
    let told = resigns(&mut game, A);
    assert_eq!(told[0]["type"], "seat_given_up");
    assert_eq!((game.table().active, game.table().turn), (B, 2));
    assert!(game.awaited().is_empty(), "the roll is the server's");
}

#[test]
fn it_concedes_the_suit_that_it_fights_and_every_one_that_is_brought_against_it() {
    let mut game = session();
    game.act(B, sue(1));
    let told = resigns(&mut game, A);
    assert!(
        told.iter().any(|event| event["type"] == "suit_conceded" && event["seat"] == json!(A)),
        "{told:?}"
    );
    assert_eq!(game.player(B).white, 1);
    assert!(game.table().is_outlaw(UnitId(0)));

    let mut game = session();
    game.act(B, sue(1));
    let told = resigns(&mut game, B);
    assert!(told.iter().any(|event| event["type"] == "suit_won" && event["seat"] == json!(A)), "{told:?}");
    assert_eq!((game.player(A).white, game.table().red_tokens.len()), (1, 0));

    let mut game = session();
    resigns(&mut game, A);
    let done = game.act(B, sue(1));
    assert!(done.has("suit_conceded") && done.has("unit_outlawed"), "{:?}", done.types());
    assert_eq!(game.player(B).white, 1);
}

#[test]
fn its_hexes_give_it_nothing_and_the_supply_is_not_short_on_its_account() {
    use rulesets::landnam::terrain::Terrain::Bog;
    let lay = || Position::with(4).tile("1,0", Bog, 8).farm(B, "1,0,N").farm(C, "1,0,S").before_the_roll();
    let mut game = lay();
    game.roll([4, 4], &[]);
    let (one, other) = (game.hand(B).total(), game.hand(C).total());
    assert!(one > 0 && other > 0);
    let mut game = lay();
    resigns(&mut game, B);
    game.roll([4, 4], &[]);
    assert_eq!((game.hand(B).total(), game.hand(C).total()), (0, other));
}

#[test]
fn red_tokens_of_a_plaintiff_who_has_given_up_leave_with_the_unit() {
    let mut game = sued();
    game.act(A, kind("concede"));
    resigns(&mut game, B);
    assert_eq!(game.table().red_tokens.len(), 1, "the unit stays an outlaw");
    let red = game.player(B).red;
    // The next Althing takes the outlaw away.
    while !game.table().units.is_empty() && game.table().unit(UnitId(0)).is_some() && game.table().turn < 9 {
        let open = game.awaited();
        match open.first() {
            Some((seat, _)) => {
                let lapse = game.lapse(*seat);
                game.act(*seat, lapse);
            }
            None => drop(game.roll([3, 4], &[])),
        }
    }
    assert!(game.table().unit(UnitId(0)).is_none());
    assert_eq!((game.player(B).red, game.table().red_tokens.len()), (red, 0));
}
