//! The email about a game: what happened, what is asked, what can be answered, where.
//!
//! May know what one seat may see: its view, its legal answers, its redacted events. The state itself is only asked for
//! these.

pub(super) mod page;
mod question;
pub(super) mod sentences;

use std::sync::Arc;

use page::{
    AddressItem, AddressSection, ExampleRequest, GameEmailPage, RankingSection, RecentEvents, StandingSection,
};
use sentences::GameSentences;
use uuid::Uuid;

use super::email::Composed;
use super::layouts::LAYOUTS;
use super::outline::curl_post;
use crate::notifications::MailKind;
use crate::service::log;
use crate::service::replies::{Question, ReplyOptions};
use crate::store::history::EntryRow;
use crate::store::orders;
use crate::texts;
use rules::{AnyGame, AnyRuleset, Author, Json, Seat};

/// The most lines shown; of more the latest are shown.
const MOST_LINES: usize = 25;
const LONGEST_LINE: usize = 400;

#[derive(Debug)]
pub struct Board {
    pub map: String,
    /// The picture, where there is one: a PNG.
    pub picture: Option<Arc<Vec<u8>>>,
}

/// What became of an answer by mail.
#[derive(Clone, Copy, Default)]
pub struct AnswerResult<'m> {
    pub given: Option<PastAnswer<'m>>,
    pub refused: Option<&'m str>,
}

#[derive(Clone, Copy)]
pub struct PastAnswer<'m> {
    pub action: &'m Json,
    /// The game as it stood when the answer was given: what the action names may be gone since, or stand elsewhere.
    pub game: &'m dyn AnyGame,
}

/// A player who had a seat that another one has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerPlayer {
    pub seat: Seat,
    /// The version at which the seat was given to another player.
    pub until: i64,
    /// The player's name; `None` once the account is gone.
    pub name: Option<String>,
}

/// A game at the moment of sending, and the reader.
pub struct GameSnapshot<'m> {
    pub kind: MailKind,
    pub id: Uuid,
    /// The name of the table; may be empty.
    pub table: &'m str,
    pub title: &'m dyn AnyRuleset,
    pub game: &'m dyn AnyGame,
    pub version: i64,
    /// SHA-256 of the game's secret, as text.
    pub commitment: &'m str,
    pub seat: Seat,
    pub question: Option<&'m Question>,
    /// How they can answer it from the mail itself.
    pub ways: &'m ReplyOptions,
    /// The board as they may see it.
    pub board: Option<&'m Board>,
    /// What became of their last answer by mail.
    pub answered: AnswerResult<'m>,
    /// Until when there is time, as the reader's clock shows it.
    pub until: Option<String>,
    /// The person at each seat, or the bot.
    pub people: &'m [Option<String>],
    pub bots: &'m [Option<String>],
    /// Who had seats that others have now, as far as `since` goes back; oldest first.
    pub former: &'m [FormerPlayer],
    /// The last version that the reader made.
    pub acted_at: Option<i64>,
    /// The entries since then, oldest first.
    pub since: &'m [EntryRow],
    /// Standing orders of the reader that can't apply any more.
    pub disarmed: &'m [orders::OrderRow],
    pub language: &'m str,
    pub public_url: &'m str,
    /// Where mails of this kind are ended.
    pub unsubscribe: Option<&'m str>,
}

/// Subject, text and HTML of the email.
pub fn write(snapshot: &GameSnapshot<'_>) -> Result<Composed, String> {
    let sentences = GameSentences::new(snapshot);
    let asked = question::question_parts(snapshot, &sentences);
    let page = GameEmailPage {
        language: texts::code(snapshot.language),
        subject: sentences.subject(),
        lead: lead(snapshot, &sentences, asked.question.is_some()),
        remarks: remarks(snapshot, &sentences),
        happened: recent_events(snapshot, &sentences)?,
        standing: standing(snapshot, &sentences),
        board: snapshot.board.map(|board| shown(board, &sentences)),
        addresses: addresses(snapshot, &sentences, asked.example),
        asked: asked.question,
        options: asked.options,
        ranking: ranking(snapshot, &sentences),
        notes: notes(snapshot, &sentences),
    };
    let (text, html) = (LAYOUTS.fill("game.txt", &page)?, LAYOUTS.fill("game.html", &page)?);
    Ok(Composed { subject: page.subject, text, html })
}

/// What it is about, and until when there is time for what is asked.
fn lead(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>, is_asked: bool) -> String {
    let lead = sentences.lead();
    match &snapshot.until {
        Some(until) if is_asked => {
            format!("{lead} {}", sentences.line("deadline", [("until", until.into())]))
        }
        _ => lead,
    }
}

/// What there is to decide with. After the end the result says it all.
fn standing(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>) -> Option<StandingSection> {
    let lines = if snapshot.game.outcome().is_some() { vec![] } else { sentences.standing() };
    (!lines.is_empty()).then(|| StandingSection { heading: sentences.heading("standing"), lines })
}

fn shown(board: &Board, sentences: &GameSentences<'_>) -> page::BoardSection {
    page::BoardSection {
        heading: sentences.heading("board"),
        about: sentences.line("board_about", []),
        has_picture: board.picture.is_some(),
        map: board.map.trim_end().to_owned(),
    }
}

/// What became of an answer by mail, and for whom the game waits now; only mails that follow an answer have any.
fn remarks(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(given) = &snapshot.answered.given {
        remarks.push(sentences.line("you_answered", [("answer", sentences.answer(given).into())]));
    }
    remarks.extend(snapshot.answered.refused.map(str::to_owned));
    let follows = matches!(snapshot.kind, MailKind::Receipt | MailKind::ReplyRefused);
    if follows && snapshot.question.is_none() {
        remarks.extend(waiting(snapshot, sentences));
    }
    remarks
}

/// For whom the game waits; `None` when it is over.
pub fn waiting(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>) -> Option<String> {
    let mut seats: Vec<_> = snapshot.game.awaiting().into_iter().filter(|open| open.blocking).collect();
    seats.dedup_by_key(|open| open.seat);
    let awaited: Vec<String> = seats.iter().map(|open| sentences.player(open.seat)).collect();
    (!awaited.is_empty()).then(|| sentences.line("waiting", [("awaited", awaited.into())]))
}

/// The result, once there is one.
fn ranking(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>) -> Option<RankingSection> {
    let outcome = snapshot.game.outcome()?;
    let places = outcome.ranking.iter().map(|place| {
        sentences.line(
            "place",
            [
                ("rank", place.rank.into()),
                ("player", sentences.player(place.seat).into()),
                ("points", place.points.into()),
            ],
        )
    });
    Some(RankingSection {
        heading: sentences.heading("ranking"),
        why: sentences.ended_by(&outcome.ended_by),
        places: places.collect(),
    })
}

/// What happened since the reader last acted, as they may see it; `None`: nothing.
fn recent_events(
    snapshot: &GameSnapshot<'_>,
    sentences: &GameSentences<'_>,
) -> Result<Option<RecentEvents>, String> {
    let mut lines = Vec::new();
    let mut names_then: Option<GameSentences<'_>> = None;
    let mut former = snapshot.former.iter();
    let mut until = i64::MIN;
    for entry in snapshot.since {
        // Names change at most a few times: in between, one set of sentences does.
        if entry.version > until {
            until = former.find(|former| former.until >= entry.version).map_or(i64::MAX, |next| next.until);
            names_then = sentences.at(entry.version);
        }
        let sentences = names_then.as_ref().unwrap_or(sentences);
        let redacted =
            log::redact(snapshot.title, entry.table_events.as_deref(), &entry.events, Some(snapshot.seat))
                .map_err(|error| format!("the events of version {} do not read: {error}", entry.version))?;
        if let (true, Some(seat)) = (entry.made_by == Author::Lapse.into_str(), entry.seat) {
            lines.push(sentences.line("late", [("seat", seat.into())]));
        }
        if entry.made_by == Author::Order.into_str() && entry.seat == Some(i16::from(snapshot.seat)) {
            lines.push(sentences.line("ordered", []));
        }
        lines.extend(redacted.iter().map(|event| sentences.event(event)).filter(|line| !line.is_empty()));
    }
    lines.extend(snapshot.disarmed.iter().map(|order| sentences.disarmed(order)));
    if lines.is_empty() {
        return Ok(None);
    }
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let earlier = (left_out > 0).then(|| sentences.line("earlier", [("count", left_out.into())]));
    let lines = lines.split_off(left_out).into_iter().map(shortened).collect();
    Ok(Some(RecentEvents { heading: sentences.heading("happened"), earlier, lines }))
}

fn shortened(line: String) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The addresses of the API that matter now. `body` is an answer that could be sent as it is.
fn addresses(
    snapshot: &GameSnapshot<'_>,
    sentences: &GameSentences<'_>,
    body: Option<serde_json::Value>,
) -> AddressSection {
    let game = format!("{}/v1/games/{}", snapshot.public_url, snapshot.id);
    let place = |method, path: &str, line| AddressItem {
        method,
        url: format!("{game}{path}"),
        what: sentences.line(line, []),
    };
    let mut listed = vec![place("GET", "/view", "view")];
    let since = match snapshot.acted_at {
        Some(version) => format!("/events?after={version}"),
        None => "/events".to_owned(),
    };
    listed.push(place("GET", &since, "events"));
    if snapshot.question.is_some() {
        listed.push(place("GET", "/legal", "legal"));
        listed.push(place("POST", "/actions", "act"));
    }
    let example = body.map(|body| ExampleRequest {
        lead: sentences.line("example", []),
        command: curl_post(&format!("{game}/actions"), true, &body.to_string()),
    });
    AddressSection { heading: sentences.heading("where"), listed, example }
}

fn notes(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>) -> Vec<String> {
    let signature = sentences.line(
        "signature",
        [
            ("game", snapshot.id.to_string().into()),
            ("version", snapshot.version.into()),
            ("seat", snapshot.seat.into()),
            ("player", reader_name(snapshot).into()),
        ],
    );
    let commitment = sentences.line("commitment", [("commitment", snapshot.commitment.into())]);
    let mut notes = vec![signature, commitment, sentences.line("why", [])];
    notes.extend(snapshot.unsubscribe.map(|url| sentences.line("unsubscribe", [("url", url.into())])));
    notes
}

fn reader_name(snapshot: &GameSnapshot<'_>) -> String {
    snapshot.people.get(usize::from(snapshot.seat)).cloned().flatten().unwrap_or_default()
}
