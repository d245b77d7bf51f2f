//! What the page of a link says: what the link would do or has done, and how the table stands. In the reader's language,
//! and without any link of its own.

use serde::Serialize;

use super::Kind;
use super::game::remarks::waiting;
use super::game::voice::Voice;
use super::game::{Answered, Moment};
use super::texts::{self, Catalogue, Reader, Speech};
use crate::app::App;
use crate::error::Error;
use crate::rules::Json;
use crate::service::answers::{self, LinkState, Looked, Question, Ways};
use crate::service::table::Table;
use crate::store::seats::Shown;
use crate::store::{Connection, accounts, games, seats};

/// Everything on the page.
#[derive(Debug, Serialize)]
pub struct AnswerPage {
    /// The language it is written in.
    pub language: &'static str,
    /// Its heading.
    pub title: String,
    /// What has become of the link.
    pub says: String,
    /// What the rules or the service said against it.
    pub problem: Option<String>,
    /// The question.
    pub question: Option<String>,
    /// What the link answers.
    pub answer: Option<String>,
    /// The words of the button that sends it; without any there is none.
    pub button: Option<String>,
    /// For whom the game waits.
    pub waiting: Option<String>,
}

/// The page about a link.
pub async fn write(app: &App, connection: &mut Connection, looked: &Looked) -> Result<AnswerPage, Error> {
    let reader = accounts::find(connection, looked.link.account).await?;
    let language = reader.map(|reader| reader.language).unwrap_or_default();
    let Some(table) = &looked.table else { return Ok(alone(&language, word(&looked.state))) };
    let shown = seats::shown(connection, &[table.id]).await?;
    let name = games::get(connection, table.id).await?.map(|game| game.name).unwrap_or_default();
    with_table(app, looked, table, &Around { language: &language, name: &name, shown: &shown })
}

/// The page about what is no link at all.
pub fn invalid() -> AnswerPage {
    alone(texts::FALLBACK, "invalid")
}

/// The page about a link that could not be looked at just now.
pub fn busy() -> AnswerPage {
    alone(texts::FALLBACK, "busy")
}

/// A page that tells nothing of any table.
fn alone(language: &str, word: &str) -> AnswerPage {
    let catalogue = Catalogue::read(texts::notices(language));
    let speech = Speech::new(Reader::default(), &catalogue, None);
    let say = |key: &str| {
        speech.say(catalogue.text("answer_page", key).unwrap_or_default(), minijinja::context! {})
    };
    AnswerPage {
        language: texts::code(language),
        title: say("title_unknown"),
        says: say(word),
        problem: None,
        question: None,
        answer: None,
        button: None,
        waiting: None,
    }
}

/// What the page needs besides the table.
struct Around<'a> {
    language: &'a str,
    name: &'a str,
    shown: &'a [Shown],
}

fn with_table(app: &App, looked: &Looked, table: &Table, around: &Around<'_>) -> Result<AnswerPage, Error> {
    let (version, game) = table.position()?;
    let people: Vec<_> = around.shown.iter().map(|seat| seat.name.clone()).collect();
    let bots: Vec<_> = around.shown.iter().map(|seat| seat.bot.clone()).collect();
    let action = action(&looked.state);
    let is_open = matches!(looked.state, LinkState::Open(_));
    let question = answers::named(game.as_ref(), looked.link.seat, &looked.link.decision).filter(|_| is_open);
    let moment = Moment {
        kind: Kind::Answer(answers::Kind::NextQuestion),
        id: table.id,
        table: around.name,
        title: table.title.as_ref(),
        game: game.as_ref(),
        version,
        commitment: "",
        seat: looked.link.seat,
        question: question.as_ref(),
        ways: &Ways::default(),
        board: None,
        disarmed: &[],
        answered: Answered::default(),
        until: None,
        people: &people,
        bots: &bots,
        acted_at: None,
        since: &[],
        language: around.language,
        public_url: &app.settings.http.public_url,
        unsubscribe: None,
    };
    let voice = Voice::new(&moment);
    let say = |key: &str| voice.text("answer_page", key, []);
    let ask = |question: &Question| {
        let decision = &question.numbered.decision;
        voice.question(decision.kind, &decision.id)
    };
    Ok(AnswerPage {
        language: texts::code(around.language),
        title: say("title"),
        says: say(word(&looked.state)),
        problem: match &looked.state {
            LinkState::Refused(sentence) => Some(sentence.clone()),
            _ => None,
        },
        question: question.as_ref().map(ask),
        answer: action.map(|action| voice.action(action)),
        button: is_open.then(|| say("button")),
        waiting: (!is_open).then(|| waiting(&moment, &voice).unwrap_or_else(|| say("nobody"))),
    })
}

fn action(state: &LinkState) -> Option<&Json> {
    match state {
        LinkState::Open(action) | LinkState::Done(action, _) => Some(action),
        _ => None,
    }
}

/// The name of the text for what has become of a link.
fn word(state: &LinkState) -> &'static str {
    match state {
        LinkState::Open(_) => "open",
        LinkState::Done(_, false) => "done",
        LinkState::Done(_, true) => "done_again",
        LinkState::Used => "used",
        LinkState::Overtaken => "overtaken",
        LinkState::Expired => "expired",
        LinkState::SeatLost => "seat_lost",
        LinkState::Banned => "banned",
        LinkState::Paused => "paused",
        LinkState::Over => "over",
        LinkState::Caretaker => "caretaker",
        LinkState::Refused(_) => "refused",
    }
}
