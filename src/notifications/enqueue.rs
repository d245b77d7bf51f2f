//! Queues mails, in the transaction that makes them true. The mails about a game in play are queued by the statement
//! that writes the game.

use chrono::NaiveDate;
use sha2::{Digest, Sha256};
use tokio::task_local;
use uuid::Uuid;

use super::kinds::MailKind;
use crate::app::Environment;
use crate::error::Error;
use crate::store::Connection;
use crate::store::invitations;
use crate::store::mails::{self, AnsweredMail, GivenByMail, MailPayload, NewMail, SaidByMail};
use rules::{Json, Seat};

task_local! {
    /// The id of the request that is being answered.
    static REQUEST: Uuid;
}

/// Runs `answering` so that each mail that it queues has the id of the request: an operator who asks why a mail did not
/// arrive finds the lines of the log that go with it.
pub async fn on_request<T>(id: Option<Uuid>, answering: impl Future<Output = T>) -> T {
    match id {
        Some(id) => REQUEST.scope(id, answering).await,
        None => answering.await,
    }
}

/// The request that is being answered; `None` in a worker.
pub fn request() -> Option<Uuid> {
    REQUEST.try_with(|id| *id).ok()
}

/// Queues a mail about an account, to its own address or to `address`.
pub async fn to_account(
    app: &Environment,
    connection: &mut Connection,
    account: Uuid,
    kind: MailKind,
    address: Option<&str>,
) -> Result<(), Error> {
    let mail = NewMail { address, ..new_mail(app, account, kind, Some(account)) };
    mails::insert(connection, &[mail]).await?;
    Ok(())
}

/// Queues a mail to an address that has no account, in `language`.
pub async fn to_address(
    app: &Environment,
    connection: &mut Connection,
    kind: MailKind,
    address: &str,
    language: Option<&str>,
) -> Result<(), Error> {
    let payload = MailPayload { language: language.map(str::to_owned), ..MailPayload::default() };
    let mail = NewMail {
        address: Some(address),
        payload: Some(payload),
        ..new_mail(app, partition_of(address), kind, None)
    };
    mails::insert(connection, &[mail]).await?;
    Ok(())
}

/// Queues the mail by which a browser logs in on a page.
pub async fn page_log_in(
    app: &Environment,
    connection: &mut Connection,
    account: Uuid,
    log_in: Uuid,
) -> Result<(), Error> {
    let payload = MailPayload { page_log_in: Some(log_in), ..MailPayload::default() };
    let mail =
        NewMail { payload: Some(payload), ..new_mail(app, account, MailKind::PageLogIn, Some(account)) };
    mails::insert(connection, &[mail]).await?;
    Ok(())
}

/// Queues the mail that an app may act for an account: what it calls itself, and where it is redirected to.
pub async fn about_app(
    app: &Environment,
    connection: &mut Connection,
    account: Uuid,
    (client, origin): (&str, &str),
) -> Result<(), Error> {
    let payload = MailPayload { app: Some((client.to_owned(), origin.to_owned())), ..MailPayload::default() };
    let mail =
        NewMail { payload: Some(payload), ..new_mail(app, account, MailKind::AppAllowed, Some(account)) };
    mails::insert(connection, &[mail]).await?;
    Ok(())
}

/// The partition of mails to an address that has no account. It is derived from the address, so that mails to the same
/// address are found together and a repeated one is not sent.
pub fn partition_of(address: &str) -> Uuid {
    uuid::Builder::from_custom_bytes(half(Sha256::digest(address).into())).into_uuid()
}

fn half(digest: [u8; 32]) -> [u8; 16] {
    std::array::from_fn(|place| digest[place])
}

/// Queues a mail about a game that has not started, to each of these accounts.
pub async fn to_members(
    app: &Environment,
    connection: &mut Connection,
    game: Uuid,
    kind: MailKind,
    accounts: impl Iterator<Item = Uuid>,
) -> Result<(), Error> {
    let mails: Vec<_> = accounts.map(|account| new_mail(app, game, kind, Some(account))).collect();
    mails::insert(connection, &mails).await?;
    Ok(())
}

/// Queues the mail to an invited player, to the address of the account or to the address that was invited.
pub async fn invitation(
    app: &Environment,
    connection: &mut Connection,
    invitation: &invitations::InvitationRow,
) -> Result<(), Error> {
    let payload = MailPayload { invitation: Some(invitation.id), ..MailPayload::default() };
    let mail = NewMail {
        address: invitation.email.as_deref(),
        payload: Some(payload),
        ..new_mail(app, invitation.game_id, MailKind::Invitation, invitation.account_id)
    };
    mails::insert(connection, &[mail]).await?;
    Ok(())
}

/// Queues an announcement to each of these accounts, except those that have its mail already. The partition of the
/// mails is the announcement and not the account, so that mails about accounts, which readers wait for, don't wait
/// behind them.
pub async fn announcement(
    app: &Environment,
    connection: &mut Connection,
    announcement: Uuid,
    accounts: &[Uuid],
) -> Result<(), Error> {
    let mail = |account: &Uuid| NewMail {
        id: id_of_both(announcement, *account),
        payload: Some(MailPayload { announcement: Some(announcement), ..MailPayload::default() }),
        ..new_mail(app, announcement, MailKind::Announcement, Some(*account))
    };
    let mails: Vec<_> = accounts.iter().map(mail).collect();
    mails::insert(connection, &mails).await?;
    Ok(())
}

/// The id of a mail that an account gets once, about that.
fn id_of_both(about: Uuid, account: Uuid) -> Uuid {
    answer_id(&[about.as_bytes().as_slice(), account.as_bytes()].concat())
}

/// Queues the mail that invites an account to a competition, if it has not been queued before: the id follows from both, so
/// that nobody gets a second one.
pub async fn competition_invitation(
    app: &Environment,
    connection: &mut Connection,
    competition: Uuid,
    account: Uuid,
) -> Result<(), Error> {
    let mail = NewMail {
        id: id_of_both(competition, account),
        ..new_mail(app, competition, MailKind::CompetitionInvitation, Some(account))
    };
    mails::insert(connection, &[mail]).await?;
    Ok(())
}

/// Queues a mail about a competition, and about one of its rounds, to each of these accounts.
pub async fn about_competition(
    app: &Environment,
    connection: &mut Connection,
    competition: Uuid,
    round: Option<i32>,
    kind: MailKind,
    accounts: &[Uuid],
) -> Result<(), Error> {
    let mail = |account: &Uuid| NewMail {
        payload: Some(MailPayload { round, ..MailPayload::default() }),
        ..new_mail(app, competition, kind, Some(*account))
    };
    let mails: Vec<_> = accounts.iter().map(mail).collect();
    mails::insert(connection, &mails).await?;
    Ok(())
}

fn new_mail<'a>(app: &Environment, partition: Uuid, kind: MailKind, account: Option<Uuid>) -> NewMail<'a> {
    NewMail {
        partition,
        id: app.new_id(),
        kind: kind.name(),
        account,
        address: None,
        seat: None,
        payload: None,
        request: request(),
        at: app.now(),
    }
}

/// What was done with a reply, for the mail that follows it.
#[derive(Debug, Clone, Copy)]
pub struct AnswerNote<'a> {
    pub kind: MailKind,
    pub game: Uuid,
    /// The account of the reader; `None`: the address of the invitation.
    pub account: Option<Uuid>,
    pub address: Option<&'a str>,
    pub invitation: Option<Uuid>,
    /// `None`: the reply is about no seat of a game that has begun.
    pub seat: Option<Seat>,
    /// The version of the game before the answer.
    pub since: i64,
    /// The actions that were carried out, each with the version of the game that it was decided on.
    pub given: &'a [(Json, i64)],
    /// The names of the texts that say what was done beside the rules.
    pub done: &'a [&'static str],
    /// The first and the last day of an absence that was noted.
    pub away: Option<(NaiveDate, NaiveDate)>,
    /// The code and the sentence of a refusal.
    pub refused: Option<(&'a str, &'a str)>,
    /// The message that was sent.
    pub said: Option<&'a str>,
    /// The only player who can read the message; `None`: everybody in the game can.
    pub said_to: Option<Uuid>,
    /// The Message-ID of the mail that is answered, without angle brackets.
    pub reply_to: Option<&'a str>,
    /// Identifies the answer: a mail that follows the same answer again is not queued.
    pub answer: &'a [u8],
}

impl<'a> AnswerNote<'a> {
    /// A note that nothing was done; `answer` identifies the answer.
    pub const fn new(kind: MailKind, game: Uuid, answer: &'a [u8]) -> Self {
        Self {
            kind,
            game,
            account: None,
            address: None,
            invitation: None,
            seat: None,
            since: -1,
            given: &[],
            done: &[],
            away: None,
            refused: None,
            said: None,
            said_to: None,
            reply_to: None,
            answer,
        }
    }
}

fn given((action, at): &(Json, i64)) -> GivenByMail {
    GivenByMail { action: action.get().to_owned(), at: *at }
}

/// The id of the mail that follows an answer.
pub fn answer_id(answer: &[u8]) -> Uuid {
    uuid::Builder::from_custom_bytes(half(Sha256::digest(answer).into())).into_uuid()
}

/// Queues the mail that follows an answer; `false`: it was queued before.
pub async fn answer(
    app: &Environment,
    connection: &mut Connection,
    note: &AnswerNote<'_>,
) -> Result<bool, Error> {
    let answer = AnsweredMail {
        since: note.since,
        given: note.given.iter().map(given).collect(),
        done: note.done.iter().map(|done| (*done).to_owned()).collect(),
        away: note.away,
        code: note.refused.map(|(code, _)| code.to_owned()),
        sentence: note.refused.map(|(_, sentence)| sentence.to_owned()),
        said: note.said.map(|text| SaidByMail { text: text.to_owned(), to: note.said_to }),
        reply_to: note.reply_to.map(str::to_owned),
    };
    let payload = MailPayload { invitation: note.invitation, answer: Some(answer), ..MailPayload::default() };
    let mail = NewMail {
        id: answer_id(note.answer),
        seat: note.seat.map(i16::from),
        address: note.address,
        payload: Some(payload),
        ..new_mail(app, note.game, note.kind, note.account)
    };
    Ok(mails::insert(connection, &[mail]).await? > 0)
}
