//! Emails from stored mails, at the moment of sending: each held to its guard, then written.

mod board;
mod game;

use lettre::address::Address;
use uuid::Uuid;

use super::account::{self, AccountMail};
use super::email::Email;
use super::mailer::Unsent;
use super::{digest, lobby, messages, votes};
use crate::error::Error;
use crate::notifications::suppression::suppressed;
use crate::notifications::{KindEntry, MailKind, MailTemplate, Withheld};
use crate::service::App;
use crate::service::accounts::verify_token;
use crate::service::identity::email_key;
use crate::service::preferences::{UnsubscribeScope, unsubscribe_token};
use crate::service::recovery::{Automatic, address_token, automatic, log_in_token, reset_token};
use crate::service::tokens::Purpose;
use crate::service::webhooks;
use crate::store::mails::queue::ClaimedMail;
use crate::store::{Connection, accounts};

const SECONDS_OF_AN_HOUR: i64 = 3_600;

/// A mail about a seat of a game.
pub struct GameMail<'m> {
    pub mail: &'m ClaimedMail,
    pub entry: KindEntry,
    pub game: Uuid,
    pub account: Uuid,
    pub seat: i16,
    /// The version that made it true; of a mail that follows an answer the one before the answer.
    pub version: i64,
}

impl<'m> GameMail<'m> {
    pub fn of(mail: &'m ClaimedMail, entry: KindEntry) -> Result<Self, Unsent> {
        let (Some(game), Some(account), Some(seat)) = (mail.game(), mail.account, mail.seat) else {
            return Err(Unsent::Never(format!("a mail {} names no seat", entry.name)));
        };
        let since = mail.payload.answer.as_ref().map(|answer| answer.since);
        let version = since.or(mail.version).unwrap_or(-1);
        Ok(Self { mail, entry, game, account, seat, version })
    }
}

/// The email that a claimed mail becomes now.
pub async fn compose(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    to: &Address,
    domain: &str,
) -> Result<Email, Unsent> {
    let Some(entry) = app.kinds().named(&mail.kind) else {
        return Err(Unsent::Never(format!("there is no kind of mail {}", mail.kind)));
    };
    if entry.template == MailTemplate::Account {
        return of_account(app, connection, mail, entry.kind, to, domain).await;
    }
    let email = match entry.template {
        MailTemplate::Digest => digest::email(app, connection, mail, to, domain).await?,
        MailTemplate::Lobby => lobby::email(app, connection, mail, entry, to, domain).await?,
        _ => of_game(app, connection, &GameMail::of(mail, entry)?, to, domain).await?,
    };
    must_be_present_address(connection, mail.account, to).await?;
    must_not_be_suppressed(connection, mail.account).await?;
    Ok(email)
}

async fn of_game(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    to: &Address,
    domain: &str,
) -> Result<Email, Unsent> {
    match mail.entry.template {
        MailTemplate::Messages => messages::email(app, connection, mail, to, domain).await,
        MailTemplate::Votes => {
            let link = unsubscribe_link(app, connection, Some(mail.account), mail.entry.name).await?;
            let says = votes::compose(app, connection, mail, link.as_deref()).await?;
            Ok(Email { unsubscribe: link, ..game::email(app, mail, to, domain, says) })
        }
        _ => game::compose(app, connection, mail, to, domain).await,
    }
}

/// What a mail of a game says in a few words, if its guard still holds: a line of a digest.
pub async fn line_of_game(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    to: &Address,
    domain: &str,
) -> Result<String, Unsent> {
    match mail.entry.template {
        MailTemplate::Game => game::line(app, connection, mail).await,
        _ => Ok(of_game(app, connection, mail, to, domain).await?.says.subject),
    }
}

/// A mail that may be acted on goes to the address that its account has now, and to no other. It was claimed with the
/// address of a moment ago: were that changed since, the old mailbox would get links that are good.
async fn must_be_present_address(
    connection: &mut Connection,
    account: Option<Uuid>,
    to: &Address,
) -> Result<(), Unsent> {
    let Some(account) = account else { return Ok(()) };
    if accounts::has_address(connection, account, &email_key(to.as_ref())).await? {
        return Ok(());
    }
    Err(Unsent::Later("the address was changed meanwhile".to_owned()))
}

/// An address that mail came back from for good gets none but those that prove an address. Without an account there is
/// nothing to ask: a bounce of an invitation to an address without an account counts against no account.
async fn must_not_be_suppressed(connection: &mut Connection, account: Option<Uuid>) -> Result<(), Unsent> {
    let Some(account) = account else { return Ok(()) };
    match suppressed(connection, account).await? {
        Some(address) => Err(Unsent::Suppressed { status: address.status }),
        None => Ok(()),
    }
}

/// Where a POST ends mails of this stored kind to `account`, and a GET shows what it would do; `None` for mails that
/// can't be turned off.
pub async fn unsubscribe_link(
    app: &App,
    connection: &mut Connection,
    account: Option<Uuid>,
    kind: &str,
) -> Result<Option<String>, Error> {
    let (Some(account), Some(subject)) = (account, UnsubscribeScope::of_kind(app.kinds(), kind)) else {
        return Ok(None);
    };
    let token = unsubscribe_token(app, connection, account, subject).await?;
    Ok(Some(format!("{}/notices/unsubscribe?token={token}", app.settings.http.public_url)))
}

async fn of_account(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    kind: MailKind,
    to: &Address,
    domain: &str,
) -> Result<Email, Unsent> {
    let (Some(account), Some(reader), Some(email)) = (mail.account, &mail.reader, mail.to()) else {
        return Err(Withheld::AccountDeleted.into());
    };
    let minutes = |seconds: i64| seconds / 60;
    let limits = &app.settings.accounts;
    let says = match kind {
        MailKind::VerifyAddress if reader.verified_at.is_some() => {
            return Err(Withheld::AddressProved.into());
        }
        MailKind::VerifyAddress => AccountMail::VerifyAddress {
            token: verify_token(app, connection, account).await?,
            hours: limits.verify_seconds / SECONDS_OF_AN_HOUR,
        },
        MailKind::AddressInUse => AccountMail::AddressInUse,
        MailKind::Test => AccountMail::Test,
        MailKind::AddressWanted => AccountMail::AddressWanted,
        MailKind::PasswordChanged => AccountMail::PasswordChanged(listed(connection, account, email).await?),
        MailKind::PasswordWasReset => {
            AccountMail::PasswordWasReset(listed(connection, account, email).await?)
        }
        MailKind::SessionsEnded => AccountMail::SessionsEnded(listed(connection, account, email).await?),
        MailKind::AddressChanged => AccountMail::AddressChanged(listed(connection, account, email).await?),
        MailKind::WebhookDisabled => {
            let target = webhooks::given_up(connection, account).await?;
            AccountMail::WebhookDisabled { target: target.ok_or(Withheld::WebhookEnabled)? }
        }
        MailKind::ResetPassword => {
            let token = reset_token(app, connection, account).await?.ok_or(Withheld::LinkClosed)?;
            AccountMail::ResetPassword { token, minutes: minutes(limits.reset_seconds) }
        }
        MailKind::LogIn => {
            let token = log_in_token(app, connection, account).await?.ok_or(Withheld::LinkClosed)?;
            AccountMail::LogIn { token, minutes: minutes(limits.log_in_link_seconds) }
        }
        MailKind::ApproveAddress => {
            let asked = address_token(app, connection, account, Purpose::ApproveAddress).await?;
            let (token, email) = asked.ok_or(Withheld::AddressChangeClosed)?;
            AccountMail::ApproveAddress { token, email }
        }
        MailKind::ProveAddress => {
            let asked = address_token(app, connection, account, Purpose::ProveAddress).await?;
            // A newer change names another address, which has a mail of its own.
            let asked = asked.filter(|(_, wanted)| wanted == email);
            let (token, email) = asked.ok_or(Withheld::AddressChangeClosed)?;
            AccountMail::ProveAddress { token, email }
        }
        other => {
            return Err(Unsent::Never(format!("there is no mail {} about accounts", other.name())));
        }
    };
    let public_url = &app.settings.http.public_url;
    let says = account::write(&says, kind, &reader.name, &reader.language, public_url)
        .map_err(|error| Unsent::broken(&error))?;
    Ok(Email {
        to: to.clone(),
        name: reader.name.clone(),
        message_id: format!("account.{}@{domain}", mail.key.id),
        thread: None,
        list: None,
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: None,
        date: app.now(),
        says,
    })
}

/// What goes on by itself or is suspended, for the present address alone: the old one may be another's by now.
async fn listed(connection: &mut Connection, account: Uuid, email: &str) -> Result<Automatic, Unsent> {
    if accounts::has_address(connection, account, &email_key(email)).await? {
        Ok(automatic(connection, account).await?)
    } else {
        Ok(Automatic::default())
    }
}
