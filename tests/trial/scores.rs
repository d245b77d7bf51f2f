//! Where points come from adds up to the points, after each write of whole games.

use conformance::playout::{self, Leave, Observer, Seating, seed_of};
use rules::{Bots, Entry, Rules, Texts};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;

use althing::texts::CODES as LANGUAGES;

/// Adds up after each write what every seat has from every source.
struct Adding<'r, R: Rules> {
    rules: &'r R,
    events: Vec<R::Event>,
    /// The sources that have given points.
    used: Vec<&'static str>,
}

impl<R: Rules> Observer<R> for Adding<'_, R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        self.events.extend(entries.iter().flat_map(|entry| entry.events.iter().cloned()));
        let sources = self.rules.score_sources(state, &self.events);
        for source in sources.iter().filter(|source| source.points.iter().any(|points| *points != 0)) {
            if !self.used.contains(&source.name) {
                self.used.push(source.name);
            }
        }
        let points = self.rules.points(state);
        let of = |seat: usize| sources.iter().map(|source| source.points[seat]).sum::<i32>();
        let sums: Vec<i32> = (0..points.len()).map(of).collect();
        if sums == points { Ok(()) } else { Err(format!("{sums:?} are not {points:?}: {sources:?}")) }
    }
}

/// Plays games, in some of which a player gives up, and counts the sources that gave points. All of them have texts.
fn sources_that_gave_points<R: Bots + Texts>(rules: &R, games: u64) -> usize
where
    R::Options: Default,
{
    let mut adding = Adding { rules, events: Vec::new(), used: Vec::new() };
    for game in 0..games {
        adding.events.clear();
        let leave = Leave { after: 40, seat: 1 };
        let seating = Seating {
            options: R::Options::default(),
            bots: vec!["steady".to_owned(); 4],
            seed: seed_of(23, game),
            leaves: if game % 3 == 2 { vec![leave] } else { vec![] },
        };
        playout::play(rules, &seating, &mut adding).unwrap_or_else(|fault| panic!("{fault}"));
    }
    for language in LANGUAGES {
        let catalogue: serde_json::Value = serde_json::from_str(rules.texts(language).unwrap()).unwrap();
        for name in &adding.used {
            assert!(catalogue["score_sources"][name].is_string(), "{name} in {language}");
        }
    }
    adding.used.len()
}

#[test]
fn where_points_come_from_adds_up_to_the_points() {
    assert!(sources_that_gave_points(&Settlers::default(), 6) > 3);
    assert!(sources_that_gave_points(&Landnam::default(), 3) > 2);
    assert!(sources_that_gave_points(&Nord::default(), 6) > 2);
}
