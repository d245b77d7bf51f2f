//! The mail that a notice about a game becomes: what happened, what is asked, what can be answered, where.
//!
//! May know what one seat may see: its view, its legal answers, the events as it is told them. The state itself is
//! only asked for these.

mod addresses;
mod asked;
mod happened;
mod options;
pub(super) mod page;
mod ranking;
pub(super) mod remarks;
pub(super) mod voice;

use std::sync::Arc;

use page::{Page, Standing};
use uuid::Uuid;
use voice::Voice;

use super::kind::Kind;
use super::letter::Written;
use super::texts::{self, LAYOUTS};
use crate::service::answers::{Question, Ways};
use crate::store::history::Entry;
use crate::store::orders;
use rules::{AnyGame, AnyRuleset, Json, Seat};

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

/// Who had a seat that somebody else has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    pub seat: Seat,
    /// The version at which the seat was given to somebody else.
    pub until: i64,
    /// The player's name; `None` once the account is gone.
    pub name: Option<String>,
}

/// A game at the moment of sending, and who is told of it.
pub struct Moment<'m> {
    pub kind: Kind,
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
    /// How he can answer it from the mail itself.
    pub ways: &'m Ways,
    /// The board as he may see it.
    pub board: Option<&'m Board>,
    /// What became of his last answer by mail.
    pub answered: Answered<'m>,
    /// Until when there is time, as the reader's clock shows it.
    pub until: Option<String>,
    /// The person at each seat, or the bot.
    pub people: &'m [Option<String>],
    pub bots: &'m [Option<String>],
    /// Who had seats that somebody else has now, as far as `since` tells of that time; oldest first.
    pub former: &'m [Former],
    /// The last version that the reader made himself.
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
pub fn write(moment: &Moment<'_>) -> Result<Written, String> {
    let voice = Voice::new(moment);
    let asked = asked::asked(moment, &voice);
    let page = Page {
        language: texts::code(moment.language),
        subject: voice.by_kind("subject"),
        lead: lead(moment, &voice, asked.question.is_some()),
        remarks: remarks::remarks(moment, &voice),
        happened: happened::happened(moment, &voice)?,
        standing: standing(moment, &voice),
        board: moment.board.map(|board| shown(board, &voice)),
        addresses: addresses::addresses(moment, &voice, asked.example),
        asked: asked.question,
        options: asked.options,
        ranking: ranking::ranking(moment, &voice),
        notes: addresses::notes(moment, &voice),
    };
    let (text, html) = (LAYOUTS.fill("game.txt", &page)?, LAYOUTS.fill("game.html", &page)?);
    Ok(Written { subject: page.subject, text, html })
}

/// What it is about, and until when there is time for what is asked.
fn lead(moment: &Moment<'_>, voice: &Voice<'_>, is_asked: bool) -> String {
    let lead = voice.by_kind("lead");
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
