//! Finds what changed last on a board, in the log from the newest entry back.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::error::Error;
use crate::service::log;
use crate::store::Connection;
use crate::store::history;
use rules::{AnyRuleset, Viewer};

/// How many entries are read at a time. Mostly one of the last few changed the board; where a suit has gone on for
/// long, nothing is marked, rather than the whole log read.
const READS: [i64; 3] = [12, 60, 240];

/// The places on the board that were changed by the last entry up to `version` that changed any, as `viewer` saw it. An
/// entry that was taken back changed nothing.
pub async fn changed_places(
    connection: &mut Connection,
    ruleset: &dyn AnyRuleset,
    game: Uuid,
    (version, viewer): (i64, Viewer),
) -> Result<Vec<String>, Error> {
    // Entries after this version were taken back, or have been looked at.
    let mut version = version;
    for count in READS {
        let first = (version - count).max(-1);
        let entries = history::entries(connection, game, first, version, count).await?;
        for entry in entries.iter().rev() {
            if entry.version > version {
                continue;
            }
            if let Some(earlier) = log::returned_to(entry)? {
                version = earlier;
                continue;
            }
            let broken = |error| Error::internal(format!("the events of version {}", entry.version), error);
            let places = ruleset.changed_places(&entry.events, viewer).map_err(broken)?;
            if !places.is_empty() {
                return Ok(places.into_iter().collect::<BTreeSet<String>>().into_iter().collect());
            }
        }
        version = version.min(first);
        if version < 0 {
            break;
        }
    }
    Ok(Vec::new())
}
