//! The log of a game as it is stored, folded by a second hand: whom each write called, and why.

use althing::rules::{AnyGame, AnyRuleset, Decision, Seat};
use serde::Deserialize;

use crate::support::texts;

/// A call as its mail should name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    pub version: i64,
    pub seat: Seat,
    pub kind: String,
    /// The decision that was opened.
    pub decision: Option<String>,
}

/// Follows the log of one game.
pub struct Log {
    url: String,
    game: String,
    table: Box<dyn AnyGame>,
    version: i64,
}

#[derive(Deserialize)]
struct Entry {
    version: i64,
    made_by: String,
    seat: Option<Seat>,
    events: String,
}

impl Log {
    /// The log of `game`, from before the set-up.
    pub fn follow(title: &dyn AnyRuleset, url: &str, game: &str, seats: u8) -> Self {
        let options = title.options(None).unwrap();
        let table = title.blank(&options, seats).unwrap();
        Self { url: url.to_owned(), game: game.to_owned(), table, version: -1 }
    }

    /// The calls of the writes since the last time.
    pub fn calls(&mut self) -> Vec<Call> {
        let entries = self.new_entries();
        let mut calls = Vec::new();
        let mut at = 0;
        while at < entries.len() {
            let next = entries[at + 1..].iter().position(|entry| entry.made_by != "server");
            let end = next.map_or(entries.len(), |next| at + 1 + next);
            self.write(&entries[at..end], &mut calls);
            at = end;
        }
        calls
    }

    fn new_entries(&mut self) -> Vec<Entry> {
        let query = format!(
            "SELECT json_build_object('version', version, 'made_by', made_by, 'seat', seat, 'events', events)::text \
             AS value FROM entries WHERE game_id = '{}' AND version > {} ORDER BY version",
            self.game, self.version
        );
        let rows = texts(&self.url, &query).unwrap();
        rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    /// One write: somebody's entry, or the set-up, and the server's steps after it.
    fn write(&mut self, entries: &[Entry], calls: &mut Vec<Call>) {
        let before = if self.version < 0 { vec![] } else { self.table.awaiting() };
        let begins = self.version < 0;
        for entry in entries {
            self.table.apply(&entry.events).unwrap();
            self.version = entry.version;
        }
        let after = self.table.awaiting();
        let acted = if entries[0].made_by == "server" { None } else { entries[0].seat };
        let called = called(&before, &after, acted);
        let everybody = match (begins, self.table.outcome()) {
            (_, Some(_)) => Some("game_ended"),
            (true, None) => Some("game_started"),
            (false, None) => None,
        };
        for seat in 0..u8::try_from(self.table.points().len()).unwrap() {
            let call = called.iter().find(|open| open.seat == seat);
            let kind = call.and_then(|open| open.notice).map(|notice| notice.word()).or(everybody);
            if let Some(kind) = kind {
                let decision = call.map(|open| open.id.clone());
                calls.push(Call { version: self.version, seat, kind: kind.to_owned(), decision });
            }
        }
    }
}

/// The first decision of each seat that the game begins to wait for, and of each that is offered something while
/// nobody waits for it.
fn called(before: &[Decision], after: &[Decision], acted: Option<Seat>) -> Vec<Decision> {
    let waits = |open: &[Decision], seat| open.iter().any(|open| open.seat == seat && open.blocking);
    let mut called: Vec<Decision> = Vec::new();
    for open in after {
        let seat = open.seat;
        if acted == Some(seat) || called.iter().any(|other| other.seat == seat) {
            continue;
        }
        let begins = open.blocking && !waits(before, seat);
        let was_there = before.iter().any(|old| old.seat == seat && old.id == open.id);
        let is_offer = !open.blocking && open.notice.is_some() && !was_there && !waits(after, seat);
        if begins || is_offer {
            called.push(open.clone());
        }
    }
    called
}
