//! What changed on a board: the places that pictures mark.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::error::Error;
use crate::service::history::{self, WalkedBack};
use crate::service::log;
use crate::store::Connection;
use crate::store::history::EntryRow;
use rules::{AnyRuleset, Author, Viewer};

/// The places on the board that were changed by the last entry up to `version` that changed any, as `viewer` saw it. An
/// entry that was taken back changed nothing.
pub async fn changed_places(
    connection: &mut Connection,
    ruleset: &dyn AnyRuleset,
    game: Uuid,
    (version, viewer): (i64, Viewer),
) -> Result<Vec<String>, Error> {
    let places_of = |entry: &EntryRow| {
        let places = places_changed_by(ruleset, entry, viewer)?;
        Ok((!places.is_empty()).then_some(places))
    };
    Ok(match history::walk_back(connection, game, version, places_of).await? {
        WalkedBack::Found(places) => each_once(places),
        // Where a suit has gone on for long, nothing is marked, rather than the whole log read.
        WalkedBack::ToTheBeginning | WalkedBack::OutOfReach => Vec::new(),
    })
}

/// The places on the board that were changed since the viewer's last own entry, or, where nothing was, those that it
/// changed itself. `entries` are read already: those since that one, oldest first. What was taken back changed nothing,
/// and after the set-up nobody has seen anything before.
pub fn changed_since(
    ruleset: &dyn AnyRuleset,
    entries: &[EntryRow],
    viewer: Viewer,
) -> Result<Vec<String>, Error> {
    let mut changes: Vec<(&EntryRow, Vec<String>)> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.version > 0) {
        match log::returned_to(entry)? {
            Some(earlier) => changes.retain(|(before, _)| before.version <= earlier),
            None => changes.push((entry, places_changed_by(ruleset, entry, viewer)?)),
        }
    }
    let by_viewer =
        |entry: &EntryRow| entry.made_by == Author::Seat.into_str() && viewer.map(i16::from) == entry.seat;
    let (own, others): (Vec<_>, Vec<_>) = changes.into_iter().partition(|(entry, _)| by_viewer(entry));
    let places = |changes: Vec<(&EntryRow, Vec<String>)>| {
        each_once(changes.into_iter().flat_map(|(_, places)| places).collect())
    };
    let others = places(others);
    Ok(if others.is_empty() { places(own) } else { others })
}

fn places_changed_by(
    ruleset: &dyn AnyRuleset,
    entry: &EntryRow,
    viewer: Viewer,
) -> Result<Vec<String>, Error> {
    let broken = |error| Error::internal(format!("the events of version {}", entry.version), error);
    ruleset.changed_places(&entry.events, viewer).map_err(broken)
}

fn each_once(places: Vec<String>) -> Vec<String> {
    places.into_iter().collect::<BTreeSet<String>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_control::Instant;

    fn founded(version: i64, made_by: &str, seat: i16, vertex: u8) -> EntryRow {
        EntryRow {
            version,
            made_by: made_by.to_owned(),
            seat: Some(seat),
            events: format!(r#"[{{"type":"settlement_founded","seat":{seat},"vertex":{vertex}}}]"#),
            created_at: Instant::UNIX_EPOCH,
            service_events: None,
            deadlines: None,
            digest: Vec::new(),
        }
    }

    fn taken_back(version: i64, to_version: i64) -> EntryRow {
        let event = format!(r#"[{{"type":"taken_back","seat":1,"to_version":{to_version}}}]"#);
        let entry = founded(version, "seat", 1, 0);
        EntryRow { events: "[]".to_owned(), service_events: Some(event), ..entry }
    }

    fn changed(entries: &[EntryRow], viewer: Viewer) -> Vec<String> {
        let settlers = rulesets::all().into_iter().find(|ruleset| ruleset.id() == "settlers");
        changed_since(settlers.unwrap().as_ref(), entries, viewer).unwrap()
    }

    #[test]
    fn everything_that_others_changed_since_the_viewers_own_entry_is_marked() {
        let entries = [
            founded(3, "seat", 0, 10),
            founded(4, "bot", 1, 20),
            founded(5, "seat", 2, 30),
            founded(6, "order", 0, 40),
        ];
        assert_eq!(changed(&entries, Some(0)), ["vertex.20", "vertex.30", "vertex.40"]);
        assert_eq!(changed(&entries[..1], Some(0)), ["vertex.10"]);
        assert_eq!(changed(&entries, None), ["vertex.10", "vertex.20", "vertex.30", "vertex.40"]);
    }

    #[test]
    fn what_was_taken_back_and_the_set_up_are_not_marked() {
        let entries = [
            founded(0, "server", 0, 1),
            founded(4, "seat", 1, 20),
            founded(5, "seat", 1, 30),
            taken_back(6, 4),
        ];
        assert_eq!(changed(&entries, Some(0)), ["vertex.20"]);
    }
}
