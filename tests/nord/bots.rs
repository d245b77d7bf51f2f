//! The bot that looks ahead: its answers are allowed and depend on nothing that its seat can't see.

use conformance::Conformance;
use conformance::playout::{self, Observer, Seating, seed_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use rules::search::Searchable;
use rules::{Bots, Choice, Entry, Legal, Rules, Seat};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::event::Event;
use rulesets::nord::options::Options;
use rulesets::nord::state::State;

/// Checks what the seat that is asked now imagines, and asks it again with other dice where nothing else differs.
struct Watcher {
    rules: Nord,
    asked: u64,
}

impl Watcher {
    fn check(&self, state: &State, seat: Seat, legal: &[Legal<Action>]) -> Result<(), String> {
        let view = self.rules.view(state, Some(seat));
        let mut dice = ChaCha8Rng::seed_from_u64(self.asked);
        let (own, imagined) = self.rules.imagine(&view, &mut dice).ok_or("nothing is imagined")?;
        let agrees = own == seat && self.rules.view(&imagined, Some(seat)) == view;
        conformance::ensure(agrees, || "what it imagines does not agree with its view".to_owned())?;
        self.rules.check_invariants(&imagined)?;
        let other = self.rules.randomize_hidden(state, Some(seat), &mut dice);
        let answer = |state: &State| {
            let mut dice = ChaCha8Rng::seed_from_u64(7);
            self.rules.choose("strong", &self.rules.view(state, Some(seat)), legal, &mut dice)
        };
        conformance::ensure(answer(state) == answer(&other), || "the answer depends on a secret".to_owned())
    }
}

impl Observer<Nord> for Watcher {
    fn consulted(
        &mut self,
        state: &State,
        legal: &[Legal<Action>],
        _choice: Option<&Choice<Action>>,
    ) -> Result<(), String> {
        self.asked += 1;
        match legal.first() {
            // Two searches for one answer take long.
            Some(first) if self.asked.is_multiple_of(7) => self.check(state, first.decision.seat, legal),
            _ => Ok(()),
        }
    }

    fn wrote(&mut self, _state: &State, _entries: &[Entry<Action, Event>]) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn the_strong_bot_imagines_what_agrees_with_its_view_and_answers_by_nothing_else() {
    for seats in 2..=3 {
        let bots = (0..seats).map(|seat| if seat == 0 { "strong" } else { "random" }.to_owned()).collect();
        let seating = Seating { options: Options::default(), bots, seed: seed_of(3, seats), leaves: vec![] };
        let mut watcher = Watcher { rules: Nord::default(), asked: 0 };
        // An answer that is not allowed ends the game.
        playout::play(&Nord::default(), &seating, &mut watcher).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(watcher.asked > 14, "{}", watcher.asked);
    }
}

/// Watches nothing.
struct Nobody;

impl Observer<Nord> for Nobody {
    fn wrote(&mut self, _state: &State, _entries: &[Entry<Action, Event>]) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn the_strong_bot_wins_against_chance() {
    let bots: Vec<String> = ["strong", "random", "random"].map(str::to_owned).to_vec();
    for game in 0..2 {
        let seating = Seating {
            options: Options::default(),
            bots: bots.clone(),
            seed: seed_of(4, game),
            leaves: vec![],
        };
        let played =
            playout::play(&Nord::default(), &seating, &mut Nobody).unwrap_or_else(|fault| panic!("{fault}"));
        let winners = played.outcome.ranking.iter().filter(|ranked| ranked.rank == 1);
        assert!(winners.map(|ranked| ranked.seat).eq([0]));
    }
}
