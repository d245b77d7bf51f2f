//! The mails that follow an answer.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::service::history;
use crate::service::table::Table;
use crate::store::Connection;
use crate::store::answer_mails::{self, AnswerMail};
use rules::{AnyGame, Json, Seat};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Receipt,
    /// A reply was not carried out, and nothing was changed.
    ReplyRefused,
    /// A link was used, and the same seat is asked again.
    NextQuestion,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::ReplyRefused => "reply_refused",
            Self::NextQuestion => "next_question",
        }
    }

    /// The kind that is stored as `word`.
    pub fn of(word: &str) -> Option<Self> {
        [Self::Receipt, Self::ReplyRefused, Self::NextQuestion].into_iter().find(|kind| kind.word() == word)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Note<'a> {
    pub kind: Kind,
    pub account: Uuid,
    pub game: Uuid,
    pub seat: Seat,
    /// The version of the game before the answer.
    pub since: i64,
    pub said: Option<&'a Json>,
    /// The version of the game that the action was decided on.
    pub said_at: Option<i64>,
    /// The code and the sentence of a refusal.
    pub refused: Option<(&'a str, &'a str)>,
    /// The id of the mail that is answered, without angle brackets.
    pub reply_to: Option<&'a str>,
    /// What tells the answer from every other: the same twice gives one mail.
    pub answer: &'a [u8],
}

/// A game as it stood when something was answered at `version`: what is said of the answer is said of that game.
pub async fn when_said(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Box<dyn AnyGame>, Error> {
    let table = Table::open_for_worker(app, connection, game).await?;
    history::game_at(connection, &table, version).await
}

pub async fn note(app: &App, connection: &mut Connection, note: &Note<'_>) -> Result<(), Error> {
    let digest: [u8; 32] = Sha256::digest(note.answer).into();
    let id = uuid::Builder::from_slice(digest.get(..16).unwrap_or_default());
    let id = id.map_err(|error| Error::Internal(error.to_string()))?.into_uuid();
    let mail = AnswerMail {
        game_id: note.game,
        id,
        kind: note.kind.word(),
        account_id: note.account,
        seat: i16::from(note.seat),
        since: note.since,
        said: note.said.map(|action| action.get()),
        said_at: note.said_at,
        code: note.refused.map(|(code, _)| code),
        sentence: note.refused.map(|(_, sentence)| sentence),
        reply_to: note.reply_to,
        created_at: app.now(),
        due_at: app.now(),
        attempts: 0,
    };
    answer_mails::insert(connection, &mail).await?;
    app.wake.knock();
    Ok(())
}
