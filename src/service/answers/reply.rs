//! A reply to a mail that asked something.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::address::Address;
use super::link::key;
use super::mail::{Incoming, Said, Unsaid, said};
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::notifications::suppression::delivered;
use crate::service::accounts;
use crate::service::limits::{self, Counted, Subject};
use crate::service::play::{self, Act};
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::store::{Connection, mail_questions, operators, recoveries};
use rules::{AnyGame, Choice, Json, Legal, Seat, typed_answers};

/// What became of a mail that came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It was read; whoever wrote it hears of it by mail.
    Answered,
    /// Nobody meant it as an answer, and nobody hears of it.
    Ignored,
    /// It is not taken: a sentence for the server that brought it.
    Rejected(&'static str),
}

struct Refused {
    code: &'static str,
    sentence: String,
}

impl Refused {
    fn new(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into() }
    }
}

/// A mail and the question that it answers.
struct Reply<'r> {
    asked: &'r mail_questions::MailQuestionRow,
    seat: Seat,
    mail: &'r Incoming,
    /// What tells this mail from every other.
    id: Vec<u8>,
}

/// Was it asked since the account's password or address last changed, or its sessions were last ended?
async fn is_current(
    connection: &mut Connection,
    asked: &mail_questions::MailQuestionRow,
) -> Result<bool, Error> {
    Ok(recoveries::current(connection, asked.account_id).await? == Some(asked.recovery_id))
}

/// Is this an address that leads somewhere?
pub async fn is_known(connection: &mut Connection, address: &Address) -> Result<bool, Error> {
    let asked = mail_questions::find(connection, address.game, &address.mark()).await?;
    match asked {
        Some(asked) => is_current(connection, &asked).await,
        None => Ok(false),
    }
}

/// Takes a reply: carries out what it says, or says exactly why not. An error means that it may be brought again.
pub async fn reply(
    app: &App,
    connection: &mut Connection,
    address: &Address,
    mail: &Incoming,
) -> Result<Taken, Error> {
    let Some(asked) = mail_questions::find(connection, address.game, &address.mark()).await? else {
        return Ok(Taken::Rejected("This address is not one of ours, or it is too old."));
    };
    if mail.from_lines > 1 {
        return Ok(Taken::Rejected("A mail has exactly one From: line."));
    }
    if mail.is_automatic {
        return Ok(Taken::Ignored);
    }
    if !is_current(connection, &asked).await? {
        return Ok(Taken::Rejected(ENDED));
    }
    limits::take(app, connection, Counted::Message, Subject::Account(asked.account_id)).await?;
    let seat = Seat::try_from(asked.seat).map_err(|error| Error::internal("a stored seat", error))?;
    let table = match Table::open(app, connection, asked.game_id, Some(asked.account_id), None).await {
        Ok(table) if table.seat == Some(seat) => table,
        Ok(_) => return Ok(Taken::Rejected(SEAT_LOST)),
        Err(error) if error.is(Code::GameNotFound) => return Ok(Taken::Rejected(SEAT_LOST)),
        Err(error) => return Err(error),
    };
    if operators::is_banned(connection, asked.account_id).await? {
        return Ok(Taken::Rejected("The account of this address may not play."));
    }
    let reply = Reply { asked: &asked, seat, mail, id: id(address, mail) };
    let outcome = reply.carry_out(app, connection, &table).await?;
    reply.tell(app, connection, outcome).await?;
    Ok(Taken::Answered)
}

const ENDED: &str = "This address has ended: reply to a newer mail.";
const SEAT_LOST: &str = "The seat of this address is no longer yours.";

/// The same mail twice has one name: by the id that its writer gave it, or else by what it says.
fn id(address: &Address, mail: &Incoming) -> Vec<u8> {
    let text = mail.id.clone().unwrap_or_else(|| mail.lines.join("\n"));
    [address.mark(), text.into_bytes()].concat()
}

impl Reply<'_> {
    /// The action that was carried out and the version it was decided on, or why nothing was.
    async fn carry_out(
        &self,
        app: &App,
        connection: &mut Connection,
        table: &Table,
    ) -> Result<Result<(Json, i64), Refused>, Error> {
        let choice = match self.is_from_owner(connection).await? {
            true => self.choice(table),
            false => Err(Refused::new("wrong_sender", WRONG_SENDER)),
        };
        let choice = match choice {
            Ok(choice) => choice,
            Err(refused) => return Ok(Err(refused)),
        };
        match play::act(app, connection, &self.act(&choice)).await {
            Ok(reply) => Ok(Ok((choice.action, reply.base))),
            Err(error) => refused(error).map(Err),
        }
    }

    /// The token of the address is not enough: a mail that was passed on holds it, too.
    async fn is_from_owner(&self, connection: &mut Connection) -> Result<bool, Error> {
        let account = accounts::stored(connection, self.asked.account_id).await?;
        let is_owner = self.mail.from == [account.email_key];
        if is_owner {
            delivered(connection, account.id).await?;
        }
        Ok(is_owner)
    }

    /// What is meant, among what the mail asked.
    fn choice(&self, table: &Table) -> Result<Choice<Json>, Refused> {
        let said = said(&self.mail.lines).map_err(unsaid)?;
        let (_, game) = table.running().map_err(|error| told(&error))?;
        let open = self.open(game.as_ref());
        match said {
            Said::Number(number, behind) => self.numbered(number, &behind, &open),
            Said::Words(_) if open.is_empty() => Err(Refused::new("question_closed", CLOSED)),
            Said::Words(text) => {
                typed_answers::parse(&text, &open).map_err(|why| Refused::new("not_understood", why.0))
            }
        }
    }

    /// Of what the mail asked or told of, what is still open.
    fn open(&self, game: &dyn AnyGame) -> Vec<Legal<Json>> {
        let also: Vec<String> = serde_json::from_str(&self.asked.also).unwrap_or_default();
        let was_asked = |id: &String| *id == self.asked.decision || also.contains(id);
        game.legal(self.seat).into_iter().filter(|legal| was_asked(&legal.decision.id)).collect()
    }

    /// The answer of that number in the very mail that is answered.
    fn numbered(&self, number: usize, behind: &str, open: &[Legal<Json>]) -> Result<Choice<Json>, Refused> {
        let options: Vec<Json> = serde_json::from_str(&self.asked.options).unwrap_or_default();
        let ready = usize::try_from(self.asked.actions).unwrap_or_default();
        let count = options.len();
        let option = number.checked_sub(1).and_then(|index| options.into_iter().nth(index));
        let option = option.ok_or_else(|| {
            Refused::new(
                "no_such_number",
                format!("That mail had answers from 1 to {count}, and no {number}."),
            )
        })?;
        let decision = self.asked.decision.clone();
        if number <= ready {
            if !behind.is_empty() {
                return Err(Refused::new(
                    "not_understood",
                    format!("Behind {number} nothing can be filled in."),
                ));
            }
            // Whether it is still open is judged like every action: the same mail twice is answered alike.
            return Ok(Choice { decision, action: option });
        }
        let legal = open.iter().find(|legal| legal.decision.id == decision);
        let legal = legal.ok_or_else(|| Refused::new("question_closed", CLOSED))?;
        let shape = legal.shapes.iter().find(|shape| shape.action.get() == option.get());
        let shape = shape.ok_or_else(|| Refused::new("question_closed", CLOSED))?;
        let action =
            typed_answers::fill(shape, behind).map_err(|why| Refused::new("not_understood", why.0))?;
        Ok(Choice { decision, action })
    }

    fn act(&self, choice: &Choice<Json>) -> Act {
        Act {
            game: self.asked.game_id,
            account: self.asked.account_id,
            ruleset: None,
            key: Some(key(self.asked.version, &choice.decision)),
            decision: choice.decision.clone(),
            body: Sha256::digest(choice.action.get().as_bytes()).into(),
            action: choice.action.clone(),
            seen: Seen::default(),
        }
    }

    /// Queues the receipt, or the exact error, to the account's own address.
    async fn tell(
        &self,
        app: &App,
        connection: &mut Connection,
        outcome: Result<(Json, i64), Refused>,
    ) -> Result<(), Error> {
        let account: Uuid = self.asked.account_id;
        let (kind, said, refused) = match &outcome {
            Ok((action, _)) => (MailKind::Receipt, Some(action), None),
            Err(refused) => (MailKind::ReplyRefused, None, Some((refused.code, refused.sentence.as_str()))),
        };
        let next = AnswerNote {
            kind,
            account,
            game: self.asked.game_id,
            seat: self.seat,
            since: self.asked.version,
            said,
            said_at: outcome.as_ref().ok().map(|(_, base)| *base),
            refused,
            // Somebody else's mail is no part of the owner's thread.
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

const CLOSED: &str = "The question of that mail is no longer open.";
const WRONG_SENDER: &str = "Somebody replied to a mail of yours from another address than your own; answers are taken \
                            from your own address alone.";

fn unsaid(why: Unsaid) -> Refused {
    match why {
        Unsaid::Nothing => Refused::new("no_answer", "No answer was found above what the mail quotes."),
        Unsaid::Several => {
            Refused::new("several_answers", "There was more than one number. Reply with one answer alone.")
        }
    }
}

/// A refusal that its writer can understand; anything else is ours to mend, and the mail may be brought again.
fn refused(error: Error) -> Result<Refused, Error> {
    match &error {
        Error::Refused(_) => Ok(told(&error)),
        Error::Known(problem) => match problem.code {
            Code::Busy | Code::Unavailable | Code::RulesVersionUnsupported | Code::TooManyRequests => {
                Err(error)
            }
            Code::KeyReused => {
                Ok(Refused::new("answered_already", "Another answer to that mail was taken already."))
            }
            Code::DecisionClosed | Code::OfferClosed | Code::NotYourDecision => {
                Ok(Refused::new("question_closed", CLOSED))
            }
            _ => Ok(told(&error)),
        },
        _ => Err(error),
    }
}

fn told(error: &Error) -> Refused {
    let (code, _, sentence, field) = error.told();
    let field = field.map(|field| format!(" (`{field}`)")).unwrap_or_default();
    Refused::new(code, format!("{sentence}{field}"))
}
