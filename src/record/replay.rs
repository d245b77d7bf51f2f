//! Replays a record offline: every write is decided again by the rules, from its action and the recorded chance.
//!
//! A write is an entry of a seat and the server's steps after it. The entries that the rules make are compared with the
//! recorded ones; then the recorded events are folded into a second game, whose state must equal that of the first. Of
//! the service actions, a resignation is decided by the rules, too, a vote that ends the game ranks it as it stands,
//! and a take-back restores a position; the others change nothing here.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::format::{DEAL, Defect};
use super::verify::{Record, RecordedEntry};
use rules::{AnyGame, AnyRuleset, Author, Chance, Draw, StoredEntry};

/// The types of the service events for a seat that gives up, and for a game that a vote ends with a result.
const RESIGNED: &str = "seat_resigned";
const ENDED_BY_VOTE: &str = "game_ended_by_vote";

/// Replays a record with the rules of `shipped` and the record's own components. Returns the number of versions; an
/// error tells the first difference.
pub fn replay(shipped: &dyn AnyRuleset, record: &Record) -> Result<usize, Defect> {
    let head = &record.head;
    if head.rules_version > shipped.rules_version() {
        return Err(Defect::Head("the game was played by newer rules than this release has".to_owned()));
    }
    let ruleset = shipped
        .with_components(head.components.get())
        .map_err(|refusal| Defect::Head(format!("the components can't be played with: {refusal}")))?;
    let blank = || {
        let options = ruleset.options(Some(&head.options))?;
        ruleset.blank_as_stored(&options, head.seat_count)
    };
    let refused = |refusal| Defect::Head(format!("the game can't be set up: {refusal}"));
    let mut decided = blank().map_err(refused)?;
    let mut folded = blank().map_err(refused)?;
    // Of all positions only those to which a seat returns later are kept, by version.
    let returned_to: BTreeSet<u64> = record.entries.iter().filter_map(RecordedEntry::returned_to).collect();
    let mut kept: BTreeMap<u64, String> = BTreeMap::new();
    let mut last_reveal = 0;
    let mut at = 0;
    while at < record.entries.len() {
        let write = first_write(&record.entries[at..]);
        if let Some(to) = write.first().and_then(RecordedEntry::returned_to) {
            if to < last_reveal {
                return Err(Defect::at(number(at), "what was hidden became known since then"));
            }
            restore(decided.as_mut(), &kept, to, at)?;
            restore(folded.as_mut(), &kept, to, at)?;
        }
        let made = decide(decided.as_mut(), record, write, at)?;
        compare(&made, write, at)?;
        fold(folded.as_mut(), write, at)?;
        let reveals = made.iter().filter(|entry| entry.reveals).map(|entry| entry.version);
        last_reveal = reveals.max().unwrap_or(last_reveal);
        let state = |game: &dyn AnyGame| {
            game.position()
                .map_err(|error| Defect::at(number(at), format!("a state does not serialise: {error}")))
        };
        let after = state(decided.as_ref())?;
        if state(folded.as_ref())? != after {
            return Err(Defect::at(number(at + write.len()) - 1, "its events lead to another state"));
        }
        at += write.len();
        let version = number(at) - 1;
        if returned_to.contains(&version) {
            kept.insert(version, after);
        }
    }
    check_end(decided.as_ref(), record)?;
    Ok(record.entries.len())
}

/// Restores an earlier position of a game.
fn restore(game: &mut dyn AnyGame, kept: &BTreeMap<u64, String>, to: u64, at: usize) -> Result<(), Defect> {
    let unknown = || Defect::at(number(at), format!("version {to} was not the end of a write before it"));
    let earlier = kept.get(&to).ok_or_else(unknown)?;
    game.restore(earlier)
        .map_err(|error| Defect::at(number(at), format!("a position does not read: {error}")))
}

/// The first entry, and the steps of the server that follow it.
fn first_write(rest: &[RecordedEntry]) -> &[RecordedEntry] {
    let begins = |entry: &RecordedEntry| entry.by != Author::Server || !entry.service_events.is_empty();
    let next = rest.iter().skip(1).position(begins);
    next.map_or(rest, |next| &rest[..=next])
}

/// Lets the rules decide a write again, from the action of its first entry.
fn decide(
    game: &mut dyn AnyGame,
    record: &Record,
    write: &[RecordedEntry],
    at: usize,
) -> Result<Vec<StoredEntry>, Defect> {
    let mut chance = Chance::given(write.iter().flat_map(|entry| &entry.draws).map(value).collect());
    let wrong = |what: String| Defect::at(number(at), what);
    let Some(first) = write.first() else { return Ok(Vec::new()) };
    if at == 0 {
        chance.begin(0);
        if record.head.deal_seats {
            chance.shuffle(DEAL, u32::from(record.head.seat_count));
        }
        return game.start(&mut chance).map_err(|fault| wrong(fault.to_string()));
    }
    if let (true, Some(seat)) = (first.marks(RESIGNED), first.seat) {
        return game.resign(number(at) - 1, seat, &mut chance).map_err(|fault| wrong(fault.to_string()));
    }
    if !first.service_events.is_empty() {
        return Ok(vec![StoredEntry::beside_rules(number(at), first.by, first.seat)]);
    }
    let Some(action) = first.action.as_deref().filter(|_| first.by != Author::Server) else {
        return Err(wrong("no seat acted".to_owned()));
    };
    game.perform(number(at) - 1, first.by, first.seat, action, &mut chance)
        .map_err(|stopped| wrong(format!("the rules say no: {stopped}")))
}

fn value(draw: &Draw) -> Value {
    match draw {
        Draw::Die { value, .. } | Draw::Pick { value, .. } => Value::from(*value),
        Draw::Shuffle { value, .. } => Value::from(value.clone()),
    }
}

fn compare(made: &[StoredEntry], write: &[RecordedEntry], at: usize) -> Result<(), Defect> {
    for (index, recorded) in write.iter().enumerate() {
        let version = number(at + index);
        let Some(made) = made.get(index) else {
            return Err(Defect::at(version, "the server would have done nothing"));
        };
        if recorded.version != version {
            return Err(Defect::at(version, format!("it says that it is version {}", recorded.version)));
        }
        same(version, "its maker", &made.by.redacted(), &recorded.by)?;
        same(version, "its seat", &made.seat, &recorded.seat)?;
        same(version, "its action", &made.action, &recorded.action)?;
        same(version, "its draws", &made.draws, &recorded.draws)?;
        same(version, "its events", &made.events, &recorded.events)?;
    }
    match made.get(write.len()) {
        Some(missing) => Err(Defect::at(missing.version, "the step that the server took is missing")),
        None => Ok(()),
    }
}

fn same(version: u64, what: &str, made: &impl Serialize, recorded: &impl Serialize) -> Result<(), Defect> {
    let unreadable = |error: serde_json::Error| Defect::at(version, format!("{what}: {error}"));
    let made = serde_json::to_value(made).map_err(unreadable)?;
    let recorded = serde_json::to_value(recorded).map_err(unreadable)?;
    if made == recorded {
        return Ok(());
    }
    Err(Defect::at(version, format!("{what} should be {} and is {}", short(&made), short(&recorded))))
}

/// A value as text, cut at a bound.
fn short(value: &Value) -> String {
    const MAX_SHOWN: usize = 400;
    let text = value.to_string();
    let shown: String = text.chars().take(MAX_SHOWN).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { text }
}

fn fold(game: &mut dyn AnyGame, write: &[RecordedEntry], at: usize) -> Result<(), Defect> {
    for (index, entry) in write.iter().enumerate() {
        let unreadable = |error| Defect::at(number(at + index), format!("its events do not read: {error}"));
        game.apply(entry.events.get()).map_err(unreadable)?;
    }
    Ok(())
}

fn check_end(game: &dyn AnyGame, record: &Record) -> Result<(), Defect> {
    record.check_length()?;
    let by_vote = record.entries.iter().any(|entry| entry.marks(ENDED_BY_VOTE));
    let as_it_should = match (game.outcome(), &record.head.outcome) {
        (None, Some(recorded)) if by_vote => recorded.ranking == game.rank(),
        (outcome, recorded) => outcome == *recorded,
    };
    if as_it_should {
        Ok(())
    } else {
        Err(Defect::Head("the game did not end as the record says".to_owned()))
    }
}

/// The version at an index.
fn number(at: usize) -> u64 {
    at as u64
}
