//! A change of a table before the start, on its way to those who follow it. Everybody is told the same.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::clock::Instant;
use crate::error::Error;
use crate::store::feeds::TableChangeRow;
use rules::Json;

/// What happened at a table before the start.
#[derive(Debug, Serialize)]
pub struct TableMoved {
    /// Its place among the changes of the table, from 1 and without gaps.
    pub change: i64,
    /// When it happened.
    pub at: Instant,
    /// What happened, with a `type`: one of [`crate::service::lobby::TableChange`].
    pub event: Json,
}

impl TableMoved {
    pub fn from(row: TableChangeRow) -> Result<Self, Error> {
        let event = RawValue::from_string(row.event).map_err(|error| {
            Error::Internal(format!("a change of table {} does not read: {error}", row.game_id))
        })?;
        Ok(Self { change: row.change, at: row.created_at, event })
    }
}
