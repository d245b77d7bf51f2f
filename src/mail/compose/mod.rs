//! Emails from stored mails, at the moment of sending: each held to its guard, then written. One file per family
//! ([`MailTemplate`]).

mod account;
mod digest;
pub mod game;
mod lobby;
mod messages;
mod votes;

use lettre::address::Address;
use uuid::Uuid;

use super::email::{Composed, Email};
use super::mailer::Unsent;
use crate::error::Error;
use crate::notifications::suppression::suppressed;
use crate::notifications::{KindEntry, MailTemplate, Withheld};
use crate::service::App;
use crate::service::identity::email_key;
use crate::service::preferences::{UnsubscribeScope, unsubscribe_token};
use crate::store::mails::queue::ClaimedMail;
use crate::store::{Connection, accounts};

/// Where an email goes, and the domain in which its ids are unique.
#[derive(Clone, Copy)]
pub struct Addressing<'m> {
    pub to: &'m Address,
    pub domain: &'m str,
}

/// A mail about a seat of a game.
struct GameMail<'m> {
    mail: &'m ClaimedMail,
    entry: KindEntry,
    game: Uuid,
    account: Uuid,
    seat: i16,
    /// The version that made it true; of a mail that follows an answer the one before the answer.
    version: i64,
}

impl<'m> GameMail<'m> {
    fn of(mail: &'m ClaimedMail, entry: KindEntry) -> Result<Self, Unsent> {
        let (Some(game), Some(account), Some(seat)) = (mail.game(), mail.account, mail.seat) else {
            return Err(Unsent::Never(format!("a mail {} names no seat", entry.name)));
        };
        let since = mail.payload.answer.as_ref().map(|answer| answer.since);
        let version = since.or(mail.version).unwrap_or(-1);
        Ok(Self { mail, entry, game, account, seat, version })
    }

    /// Unique among the mails of the service. A version comes again after a failover that lost it, and mail programs
    /// drop an id that they have had: so the moment when the mail was queued is part of it.
    fn message_id(&self) -> String {
        let queued_at = self.mail.created_at.timestamp_micros();
        format!("{}.{}.{}.{}.{queued_at:x}", self.game, self.version, self.seat, self.entry.name)
    }
}

/// The email that a claimed mail becomes now.
pub async fn compose(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let Some(entry) = app.kinds().named(&mail.kind) else {
        return Err(Unsent::Never(format!("there is no kind of mail {}", mail.kind)));
    };
    let email = match entry.template {
        // These prove an address, or warn an old one: they go where they were queued for.
        MailTemplate::Account => return account::email(app, connection, mail, entry.kind, addressing).await,
        MailTemplate::Digest => digest::email(app, connection, mail, addressing).await?,
        _ => about_a_game(app, connection, mail, entry, addressing).await?,
    };
    must_be_present_address(connection, mail.account, addressing.to).await?;
    must_not_be_suppressed(connection, mail.account).await?;
    Ok(email)
}

/// The email of a family that a digest can collect, if its guard holds.
async fn about_a_game(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    entry: KindEntry,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let of_seat = || GameMail::of(mail, entry);
    match entry.template {
        MailTemplate::Game(guard) => game::email(app, connection, &of_seat()?, guard, addressing).await,
        MailTemplate::Answer => game::after_answer(app, connection, &of_seat()?, addressing).await,
        MailTemplate::Messages => messages::email(app, connection, &of_seat()?, addressing).await,
        MailTemplate::Votes(guard) => votes::email(app, connection, &of_seat()?, guard, addressing).await,
        MailTemplate::Lobby(guard) => lobby::email(app, connection, mail, entry, guard, addressing).await,
        MailTemplate::Digest | MailTemplate::Account => {
            Err(Unsent::Never(format!("a mail {} is about no game", entry.name)))
        }
    }
}

/// What such a mail says in a few words, if its guard still holds: a line of a digest.
async fn line(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    addressing: Addressing<'_>,
) -> Result<String, Unsent> {
    // A kind that a newer release has removed has nothing to say.
    let entry = app.kinds().named(&mail.kind).ok_or(Withheld::NothingLeft)?;
    match entry.template {
        MailTemplate::Game(guard) => game::line(app, connection, &GameMail::of(mail, entry)?, guard).await,
        _ => Ok(about_a_game(app, connection, mail, entry, addressing).await?.says.subject),
    }
}

/// An email in the thread of a game. `id` is unique among the mails of the service.
fn in_thread(
    app: &App,
    addressing: Addressing<'_>,
    game: Uuid,
    name: &str,
    id: &str,
    says: Composed,
) -> Email {
    let domain = addressing.domain;
    Email {
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        ..Email::new(addressing.to, name, format!("{id}@{domain}"), app.now(), says)
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
async fn unsubscribe_link(
    app: &App,
    connection: &mut Connection,
    account: Option<Uuid>,
    kind: &str,
) -> Result<Option<String>, Error> {
    let (Some(account), Some(subject)) = (account, UnsubscribeScope::of_kind(app.kinds(), kind)) else {
        return Ok(None);
    };
    let token = unsubscribe_token(app, connection, account, subject).await?;
    Ok(Some(format!("{}/notifications/unsubscribe?token={token}", app.settings.http.public_url)))
}
