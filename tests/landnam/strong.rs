//! The bot that looks ahead: it knows what its seat sees and nothing else, and plays by the rules.

use conformance::playout::{self, Observer, Seating, seed_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::search::{Memory, Searchable};
use rules::{Bots, Choice, Entry, Legal, Rules};
use rulesets::landnam::action::Action;
use rulesets::landnam::event::Event;
use rulesets::landnam::state::State;
use rulesets::landnam::terrain::Terrain::{Bog, Field, Pasture};
use rulesets::landnam::{Landnam, Options};
use serde_json::json;

use super::position::{A, B, Position};

type Look<'l> = dyn FnMut(&State, &[Legal<Action>]) -> Result<(), String> + 'l;

/// Looks at every position in which a bot is asked.
struct Watcher<'w, 'l>(&'w mut Look<'l>);

impl Observer<Landnam> for Watcher<'_, '_> {
    fn consulted(
        &mut self,
        state: &State,
        legal: &[Legal<Action>],
        _: Option<&Choice<Action>>,
    ) -> Result<(), String> {
        (self.0)(state, legal)
    }

    fn wrote(&mut self, _: &State, _: &[Entry<Action, Event>]) -> Result<(), String> {
        Ok(())
    }
}

/// Plays a game and looks at the positions of the seats that are asked.
fn watched(bots: &[&str], look: &mut Look<'_>) {
    let bots = bots.iter().map(|&bot| bot.to_owned()).collect();
    let seating = Seating { options: Options::default(), bots, seed: seed_of(61, 0), leaves: vec![] };
    let played = playout::play(&Landnam::default(), &seating, &mut Watcher(look));
    played.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn what_it_imagines_looks_to_its_seat_like_the_game() {
    let rules = Landnam::default();
    let mut dice = ChaCha8Rng::from_seed([1; 32]);
    watched(&["steady", "steady", "random", "steady"], &mut |state, legal| {
        let Some(seat) = legal.first().map(|legal| legal.decision.seat) else { return Ok(()) };
        let view = rules.view(state, Some(seat));
        let imagined = rules.imagine(&view, &mut dice);
        let Some((imagining, world)) = imagined else { return Err("nothing is imagined".to_owned()) };
        let same =
            serde_json::to_value(rules.view(&world, Some(seat))).ok() == serde_json::to_value(&view).ok();
        if imagining == seat && same { Ok(()) } else { Err(format!("seat {seat} sees another game")) }
    });
}

#[test]
fn what_it_keeps_of_boards_changes_no_value() {
    let (rules, mut memory) = (Landnam::default(), Memory::default());
    watched(&["steady", "steady", "random", "steady"], &mut |state, _| {
        let alone = rules.value(state, 1);
        let with = rules.value_with(state, 1, &mut memory);
        if alone.to_bits() == with.to_bits() { Ok(()) } else { Err(format!("{with} is not {alone}")) }
    });
}

#[test]
fn the_same_view_and_dice_give_the_same_answer_whatever_the_others_hold() {
    let position = |iron, wool| {
        let position = Position::with(3).tile("1,0", Bog, 8).tile("1,-1", Field, 5).tile("2,-1", Pasture, 9);
        let position = position.settler(A, "1,0").farm(B, "2,-1,S").hand(A, [2, 2, 1, 1]);
        position.hand(B, [iron, 0, 0, wool]).trading()
    };
    let answer = |iron, wool| {
        let game = position(iron, wool);
        let (view, legal) = (game.rules.view(&game.state, Some(A)), game.rules.legal(&game.state, A));
        let choice = game.rules.choose("strong", &view, &legal, &mut ChaCha8Rng::from_seed([7; 32]));
        choice.map(|choice| choice.action).expect("an answer")
    };
    assert_eq!(answer(2, 0), answer(2, 0));
    assert_eq!(answer(2, 0), answer(0, 2), "the hand of another seat showed");
}

#[test]
fn it_builds_the_house_that_wins() {
    let position = Position::with(3).tile("1,0", Bog, 8).sea("1,-1").tile("2,-1", Pasture, 9);
    let position = position.farm(A, "1,0,N").tokens(A, [10, 0, 0]).hand(A, [1, 1, 1, 2]);
    let game = position.trading();
    let (view, legal) = (game.rules.view(&game.state, Some(A)), game.rules.legal(&game.state, A));
    let choice = game.rules.choose("strong", &view, &legal, &mut ChaCha8Rng::from_seed([7; 32]));
    let action = serde_json::to_value(choice.expect("an answer").action).expect("plain data");
    assert_eq!(action, json!({"type": "build_town", "corner": "1,0,N"}));
}
