//! What the page of a link says: what the link would do or has done, and how the game stands. In the reader's language,
//! and without any link of its own.

use serde::Serialize;

use crate::error::Error;
use crate::notifications::suppression::suppressed;
use crate::service::App;
use crate::service::replies::{self, GivenAnswer, LinkState, OpenedLink, Question};
use crate::store::{Connection, accounts, games, seats};
use crate::texts::{self, Catalogue, GameFacts, GameSentences, Reader, TextRenderer};
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
    /// What the answer will lead to, if it was not sent yet.
    pub effects: Option<AnswerEffects>,
    /// The words of the button that takes the answer back; without any it can't be.
    pub take_back: Option<String>,
    /// The words of the button that sends it; without any there is none.
    pub button: Option<String>,
    pub waiting: Option<String>,
    /// Why the reader gets no mail, if that is so, and how to get it again.
    pub mail: Option<MailNotice>,
}

/// What an answer will lead to for certain.
#[derive(Debug, Serialize)]
pub struct AnswerEffects {
    pub heading: String,
    pub lines: Vec<String>,
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
    let catalogue = Catalogue::read(texts::emails(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    renderer.say(catalogue.text("answer_page", key).unwrap_or_default(), about)
}

async fn about(app: &App, connection: &mut Connection, opened: &OpenedLink) -> Result<AnswerPage, Error> {
    let reader = accounts::find(connection, opened.link.account).await?;
    let language = reader.map(|reader| reader.language).unwrap_or_default();
    let Some(loaded) = &opened.loaded else { return Ok(without_game(&language, text_key(&opened.state))) };
    let seats = seats::shown(connection, &[loaded.id]).await?;
    let name = games::get(connection, loaded.id).await?.map(|game| game.name).unwrap_or_default();
    let (_, game) = loaded.position()?;
    let people: Vec<_> = seats.iter().map(|seat| seat.name.clone()).collect();
    let bots: Vec<_> = seats.iter().map(|seat| seat.bot.clone()).collect();
    let sentences = GameSentences::new(GameFacts {
        ruleset: loaded.ruleset.as_ref(),
        game: game.as_ref(),
        name: &name,
        seat: opened.link.seat,
        language: &language,
        people: &people,
        bots: &bots,
        former: &[],
        can_reply: false,
    });
    let answer = match &opened.state {
        LinkState::Open(action) => Some(sentences.action(action)),
        LinkState::Given(GivenAnswer { action, base, .. }) => {
            let before = replies::game_when_answered(app, connection, loaded.id, *base).await?;
            Some(sentences.past_action(action, before.as_ref()))
        }
        _ => None,
    };
    let effects = match &opened.state {
        LinkState::Open(action) => sentences.effects(action),
        _ => Vec::new(),
    };
    let effects = (!effects.is_empty())
        .then(|| AnswerEffects { heading: sentences.text("answer_page", "effects", []), lines: effects });
    Ok(AnswerPage { answer, effects, ..with_game(opened, game.as_ref(), &sentences, &language) })
}

/// The page about what is no link at all.
pub fn invalid() -> AnswerPage {
    without_game(texts::FALLBACK, "invalid")
}

/// The page about a link that could not be opened at just now.
pub fn busy() -> AnswerPage {
    without_game(texts::FALLBACK, "busy")
}

/// A page that says nothing of any game.
fn without_game(language: &str, key: &str) -> AnswerPage {
    let say = |key: &str| in_language(language, key, minijinja::context! {});
    AnswerPage {
        language: texts::code(language),
        title: say("title_unknown"),
        says: say(key),
        problem: None,
        question: None,
        answer: None,
        effects: None,
        take_back: None,
        button: None,
        waiting: None,
        mail: None,
    }
}

/// A page about a game, but for the answer.
fn with_game(
    opened: &OpenedLink,
    game: &dyn AnyGame,
    sentences: &GameSentences<'_>,
    language: &str,
) -> AnswerPage {
    let is_open = matches!(opened.state, LinkState::Open(_));
    let say = |key: &str| sentences.text("answer_page", key, []);
    let question = is_open.then(|| replies::question_about(game, opened.link.seat, &opened.link.decision));
    let ask = |question: Question| {
        let decision = &question.numbered.decision;
        sentences.question(decision.kind, &decision.id)
    };
    AnswerPage {
        language: texts::code(language),
        title: say("title"),
        says: match opened.state {
            LinkState::TakenBack(seat) => {
                sentences.text("answer_page", "taken_back", [("seat", seat.into())])
            }
            ref state => say(text_key(state)),
        },
        problem: match &opened.state {
            LinkState::Refused(sentence) => Some(sentence.clone()),
            _ => None,
        },
        question: question.flatten().map(ask),
        answer: None,
        effects: None,
        take_back: opened.returns_to.map(|_| say("take_back")),
        button: is_open.then(|| say("button")),
        waiting: (!is_open).then(|| sentences.waiting().unwrap_or_else(|| say("nobody"))),
        mail: None,
    }
}

/// The name of the text for what has become of a link.
fn text_key(state: &LinkState) -> &'static str {
    match state {
        LinkState::Open(_) => "open",
        LinkState::Given(GivenAnswer { again: false, .. }) => "done",
        LinkState::Given(GivenAnswer { again: true, .. }) => "done_again",
        LinkState::Returned => "returned",
        LinkState::Used => "used",
        LinkState::DecisionClosed => "overtaken",
        LinkState::TakenBack(_) => "taken_back",
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
