//! Letters from stored rows, read at the moment of sending.

mod board;
mod current;
mod game;
mod stopped;

pub use game::{answer, game};
use lettre::address::Address;

use self::current::to_present_address;
use self::stopped::unless_stopped;
use super::account::{self, Reason};
use super::letter::Letter;
use super::mailer::Undelivered;
use super::{collection, table};
use crate::app::App;
use crate::error::Error;
use crate::service::accounts::{
    Automatic, RESET_DONE_MAIL, SESSIONS_ENDED_MAIL, address_token, automatic, email_key, log_in_token,
    reset_token, verify_token,
};
use crate::service::lobby::MailKind;
use crate::service::notice_settings::{Collection, TEST};
use crate::service::tokens::Purpose;
use crate::service::webhooks;
use crate::store::account_mail_queue as account_mails;
use crate::store::accounts;
use crate::store::mail_collections;
use crate::store::table_mail_queue as table_mails;
use crate::store::{Connection, StoreError};

const SECONDS_OF_AN_HOUR: i64 = 3_600;

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
    let letter = table::lobby::letter(app, connection, kind, mail, to, domain).await.map_err(service)?;
    let letter = to_present_address(connection, mail.account, letter).await?;
    unless_stopped(connection, mail.account, letter).await
}

/// The mail that holds several notices; `None` when none of them holds any more.
pub async fn collection(
    app: &App,
    connection: &mut Connection,
    mail: &mail_collections::Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Undelivered> {
    let Some(kind) = Collection::of(&mail.kind) else {
        return Err(Undelivered::Never(format!("there is no mail {} that collects", mail.kind)));
    };
    let letter = collection::letter(app, connection, kind, mail, to, domain).await.map_err(service)?;
    let letter = to_present_address(connection, Some(mail.account), letter).await?;
    unless_stopped(connection, Some(mail.account), letter).await
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
        TEST => Reason::Test,
        "address_wanted" => Reason::AddressWanted,
        "password_changed" => Reason::PasswordChanged(listed(connection, mail).await?),
        RESET_DONE_MAIL => Reason::PasswordWasReset(listed(connection, mail).await?),
        SESSIONS_ENDED_MAIL => Reason::SessionsEnded(listed(connection, mail).await?),
        webhooks::DISABLED_MAIL => {
            match webhooks::given_up(connection, mail.account).await.map_err(service)? {
                Some(target) => Reason::WebhookDisabled { target },
                None => return Ok(None),
            }
        }
        "address_changed" => Reason::AddressChanged(listed(connection, mail).await?),
        "reset_password" => match reset_token(app, connection, mail.account).await.map_err(service)? {
            Some(token) => Reason::ResetPassword { token, minutes: app.settings.accounts.reset_seconds / 60 },
            None => return Ok(None),
        },
        "log_in" => match log_in_token(app, connection, mail.account).await.map_err(service)? {
            Some(token) => Reason::LogIn { token, minutes: app.settings.accounts.log_in_link_seconds / 60 },
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
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: None,
        date: app.now(),
        says,
    }))
}

/// What goes on by itself or is suspended, for the present address alone: the old one may be somebody else's by now.
async fn listed(
    connection: &mut Connection,
    mail: &account_mails::Claimed,
) -> Result<Automatic, Undelivered> {
    let key = email_key(&mail.email);
    if accounts::has_address(connection, mail.account, &key).await.map_err(store)? {
        automatic(connection, mail.account).await.map_err(service)
    } else {
        Ok(Automatic::default())
    }
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
