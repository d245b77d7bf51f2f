//! The entries of a record.

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{text, value};
use crate::clock::Instant;
use crate::error::Error;
use crate::record::format::Seal;
use crate::service::log::{self, TableEvent};
use crate::store::history::RecordedEntry;
use rules::schemas::AnyAction;
use rules::{AnyRuleset, Author, Json, Seat, Viewer};

/// An entry of the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryShown {
    /// The version that it made.
    pub version: i64,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// Who made it: `seat`, `lapse` or `server`. Of his own seat the viewer of an incomplete record is also told `order`
    /// and `bot`.
    pub by: Author,
    /// The seat it is about; null for the server.
    pub seat: Option<Seat>,
    /// What was done; null for the set-up, a resignation and what only the table did, and in an incomplete record for everybody but the seat itself.
    #[schema(value_type = Option<AnyAction>)]
    pub action: Option<Json>,
    /// What happened: in a complete record everything, hidden facts included; before, what the viewer is told.
    #[schema(value_type = Vec<Object>)]
    pub events: Json,
    /// What the table did beside the rules: resignations, votes, pauses, replacements.
    pub table_events: Vec<TableEvent>,
    /// What chance gave, in order, each with its purpose and range; null before the end.
    #[schema(value_type = Option<Vec<Object>>)]
    pub draws: Option<Json>,
    /// The seal up to this entry; null before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// What turns stored entries into shown ones.
pub(super) struct Page<'p> {
    pub title: &'p dyn AnyRuleset,
    pub viewer: Viewer,
}

impl Page<'_> {
    /// An entry with everything in it, added to the seal.
    pub fn complete(&self, entry: &RecordedEntry, seal: &mut Seal) -> Result<String, Error> {
        let events = raw(&entry.events)?;
        let draws = raw(entry.draws.as_deref().unwrap_or("[]"))?;
        let mut shown = EntryShown { events, draws: Some(draws), ..bare(entry)? };
        shown.by = shown.by.redacted();
        shown.action = entry.action.as_deref().map(raw).transpose()?;
        seal.add(&value(&shown)?);
        shown.digest = Some(seal.hex());
        text(&shown)
    }

    /// An entry as far as the viewer may know of it.
    pub fn told(&self, entry: &RecordedEntry) -> Result<String, Error> {
        let told = log::tell(self.title, None, &entry.events, self.viewer);
        let told = told.map_err(|error| Error::Internal(format!("version {}: {error}", entry.version)))?;
        let mut shown = EntryShown { events: raw(&text(&told)?)?, ..bare(entry)? };
        if shown.seat.is_some() && shown.seat == self.viewer {
            shown.action = entry.action.as_deref().map(raw).transpose()?;
        } else {
            shown.by = shown.by.redacted();
        }
        text(&shown)
    }
}

/// What everybody knows of an entry, and its true maker.
fn bare(entry: &RecordedEntry) -> Result<EntryShown, Error> {
    let by =
        entry.made_by.parse().map_err(|_| Error::Internal(format!("an entry made by {}", entry.made_by)))?;
    let seat = entry.seat.and_then(|seat| Seat::try_from(seat).ok());
    let (version, at) = (entry.version, entry.created_at);
    let table_events = entry.table_events.as_deref().map(serde_json::from_str).transpose();
    let table_events = table_events
        .map_err(|error| Error::Internal(format!("version {version} does not read: {error}")))?
        .unwrap_or_default();
    let (events, draws, digest) = (raw("[]")?, None, None);
    Ok(EntryShown { version, at, by, seat, action: None, table_events, events, draws, digest })
}

fn raw(stored: &str) -> Result<Json, Error> {
    RawValue::from_string(stored.to_owned())
        .map_err(|error| Error::Internal(format!("stored JSON does not read: {error}")))
}
