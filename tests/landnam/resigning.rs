//! A seat gives up.

use conformance::Conformance;
use rules::{Chance, Rules, Seat};
use rulesets::landnam::state::UnitId;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, C, Position};
use super::session::*;

/// What follows, and the laws still hold.
fn resigns(game: &mut Game, seat: Seat) -> Vec<Value> {
    let events = game.rules.resign(&game.state, seat, &mut Chance::seeded([1; 32]));
    events.iter().for_each(|event| game.rules.apply(&mut game.state, event).unwrap());
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
fn its_settler_still_takes_what_the_hex_gives_from_the_buildings_around() {
    use rulesets::landnam::terrain::Terrain::Bog;
    let lay = || Position::with(4).tile("1,0", Bog, 8).farm(C, "1,0,S").settler(B, "1,0").before_the_roll();
    let mut game = lay();
    resigns(&mut game, B);
    let done = game.roll([4, 4], &[]);
    assert_eq!((game.hand(B).total(), game.hand(C).total(), done.has("hex_aged")), (0, 0, false));
}

#[test]
fn it_draws_no_fate_card_at_an_althing() {
    let drawn = |gives_up: bool| {
        let mut game = Position::with(4).before_the_roll();
        if gives_up {
            resigns(&mut game, B);
        }
        let done = game.roll([3, 4], &[]);
        let drew = done.all("fate_card_drawn").into_iter().map(|event| event["seat"].as_u64().unwrap());
        drew.collect::<Vec<u64>>()
    };
    assert_eq!((drawn(false), drawn(true)), (vec![0, 1, 2, 3], vec![0, 2, 3]));
}

#[test]
fn what_it_explored_gives_it_no_card_when_it_gives_up_before_the_number_is_named() {
    use super::say;
    use rulesets::landnam::fate::FateCard;
    let explored = || {
        let highlands = Position::with(3).mountain("1,-2").mountain("2,-2").mountain("0,-1");
        let highlands = highlands.settler(A, "0,-1").farm(A, "0,0,N");
        let mut game = highlands.fate(A, &[FateCard::Omen, FateCard::FindBog]).moving();
        game.act_with(A, say::step_with(0, "1,-1", &["find_bog", "omen"]), &[json!(4)]);
        assert_eq!(game.awaited(), [(A, "choose_number")]);
        game
    };
    let mut game = explored();
    let told = resigns(&mut game, A);
    let types: Vec<&str> = told.iter().filter_map(|event| event["type"].as_str()).collect();
    assert!(types.contains(&"number_laid"), "what is left of the turn happens: {types:?}");
    assert!(!types.contains(&"discovery_rewarded") && !types.contains(&"fate_card_drawn"), "{types:?}");
    assert_eq!((game.hand(A).total(), game.table().active), (0, B));
    let mut game = explored();
    assert!(game.act(A, say::number(4)).has("discovery_rewarded"), "a player who stays gets it");
}

#[test]
fn its_chased_unit_flees_to_the_first_place_there_is_and_the_chaser_moves_in() {
    use super::chase::hemmed_in;
    use super::say;
    let flees = |game: &Game| {
        assert_eq!(game.unit_at("0,1").map(|unit| unit.0), Some(0));
        assert_eq!(game.unit_at("1,0").map(|unit| unit.0), Some(1));
    };
    let mut game = hemmed_in().moving();
    resigns(&mut game, A);
    let done = game.act(B, say::step(1, "1,0"));
    assert_eq!(done.one("unit_fled")["to"], "0,1");
    flees(&game);
    // The same when the game waits for its flight at that moment.
    let mut game = hemmed_in().moving();
    game.act(B, say::step(1, "1,0"));
    assert_eq!(game.awaited(), [(A, "flee")]);
    resigns(&mut game, A);
    flees(&game);
}

#[test]
fn no_token_becomes_its_point() {
    let mut game = opened(three_against_a());
    resigns(&mut game, A);
    game.act(B, kind("yield"));
    assert_eq!(game.player(A).black, 0, "nobody sued it, and it plays no more");
    let mut game = pasture(4).outlaw("1,0", B).outlaw("1,0", C).before_the_roll();
    resigns(&mut game, B);
    game.roll([3, 4], &[]);
    assert_eq!((game.player(B).red, game.player(C).red, game.unit_at("1,0")), (0, 1, None));
}

#[test]
fn with_fewer_than_two_left_the_game_is_over_and_the_one_left_is_first() {
    let mut game = Position::with(3).town(A, "1,0,N").tokens(A, [3, 0, 0]).before_the_roll();
    resigns(&mut game, A);
    assert!(game.rules.outcome(&game.state).is_none());
    let told = resigns(&mut game, B);
    assert_eq!(told.last().unwrap()["ended_by"], "resignations");
    let outcome = game.rules.outcome(&game.state).expect("an end");
    let order: Vec<Seat> = outcome.ranking.iter().map(|ranked| ranked.seat).collect();
    assert_eq!(order, [C, A, B], "whatever the others have");
    assert!(game.awaited().is_empty());
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
