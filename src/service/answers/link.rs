//! A link of a mail: what it would do, and doing it.

use sha2::{Digest, Sha256};

use super::question::digest;
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue::{self, AnswerNote};
use crate::notifications::suppression::delivered;
use crate::service::calls::is_awaited;
use crate::service::play::{self, Act};
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::service::tokens::{AnswerLink, read_answer};
use crate::store::games::Status;
use crate::store::{Connection, operators, recoveries};
use rules::Json;

#[derive(Debug, Clone)]
pub enum LinkState {
    Open(Json),
    /// It has given this answer just now.
    Done(Done),
    /// It, or another answer of the same mail, was used.
    Used,
    /// The question is no longer open, or can't be answered so any more.
    Overtaken,
    Expired,
    /// The password or the address of its account changed since it was sent, or sessions were ended.
    Ended,
    /// Somebody else has the seat.
    SeatLost,
    /// Whoever it was for may not play here.
    Banned,
    Paused,
    Over,
    Caretaker,
    /// The rules said no, with this sentence.
    Refused(String),
}

impl LinkState {
    /// Does the link still stand for its account? One that has run out, or was for a seat that somebody else has, does
    /// not.
    pub fn is_of_its_account(&self) -> bool {
        !matches!(self, Self::Expired | Self::SeatLost | Self::Banned)
    }
}

/// An answer that a link has given.
#[derive(Debug, Clone)]
pub struct Done {
    pub action: Json,
    /// The version of the game that it was decided on.
    pub base: i64,
    pub again: bool,
}

/// A link, and the table that it leads to.
pub struct Looked {
    pub link: AnswerLink,
    pub state: LinkState,
    /// The table as it is now, if its bearer has a seat there.
    pub table: Option<Table>,
}

/// What a link would do. Changes nothing, however often it is asked. Error: `token_invalid`.
pub async fn look(app: &App, connection: &mut Connection, token: &str) -> Result<Looked, Error> {
    let (link, is_good) = read_answer(app, connection, token).await?;
    // Whoever reads an old mailbox learns nothing of the table either.
    if recoveries::current(connection, link.account).await? != Some(link.recovery) {
        return Ok(Looked { link, state: LinkState::Ended, table: None });
    }
    let key = key(link.version, &link.decision);
    let table = Table::open(app, connection, link.game, Some(link.account), Some(&key)).await;
    let table = match table {
        Ok(table) => table,
        Err(error) if error.is(Code::GameNotFound) => {
            return Ok(Looked { link, state: LinkState::SeatLost, table: None });
        }
        Err(error) => return Err(error),
    };
    if table.seat != Some(link.seat) {
        return Ok(Looked { link, state: LinkState::SeatLost, table: None });
    }
    let state = if operators::is_banned(connection, link.account).await? {
        LinkState::Banned
    } else if table.present.earlier_version.is_some() {
        LinkState::Used
    } else if is_good {
        state(&table, &link)?
    } else {
        LinkState::Expired
    };
    Ok(Looked { link, state, table: Some(table) })
}

fn state(table: &Table, link: &AnswerLink) -> Result<LinkState, Error> {
    if table.present.status == Status::Paused {
        return Ok(LinkState::Paused);
    }
    if table.present.status.is_over() {
        return Ok(LinkState::Over);
    }
    if table.present.bots.get(usize::from(link.seat)).is_some_and(Option::is_some) {
        return Ok(LinkState::Caretaker);
    }
    let (_, game) = table.position()?;
    let open = game.legal(link.seat);
    let asked = open.into_iter().find(|legal| legal.decision.id == link.decision);
    let action =
        asked.and_then(|legal| legal.actions.into_iter().find(|action| digest(action) == link.digest));
    Ok(action.map_or(LinkState::Overtaken, LinkState::Open))
}

/// Gives the answer of a link, once. Errors as [`look`]; and `busy`.
pub async fn send(app: &App, connection: &mut Connection, token: &str) -> Result<Looked, Error> {
    let looked = look(app, connection, token).await?;
    let LinkState::Open(action) = &looked.state else {
        if let (LinkState::Overtaken, Some(table)) = (&looked.state, &looked.table) {
            // The question may have changed without a new call: whoever wants to go on is told what is asked now.
            let (_, game) = table.position()?;
            if is_awaited(&game.awaiting(), looked.link.seat) {
                ask_again(app, connection, &looked.link, None, token).await?;
            }
        }
        return Ok(looked);
    };
    let action = action.clone();
    let link = looked.link;
    let state = match play::act(app, connection, &answer(&link, action.clone())).await {
        Ok(reply) => {
            delivered(connection, link.account).await?;
            let again = reply.legal.iter().any(|legal| legal.decision.blocking);
            let done = Done { action, base: reply.base, again };
            if again {
                ask_again(app, connection, &link, Some(&done), token).await?;
            }
            LinkState::Done(done)
        }
        Err(error) => refused(error)?,
    };
    let table = Table::open(app, connection, link.game, Some(link.account), None).await?;
    Ok(Looked { link, state, table: Some(table) })
}

/// One name for every answer to a question at one version: whichever comes first is the only one.
pub(super) fn key(version: i64, decision: &str) -> String {
    format!("mail.{version}.{decision}")
}

fn answer(link: &AnswerLink, action: Json) -> Act {
    Act {
        game: link.game,
        account: link.account,
        ruleset: None,
        decision: link.decision.clone(),
        body: Sha256::digest(action.get().as_bytes()).into(),
        action,
        key: Some(key(link.version, &link.decision)),
        seen: Seen::default(),
    }
}

/// What somebody who was slower finds.
fn refused(error: Error) -> Result<LinkState, Error> {
    let Error::Known(problem) = &error else {
        return match error {
            Error::Refused(refusal) => Ok(LinkState::Refused(refusal.message.into_owned())),
            error => Err(error),
        };
    };
    Ok(match problem.code {
        Code::KeyReused => LinkState::Used,
        Code::DecisionClosed | Code::OfferClosed | Code::NotYourDecision => LinkState::Overtaken,
        Code::NotAMember | Code::GameNotFound => LinkState::SeatLost,
        Code::GamePaused => LinkState::Paused,
        Code::GameNotRunning => LinkState::Over,
        Code::CaretakerPlays => LinkState::Caretaker,
        _ => return Err(error),
    })
}

async fn ask_again(
    app: &App,
    connection: &mut Connection,
    link: &AnswerLink,
    done: Option<&Done>,
    token: &str,
) -> Result<(), Error> {
    let next = AnswerNote {
        kind: MailKind::NextQuestion,
        account: link.account,
        game: link.game,
        seat: link.seat,
        since: link.version,
        said: done.map(|done| &done.action),
        said_at: done.map(|done| done.base),
        refused: None,
        reply_to: None,
        answer: token.as_bytes(),
    };
    enqueue::answer(app, connection, &next).await
}
