//! Emails about a game that is being played: the game and its reader are loaded, the guard is checked, the email is
//! written.

mod board;
mod content;

use std::sync::Arc;

use minijinja::context as values;

use super::{Addressing, GameMail, in_thread, unsubscribe_link};
use crate::mail::email::{Composed, Email};
use crate::mail::mailer::Unsent;
use crate::notifications::{GameGuard, MailKind, Withheld};
use crate::service::App;
use crate::service::replies::{self, Question, QuestionContext};
use crate::service::rulesets::Ruleset;
use crate::store::game_mail_context::{self, ContextKey, GameMailContext};
use crate::store::history::{self, EntryRow};
use crate::store::{Connection, StoreError, orders};
use crate::texts::{self, CallText, Catalogue, GameFacts, TextRenderer, when};
use rules::{AnyGame, Json, Seat};

pub use board::Board;
pub use content::write;

/// The most entries of the log that are read for what happened.
const MAX_ENTRIES: i64 = 400;

/// What became of an answer by mail.
#[derive(Clone, Copy, Default)]
pub struct AnswerResult<'m> {
    /// What was carried out, in its order.
    pub given: &'m [PastAnswer<'m>],
    /// Why the rest was not.
    pub refused: Option<&'m str>,
}

#[derive(Clone, Copy)]
pub struct PastAnswer<'m> {
    pub action: &'m Json,
    /// The game as it stood when the answer was given.
    pub game: &'m dyn AnyGame,
}

/// A game at the moment of sending, and the reader.
pub struct GameSnapshot<'m> {
    pub kind: MailKind,
    pub facts: GameFacts<'m>,
    pub question: Option<&'m Question>,
    /// The last part of the address of the page of the seat.
    pub seat_link: &'m str,
    /// Until when there is time for it, as the reader's clock shows it.
    pub until: Option<String>,
    /// The board as the reader may see it.
    pub board: Option<&'m Board>,
    /// What became of the reader's last answer by mail.
    pub answered: AnswerResult<'m>,
    /// The entries that the reader has not seen, oldest first.
    pub since: &'m [EntryRow],
    /// The reader's standing orders that can no longer apply.
    pub disarmed: &'m [orders::OrderRow],
    pub public_url: &'m str,
    /// Where mails of this kind are ended.
    pub unsubscribe: Option<&'m str>,
}

/// The email of a mail about a game.
pub(super) async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    guard: GameGuard,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let context = load(app, connection, mail).await?;
    must_hold(mail, guard, &context)?;
    let question = |game: &dyn AnyGame, seat| match (mail.mail.decision.as_deref(), mail.entry.kind) {
        (Some(decision), _) => replies::question_about(game, seat, decision),
        (None, MailKind::Call(_)) => replies::current_question(game, seat),
        (None, _) => None,
    };
    let answered = AnswerResult::default();
    let draft = Draft { mail, context: &context, since: None, answered };
    let content = draft.write(app, connection, question).await?;
    Ok(content.email(app, mail, addressing, &mail.message_id()))
}

/// The email that follows an answer by mail. Withheld when its reader has left the seat.
pub(super) async fn after_answer(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let context = load(app, connection, mail).await?;
    let Some(answer) = &mail.mail.payload.answer else {
        return Err(Unsent::Never(format!("a mail {} names no answer", mail.entry.name)));
    };
    let mut moments = Vec::new();
    for given in &answer.given {
        let action: Json = serde_json::from_str(&given.action).map_err(|error| Unsent::broken(&error))?;
        moments.push((action, replies::game_when_answered(app, connection, mail.game, given.at).await?));
    }
    let given = moments.iter().map(|(action, game)| PastAnswer { action, game: game.as_ref() });
    let given: Vec<PastAnswer<'_>> = given.collect();
    let answered = AnswerResult { given: &given, refused: answer.sentence.as_deref() };
    let since = (mail.entry.kind == MailKind::Receipt).then_some(answer.since);
    let draft = Draft { mail, context: &context, since, answered };
    let content = draft.write(app, connection, replies::current_question).await?;
    let id = format!("{}.a{}.{}.{}", mail.game, mail.mail.key.id.simple(), mail.seat, mail.entry.name);
    let email = content.email(app, mail, addressing, &id);
    Ok(Email { reply_to_mail: answer.reply_to.clone(), ..email })
}

/// The subject of a mail, in the words of a digest.
pub(super) async fn line(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    guard: GameGuard,
) -> Result<String, Unsent> {
    let context = load(app, connection, mail).await?;
    must_hold(mail, guard, &context)?;
    let ruleset = app.ruleset(&context.ruleset)?;
    let title = ruleset.name();
    let catalogue = Catalogue::read(texts::emails(mail.mail.language()));
    let renderer = TextRenderer::new(texts::Reader::default(), &catalogue, None);
    let me = usize::try_from(mail.seat).ok();
    let others = context.people.iter().enumerate().filter(|(seat, _)| Some(*seat) != me);
    let others = others.filter_map(|(_, name)| name.clone()).collect();
    let table = texts::distinctive_name(&catalogue, &context.name, title, others);
    let of_ruleset = Catalogue::of_ruleset(ruleset, mail.mail.language());
    let subject = match mail.entry.kind {
        MailKind::Call(call) => catalogue.text_of_call(CallText::Subject, call, &of_ruleset),
        kind => catalogue.text("subject", kind.name()),
    };
    Ok(renderer.phrase(subject.unwrap_or_default(), values! { table, title }))
}

/// The game of a mail as it is now, if its reader still has the seat.
async fn load(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
) -> Result<GameMailContext, Unsent> {
    let awaited: Vec<_> =
        app.kinds().calls().filter(|call| call.is_awaited()).map(|call| call.name).collect();
    let key = ContextKey {
        game: mail.game,
        version: mail.version,
        seat: mail.seat,
        account: mail.account,
        decision: mail.mail.decision.as_deref(),
        is_first_warning: mail.entry.kind == MailKind::DeadlineNear,
        awaited: &awaited,
    };
    let context = game_mail_context::load(connection, &key).await?.ok_or(Withheld::GameGone)?;
    if context.holds_seat { Ok(context) } else { Err(Withheld::SeatLeft.into()) }
}

fn must_hold(mail: &GameMail<'_>, guard: GameGuard, context: &GameMailContext) -> Result<(), Withheld> {
    let has_acted = context.last_own_version >= Some(mail.version);
    let is_called = context.is_open || mail.entry.kind.is_awaited() && context.still_called;
    match guard {
        GameGuard::NotActedSince if has_acted => Err(Withheld::ActedSince),
        GameGuard::DeadlineStands if !context.is_open => Err(Withheld::DecisionClosed),
        GameGuard::DeadlineStands if !context.is_warned => Err(Withheld::DeadlineMoved),
        // An answer that opens no decision is known to a seat that has acted since.
        GameGuard::DecisionOpen if mail.mail.decision.is_none() => {
            if has_acted {
                Err(Withheld::ActedSince)
            } else {
                Ok(())
            }
        }
        GameGuard::DecisionOpen if !is_called => Err(Withheld::DecisionClosed),
        GameGuard::SeatHeld
        | GameGuard::NotActedSince
        | GameGuard::DeadlineStands
        | GameGuard::DecisionOpen => Ok(()),
    }
}

/// What a mail about a game says, and what belongs to it.
struct Content {
    says: Composed,
    /// Where replies to it go: the local part of an address.
    reply: Option<String>,
    picture: Option<Arc<Vec<u8>>>,
    /// Where mails of its kind are ended.
    unsubscribe: Option<String>,
}

impl Content {
    fn email(self, app: &App, mail: &GameMail<'_>, addressing: Addressing<'_>, id: &str) -> Email {
        let email = in_thread(app, addressing, mail.game, mail.mail.name(), id, self.says);
        let email = email.answered_at(self.reply.as_deref(), &replies::domain(app));
        Email { picture: self.picture, unsubscribe: self.unsubscribe, ..email }
    }
}

/// A mail about a game before it is written.
struct Draft<'a> {
    mail: &'a GameMail<'a>,
    context: &'a GameMailContext,
    /// What happened after this version is shown; `None`: after the reader's own last action.
    since: Option<i64>,
    answered: AnswerResult<'a>,
}

impl Draft<'_> {
    /// What it says, and how it can be answered. `question` finds what it asks in the game as it is now.
    async fn write(
        &self,
        app: &App,
        connection: &mut Connection,
        question: impl FnOnce(&dyn AnyGame, Seat) -> Option<Question>,
    ) -> Result<Content, Unsent> {
        let (mail, context) = (self.mail, self.context);
        let Ok(seat) = Seat::try_from(mail.seat) else {
            return Err(Unsent::Never(format!("there is no seat {}", mail.seat)));
        };
        let ruleset = ruleset(app, connection, mail, context).await?;
        let since = self.entries(connection).await?;
        let game = ruleset.load(&context.state).map_err(|error| Unsent::broken(&error))?;
        let question = question(game.as_ref(), seat);
        let reader =
            QuestionContext { account: mail.account, game: mail.game, seat, version: context.version };
        let reply = match &question {
            Some(question) => replies::create_reply_address(app, connection, &reader, question).await?,
            None => None,
        };
        let seat_link =
            replies::create_seat_link(app, connection, (mail.game, mail.account), Some(seat)).await?;
        let rules = (ruleset.as_ref(), game.as_ref());
        let board = board::of(app, connection, rules, &reader, context, mail.mail.language()).await?;
        let unsubscribe = unsubscribe_link(app, connection, Some(mail.account), mail.entry.name).await?;
        let disarmed = self.disarmed(connection).await?;
        let former = replies::former_players(connection, &since).await?;
        let facts = GameFacts {
            ruleset: ruleset.as_ref(),
            game: game.as_ref(),
            name: &context.name,
            seat,
            language: mail.mail.language(),
            people: &context.people,
            bots: &context.bots,
            former: &former,
            can_reply: reply.is_some(),
        };
        let zone = context.time_zone.as_deref().unwrap_or_default();
        let snapshot = GameSnapshot {
            kind: mail.entry.kind,
            facts,
            question: question.as_ref(),
            seat_link: &seat_link,
            until: context.deadline.map(|at| when(at, zone, mail.mail.language())),
            board: board.as_ref(),
            answered: self.answered,
            since: &since,
            disarmed: &disarmed,
            public_url: &app.settings.http.public_url,
            unsubscribe: unsubscribe.as_deref(),
        };
        let says = write(&snapshot).map_err(|error| Unsent::broken(&error))?;
        let picture = board.and_then(|board| board.picture);
        Ok(Content { says, reply, picture, unsubscribe })
    }

    /// What the reader has not seen yet, as far as it fits.
    async fn entries(&self, connection: &mut Connection) -> Result<Vec<EntryRow>, StoreError> {
        let (mail, context) = (self.mail, self.context);
        let oldest = context.version.saturating_sub(MAX_ENTRIES);
        let after = self.since.or(context.last_own_version).unwrap_or(-1).max(oldest);
        history::entries(connection, mail.game, after, context.version, MAX_ENTRIES).await
    }

    /// The orders of the reader that were disarmed when the mail was queued.
    async fn disarmed(&self, connection: &mut Connection) -> Result<Vec<orders::OrderRow>, StoreError> {
        if self.mail.entry.kind != MailKind::OrderDisarmed {
            return Ok(vec![]);
        }
        orders::disarmed(connection, self.mail.game, self.mail.account, self.mail.version).await
    }
}

async fn ruleset(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    context: &GameMailContext,
) -> Result<Ruleset, Unsent> {
    let ruleset = app.rulesets.of_game(connection, mail.game, &context.ruleset, &context.components_digest);
    let ruleset = ruleset.await?;
    if i64::from(context.rules_version) > i64::from(ruleset.rules_version()) {
        return Err(Unsent::Later("the game needs a newer server".to_owned()));
    }
    Ok(ruleset)
}
