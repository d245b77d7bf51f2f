//! Composes emails from stored mails at the moment of sending: first the guard is checked, then the email is written.
//! There is one file per family ([`MailTemplate`]). An email about a game is a draft first: it is sent alone, or in a
//! digest.

mod account;
mod digest;
pub mod game;
mod lobby;
mod messages;
mod votes;

use std::sync::Arc;

use lettre::address::Address;
use uuid::Uuid;

use super::email::Email;
use super::layout::{ButtonLink, EmailOutline, EmailTexts, GameText};
use super::mailer::Unsent;
use crate::error::Error;
use crate::notifications::suppression::suppressed;
use crate::notifications::unasked::{self, ADDRESS_LIMIT, Admission};
use crate::notifications::{KindEntry, MailKind, MailTemplate, Withheld};
use crate::service::Ctx;
use crate::service::identity::email_key;
use crate::service::preferences;
use crate::service::preferences::{UnsubscribeScope, unsubscribe_token};
use crate::service::replies;
use crate::store::mails::queue::ClaimedMail;
use crate::store::{Connection, accounts};
use crate::texts::{self, Reader, ReaderTexts};

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
    /// The version that made the mail true or, for a mail that follows an answer, the version before the answer.
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

    /// The Message-ID. It contains the instant at which the mail was queued, since a version comes again after a
    /// failover that lost it, and mail programs drop a mail whose id they have seen.
    fn message_id(&self) -> String {
        let queued_at = self.mail.created_at.timestamp_micros();
        format!("{}.{}.{}.{}.{queued_at:x}", self.game, self.version, self.seat, self.entry.name)
    }
}

struct GameDraft {
    /// The local part of the Message-ID, unique within the service.
    id: String,
    text: GameText,
    /// The local part of the address for replies.
    reply: Option<String>,
    picture: Option<Arc<Vec<u8>>>,
    /// The id of the mail that it answers, without angle brackets.
    reply_to_mail: Option<String>,
}

/// The email that a claimed mail becomes now.
pub async fn compose(ctx: &mut Ctx, mail: &ClaimedMail, addressing: Addressing<'_>) -> Result<Email, Unsent> {
    let Some(entry) = ctx.app.kinds().named(&mail.kind) else {
        return Err(Unsent::Never(format!("there is no kind of mail {}", mail.kind)));
    };
    let email = match entry.template {
        // Mails without a topic prove an address or warn an old one, so they go to the address that they were queued
        // for, even if it is suppressed or no longer the account's.
        MailTemplate::Account if entry.topic.is_none() => {
            return account::email(ctx, mail, entry, addressing).await;
        }
        MailTemplate::Account => account::email(ctx, mail, entry, addressing).await?,
        MailTemplate::Digest => digest::email(ctx, mail, addressing).await?,
        _ => {
            if let (MailKind::Invitation, MailTemplate::Lobby(guard)) = (entry.kind, entry.template) {
                lobby::admit(ctx, mail, guard).await?;
            }
            let draft = draft(ctx, mail, entry).await?;
            in_thread(ctx, mail, draft, addressing).await?
        }
    };
    must_be_present_address(&mut ctx.db, mail.account, addressing.to).await?;
    must_not_be_suppressed(&mut ctx.db, mail.account).await?;
    Ok(email)
}

/// Why a waiting mail has become pointless, as far as that is known without composing it, since composing makes links.
/// The guards of the other mails are checked when they are sent.
pub async fn staleness(ctx: &mut Ctx, mail: &ClaimedMail) -> Result<Option<Withheld>, Unsent> {
    match ctx.app.kinds().named(&mail.kind) {
        Some(entry) if entry.template == MailTemplate::Account => {
            account::staleness(ctx, mail, entry.kind).await
        }
        _ => Ok(None),
    }
}

/// The draft of a mail about a game; withheld if its guard does not hold.
async fn draft(ctx: &mut Ctx, mail: &ClaimedMail, entry: KindEntry) -> Result<GameDraft, Unsent> {
    let of_seat = || GameMail::of(mail, entry);
    match entry.template {
        MailTemplate::Game(guard) => game::draft(ctx, &of_seat()?, guard).await,
        MailTemplate::Answer if mail.seat.is_some() => game::after_answer(ctx, &of_seat()?).await,
        MailTemplate::Answer => lobby::after_answer(ctx, mail, entry).await,
        MailTemplate::Messages => messages::draft(ctx, &of_seat()?).await,
        MailTemplate::Votes(guard) => votes::draft(ctx, &of_seat()?, guard).await,
        MailTemplate::Lobby(guard) => lobby::draft(ctx, mail, entry, guard).await,
        MailTemplate::Digest | MailTemplate::Account => {
            Err(Unsent::Never(format!("a mail {} is about no game", entry.name)))
        }
    }
}

/// A draft as an email of its own, in the thread of its game.
async fn in_thread(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    draft: GameDraft,
    Addressing { to, domain }: Addressing<'_>,
) -> Result<Email, Unsent> {
    let (game, unsubscribe) = (mail.key.partition, unsubscribe_link(ctx, mail, to).await?);
    let button = unsubscribe.as_ref().map(|link| link.button(draft.text.language));
    let marker = draft.reply.is_some().then(|| text(draft.text.language, "marker"));
    let club = &ctx.app.settings.club.name;
    let says = draft.text.alone(club, marker, button).map_err(|error| Unsent::broken(&error))?;
    let email = Email {
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        unsubscribe: unsubscribe.map(|link| link.url),
        picture: draft.picture,
        reply_to_mail: draft.reply_to_mail,
        ..Email::new(to, mail.name(), format!("{}@{domain}", draft.id), ctx.app.now(), says)
    };
    Ok(email.answered_at(draft.reply.as_deref(), &replies::domain(&ctx.app.settings)))
}

/// Checks again that the mail goes to the present address of its account. It was claimed with the address of a moment
/// ago; if that was changed since, the old mailbox would get links that work.
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

/// Refuses mail to a suppressed address. Mails that prove an address are not checked here. Bounces are counted by
/// account, so an address without one is never suppressed.
async fn must_not_be_suppressed(connection: &mut Connection, account: Option<Uuid>) -> Result<(), Unsent> {
    let Some(account) = account else { return Ok(()) };
    match suppressed(connection, account).await? {
        Some(address) => Err(Unsent::Suppressed { status: address.status }),
        None => Ok(()),
    }
}

/// Admits a mail to an address that did not ask for it, within the limit of such mails.
async fn admit(ctx: &mut Ctx, mail: &ClaimedMail, kind: MailKind) -> Result<(), Unsent> {
    let address = mail.to().ok_or(Withheld::AccountDeleted)?;
    match unasked::admit(&ctx.app, &mut ctx.db, mail, kind, &email_key(address)).await? {
        Admission::Admitted => Ok(()),
        Admission::Held { until } => Err(Unsent::Held { until, why: ADDRESS_LIMIT }),
        Admission::Withheld(withheld) => Err(withheld.into()),
    }
}

/// The link to unsubscribe: a POST to it does so, and a GET shows a page with the button.
struct UnsubscribeLink {
    url: String,
    /// The name of its label.
    label: &'static str,
}

impl UnsubscribeLink {
    fn button(&self, language: &str) -> ButtonLink {
        ButtonLink { label: text(language, self.label), url: self.url.clone() }
    }
}

/// A text of the section `lines` without values.
fn text(language: &str, key: &str) -> String {
    ReaderTexts::new(texts::emails(language), Reader::default()).say("lines", key, minijinja::context! {})
}

/// The link by which the reader ends mails of this kind, or all mails that others cause; `None` for mails that the
/// reader asked for.
async fn unsubscribe_link(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    to: &Address,
) -> Result<Option<UnsubscribeLink>, Error> {
    let settings = Arc::clone(&ctx.app.settings);
    let public_url = &settings.http.public_url;
    let scope = UnsubscribeScope::of_kind(ctx.app.kinds(), &mail.kind);
    if let (Some(account), Some(subject)) = (mail.account, scope) {
        let token = unsubscribe_token(ctx, (account, &email_key(to.as_ref())), subject).await?;
        let url = format!("{public_url}/unsubscribe/{token}");
        return Ok(Some(UnsubscribeLink { url, label: "unsubscribe" }));
    }
    let (Some(entry), Some(address)) = (ctx.app.kinds().named(&mail.kind), mail.to()) else {
        return Ok(None);
    };
    let email_key = email_key(address);
    // A mail that the owner of an address asked for offers to take their refusal back.
    let is_asked_for = matches!(entry.kind, MailKind::AccountLink | MailKind::SignUp);
    let label = match entry.kind {
        _ if is_asked_for && unasked::is_refused(&mut ctx.db, &email_key).await? => "allow_again",
        kind if unasked::is_unasked(kind) => "never_again",
        _ => return Ok(None),
    };
    let token = preferences::refusal_token(ctx, &email_key).await?;
    Ok(Some(UnsubscribeLink { url: format!("{public_url}/notifications/refuse?token={token}"), label }))
}

fn outlined(
    texts: &EmailTexts,
    kind: &str,
    id: String,
    outline: &EmailOutline,
    reply: Option<String>,
) -> GameDraft {
    GameDraft {
        id,
        text: GameText {
            language: texts.language(),
            subject: texts.say("subject", kind),
            lead: texts.say("lead", kind),
            section: texts.section(outline),
            notes: texts.notes(outline),
        },
        reply,
        picture: None,
        reply_to_mail: None,
    }
}
