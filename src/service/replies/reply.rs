//! A reply to a mail with a question.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::answer_line::{TypedAnswer, WrittenAnswer, read_answers};
use super::question::current_question;
use super::reply_address::ReplyAddress;
use super::reply_words::{NOT_UNDERSTOOD, QUESTION_CLOSED, RefusedReply, ReplyWords, described};
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::notifications::suppression::delivered;
use crate::service::App;
use crate::service::accounts;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::loaded_game::LoadedGame;
use crate::service::play::{self, Act};
use crate::service::tag::Seen;
use crate::store::accounts::AccountRow;
use crate::store::{Connection, history, mail_questions, operators, recoveries, seats};
use crate::texts::{GameFacts, GameSentences};
use rules::{AnyGame, Choice, Json, Legal, Seat, typed_answers};

/// A mail that came in, reduced to what its writer wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboundMail {
    /// Its id without angle brackets, if it has one.
    pub id: Option<String>,
    /// Its writers, as addresses are compared.
    pub from: Vec<String>,
    /// How many lines name a writer: a mail has one (RFC 5322), and of several none is known to be the one that was
    /// checked on its way.
    pub from_lines: usize,
    pub is_automatic: bool,
    /// The lines that its writer wrote, without empty ones.
    pub lines: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyOutcome {
    /// It was read; a mail reports the outcome.
    Answered,
    /// It was no answer, such as an automatic reply; no mail is sent about it.
    Ignored,
    /// The sentence is for the server that brought it.
    Rejected(&'static str),
}

/// How far a reply got.
#[derive(Default)]
struct CarriedOut {
    /// The actions, and the version of the game that each was decided on.
    given: Vec<(Json, i64)>,
    /// Why the next one was not carried out.
    refused: Option<RefusedReply>,
}

/// A mail and the question that it answers.
struct PendingReply<'r> {
    question: &'r mail_questions::MailQuestionRow,
    seat: Seat,
    mail: &'r InboundMail,
    /// Identifies this mail.
    id: Vec<u8>,
    is_from_owner: bool,
    words: ReplyWords<'r>,
}

/// Was the question sent after the account's password or address last changed, and its sessions were last ended?
async fn is_current(
    connection: &mut Connection,
    question: &mail_questions::MailQuestionRow,
) -> Result<bool, Error> {
    Ok(recoveries::current(connection, question.account_id).await? == Some(question.recovery_id))
}

/// Is this an address for replies?
pub async fn is_known(connection: &mut Connection, address: &ReplyAddress) -> Result<bool, Error> {
    let question = mail_questions::find(connection, address.game, &address.mark()).await?;
    match question {
        Some(question) => is_current(connection, &question).await,
        None => Ok(false),
    }
}

/// Carries out a reply, or mails exactly why not. After an error the mail server may deliver it again.
pub async fn reply(
    app: &App,
    connection: &mut Connection,
    address: &ReplyAddress,
    mail: &InboundMail,
) -> Result<ReplyOutcome, Error> {
    let Some(question) = mail_questions::find(connection, address.game, &address.mark()).await? else {
        return Ok(ReplyOutcome::Rejected("This address is not one of ours, or it is too old."));
    };
    if mail.from_lines > 1 {
        return Ok(ReplyOutcome::Rejected("A mail has exactly one From: line."));
    }
    if mail.is_automatic {
        return Ok(ReplyOutcome::Ignored);
    }
    if !is_current(connection, &question).await? {
        return Ok(ReplyOutcome::Rejected(ENDED));
    }
    // Mails of strangers are counted by the game: a forwarded mail must not use up what its owner may write.
    let account = accounts::stored(connection, question.account_id).await?;
    let is_from_owner = is_from_owner(connection, &account, mail).await?;
    let subject = if is_from_owner {
        LimitSubject::Account(question.account_id)
    } else {
        LimitSubject::Game(question.game_id)
    };
    limits::take(app, connection, CountedAction::Message, subject).await?;
    let seat = Seat::try_from(question.seat).map_err(|error| Error::internal("a stored seat", error))?;
    let loaded =
        match LoadedGame::open(app, connection, question.game_id, Some(question.account_id), None).await {
            Ok(loaded) if loaded.seat == Some(seat) => loaded,
            Ok(_) => return Ok(ReplyOutcome::Rejected(SEAT_LOST)),
            Err(error) if error.is(Code::GameNotFound) => return Ok(ReplyOutcome::Rejected(SEAT_LOST)),
            Err(error) => return Err(error),
        };
    if operators::is_banned(connection, question.account_id).await? {
        return Ok(ReplyOutcome::Rejected("The account of this address may not play."));
    }
    let words = ReplyWords::new(&account.language, loaded.ruleset.as_ref());
    let reply = PendingReply { question: &question, seat, mail, id: id(address, mail), is_from_owner, words };
    let done = reply.carry_out(app, connection, &loaded).await?;
    reply.notify(app, connection, &done).await?;
    Ok(ReplyOutcome::Answered)
}

/// The secret of the address is not enough: a mail that was forwarded contains it, too.
async fn is_from_owner(
    connection: &mut Connection,
    account: &AccountRow,
    mail: &InboundMail,
) -> Result<bool, Error> {
    let is_owner = mail.from == [account.email_key.as_str()];
    if is_owner {
        delivered(connection, account.id).await?;
    }
    Ok(is_owner)
}

const ENDED: &str = "This address has ended: reply to a newer mail.";
const SEAT_LOST: &str = "The seat of this address is no longer yours.";

/// The same mail twice has one id: that of its mail program, or else a digest of its content.
fn id(address: &ReplyAddress, mail: &InboundMail) -> Vec<u8> {
    let text = mail.id.clone().unwrap_or_else(|| mail.lines.join("\n"));
    [address.mark(), text.into_bytes()].concat()
}

impl PendingReply<'_> {
    /// Carries the answers out, one after the other, as far as they go.
    async fn carry_out(
        &self,
        app: &App,
        connection: &mut Connection,
        loaded: &LoadedGame,
    ) -> Result<CarriedOut, Error> {
        let mut done = CarriedOut::default();
        if !self.is_from_owner {
            done.refused = Some(self.words.refused("wrong_sender"));
            return Ok(done);
        }
        let answers = match read_answers(&self.mail.lines) {
            Ok(answers) => answers,
            Err(why) => {
                done.refused = Some(self.words.refused(why.name()));
                return Ok(done);
            }
        };
        let mut moved;
        let mut loaded = loaded;
        for (place, answer) in answers.into_iter().enumerate() {
            if place > 0 {
                let account = Some(self.question.account_id);
                moved = LoadedGame::open(app, connection, self.question.game_id, account, None).await?;
                loaded = &moved;
            }
            let choice = match self.choice(connection, loaded, (place, &answer)).await? {
                // What stands below an answer may be a name as well as the next one.
                Err(refused) if place > 0 && !answer.is_certain && refused.code == NOT_UNDERSTOOD => break,
                choice => choice,
            };
            let acted = match choice {
                Ok(choice) => match play::act(app, connection, &self.act(&choice, place)).await {
                    Ok(reply) => Ok((choice.action, reply.base)),
                    Err(error) => Err(self.words.refused_by(error)?),
                },
                Err(refused) => Err(refused),
            };
            match acted {
                Ok(given) => done.given.push(given),
                Err(refused) if refused.code == QUESTION_CLOSED && place == 0 => {
                    done.refused = Some(self.why_closed(connection).await?);
                    break;
                }
                Err(refused) => {
                    done.refused = Some(refused);
                    break;
                }
            }
        }
        Ok(done)
    }

    async fn why_closed(&self, connection: &mut Connection) -> Result<RefusedReply, Error> {
        let PendingReply { question, .. } = self;
        let by = history::taken_back_by(connection, question.game_id, question.version).await?;
        let text = if by.is_some() { "question_taken_back" } else { QUESTION_CLOSED };
        Ok(RefusedReply { code: QUESTION_CLOSED, ..self.words.refused(text) })
    }

    /// The choice that an answer names: the first one of a reply among those of the mail, and any after it among those
    /// that the seat has then.
    async fn choice(
        &self,
        connection: &mut Connection,
        loaded: &LoadedGame,
        (place, answer): (usize, &WrittenAnswer),
    ) -> Result<Result<Choice<Json>, RefusedReply>, Error> {
        let game = match loaded.running() {
            Ok((_, game)) => game,
            Err(error) => return Ok(Err(self.words.refusal_of(&error))),
        };
        let open = if place == 0 { self.open(game.as_ref()) } else { self.open_now(game.as_ref()) };
        let choice = match &answer.answer {
            TypedAnswer::Number(number, behind) if place == 0 => self.numbered(*number, behind, &open),
            TypedAnswer::Number(number, behind) => self.numbered_now(*number, behind, &open),
            TypedAnswer::Words(_) if open.is_empty() => Err(self.words.refused(QUESTION_CLOSED)),
            TypedAnswer::Words(text) => match typed_answers::parse(&self.words.kinds_as_ids(text), &open) {
                Ok(choice) => Ok(choice),
                Err(why) => {
                    let found = self.described(connection, (loaded, game.as_ref()), answer, &open).await?;
                    found.ok_or_else(|| self.words.unreadable(&why))
                }
            },
        };
        Ok(choice)
    }

    /// The answer that the mail or the page describes in these words.
    async fn described(
        &self,
        connection: &mut Connection,
        (loaded, game): (&LoadedGame, &dyn AnyGame),
        answer: &WrittenAnswer,
        open: &[Legal<Json>],
    ) -> Result<Option<Choice<Json>>, Error> {
        let TypedAnswer::Words(text) = &answer.answer else { return Ok(None) };
        let seats = seats::shown(connection, &[loaded.id]).await?;
        let people: Vec<_> = seats.iter().map(|seat| seat.name.clone()).collect();
        let bots: Vec<_> = seats.iter().map(|seat| seat.bot.clone()).collect();
        let sentences = GameSentences::new(GameFacts {
            ruleset: loaded.ruleset.as_ref(),
            game,
            name: "",
            seat: self.seat,
            language: self.words.language(),
            people: &people,
            bots: &bots,
            former: &[],
            can_reply: true,
        });
        Ok(described(text, open, &sentences, answer.is_certain))
    }

    /// The question that the game asks the seat now, first; then what else is open to it.
    fn open_now(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        let question = current_question(game, self.seat);
        question
            .map(|question| std::iter::once(question.numbered).chain(question.also).collect())
            .unwrap_or_default()
    }

    /// The answer of that number to the question that is asked now, as a mail about it would number it.
    fn numbered_now(
        &self,
        number: usize,
        behind: &str,
        open: &[Legal<Json>],
    ) -> Result<Choice<Json>, RefusedReply> {
        let Some(legal) = open.first() else { return Err(self.words.refused(QUESTION_CLOSED)) };
        let (ready, count) = (legal.actions.len(), legal.actions.len() + legal.shapes.len());
        let at = number.checked_sub(1).filter(|at| *at < count);
        let at = at.ok_or_else(|| self.words.no_such_number(number, count))?;
        match (legal.actions.get(at), legal.shapes.get(at.saturating_sub(ready))) {
            (Some(action), _) if behind.is_empty() => Ok(legal.answer(action.clone())),
            (None, Some(shape)) => {
                let filled = typed_answers::fill(shape, &self.words.kinds_as_ids(behind));
                filled.map(|action| legal.answer(action)).map_err(|why| self.words.unreadable(&why))
            }
            _ => Err(self.words.nothing_to_fill_in(number)),
        }
    }

    /// The decisions of the mail that are still open.
    fn open(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        let also: Vec<String> = serde_json::from_str(&self.question.also).unwrap_or_default();
        let was_in_mail = |id: &String| *id == self.question.decision || also.contains(id);
        game.legal(self.seat).into_iter().filter(|legal| was_in_mail(&legal.decision.id)).collect()
    }

    /// The answer of that number in the very mail that is answered.
    fn numbered(
        &self,
        number: usize,
        behind: &str,
        open: &[Legal<Json>],
    ) -> Result<Choice<Json>, RefusedReply> {
        let options: Vec<Json> = serde_json::from_str(&self.question.options).unwrap_or_default();
        let ready = usize::try_from(self.question.actions).unwrap_or_default();
        let count = options.len();
        let option = number.checked_sub(1).and_then(|index| options.into_iter().nth(index));
        let option = option.ok_or_else(|| self.words.no_such_number(number, count))?;
        let decision = self.question.decision.clone();
        if number <= ready {
            if !behind.is_empty() {
                return Err(self.words.nothing_to_fill_in(number));
            }
            // Whether it is still open is validated like every action: the same mail twice is answered alike.
            return Ok(Choice { decision, action: option });
        }
        let legal = open.iter().find(|legal| legal.decision.id == decision);
        let legal = legal.ok_or_else(|| self.words.refused(QUESTION_CLOSED))?;
        let shape = legal.shapes.iter().find(|shape| shape.action.get() == option.get());
        let shape = shape.ok_or_else(|| self.words.refused(QUESTION_CLOSED))?;
        let filled = typed_answers::fill(shape, &self.words.kinds_as_ids(behind));
        let action = filled.map_err(|why| self.words.unreadable(&why))?;
        Ok(Choice { decision, action })
    }

    /// The same mail twice acts once: each of its answers has a key of its own.
    fn act(&self, choice: &Choice<Json>, place: usize) -> Act {
        Act {
            game: self.question.game_id,
            account: self.question.account_id,
            ruleset: None,
            key: Some(self.key(choice, place)),
            decision: choice.decision.clone(),
            body: Sha256::digest(choice.action.get().as_bytes()).into(),
            action: choice.action.clone(),
            seen: Seen::default(),
        }
    }

    /// One idempotency key for every first answer to a question at one version: whichever comes first is the only one.
    /// Those after it follow from it.
    fn key(&self, choice: &Choice<Json>, place: usize) -> String {
        let first = format!("mail.{}.", self.question.version);
        match place {
            0 => first + &choice.decision,
            place => format!("{first}{}.{place}", self.question.decision),
        }
    }

    /// Queues the receipt, or the exact error, to the account's own address.
    async fn notify(&self, app: &App, connection: &mut Connection, done: &CarriedOut) -> Result<(), Error> {
        let account: Uuid = self.question.account_id;
        let refused = done.refused.as_ref().map(|refused| (refused.code, refused.sentence.as_str()));
        let kind = if done.given.is_empty() { MailKind::ReplyRefused } else { MailKind::Receipt };
        let next = AnswerNote {
            kind,
            account,
            game: self.question.game_id,
            seat: self.seat,
            since: self.question.version,
            given: &done.given,
            refused,
            // A stranger's mail is no part of the owner's thread.
            reply_to: self
                .mail
                .id
                .as_deref()
                .filter(|_| refused.is_none_or(|(code, _)| code != "wrong_sender")),
            answer: &self.id,
        };
        enqueue::answer(app, connection, &next).await
    }
}
