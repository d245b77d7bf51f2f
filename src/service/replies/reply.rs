//! A reply to a mail with a question.

use lettre::message::Mailbox;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::answer_line::{NoAnswer, TypedAnswer, read_answer};
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
use crate::store::{Connection, history, mail_questions, operators, recoveries};
use crate::texts::FALLBACK;
use rules::{AnyGame, Choice, Json, Legal, Seat, typed_answers};

/// What local parts for replies begin with.
const PREFIX: &str = "reply+";
/// The secret part, in bytes.
const SECRET_BYTES: usize = 12;
const GAME_BYTES: usize = 16;

/// The address that replies to one mail go to: `reply+<game and secret>@domain`. It fits the 64 characters that a local
/// part may have, and survives servers that change capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyAddress {
    pub game: Uuid,
    secret: [u8; SECRET_BYTES],
}

impl ReplyAddress {
    /// A new one, which can't be guessed.
    pub fn new(app: &App, game: Uuid) -> Self {
        Self { game, secret: app.secrets.bytes() }
    }

    pub fn local(&self) -> String {
        format!("{PREFIX}{}{}", self.game.simple(), hex::encode(self.secret))
    }

    /// The address of a local part, if it is one.
    pub fn parse(local: &str) -> Option<Self> {
        let local = local.to_ascii_lowercase();
        let bytes = hex::decode(local.strip_prefix(PREFIX)?).ok()?;
        let (game, secret) = bytes.split_at_checked(GAME_BYTES)?;
        Some(Self { game: Uuid::from_slice(game).ok()?, secret: secret.try_into().ok()? })
    }

    /// What is stored of it: a reader of the database can't make the address of it.
    pub fn mark(&self) -> Vec<u8> {
        Sha256::digest(self.secret).to_vec()
    }
}

/// The domain of addresses for replies, in small letters.
pub fn domain(app: &App) -> String {
    let chosen = app.settings.replies.domain.to_ascii_lowercase();
    if !chosen.is_empty() {
        return chosen;
    }
    let from = app.settings.mail.from.parse::<Mailbox>();
    from.map(|from| from.email.domain().to_ascii_lowercase()).unwrap_or_default()
}

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

struct RefusedReply {
    code: &'static str,
    sentence: String,
}

impl RefusedReply {
    fn new(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into() }
    }
}

/// A mail and the question that it answers.
struct PendingReply<'r> {
    question: &'r mail_questions::MailQuestionRow,
    seat: Seat,
    mail: &'r InboundMail,
    /// Identifies this mail.
    id: Vec<u8>,
    is_from_owner: bool,
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
    let is_from_owner = is_from_owner(connection, &question, mail).await?;
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
    let reply = PendingReply { question: &question, seat, mail, id: id(address, mail), is_from_owner };
    let outcome = reply.carry_out(app, connection, &loaded).await?;
    reply.notify(app, connection, outcome).await?;
    Ok(ReplyOutcome::Answered)
}

/// The secret of the address is not enough: a mail that was forwarded contains it, too.
async fn is_from_owner(
    connection: &mut Connection,
    question: &mail_questions::MailQuestionRow,
    mail: &InboundMail,
) -> Result<bool, Error> {
    let account = accounts::stored(connection, question.account_id).await?;
    let is_owner = mail.from == [account.email_key];
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
    /// The action that was carried out and the version it was decided on, or why nothing was.
    async fn carry_out(
        &self,
        app: &App,
        connection: &mut Connection,
        loaded: &LoadedGame,
    ) -> Result<Result<(Json, i64), RefusedReply>, Error> {
        let choice = if self.is_from_owner {
            self.choice(loaded)
        } else {
            Err(RefusedReply::new("wrong_sender", WRONG_SENDER))
        };
        let outcome = match choice {
            Ok(choice) => match play::act(app, connection, &self.act(&choice)).await {
                Ok(reply) => Ok((choice.action, reply.base)),
                Err(error) => Err(refused(error)?),
            },
            Err(refused) => Err(refused),
        };
        match outcome {
            Err(refused) if refused.code == QUESTION_CLOSED => Ok(Err(self.why_closed(connection).await?)),
            outcome => Ok(outcome),
        }
    }

    async fn why_closed(&self, connection: &mut Connection) -> Result<RefusedReply, Error> {
        let PendingReply { question, .. } = self;
        let by = history::taken_back_by(connection, question.game_id, question.version).await?;
        let sentence = if by.is_some() { TAKEN_BACK } else { CLOSED };
        Ok(RefusedReply::new(QUESTION_CLOSED, sentence))
    }

    /// The choice that the reply names, among those of the mail.
    fn choice(&self, loaded: &LoadedGame) -> Result<Choice<Json>, RefusedReply> {
        let answer = read_answer(&self.mail.lines).map_err(no_answer)?;
        let (_, game) = loaded.running().map_err(|error| refusal_of(&error))?;
        let open = self.open(game.as_ref());
        match answer {
            TypedAnswer::Number(number, behind) => self.numbered(number, &behind, &open),
            TypedAnswer::Words(_) if open.is_empty() => Err(RefusedReply::new(QUESTION_CLOSED, CLOSED)),
            TypedAnswer::Words(text) => {
                typed_answers::parse(&text, &open).map_err(|why| RefusedReply::new("not_understood", why.0))
            }
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
        let option = option.ok_or_else(|| {
            RefusedReply::new(
                "no_such_number",
                format!("That mail had answers from 1 to {count}, and no {number}."),
            )
        })?;
        let decision = self.question.decision.clone();
        if number <= ready {
            if !behind.is_empty() {
                return Err(RefusedReply::new(
                    "not_understood",
                    format!("Behind {number} nothing can be filled in."),
                ));
            }
            // Whether it is still open is validated like every action: the same mail twice is answered alike.
            return Ok(Choice { decision, action: option });
        }
        let legal = open.iter().find(|legal| legal.decision.id == decision);
        let legal = legal.ok_or_else(|| RefusedReply::new(QUESTION_CLOSED, CLOSED))?;
        let shape = legal.shapes.iter().find(|shape| shape.action.get() == option.get());
        let shape = shape.ok_or_else(|| RefusedReply::new(QUESTION_CLOSED, CLOSED))?;
        let action =
            typed_answers::fill(shape, behind).map_err(|why| RefusedReply::new("not_understood", why.0))?;
        Ok(Choice { decision, action })
    }

    fn act(&self, choice: &Choice<Json>) -> Act {
        Act {
            game: self.question.game_id,
            account: self.question.account_id,
            ruleset: None,
            key: Some(key(self.question.version, &choice.decision)),
            decision: choice.decision.clone(),
            body: Sha256::digest(choice.action.get().as_bytes()).into(),
            action: choice.action.clone(),
            seen: Seen::default(),
        }
    }

    /// Queues the receipt, or the exact error, to the account's own address.
    async fn notify(
        &self,
        app: &App,
        connection: &mut Connection,
        outcome: Result<(Json, i64), RefusedReply>,
    ) -> Result<(), Error> {
        let account: Uuid = self.question.account_id;
        let (kind, said, refused) = match &outcome {
            Ok((action, _)) => (MailKind::Receipt, Some(action), None),
            Err(refused) => (MailKind::ReplyRefused, None, Some((refused.code, refused.sentence.as_str()))),
        };
        let next = AnswerNote {
            kind,
            account,
            game: self.question.game_id,
            seat: self.seat,
            since: self.question.version,
            said,
            said_at: outcome.as_ref().ok().map(|(_, base)| *base),
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

/// One idempotency key for every answer to a question at one version: whichever comes first is the only one.
fn key(version: i64, decision: &str) -> String {
    format!("mail.{version}.{decision}")
}

const QUESTION_CLOSED: &str = "question_closed";
const TAKEN_BACK: &str = "The question of that mail followed from a move that was taken back.";
const CLOSED: &str = "The question of that mail is no longer open.";
const WRONG_SENDER: &str = "Somebody replied to a mail of yours from another address than your own; answers are taken \
                            from your own address alone.";

fn no_answer(why: NoAnswer) -> RefusedReply {
    match why {
        NoAnswer::Nothing => {
            RefusedReply::new("no_answer", "No answer was found above what the mail quotes.")
        }
        NoAnswer::Several => RefusedReply::new(
            "several_answers",
            "There was more than one number. Reply with one answer alone.",
        ),
    }
}

/// A refusal that the writer can understand; after any other error the mail may be brought again.
fn refused(error: Error) -> Result<RefusedReply, Error> {
    match &error {
        Error::Refused(_) => Ok(refusal_of(&error)),
        Error::Known(problem) => match problem.code {
            Code::Busy | Code::Unavailable | Code::RulesVersionUnsupported | Code::TooManyRequests => {
                Err(error)
            }
            Code::KeyReused => {
                Ok(RefusedReply::new("answered_already", "Another answer to that mail was taken already."))
            }
            Code::DecisionClosed | Code::OfferClosed | Code::NotYourDecision => {
                Ok(RefusedReply::new(QUESTION_CLOSED, CLOSED))
            }
            _ => Ok(refusal_of(&error)),
        },
        _ => Err(error),
    }
}

fn refusal_of(error: &Error) -> RefusedReply {
    let wrong = match error {
        Error::Refused(refusal) => refusal.field.as_deref().map(|field| format!(" (`{field}`)")),
        _ => None,
    };
    RefusedReply::new(error.code().0, format!("{}{}", error.detail(FALLBACK), wrong.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::{ReplyAddress, SECRET_BYTES};

    #[test]
    fn an_address_fits_a_local_part_and_is_read_in_any_capitals() {
        let address = ReplyAddress { game: uuid::Uuid::from_u128(7), secret: [171; SECRET_BYTES] };
        let local = address.local();
        assert!(local.len() <= 64, "{local}");
        assert_eq!(ReplyAddress::parse(&local.to_uppercase().replace("REPLY", "Reply")), Some(address));
        for wrong in ["", "reply+", "reply+abcd", &local[1..], &format!("{local}00"), "postmaster"] {
            assert_eq!(ReplyAddress::parse(wrong), None, "{wrong}");
        }
    }
}
