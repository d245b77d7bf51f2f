//! Emails about a game that is being played.

use std::sync::Arc;

use lettre::address::Address;
use minijinja::context as values;

use super::{GameMail, board, unsubscribe_link};
use crate::mail::email::{Composed, Email};
use crate::mail::game::{self, AnswerResult, FormerPlayer, GameSnapshot, PastAnswer};
use crate::mail::mailer::Unsent;
use crate::mail::when::when;
use crate::notifications::{Guard, MailKind, MailTemplate, Withheld};
use crate::service::App;
use crate::service::log::TableEvent;
use crate::service::replies::{self, Question, QuestionContext, ReplyOptions};
use crate::service::rulesets::Ruleset;
use crate::store::game_mail_context::{self, ContextKey, GameMailContext};
use crate::store::history::{self, EntryRow};
use crate::store::{Connection, StoreError, accounts, orders};
use crate::texts::{self, CallText, Catalogue, TextRenderer};
use rules::{AnyGame, Json, Seat};

/// The most entries of the log that are read for what happened.
const MOST_ENTRIES: i64 = 400;

/// The email of a mail about a game, or of one that follows an answer.
pub async fn compose(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    to: &Address,
    domain: &str,
) -> Result<Email, Unsent> {
    let context = context(app, connection, mail).await?;
    if mail.entry.template == MailTemplate::Answer {
        return after_answer(app, connection, mail, &context, to, domain).await;
    }
    let asked = |game: &dyn AnyGame, seat| match (mail.mail.decision.as_deref(), mail.entry.kind) {
        (Some(decision), _) => replies::question_about(game, seat, decision),
        (None, MailKind::Call(_)) => replies::current_question(game, seat),
        (None, _) => None,
    };
    let about = About { mail, context: &context, since: None, answered: AnswerResult::default() };
    let content = about.write(app, connection, asked).await?;
    let email = email(app, mail, to, domain, content.says);
    let email = email.answered_at(content.reply.as_deref(), &replies::domain(app));
    Ok(Email { picture: content.picture, unsubscribe: content.unsubscribe, ..email })
}

/// The game of a mail as it is now, if the guard of the mail holds there.
async fn context(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
) -> Result<GameMailContext, Unsent> {
    let awaited: Vec<_> =
        app.kinds().calls().filter(|call| call.is_awaited()).map(|call| call.name).collect();
    let subject = ContextKey {
        game: mail.game,
        version: mail.version,
        seat: mail.seat,
        account: mail.account,
        decision: mail.mail.decision.as_deref(),
        is_first_warning: mail.entry.kind == MailKind::DeadlineNear,
        awaited: &awaited,
    };
    let context = game_mail_context::load(connection, &subject).await?.ok_or(Withheld::GameGone)?;
    must_hold(mail, &context)?;
    Ok(context)
}

/// A warning holds until the deadline has moved, and a player who has acted since needs no mail about a lapse.
fn must_hold(mail: &GameMail<'_>, context: &GameMailContext) -> Result<(), Withheld> {
    if !context.holds_seat {
        return Err(Withheld::SeatLeft);
    }
    let has_acted = context.last_own_version >= Some(mail.version);
    let is_called = context.is_open || mail.entry.kind.is_awaited() && context.still_called;
    match mail.entry.guard {
        Guard::NotActedSince if has_acted => Err(Withheld::ActedSince),
        Guard::DeadlineStands if !context.is_open => Err(Withheld::DecisionClosed),
        Guard::DeadlineStands if !context.is_warned => Err(Withheld::DeadlineMoved),
        // An answer that asks nothing is known to a seat that has acted since.
        Guard::DecisionOpen if mail.mail.decision.is_none() => {
            if has_acted {
                Err(Withheld::ActedSince)
            } else {
                Ok(())
            }
        }
        Guard::DecisionOpen if !is_called => Err(Withheld::DecisionClosed),
        _ => Ok(()),
    }
}

/// The subject of a mail, in the words of a digest.
pub async fn line(app: &App, connection: &mut Connection, mail: &GameMail<'_>) -> Result<String, Unsent> {
    let context = context(app, connection, mail).await?;
    let ruleset = app.ruleset(&context.ruleset)?;
    let title = ruleset.name();
    let catalogue = Catalogue::read(texts::notices(mail.mail.language()));
    let renderer = TextRenderer::new(texts::Reader::default(), &catalogue, None);
    let table = if context.name.is_empty() || context.name == title {
        let me = usize::try_from(mail.seat).ok();
        let others = context.people.iter().enumerate().filter(|(seat, _)| Some(*seat) != me);
        let others: Vec<String> = others.filter_map(|(_, name)| name.clone()).collect();
        let unnamed = catalogue.text("words", "unnamed").unwrap_or_default();
        renderer.phrase(unnamed, values! { title, others })
    } else {
        context.name.clone()
    };
    let of_ruleset = Catalogue::of_ruleset(ruleset, mail.mail.language());
    let subject = match mail.entry.kind {
        MailKind::Call(call) => catalogue.text_of_call(CallText::Subject, call, &of_ruleset),
        kind => catalogue.text("subject", kind.name()),
    };
    Ok(renderer.phrase(subject.unwrap_or_default(), values! { table, title }))
}

/// Withheld when its reader has left the seat, or is asked nothing more after a link.
async fn after_answer(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    context: &GameMailContext,
    to: &Address,
    domain: &str,
) -> Result<Email, Unsent> {
    let Some(answer) = &mail.mail.payload.answer else {
        return Err(Unsent::Never(format!("a mail {} names no answer", mail.entry.name)));
    };
    let said: Option<Json> = answer.said.as_deref().and_then(|said| serde_json::from_str(said).ok());
    let before = match answer.said_at.filter(|_| said.is_some()) {
        Some(version) => Some(replies::game_when_answered(app, connection, mail.game, version).await?),
        None => None,
    };
    let said = said.as_ref().zip(before.as_deref()).map(|(action, game)| PastAnswer { action, game });
    let answered = AnswerResult { given: said, refused: answer.sentence.as_deref() };
    let since = (mail.entry.kind != MailKind::ReplyRefused).then_some(answer.since);
    let about = About { mail, context, since, answered };
    let content = about.write(app, connection, replies::current_question).await?;
    let (game, id, kind) = (mail.game, mail.mail.key.id.simple(), mail.entry.name);
    let email = Email {
        message_id: format!("{game}.a{id}.{}.{kind}@{domain}", mail.seat),
        reply_to_mail: answer.reply_to.clone(),
        picture: content.picture,
        ..email(app, mail, to, domain, content.says)
    };
    Ok(email.answered_at(content.reply.as_deref(), &replies::domain(app)))
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

/// What a mail about a game is about.
struct About<'a> {
    mail: &'a GameMail<'a>,
    context: &'a GameMailContext,
    /// What happened after this version is shown; `None`: after the reader's own last action.
    since: Option<i64>,
    answered: AnswerResult<'a>,
}

impl About<'_> {
    /// The orders of the reader that were disarmed when the mail was queued.
    async fn disarmed(&self, connection: &mut Connection) -> Result<Vec<orders::OrderRow>, StoreError> {
        if self.mail.entry.kind != MailKind::OrderDisarmed {
            return Ok(vec![]);
        }
        orders::disarmed(connection, self.mail.game, self.mail.account, self.mail.version).await
    }

    /// What it says, and how it can be answered. Withheld when it should ask something and nothing is asked.
    async fn write(
        &self,
        app: &App,
        connection: &mut Connection,
        asked: impl FnOnce(&dyn AnyGame, Seat) -> Option<Question>,
    ) -> Result<Content, Unsent> {
        let (mail, context) = (self.mail, self.context);
        let Ok(seat) = Seat::try_from(mail.seat) else {
            return Err(Unsent::Never(format!("there is no seat {}", mail.seat)));
        };
        let title = title(app, connection, mail, context).await?;
        let since = self.entries(connection).await?;
        let standing = title.load(&context.state).map_err(|error| Unsent::broken(&error))?;
        let question = asked(standing.as_ref(), seat);
        if mail.entry.guard == Guard::SomethingAsked && question.is_none() {
            return Err(Withheld::NothingAsked.into());
        }
        let reader =
            QuestionContext { account: mail.account, game: mail.game, seat, version: context.version };
        let ways = match &question {
            Some(question) => replies::create_reply_options(app, connection, &reader, question).await?,
            None => ReplyOptions::default(),
        };
        let board = board::of(app, standing.as_ref(), seat, context).await;
        let unsubscribe = unsubscribe_link(app, connection, Some(mail.account), mail.entry.name).await?;
        let disarmed = self.disarmed(connection).await?;
        let former = former(connection, &since).await?;
        let snapshot = GameSnapshot {
            disarmed: &disarmed,
            kind: mail.entry.kind,
            id: mail.game,
            table: &context.name,
            title: title.as_ref(),
            game: standing.as_ref(),
            version: context.version,
            commitment: &context.commitment,
            seat,
            question: question.as_ref(),
            ways: &ways,
            board: board.as_ref(),
            answered: self.answered,
            until: context
                .deadline
                .map(|at| when(at, context.time_zone.as_deref().unwrap_or_default(), mail.mail.language())),
            people: &context.people,
            bots: &context.bots,
            former: &former,
            acted_at: context.last_own_version,
            since: &since,
            language: mail.mail.language(),
            public_url: &app.settings.http.public_url,
            unsubscribe: unsubscribe.as_deref(),
        };
        let says = game::write(&snapshot).map_err(|error| Unsent::broken(&error))?;
        let picture = board.and_then(|board| board.picture);
        Ok(Content { says, reply: ways.reply, picture, unsubscribe })
    }

    /// What the reader has not seen yet, as far as it fits.
    async fn entries(&self, connection: &mut Connection) -> Result<Vec<EntryRow>, StoreError> {
        let (mail, context) = (self.mail, self.context);
        let oldest = context.version.saturating_sub(MOST_ENTRIES);
        let after = self.since.or(context.last_own_version).unwrap_or(-1).max(oldest);
        history::entries(connection, mail.game, after, context.version, MOST_ENTRIES).await
    }
}

/// Who had seats that others have since these entries were made.
async fn former(connection: &mut Connection, since: &[EntryRow]) -> Result<Vec<FormerPlayer>, Unsent> {
    let mut former = Vec::new();
    for entry in since {
        let Some(text) = &entry.table_events else { continue };
        let events: Vec<TableEvent> = serde_json::from_str(text).map_err(|error| Unsent::broken(&error))?;
        for event in events {
            let TableEvent::SeatReplaced { seat, former: Some(account), .. } = event else { continue };
            let name = accounts::find(connection, account).await?.map(|row| row.name);
            former.push(FormerPlayer { seat, until: entry.version, name });
        }
    }
    Ok(former)
}

async fn title(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    context: &GameMailContext,
) -> Result<Ruleset, Unsent> {
    let title = app.rulesets.of_game(connection, mail.game, &context.ruleset, &context.components_digest);
    let title = title.await?;
    if i64::from(context.rules_version) > i64::from(title.rules_version()) {
        return Err(Unsent::Later("the game needs a newer server".to_owned()));
    }
    Ok(title)
}

/// The email of a mail of a game that says this.
pub fn email(app: &App, mail: &GameMail<'_>, to: &Address, domain: &str, says: Composed) -> Email {
    let game = mail.game;
    // A version comes again after a failover that lost it, and mail programs drop an id that they have had.
    let made = mail.mail.created_at.timestamp_micros();
    Email {
        to: to.clone(),
        name: mail.mail.name().to_owned(),
        message_id: format!("{game}.{}.{}.{}.{made:x}@{domain}", mail.version, mail.seat, mail.entry.name),
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: None,
        date: app.now(),
        says,
    }
}
