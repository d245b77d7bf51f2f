//! What pictures and maps of boards have alike in every ruleset: they are told in the reader's language and in no
//! other, nothing on them overlaps, and marks are where they belong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod geometry;
mod languages;
mod marks;
mod overlaps;
mod overview;
mod targets;

use conformance::playout::{self, Observer, Seating, seed_of};
use rules::render::{Marks, RenderOptions};
use rules::{Bots, Entry, Render, RenderedBoard, Rules, Viewer};

pub const LANGUAGES: [&str; 4] = ["en", "nn", "sv", "de"];

/// As long as names may be, in several scripts, and with what a picture must escape.
pub const LONG_NAMES: [&str; 5] = [
    "Wolfgang Amadeus Mozart der Zweite",
    "Þorgerður Guðríðardóttir WWWW",
    "<b>&\"'",
    "Цветана Мариинская",
    "Q",
];
/// In words of no language.
pub const SHORT_NAMES: [&str; 5] = ["Qa", "Qb", "Qc", "Qd", "Qe"];

/// The states of a game between bots, each with what led to it.
pub struct Album<R: Rules>(pub Vec<(R::State, Vec<R::Event>)>);

impl<R: Rules> Observer<R> for Album<R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        let events = entries.iter().flat_map(|entry| entry.events.iter().cloned());
        self.0.push((state.clone(), events.collect()));
        Ok(())
    }
}

pub fn album<R: Bots>(rules: &R, options: R::Options, seats: usize, seed: u64) -> Album<R> {
    let bots = vec!["steady".to_owned(); seats];
    let seating = Seating { options, bots, seed: seed_of(seed, 1), leaves: vec![] };
    let mut album = Album(Vec::new());
    playout::play(rules, &seating, &mut album).expect("a whole game");
    album
}

/// One in so many states, the last one, and as whom each is seen.
pub fn scenes<R: Bots>(
    rules: &R,
    options: R::Options,
    seats: usize,
    one_in: usize,
) -> Vec<(R::State, Viewer)> {
    let states: Vec<R::State> =
        album(rules, options, seats, seats as u64).0.into_iter().map(|(state, _)| state).collect();
    let last = states.last().cloned();
    let some = states.into_iter().step_by(one_in).chain(last);
    some.enumerate()
        .map(|(index, state)| {
            let active = rules.turn(&state).1;
            (state, if index % 3 == 2 { None } else { Some(active) })
        })
        .collect()
}

pub fn options(language: &str, names: &[&str]) -> RenderOptions {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    RenderOptions { language: language.to_owned(), names, ..RenderOptions::default() }
}

/// With every place marked at which the viewer may act.
pub fn rendered<R: Render>(
    rules: &R,
    state: &R::State,
    viewer: Viewer,
    mut options: RenderOptions,
) -> RenderedBoard {
    let view = rules.view(state, viewer);
    let legal = viewer.map(|seat| rules.legal(state, seat)).unwrap_or_default();
    let actions = legal.iter().flat_map(|legal| &legal.actions);
    let places = actions.flat_map(|action| rules.places_of(&view, action)).collect();
    options.marks = Marks { legal: places, ..options.marks };
    rules.render(&view, &options)
}
