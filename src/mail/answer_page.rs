//! What the page of a link says: what the link would do or has done, and how the table stands. In the reader's language,
//! and without any link of its own.

use serde::Serialize;

use super::game::sentences::GameSentences;
use super::game::waiting;
use super::game::{AnswerResult, GameSnapshot, PastAnswer};
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::suppression::suppressed;
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::replies::{self, GivenAnswer, LinkState, OpenedLink, Question, ReplyOptions};
use crate::store::seats::ShownSeat;
use crate::store::{Connection, accounts, games, seats};
use crate::texts::{self, Catalogue, Reader, TextRenderer};
use rules::AnyGame;

#[derive(Debug, Serialize)]
pub struct AnswerPage {
    pub language: &'static str,
    pub title: String,
    pub says: String,
    /// Why the rules or the service refused it.
    pub problem: Option<String>,
    pub question: Option<String>,
    pub answer: Option<String>,
    /// The words of the button that sends it; without any there is none.
    pub button: Option<String>,
    pub waiting: Option<String>,
    /// Why the reader gets no mail, if that is so, and how to get it again.
    pub mail: Option<MailNotice>,
}

/// For a reader whose address gets no mail.
#[derive(Debug, Serialize)]
pub struct MailNotice {
    pub says: String,
    /// The words of the button that lets mail flow again; without any it flows already.
    pub button: Option<String>,
}

pub async fn write(app: &App, connection: &mut Connection, opened: &OpenedLink) -> Result<AnswerPage, Error> {
    let page = about(app, connection, opened).await?;
    if !opened.state.is_of_its_account() {
        return Ok(page);
    }
    let Some(stopped) = suppressed(connection, opened.link.account).await? else { return Ok(page) };
    let about = minijinja::context! { status => stopped.status };
    let says = in_language(page.language, "mail_stopped", about);
    let button = Some(in_language(page.language, "mail_button", minijinja::context! {}));
    Ok(AnswerPage { mail: Some(MailNotice { says, button }), ..page })
}

/// The page about a link whose button for mail was pressed.
pub async fn write_resumed(
    app: &App,
    connection: &mut Connection,
    opened: &OpenedLink,
) -> Result<AnswerPage, Error> {
    let page = about(app, connection, opened).await?;
    let says = in_language(page.language, "mail_resumed", minijinja::context! {});
    Ok(AnswerPage { mail: Some(MailNotice { says, button: None }), ..page })
}

fn in_language(language: &str, key: &str, about: minijinja::Value) -> String {
    let catalogue = Catalogue::read(texts::notices(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    renderer.say(catalogue.text("answer_page", key).unwrap_or_default(), about)
}

async fn about(app: &App, connection: &mut Connection, opened: &OpenedLink) -> Result<AnswerPage, Error> {
    let reader = accounts::find(connection, opened.link.account).await?;
    let language = reader.map(|reader| reader.language).unwrap_or_default();
    let Some(table) = &opened.table else { return Ok(alone(&language, word(&opened.state))) };
    let shown = seats::shown(connection, &[table.id]).await?;
    let name = games::get(connection, table.id).await?.map(|game| game.name).unwrap_or_default();
    let before = match &opened.state {
        LinkState::Given(done) => {
            Some(replies::game_when_answered(app, connection, table.id, done.base).await?)
        }
        _ => None,
    };
    let around = Around { language: &language, name: &name, shown: &shown, before: before.as_deref() };
    with_table(app, opened, table, &around)
}

/// The page about what is no link at all.
pub fn invalid() -> AnswerPage {
    alone(texts::FALLBACK, "invalid")
}

/// The page about a link that could not be opened at just now.
pub fn busy() -> AnswerPage {
    alone(texts::FALLBACK, "busy")
}

/// A page that says nothing of any game.
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

fn with_table(
    app: &App,
    opened: &OpenedLink,
    table: &LoadedGame,
    around: &Around<'_>,
) -> Result<AnswerPage, Error> {
    let (version, game) = table.position()?;
    let people: Vec<_> = around.shown.iter().map(|seat| seat.name.clone()).collect();
    let bots: Vec<_> = around.shown.iter().map(|seat| seat.bot.clone()).collect();
    let is_open = matches!(opened.state, LinkState::Open(_));
    let question =
        replies::question_about(game.as_ref(), opened.link.seat, &opened.link.decision).filter(|_| is_open);
    let snapshot = GameSnapshot {
        kind: MailKind::NextQuestion,
        id: table.id,
        table: around.name,
        title: table.title.as_ref(),
        game: game.as_ref(),
        version,
        commitment: "",
        seat: opened.link.seat,
        question: question.as_ref(),
        ways: &ReplyOptions::default(),
        board: None,
        disarmed: &[],
        answered: AnswerResult::default(),
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
    let sentences = GameSentences::new(&snapshot);
    let say = |key: &str| sentences.text("answer_page", key, []);
    let ask = |question: &Question| {
        let decision = &question.numbered.decision;
        sentences.question(decision.kind, &decision.id)
    };
    Ok(AnswerPage {
        language: texts::code(around.language),
        title: say("title"),
        says: say(word(&opened.state)),
        problem: match &opened.state {
            LinkState::Refused(sentence) => Some(sentence.clone()),
            _ => None,
        },
        question: question.as_ref().map(ask),
        answer: match (&opened.state, around.before) {
            (LinkState::Open(action), _) => Some(sentences.action(action)),
            (LinkState::Given(GivenAnswer { action, .. }), Some(game)) => {
                Some(sentences.answer(&PastAnswer { action, game }))
            }
            _ => None,
        },
        button: is_open.then(|| say("button")),
        waiting: (!is_open).then(|| waiting(&snapshot, &sentences).unwrap_or_else(|| say("nobody"))),
        mail: None,
    })
}

/// The name of the text for what has become of a link.
fn word(state: &LinkState) -> &'static str {
    match state {
        LinkState::Open(_) => "open",
        LinkState::Given(GivenAnswer { again: false, .. }) => "done",
        LinkState::Given(GivenAnswer { again: true, .. }) => "done_again",
        LinkState::Used => "used",
        LinkState::DecisionClosed => "overtaken",
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
