//! The record of a game, to compare two of them byte by byte.

use serde_json::json;

use crate::entry::Entry;
use crate::playout::{self, Observer, PlayoutFault, Seating};
use crate::ruleset::Ruleset;

/// Plays a game and writes its log down, one entry a line.
pub fn record<R: Ruleset>(rules: &R, seating: &Seating<R::Options>) -> Result<String, PlayoutFault> {
    let mut lines = Lines(String::new());
    playout::play(rules, seating, &mut lines)?;
    Ok(lines.0)
}

struct Lines(String);

impl<R: Ruleset> Observer<R> for Lines {
    fn wrote(&mut self, _state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        for Entry { version, by, seat, action, events, draws } in entries {
            let line = json!([version, by, seat, action, events, draws]);
            self.0.push_str(&line.to_string());
            self.0.push('\n');
        }
        Ok(())
    }
}
