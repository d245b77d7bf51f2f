//! Letters from stored rows, read at the moment of sending.

use lettre::address::Address;

use super::account::{self, Reason};
use super::game::{self, Moment};
use super::kind::Kind;
use super::letter::{Letter, Written};
use super::mailer::Undelivered;
use super::{table, talk};
use crate::app::App;
use crate::error::Error;
use crate::rules::{AnyGame, Seat};
use crate::service::accounts::{address_token, reset_token, verify_token};
use crate::service::lobby::MailKind;
use crate::service::tokens::Purpose;
use crate::service::votes;
use crate::store::account_mail_queue as account_mails;
use crate::store::history::{self, Entry};
use crate::store::occasion::{self, Occasion};
use crate::store::outbox::Claimed;
use crate::store::table_mail_queue as table_mails;
use crate::store::{Connection, StoreError};

/// The most entries of the log that are looked through for what happened.
const MOST_ENTRIES: i64 = 400;
const SECONDS_OF_AN_HOUR: i64 = 3_600;

/// The mail of a notice about a game; `None` when it has nothing to say any more.
pub async fn game(
    app: &App,
    connection: &mut Connection,
    notice: &Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    if notice.kind == talk::KIND {
        return talk::letter(app, connection, notice, to, domain).await.map_err(service);
    }
    if let Some(kind) = votes::NoticeKind::of(&notice.kind) {
        let says = table::seat::says(app, connection, kind, notice).await.map_err(service)?;
        return Ok(says.map(|says| letter(app, notice, to, domain, says)));
    }
    let (Some(kind), Ok(seat)) = (Kind::of(&notice.kind), Seat::try_from(notice.seat)) else {
        return Err(Undelivered::Never(format!(
            "there is no notice {} to seat {}",
            notice.kind, notice.seat
        )));
    };
    let occasion = occasion::now(connection, notice).await.map_err(store)?;
    let Some(occasion) = occasion.filter(|occasion| holds(kind, occasion)) else { return Ok(None) };
    let title = app
        .rulesets
        .of_game(connection, notice.game, &occasion.ruleset, &occasion.components_digest)
        .await
        .map_err(service)?;
    if i64::from(occasion.rules_version) > i64::from(title.rules_version()) {
        return Err(Undelivered::Later("the game needs a newer server".to_owned()));
    }
    let since = since(connection, notice, &occasion).await.map_err(store)?;
    let standing = title.load(&occasion.state).map_err(|error| broken(&error))?;
    let says = game::write(&Moment {
        kind,
        id: notice.game,
        table: &occasion.name,
        title: title.as_ref(),
        game: standing.as_ref() as &dyn AnyGame,
        version: occasion.version,
        commitment: &occasion.commitment,
        seat,
        decision: notice.decision.as_deref(),
        people: &occasion.people,
        bots: &occasion.bots,
        acted_at: occasion.last_own_version,
        since: &since,
        language: notice.language.as_deref().unwrap_or_default(),
        public_url: &app.settings.http.public_url,
    })
    .map_err(|error| broken(&error))?;
    Ok(Some(letter(app, notice, to, domain, says)))
}

/// Is the question still open, or the call of which it was the first, and does the recipient still hold the seat?
fn holds(kind: Kind, occasion: &Occasion) -> bool {
    let stands = match kind {
        Kind::GameStarted | Kind::GameEnded => true,
        Kind::Call(_) => occasion.is_open || (kind.is_awaited() && occasion.still_called),
    };
    occasion.holds_seat && stands
}

/// What the reader has not seen yet, as far as it fits.
async fn since(
    connection: &mut Connection,
    notice: &Claimed,
    occasion: &Occasion,
) -> Result<Vec<Entry>, StoreError> {
    let oldest = occasion.version.saturating_sub(MOST_ENTRIES);
    let after = occasion.last_own_version.unwrap_or(-1).max(oldest);
    history::entries(connection, notice.game, after, occasion.version, MOST_ENTRIES).await
}

fn letter(app: &App, notice: &Claimed, to: &Address, domain: &str, says: Written) -> Letter {
    let game = notice.game;
    Letter {
        to: to.clone(),
        name: notice.name.clone().unwrap_or_default(),
        message_id: format!("{game}.{}.{}.{}@{domain}", notice.version, notice.seat, notice.kind),
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        date: app.now(),
        says,
    }
}

/// The mail about a table that has not started; `None` when it has nothing to say any more.
pub async fn table(
    app: &App,
    connection: &mut Connection,
    mail: &table_mails::Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    let Some(kind) = MailKind::of(&mail.kind) else {
        return Err(Undelivered::Never(format!("there is no mail {} about tables", mail.kind)));
    };
    table::lobby::letter(app, connection, kind, mail, to, domain).await.map_err(service)
}

/// The mail about an account; `None` when it has nothing to say any more.
pub async fn account(
    app: &App,
    connection: &mut Connection,
    mail: &account_mails::Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    let reason = match mail.kind.as_str() {
        "verify_address" if mail.verified_at.is_some() => return Ok(None),
        "verify_address" => Reason::VerifyAddress {
            token: verify_token(app, connection, mail.account).await.map_err(service)?,
            hours: app.settings.accounts.verify_seconds / SECONDS_OF_AN_HOUR,
        },
        "address_in_use" => Reason::AddressInUse,
        "address_wanted" => Reason::AddressWanted,
        "password_changed" => Reason::PasswordChanged,
        "address_changed" => Reason::AddressChanged,
        "reset_password" => match reset_token(app, connection, mail.account).await.map_err(service)? {
            Some(token) => Reason::ResetPassword { token, minutes: app.settings.accounts.reset_seconds / 60 },
            None => return Ok(None),
        },
        "approve_address" => match asked(app, connection, mail, Purpose::ApproveAddress).await? {
            Some((token, email)) => Reason::ApproveAddress { token, email },
            None => return Ok(None),
        },
        "prove_address" => match asked(app, connection, mail, Purpose::ProveAddress).await? {
            Some((token, email)) if email == mail.email => Reason::ProveAddress { token, email },
            _ => return Ok(None),
        },
        other => return Err(Undelivered::Never(format!("there is no mail {other} about accounts"))),
    };
    let says = account::write(&reason, &mail.name, &mail.language, &app.settings.http.public_url)
        .map_err(|error| broken(&error))?;
    Ok(Some(Letter {
        to: to.clone(),
        name: mail.name.clone(),
        message_id: format!("account.{}@{domain}", mail.id),
        thread: None,
        list: None,
        date: app.now(),
        says,
    }))
}

/// The token of one end of a change of address, and the new address.
async fn asked(
    app: &App,
    connection: &mut Connection,
    mail: &account_mails::Claimed,
    end: Purpose,
) -> Result<Option<(String, String)>, Undelivered> {
    address_token(app, connection, mail.account, end).await.map_err(service)
}

/// A database that fails now may answer later. What it said goes to the log alone.
fn store(error: StoreError) -> Undelivered {
    service(error.into())
}

fn service(error: Error) -> Undelivered {
    tracing::error!(%error, "a mail could not be composed");
    Undelivered::Later("the mail could not be composed".to_owned())
}

/// A defect of ours: it is tried a few times, since a newer release may mend it.
fn broken(error: &dyn std::fmt::Display) -> Undelivered {
    tracing::error!(%error, "a mail could not be written");
    Undelivered::Never("the mail could not be written".to_owned())
}
