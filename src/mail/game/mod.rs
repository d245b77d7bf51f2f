//! The mail that a notice about a game becomes: what happened, what is asked, what can be answered, where.
//!
//! May know what one seat may see: its view, its legal answers, the events as it is told them. The state itself is
//! only asked for these.

pub(super) mod page;
mod question;
pub(super) mod voice;

use std::sync::Arc;

use page::{Address, Addresses, Example, Happened, Page, Ranking, Standing};
use uuid::Uuid;
use voice::Voice;

use super::email::Composed;
use super::layout::curl_post;
use super::texts::{self, LAYOUTS};
use crate::notifications::MailKind;
use crate::service::answers::{Question, Ways};
use crate::service::log;
use crate::store::history::Entry;
use crate::store::orders;
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
pub struct Answered<'m> {
    pub said: Option<Answer<'m>>,
    pub refused: Option<&'m str>,
}

#[derive(Clone, Copy)]
pub struct Answer<'m> {
    pub action: &'m Json,
    /// The game as it stood when the answer was given: what the action names may be gone since, or stand elsewhere.
    pub game: &'m dyn AnyGame,
}

/// A player who had a seat that another one has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    pub seat: Seat,
    /// The version at which the seat was given to another player.
    pub until: i64,
    /// The player's name; `None` once the account is gone.
    pub name: Option<String>,
}

/// A game at the moment of sending, and who is told of it.
pub struct Moment<'m> {
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
    pub ways: &'m Ways,
    /// The board as they may see it.
    pub board: Option<&'m Board>,
    /// What became of their last answer by mail.
    pub answered: Answered<'m>,
    /// Until when there is time, as the reader's clock shows it.
    pub until: Option<String>,
    /// The person at each seat, or the bot.
    pub people: &'m [Option<String>],
    pub bots: &'m [Option<String>],
    /// Who had seats that others have now, as far as `since` tells of that time; oldest first.
    pub former: &'m [Former],
    /// The last version that the reader made.
    pub acted_at: Option<i64>,
    /// The entries since then, oldest first.
    pub since: &'m [Entry],
    /// Standing orders of the reader that were laid down.
    pub disarmed: &'m [orders::OrderRow],
    pub language: &'m str,
    pub public_url: &'m str,
    /// Where mails of this kind are ended.
    pub unsubscribe: Option<&'m str>,
}

/// Subject, text and page of the notice.
pub fn write(moment: &Moment<'_>) -> Result<Composed, String> {
    let voice = Voice::new(moment);
    let asked = question::asked(moment, &voice);
    let page = Page {
        language: texts::code(moment.language),
        subject: voice.subject(),
        lead: lead(moment, &voice, asked.question.is_some()),
        remarks: remarks(moment, &voice),
        happened: happened(moment, &voice)?,
        standing: standing(moment, &voice),
        board: moment.board.map(|board| shown(board, &voice)),
        addresses: addresses(moment, &voice, asked.example),
        asked: asked.question,
        options: asked.options,
        ranking: ranking(moment, &voice),
        notes: notes(moment, &voice),
    };
    let (text, html) = (LAYOUTS.fill("game.txt", &page)?, LAYOUTS.fill("game.html", &page)?);
    Ok(Composed { subject: page.subject, text, html })
}

/// What it is about, and until when there is time for what is asked.
fn lead(moment: &Moment<'_>, voice: &Voice<'_>, is_asked: bool) -> String {
    let lead = voice.lead();
    match &moment.until {
        Some(until) if is_asked => format!("{lead} {}", voice.line("deadline", [("until", until.into())])),
        _ => lead,
    }
}

/// What there is to decide with. After the end the result says it all.
fn standing(moment: &Moment<'_>, voice: &Voice<'_>) -> Option<Standing> {
    let lines = if moment.game.outcome().is_some() { vec![] } else { voice.standing() };
    (!lines.is_empty()).then(|| Standing { heading: voice.heading("standing"), lines })
}

fn shown(board: &Board, voice: &Voice<'_>) -> page::Board {
    page::Board {
        heading: voice.heading("board"),
        about: voice.line("board_about", []),
        has_picture: board.picture.is_some(),
        map: board.map.trim_end().to_owned(),
    }
}

/// What became of an answer by mail, and for whom the game waits now; only mails that follow an answer have any.
fn remarks(moment: &Moment<'_>, voice: &Voice<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(said) = &moment.answered.said {
        remarks.push(voice.line("you_answered", [("answer", voice.answer(said).into())]));
    }
    remarks.extend(moment.answered.refused.map(str::to_owned));
    let follows = matches!(moment.kind, MailKind::Receipt | MailKind::ReplyRefused);
    if follows && moment.question.is_none() {
        remarks.extend(waiting(moment, voice));
    }
    remarks
}

/// For whom the game waits; `None` when it is over.
pub fn waiting(moment: &Moment<'_>, voice: &Voice<'_>) -> Option<String> {
    let mut seats: Vec<_> = moment.game.awaiting().into_iter().filter(|open| open.blocking).collect();
    seats.dedup_by_key(|open| open.seat);
    let awaited: Vec<String> = seats.iter().map(|open| voice.player(open.seat)).collect();
    (!awaited.is_empty()).then(|| voice.line("waiting", [("awaited", awaited.into())]))
}

/// The result, once there is one.
fn ranking(moment: &Moment<'_>, voice: &Voice<'_>) -> Option<Ranking> {
    let outcome = moment.game.outcome()?;
    let places = outcome.ranking.iter().map(|place| {
        voice.line(
            "place",
            [
                ("rank", place.rank.into()),
                ("player", voice.player(place.seat).into()),
                ("points", place.points.into()),
            ],
        )
    });
    Some(Ranking {
        heading: voice.heading("ranking"),
        why: voice.ended_by(&outcome.ended_by),
        places: places.collect(),
    })
}

/// What happened since the reader last acted, as they are told it; `None`: nothing.
fn happened(moment: &Moment<'_>, voice: &Voice<'_>) -> Result<Option<Happened>, String> {
    let mut lines = Vec::new();
    let mut then: Option<Voice<'_>> = None;
    let mut former = moment.former.iter();
    let mut until = i64::MIN;
    for entry in moment.since {
        // Names change at most a few times: in between one voice does.
        if entry.version > until {
            until = former.find(|former| former.until >= entry.version).map_or(i64::MAX, |next| next.until);
            then = voice.at(entry.version);
        }
        let voice = then.as_ref().unwrap_or(voice);
        let told = log::redact(moment.title, entry.table_events.as_deref(), &entry.events, Some(moment.seat))
            .map_err(|error| format!("the events of version {} do not read: {error}", entry.version))?;
        if let (true, Some(seat)) = (entry.made_by == Author::Lapse.into_str(), entry.seat) {
            lines.push(voice.line("late", [("seat", seat.into())]));
        }
        if entry.made_by == Author::Order.into_str() && entry.seat == Some(i16::from(moment.seat)) {
            lines.push(voice.line("ordered", []));
        }
        lines.extend(told.iter().map(|event| voice.event(event)).filter(|line| !line.is_empty()));
    }
    lines.extend(moment.disarmed.iter().map(|order| voice.disarmed(order)));
    if lines.is_empty() {
        return Ok(None);
    }
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let earlier = (left_out > 0).then(|| voice.line("earlier", [("count", left_out.into())]));
    let lines = lines.split_off(left_out).into_iter().map(shortened).collect();
    Ok(Some(Happened { heading: voice.heading("happened"), earlier, lines }))
}

fn shortened(line: String) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The addresses of the API that matter now. `body` is an answer that could be sent as it is.
fn addresses(moment: &Moment<'_>, voice: &Voice<'_>, body: Option<serde_json::Value>) -> Addresses {
    let game = format!("{}/v1/games/{}", moment.public_url, moment.id);
    let place = |method, path: &str, line| Address {
        method,
        url: format!("{game}{path}"),
        what: voice.line(line, []),
    };
    let mut listed = vec![place("GET", "/view", "view")];
    let since = match moment.acted_at {
        Some(version) => format!("/events?after={version}"),
        None => "/events".to_owned(),
    };
    listed.push(place("GET", &since, "events"));
    if moment.question.is_some() {
        listed.push(place("GET", "/legal", "legal"));
        listed.push(place("POST", "/actions", "act"));
    }
    let example = body.map(|body| Example {
        lead: voice.line("example", []),
        command: curl_post(&format!("{game}/actions"), true, &body.to_string()),
    });
    Addresses { heading: voice.heading("where"), listed, example }
}

fn notes(moment: &Moment<'_>, voice: &Voice<'_>) -> Vec<String> {
    let signature = voice.line(
        "signature",
        [
            ("game", moment.id.to_string().into()),
            ("version", moment.version.into()),
            ("seat", moment.seat.into()),
            ("player", reader_name(moment).into()),
        ],
    );
    let commitment = voice.line("commitment", [("commitment", moment.commitment.into())]);
    let mut notes = vec![signature, commitment, voice.line("why", [])];
    notes.extend(moment.unsubscribe.map(|url| voice.line("unsubscribe", [("url", url.into())])));
    notes
}

fn reader_name(moment: &Moment<'_>) -> String {
    moment.people.get(usize::from(moment.seat)).cloned().flatten().unwrap_or_default()
}
