//! Entries of the log as one viewer is told them.

use serde::Serialize;

use crate::clock::Instant;
use crate::error::Error;
use crate::service::log;
use crate::store::history::Entry;
use rules::schemas::AnyEvent;
use rules::{AnyRuleset, Author, Json, Seat, StoredEntry, Viewer};

/// One event as one viewer is told it. Everybody is told every event, if only a stub, so that gaps tell nothing.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ToldEvent {
    /// The version of the game that it belongs to.
    pub version: i64,
    /// Its place among the events of that version, from 0.
    pub index: usize,
    /// When it happened.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// Who made it happen: `seat`, `lapse` or `server`.
    pub by: Author,
    /// The seat that it is about; null for the server's own doing.
    pub seat: Option<Seat>,
    /// What happened, in the words of the ruleset or of the table, with a `type`.
    #[schema(value_type = AnyEvent)]
    pub event: Json,
}

/// An entry, fresh or from the log.
struct Source<'e> {
    version: i64,
    at: Instant,
    by: Author,
    seat: Option<Seat>,
    table_events: Option<&'e str>,
    events: &'e str,
}

/// Stored entries as `viewer` is told them.
pub fn from_log(title: &dyn AnyRuleset, entries: &[Entry], viewer: Viewer) -> Result<Vec<ToldEvent>, Error> {
    let mut told = Vec::new();
    for entry in entries {
        let by = entry
            .made_by
            .parse()
            .map_err(|_| Error::Internal(format!("an entry made by {}", entry.made_by)))?;
        let seat = entry.seat.and_then(|seat| Seat::try_from(seat).ok());
        let (version, at) = (entry.version, entry.created_at);
        let (table_events, events) = (entry.table_events.as_deref(), entry.events.as_str());
        tell(title, &Source { version, at, by, seat, table_events, events }, viewer, &mut told)?;
    }
    Ok(told)
}

/// Entries of a write at `at` as `viewer` is told them; `table_events` are those of the first, as a JSON array.
pub fn from_write(
    title: &dyn AnyRuleset,
    entries: &[StoredEntry],
    table_events: Option<&str>,
    at: Instant,
    viewer: Viewer,
) -> Result<Vec<ToldEvent>, Error> {
    let mut told = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let (by, seat, events) = (entry.by, entry.seat, entry.events.get());
        let table_events = table_events.filter(|_| index == 0);
        let version = stored(entry.version);
        tell(title, &Source { version, at, by, seat, table_events, events }, viewer, &mut told)?;
    }
    Ok(told)
}

fn tell(
    title: &dyn AnyRuleset,
    source: &Source<'_>,
    viewer: Viewer,
    told: &mut Vec<ToldEvent>,
) -> Result<(), Error> {
    let events = log::tell(title, source.table_events, source.events, viewer).map_err(|error| {
        Error::Internal(format!("the events of version {} do not read: {error}", source.version))
    })?;
    let Source { version, at, by, seat, .. } = *source;
    let shown = events.into_iter().enumerate();
    told.extend(shown.map(|(index, event)| ToldEvent { version, index, at, by: by.redacted(), seat, event }));
    Ok(())
}

/// A version as the database counts it.
pub fn stored(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}
