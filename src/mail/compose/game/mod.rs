//! Emails about a game in play: loads the game and its reader, checks the guard, and writes the email.

mod content;
mod options;

use std::sync::Arc;
use std::time::Duration;

use super::{GameDraft, GameMail};
use crate::error::Error;
use crate::mail::mailer::Unsent;
use crate::notifications::{GameGuard, MailKind, Withheld};
use crate::service::bot_names::names_of_bots;
use crate::service::identity::Language;
use crate::service::mail_links::{self, LinkOrigin};
use crate::service::pictures::{PictureCaller, PictureSize, changed_places, changed_since, names};
use crate::service::ratings;
use crate::service::replies::{self, NewReplyAddress, QuestionContext, create_reply_address};
use crate::service::rulesets::Ruleset;
use crate::service::stored_json;
use crate::service::turn::{self, Question};
use crate::service::turn_log::{LogTurn, former_players, turn_before};
use crate::service::{App, Ctx};
use crate::store::contexts::{self, GameMailContext, GameMailKey};
use crate::store::history::{self, EntryRow};
use crate::store::mails::AnsweredMail;
use crate::store::reply_addresses::ReplyTopic;
use crate::store::{Connection, StoreError, accounts, orders};
use crate::texts::{self, GameFacts, long_date, when};
use rules::render::{Marks, PictureParts, PlaceLabels, RenderOptions};
use rules::{AnyGame, AnyRuleset, Json, Outcome, Seat};

pub use content::write;

/// The most log entries that are read for the events of a mail.
const MAX_ENTRIES: i64 = 400;
/// The widths in pixels that are tried until the picture is small enough.
const WIDTHS: [u16; 3] = [720, 640, 560];
/// The most bytes of a picture. Base64 makes it a third larger in the mail.
const MAX_BYTES: usize = 48_000;
/// The longest wait for a picture: the data of a mail must still be true when it is sent.
const TIMEOUT: Duration = Duration::from_millis(900);

/// The result of an answer by mail.
#[derive(Clone, Copy, Default)]
pub struct AnswerResult<'m> {
    /// The answers that were carried out, in their order.
    pub given: &'m [PastAnswer<'m>],
    /// The names of the texts about what was done beside the rules.
    pub done: &'m [String],
    /// The message that was sent, and the name of the player who alone reads it.
    pub said: Option<(&'m str, Option<&'m str>)>,
    /// The first and the last day of an absence that was noted, in words.
    pub away: Option<(&'m str, &'m str)>,
    /// Why the rest was not carried out.
    pub refused: Option<&'m str>,
}

#[derive(Clone, Copy)]
pub struct PastAnswer<'m> {
    pub action: &'m Json,
    /// The game as it stood when the answer was given.
    pub game: &'m dyn AnyGame,
}

/// A game at the moment of sending, for one reader.
pub struct GameSnapshot<'m> {
    pub kind: MailKind,
    pub facts: GameFacts<'m>,
    pub question: Option<&'m Question>,
    /// The last part of the address of the page of the seat.
    pub seat_link: &'m str,
    /// The deadline of the question, as the reader's clock shows it.
    pub until: Option<String>,
    pub board: Option<&'m Board>,
    /// What became of the reader's last answer by mail.
    pub answered: AnswerResult<'m>,
    /// The entries that the reader has not seen, oldest first.
    pub since: &'m [EntryRow],
    /// The turn that was on before the first of them.
    pub turn_before: LogTurn,
    /// The reader's standing orders that can no longer apply.
    pub disarmed: &'m [orders::OrderRow],
    pub public_url: &'m str,
    /// Is the game over, with a result or without?
    pub is_over: bool,
    pub outcome: Option<Outcome>,
    /// The reader's rating before and after a game that is over and was rated.
    pub rating: Option<(i64, i64)>,
}

/// The board in a mail, as its reader may see it.
#[derive(Debug)]
pub struct Board {
    /// A map in the text.
    pub map: String,
    /// A PNG, if it was made in time.
    pub picture: Option<Arc<Vec<u8>>>,
}

/// The draft of a mail about a game; withheld when its guard no longer holds.
pub(super) async fn draft(ctx: &mut Ctx, mail: &GameMail<'_>, guard: GameGuard) -> Result<GameDraft, Unsent> {
    let context = load(ctx, mail).await?;
    must_hold(mail, guard, &context)?;
    let question = |game: &dyn AnyGame, seat| match (mail.mail.decision.as_deref(), mail.entry.kind) {
        (Some(decision), _) => turn::question_about(game, seat, decision),
        (None, MailKind::Call(_)) => turn::current_question(game, seat),
        (None, _) => None,
    };
    let answered = AnswerResult::default();
    let outline = Outline { mail, context: &context, since: None, answered };
    outline.write(ctx, question, mail.message_id()).await
}

/// The mail that follows an answer by mail; withheld when its reader has left the seat.
pub(super) async fn after_answer(ctx: &mut Ctx, mail: &GameMail<'_>) -> Result<GameDraft, Unsent> {
    let context = load(ctx, mail).await?;
    let Some(answer) = &mail.mail.payload.answer else {
        return Err(Unsent::Never(format!("a mail {} names no answer", mail.entry.name)));
    };
    let mut moments = Vec::new();
    for given in &answer.given {
        let action: Json = serde_json::from_str(&given.action).map_err(|error| Unsent::broken(&error))?;
        moments.push((action, replies::game_when_answered(ctx, mail.game, given.at).await?));
    }
    let given = moments.iter().map(|(action, game)| PastAnswer { action, game: game.as_ref() });
    let given: Vec<PastAnswer<'_>> = given.collect();
    let said_to = said_to(&mut ctx.db, answer).await?;
    let language = mail.mail.reader.as_ref().map_or(texts::FALLBACK, |reader| &reader.language);
    let away = answer.away.map(|(first, last)| (long_date(first, language), long_date(last, language)));
    let answered = AnswerResult {
        given: &given,
        done: &answer.done,
        said: answer.said.as_ref().map(|said| (said.text.as_str(), said_to.as_deref())),
        away: away.as_ref().map(|(first, last)| (first.as_str(), last.as_str())),
        refused: answer.sentence.as_deref(),
    };
    let since = (mail.entry.kind == MailKind::Receipt).then_some(answer.since);
    let outline = Outline { mail, context: &context, since, answered };
    let id = format!("{}.a{}.{}.{}", mail.game, mail.mail.key.id.simple(), mail.seat, mail.entry.name);
    // A message or a ballot does not change the question, which was mailed before, so it is not asked again.
    let asks = match mail.entry.kind {
        MailKind::Receipt => !answer.given.is_empty() || answer.done.iter().any(|done| done == "taken_back"),
        MailKind::Help => false,
        _ => true,
    };
    let question = |game: &dyn AnyGame, seat| if asks { turn::current_question(game, seat) } else { None };
    let draft = outline.write(ctx, question, id).await?;
    Ok(GameDraft { reply_to_mail: answer.reply_to.clone(), ..draft })
}

/// The name of the only player who reads the message that was sent; `None` for a message to all.
pub(super) async fn said_to(
    connection: &mut Connection,
    answer: &AnsweredMail,
) -> Result<Option<String>, StoreError> {
    let Some(to) = answer.said.as_ref().and_then(|said| said.to) else { return Ok(None) };
    Ok(accounts::find(connection, to).await?.map(|row| row.name))
}

/// The game of a mail as it is now, if its reader still has the seat.
async fn load(ctx: &mut Ctx, mail: &GameMail<'_>) -> Result<GameMailContext, Unsent> {
    let awaited: Vec<_> =
        ctx.app.kinds().calls().filter(|call| call.is_awaited()).map(|call| call.name).collect();
    let key = GameMailKey {
        game: mail.game,
        version: mail.version,
        seat: mail.seat,
        account: mail.account,
        decision: mail.mail.decision.as_deref(),
        is_first_warning: mail.entry.kind == MailKind::DeadlineNear,
        awaited: &awaited,
    };
    let context = contexts::of_game_mail(&mut ctx.db, &key).await?.ok_or(Withheld::GameGone)?;
    if context.holds_seat { Ok(context) } else { Err(Withheld::SeatLeft.into()) }
}

fn must_hold(mail: &GameMail<'_>, guard: GameGuard, context: &GameMailContext) -> Result<(), Withheld> {
    let has_acted = context.last_own_version >= Some(mail.version);
    let is_called = context.is_open || mail.entry.kind.is_awaited() && context.still_called;
    match guard {
        GameGuard::NotActedSince if has_acted => Err(Withheld::ActedSince),
        GameGuard::DeadlineStands if !context.is_open => Err(Withheld::DecisionClosed),
        GameGuard::DeadlineStands if !context.is_warned => Err(Withheld::DeadlineMoved),
        // A mail without a decision holds until its reader acts: they have seen the game then.
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

struct Outline<'a> {
    mail: &'a GameMail<'a>,
    context: &'a GameMailContext,
    /// What happened after this version is shown; `None`: after the reader's own last action.
    since: Option<i64>,
    answered: AnswerResult<'a>,
}

impl Outline<'_> {
    /// Writes the draft. `question` finds what the mail asks in the game as it is now.
    async fn write(
        &self,
        ctx: &mut Ctx,
        question: impl FnOnce(&dyn AnyGame, Seat) -> Option<Question>,
        id: String,
    ) -> Result<GameDraft, Unsent> {
        let (mail, context) = (self.mail, self.context);
        let Ok(seat) = Seat::try_from(mail.seat) else {
            return Err(Unsent::Never(format!("there is no seat {}", mail.seat)));
        };
        let ruleset = ruleset(ctx, mail, context).await?;
        let since = self.entries(&mut ctx.db).await?;
        let game = ruleset.load(&context.state).map_err(|error| Unsent::broken(&error))?;
        // A game that a vote or an operator ended keeps its open decision, which no player can answer any more.
        let question = if context.is_over { None } else { question(game.as_ref(), seat) };
        let reader =
            QuestionContext { account: mail.account, game: mail.game, seat, version: context.version };
        let reply = self.reply(ctx, &reader, question.as_ref()).await?;
        let place = (mail.game, mail.account);
        let seat_link = mail_links::create_seat_link(ctx, place, Some(seat), LinkOrigin::Mail).await?;
        let rules = (ruleset.as_ref(), game.as_ref());
        let bots = names_of_bots(mail.game, &context.people, &context.bots, &context.join_orders);
        let names = names(context.people.iter().zip(&bots));
        let board = board(ctx, rules, &reader, (context, &since, names), mail.mail.language()).await?;
        let disarmed = self.disarmed(&mut ctx.db).await?;
        let former = former_players(&mut ctx.db, &since).await?;
        let first = since.first().map_or(0, |entry| entry.version);
        let turn_before = turn_before(&mut ctx.db, (ruleset.as_ref(), mail.game), first).await?;
        let rating = match mail.entry.kind {
            MailKind::GameEnded => ratings::change_by(ctx, mail.game, mail.account).await?,
            _ => None,
        };
        let outcome = context.outcome.as_deref().map(|text| stored_json::decode("an outcome", text));
        let outcome = outcome.transpose()?;
        let facts = GameFacts {
            ruleset: ruleset.as_ref(),
            game: game.as_ref(),
            name: &context.name,
            seat: Some(seat),
            language: mail.mail.language(),
            people: &context.people,
            bots: &bots,
            former: &former,
            can_reply: reply.is_some(),
        };
        let zone = context.time_zone.as_deref().unwrap_or("UTC");
        let snapshot = GameSnapshot {
            kind: mail.entry.kind,
            facts,
            question: question.as_ref(),
            seat_link: &seat_link,
            until: context.deadline.map(|at| when(at, zone, mail.mail.language())),
            board: board.as_ref(),
            answered: self.answered,
            since: &since,
            turn_before,
            disarmed: &disarmed,
            public_url: &ctx.app.settings.http.public_url,
            is_over: context.is_over,
            outcome,
            rating: rating.map(|change| (change.before.rating, change.after.rating)),
        };
        let text = write(&snapshot).map_err(|error| Unsent::broken(&error))?;
        let picture = board.and_then(|board| board.picture);
        Ok(GameDraft { id, text, reply, picture, reply_to_mail: None })
    }

    /// The address for replies: for answers to the question, or else for messages and commands.
    async fn reply(
        &self,
        ctx: &mut Ctx,
        reader: &QuestionContext,
        question: Option<&Question>,
    ) -> Result<Option<String>, Unsent> {
        if let Some(question) = question {
            return Ok(replies::create_question_address(ctx, reader, question).await?);
        }
        let topic = match self.mail.entry.kind {
            MailKind::GameEnded => ReplyTopic::Rematch,
            _ => ReplyTopic::Game,
        };
        let address = NewReplyAddress {
            seat: Some(reader.seat),
            version: Some(reader.version),
            ..NewReplyAddress::of(topic, reader.game, Some(reader.account))
        };
        Ok(create_reply_address(ctx, address).await?)
    }

    /// The latest entries that the reader has not seen.
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

async fn ruleset(ctx: &mut Ctx, mail: &GameMail<'_>, context: &GameMailContext) -> Result<Ruleset, Unsent> {
    let ruleset =
        ctx.app.rulesets.of_game(&mut ctx.db, mail.game, &context.ruleset, &context.components_digest);
    let ruleset = ruleset.await?;
    if i64::from(context.rules_version) > i64::from(ruleset.rules_version()) {
        return Err(Unsent::Later("the game needs a newer server".to_owned()));
    }
    Ok(ruleset)
}

async fn board(
    ctx: &mut Ctx,
    (ruleset, game): (&dyn AnyRuleset, &dyn AnyGame),
    reader: &QuestionContext,
    (context, since, names): (&GameMailContext, &[EntryRow], Vec<String>),
    language: &str,
) -> Result<Option<Board>, Error> {
    let viewer = Some(reader.seat);
    let mut changed = changed_since(ruleset, since, viewer)?;
    if changed.is_empty() {
        changed = changed_places(&mut ctx.db, ruleset, reader.game, (context.version, viewer)).await?;
    }
    // A language that is not known any more is shown as the fallback language.
    let language = Language::try_from(language.to_owned()).unwrap_or_default();
    let options = RenderOptions {
        names,
        language: language.code().to_owned(),
        parts: PictureParts::Upper,
        // Sentences name places by what lies there, and numbers of corners would hide that.
        place_labels: PlaceLabels::Hidden,
        marks: Marks { changed, ..Marks::default() },
        is_over: context.is_over,
        ..RenderOptions::default()
    };
    let Some(drawing) = game.render(viewer, &options) else { return Ok(None) };
    let picture = if ctx.app.settings.mail.pictures { picture(&ctx.app, drawing.svg).await } else { None };
    Ok(Some(Board { map: drawing.text, picture }))
}

/// The widest picture that is small enough, if it is made in time.
async fn picture(app: &App, svg: String) -> Option<Arc<Vec<u8>>> {
    let size = PictureSize { widths: WIDTHS.to_vec(), most_bytes: Some(MAX_BYTES) };
    let made = app.png_renderer.widest_png(svg, size, PictureCaller::Server);
    let made = tokio::time::timeout(TIMEOUT, made).await.ok()?;
    made.inspect_err(|error| tracing::warn!(%error, "a mail goes without its picture")).ok().flatten()
}
