//! What happened in a game lately, in sentences for one player: in mails and on the page of a seat.

use uuid::Uuid;

use crate::error::Error;
use crate::service::log::{self, ServiceEvent};
use crate::service::stored_json::decode;
use crate::store::history::EntryRow;
use crate::store::{Connection, accounts};
use crate::texts::{FormerPlayer, GameFacts, GameSentences};
use rules::Author;

/// The longest line, in characters.
const MAX_LINE_LENGTH: usize = 400;

/// The events of these entries as the reader may see them, oldest first, a line each.
pub fn recent_events(
    facts: &GameFacts<'_>,
    sentences: &GameSentences<'_>,
    entries: &[EntryRow],
) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let mut names_then: Option<GameSentences<'_>> = None;
    let mut former = facts.former.iter();
    let mut until = i64::MIN;
    for entry in entries {
        // Names change at most a few times: the same sentences serve until the next change.
        if entry.version > until {
            until = former.find(|former| former.until >= entry.version).map_or(i64::MAX, |next| next.until);
            names_then = sentences.at(entry.version);
        }
        let sentences = names_then.as_ref().unwrap_or(sentences);
        let redacted =
            log::redact(facts.ruleset, entry.service_events.as_deref(), &entry.events, Some(facts.seat))
                .map_err(|error| {
                    Error::internal(format!("the events of version {}", entry.version), error)
                })?;
        if let (true, Some(seat)) = (entry.made_by == Author::Lapse.into_str(), entry.seat) {
            lines.push(sentences.line("late", [("seat", seat.into())]));
        }
        if entry.made_by == Author::Order.into_str() && entry.seat == Some(i16::from(facts.seat)) {
            lines.push(sentences.line("ordered", []));
        }
        lines.extend(redacted.iter().map(|event| sentences.event(event)).filter(|line| !line.is_empty()));
    }
    Ok(lines.into_iter().map(shortened).collect())
}

fn shortened(line: String) -> String {
    match line.char_indices().nth(MAX_LINE_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The players whose seats went to others in these entries.
pub async fn former_players(
    connection: &mut Connection,
    entries: &[EntryRow],
) -> Result<Vec<FormerPlayer>, Error> {
    let mut former = Vec::new();
    for entry in entries {
        let Some(text) = &entry.service_events else { continue };
        let events: Vec<ServiceEvent> = decode("service events", text)?;
        for event in events {
            let ServiceEvent::SeatReplaced { seat, former: Some(account), .. } = event else { continue };
            former.push(FormerPlayer { seat, until: entry.version, name: name(connection, account).await? });
        }
    }
    Ok(former)
}

async fn name(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    Ok(accounts::find(connection, account).await?.map(|row| row.name))
}
