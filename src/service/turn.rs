//! What a seat is asked: its open decisions, and each in words with its options numbered. A page, a mail and the reading
//! of a reply are made from it, so that a number, an effect and the order of decisions are the same in all three. What
//! happened in the game lately is put into sentences here, too.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::Error;
use crate::service::log::{self, ServiceEvent};
use crate::service::stored_json::decode;
use crate::store::history::EntryRow;
use crate::store::{Connection, accounts};
use crate::texts::{FormerPlayer, GameFacts, GameSentences};
use rules::{AnyGame, Author, Json, Legal, Seat, Shape, type_of};

/// How many bytes of an action's digest make its fingerprint.
const DIGEST_BYTES: usize = 8;
/// The most options that are shown with their effects: the effects of more would hide the options.
const MAX_WITH_EFFECTS: usize = 12;

/// A decision with numbered options, and what else is open to the seat.
pub struct Question {
    pub numbered: Legal<Json>,
    pub also: Vec<Legal<Json>>,
}

impl Question {
    /// Every decision that an answer may be to.
    pub fn all(&self) -> impl Iterator<Item = &Legal<Json>> {
        std::iter::once(&self.numbered).chain(&self.also)
    }
}

/// The question about a decision, or about the one that has replaced it; `None` when neither is open.
pub fn question_about(game: &dyn AnyGame, seat: Seat, decision: &str) -> Option<Question> {
    let open = open_decisions(game, seat);
    let named = open.iter().position(|legal| legal.decision.id == decision);
    let at = named.or_else(|| open.iter().position(|legal| legal.decision.blocking));
    split(open, at)
}

/// The first decision that the game waits for, or else the first that is worth asking; the others with it.
pub fn current_question(game: &dyn AnyGame, seat: Seat) -> Option<Question> {
    let open = open_decisions(game, seat);
    let awaited = open.iter().position(|legal| legal.decision.blocking);
    let at = awaited.or_else(|| open.iter().position(|legal| legal.decision.is_asked()));
    split(open, at)
}

/// The open decisions that the seat has an answer to: an interjection without a card for it is no question.
pub fn open_decisions(game: &dyn AnyGame, seat: Seat) -> Vec<Legal<Json>> {
    let mut open = game.legal(seat);
    open.retain(|legal| !legal.actions.is_empty() || !legal.shapes.is_empty());
    open
}

fn split(mut open: Vec<Legal<Json>>, at: Option<usize>) -> Option<Question> {
    let at = at.filter(|at| *at < open.len())?;
    let numbered = open.remove(at);
    Some(Question { numbered, also: open })
}

/// The options of a decision with their numbers, from 1: the ready ones, then those with fields to fill in.
pub fn options_by_number(legal: &Legal<Json>) -> impl Iterator<Item = (usize, &Json)> {
    (1..).zip(legal.actions.iter().chain(legal.shapes.iter().map(|shape| &shape.action)))
}

/// The fingerprint of an action among the answers to its decision, in hexadecimal digits.
pub fn digest(action: &Json) -> String {
    let digest = Sha256::digest(action.get().as_bytes());
    hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default())
}

/// A decision in the words of its reader.
pub struct AskedDecision<'l> {
    pub id: &'l str,
    pub question: String,
    pub options: Vec<ReadyOption<'l>>,
    pub shapes: Vec<ShapeOption<'l>>,
}

/// An option that is sent as it is.
pub struct ReadyOption<'l> {
    pub number: usize,
    pub action: &'l Json,
    /// The type of its action.
    pub kind: String,
    pub digest: String,
    pub text: String,
    /// What it leads to for certain, where that is shown.
    pub effects: Option<String>,
}

/// An option with fields to fill in.
pub struct ShapeOption<'l> {
    pub number: usize,
    pub digest: String,
    pub text: String,
    pub shape: &'l Shape<Json>,
}

impl<'l> AskedDecision<'l> {
    /// With at most `most` options of either sort.
    pub fn of(sentences: &GameSentences<'_>, legal: &'l Legal<Json>, most: usize) -> Self {
        let has_effects = legal.actions.len() <= MAX_WITH_EFFECTS;
        let ready = |(number, action): (usize, &'l Json)| {
            let effects = || sentences.effects(action).join(" ");
            ReadyOption {
                number,
                action,
                kind: type_of(action).unwrap_or_default(),
                digest: digest(action),
                text: sentences.action(action),
                effects: has_effects.then(effects).filter(|effects| !effects.is_empty()),
            }
        };
        let shape = |((number, action), shape): ((usize, &Json), &'l Shape<Json>)| ShapeOption {
            number,
            digest: digest(action),
            text: sentences.shape(shape),
            shape,
        };
        let shapes = options_by_number(legal).skip(legal.actions.len());
        Self {
            id: &legal.decision.id,
            question: sentences.question(legal.decision.kind, &legal.decision.id),
            options: options_by_number(legal).take(legal.actions.len()).take(most).map(ready).collect(),
            shapes: shapes.zip(&legal.shapes).take(most).map(shape).collect(),
        }
    }
}

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
