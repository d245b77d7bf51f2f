//! What the page of a link says: what the link would do or has done, and how the table stands. In the reader's language,
//! and without any link of its own.

use serde::Serialize;

use super::game::voice::Voice;
use super::game::waiting;
use super::game::{Answer, Answered, Moment};
use super::texts::{self, Catalogue, Reader, Speech};
use crate::app::App;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::suppression::suppressed;
use crate::service::answers::{self, Done, LinkState, Looked, Question, Ways};
use crate::service::table::Table;
use crate::store::seats::ShownSeat;
use crate::store::{Connection, accounts, games, seats};
use rules::AnyGame;

#[derive(Debug, Serialize)]
pub struct AnswerPage {
    pub language: &'static str,
    pub title: String,
    pub says: String,
    /// What the rules or the service said against it.
    pub problem: Option<String>,
    pub question: Option<String>,
    pub answer: Option<String>,
    /// The words of the button that sends it; without any there is none.
    pub button: Option<String>,
    pub waiting: Option<String>,
    /// Why the reader gets no mail, if that is so, and how to get it again.
    pub mail: Option<MailNotice>,
}

/// What is said to a reader whose address gets no mail.
#[derive(Debug, Serialize)]
pub struct MailNotice {
    pub says: String,
    /// The words of the button that lets mail flow again; without any it flows already.
    pub button: Option<String>,
}

pub async fn write(app: &App, connection: &mut Connection, looked: &Looked) -> Result<AnswerPage, Error> {
    let page = about(app, connection, looked).await?;
    if !looked.state.is_of_its_account() {
        return Ok(page);
    }
    let Some(stopped) = suppressed(connection, looked.link.account).await? else { return Ok(page) };
    let about = minijinja::context! { status => stopped.status };
    let says = in_language(page.language, "mail_stopped", about);
    let button = Some(in_language(page.language, "mail_button", minijinja::context! {}));
    Ok(AnswerPage { mail: Some(MailNotice { says, button }), ..page })
}

/// The page about a link whose button for mail was pressed.
pub async fn write_resumed(
    app: &App,
    connection: &mut Connection,
    looked: &Looked,
) -> Result<AnswerPage, Error> {
    let page = about(app, connection, looked).await?;
    let says = in_language(page.language, "mail_resumed", minijinja::context! {});
    Ok(AnswerPage { mail: Some(MailNotice { says, button: None }), ..page })
}

fn in_language(language: &str, key: &str, about: minijinja::Value) -> String {
    let catalogue = Catalogue::read(texts::notices(language));
    let speech = Speech::new(Reader::default(), &catalogue, None);
    speech.say(catalogue.text("answer_page", key).unwrap_or_default(), about)
}

async fn about(app: &App, connection: &mut Connection, looked: &Looked) -> Result<AnswerPage, Error> {
    let reader = accounts::find(connection, looked.link.account).await?;
    let language = reader.map(|reader| reader.language).unwrap_or_default();
    let Some(table) = &looked.table else { return Ok(alone(&language, word(&looked.state))) };
    let shown = seats::shown(connection, &[table.id]).await?;
    let name = games::get(connection, table.id).await?.map(|game| game.name).unwrap_or_default();
    let before = match &looked.state {
        LinkState::Done(done) => Some(answers::when_said(app, connection, table.id, done.base).await?),
        _ => None,
    };
    let around = Around { language: &language, name: &name, shown: &shown, before: before.as_deref() };
    with_table(app, looked, table, &around)
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
    let say = |key: &str| in_language(language, key, minijinja::context! {});
    AnswerPage {
        language: texts::code(language),
        title: say("title_unknown"),
        says: say(word),
        problem: None,
        question: None,
        answer: None,
        button: None,
        waiting: None,
        mail: None,
    }
}

/// What the page needs besides the table.
struct Around<'a> {
    language: &'a str,
    name: &'a str,
    shown: &'a [ShownSeat],
    /// The game as it stood when the link gave its answer.
    before: Option<&'a dyn AnyGame>,
}

fn with_table(app: &App, looked: &Looked, table: &Table, around: &Around<'_>) -> Result<AnswerPage, Error> {
    let (version, game) = table.position()?;
    let people: Vec<_> = around.shown.iter().map(|seat| seat.name.clone()).collect();
    let bots: Vec<_> = around.shown.iter().map(|seat| seat.bot.clone()).collect();
    let is_open = matches!(looked.state, LinkState::Open(_));
    let question = answers::named(game.as_ref(), looked.link.seat, &looked.link.decision).filter(|_| is_open);
    let moment = Moment {
        kind: MailKind::NextQuestion,
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
        former: &[],
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
        answer: match (&looked.state, around.before) {
            (LinkState::Open(action), _) => Some(voice.action(action)),
            (LinkState::Done(Done { action, .. }), Some(game)) => {
                Some(voice.answer(&Answer { action, game }))
            }
            _ => None,
        },
        button: is_open.then(|| say("button")),
        waiting: (!is_open).then(|| waiting(&moment, &voice).unwrap_or_else(|| say("nobody"))),
        mail: None,
    })
}

/// The name of the text for what has become of a link.
fn word(state: &LinkState) -> &'static str {
    match state {
        LinkState::Open(_) => "open",
        LinkState::Done(Done { again: false, .. }) => "done",
        LinkState::Done(Done { again: true, .. }) => "done_again",
        LinkState::Used => "used",
        LinkState::Overtaken => "overtaken",
        LinkState::Expired => "expired",
        LinkState::Ended => "ended",
        LinkState::SeatLost => "seat_lost",
        LinkState::Banned => "banned",
        LinkState::Paused => "paused",
        LinkState::Over => "over",
        LinkState::Caretaker => "caretaker",
        LinkState::Refused(_) => "refused",
    }
}
