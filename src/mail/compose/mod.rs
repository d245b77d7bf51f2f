//! Emails from stored mails, at the moment of sending: each held to its guard, then written. One file per family
//! ([`MailTemplate`]). What an email says about a game is a draft first: it goes out alone, or with others in a digest.

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
use crate::service::address_refusals;
use crate::service::identity::email_key;
use crate::service::preferences::{UnsubscribeScope, unsubscribe_token};
use crate::service::replies;
use crate::store::mails::queue::ClaimedMail;
use crate::store::{Connection, accounts};
use crate::texts::{self, Catalogue, Reader, TextRenderer};

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

/// What an email says about a game.
struct GameDraft {
    /// Unique among the mails of the service.
    id: String,
    text: GameText,
    /// Where replies to it go: the local part of an address.
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
        // These prove an address, or warn an old one: they go where they were queued for.
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

/// Why a mail that waits has nothing to say any more, as far as that is known without writing it: writing makes links. The
/// others are held to their guards when they leave.
pub async fn staleness(ctx: &mut Ctx, mail: &ClaimedMail) -> Result<Option<Withheld>, Unsent> {
    match ctx.app.kinds().named(&mail.kind) {
        Some(entry) if entry.template == MailTemplate::Account => {
            account::staleness(ctx, mail, entry.kind).await
        }
        _ => Ok(None),
    }
}

/// What a mail about a game says now, if its guard holds.
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
    let says = draft.text.alone(marker, button).map_err(|error| Unsent::broken(&error))?;
    let email = Email {
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        unsubscribe: unsubscribe.map(|link| link.url),
        picture: draft.picture,
        reply_to_mail: draft.reply_to_mail,
        ..Email::new(to, mail.name(), format!("{}@{domain}", draft.id), ctx.app.now(), says)
    };
    Ok(email.answered_at(draft.reply.as_deref(), &replies::domain(&ctx.app)))
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

/// A mail that its reader's address did not ask for leaves only while there is room for it there.
async fn admit(ctx: &mut Ctx, mail: &ClaimedMail, kind: MailKind) -> Result<(), Unsent> {
    let address = mail.to().ok_or(Withheld::AccountDeleted)?;
    match unasked::admit(&ctx.app, &mut ctx.db, mail, kind, &email_key(address)).await? {
        Admission::Admitted => Ok(()),
        Admission::Held { until } => Err(Unsent::Held { until, why: ADDRESS_LIMIT }),
        Admission::Withheld(withheld) => Err(withheld.into()),
    }
}

/// The link by which a reader ends mails: a POST does, and a GET shows what it would do.
struct UnsubscribeLink {
    url: String,
    /// The name of its text.
    label: &'static str,
}

impl UnsubscribeLink {
    fn button(&self, language: &str) -> ButtonLink {
        ButtonLink { label: text(language, self.label), url: self.url.clone() }
    }
}

/// A line of the emails' texts in which nothing is filled in.
fn text(language: &str, key: &str) -> String {
    let catalogue = Catalogue::read(texts::emails(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    renderer.say(catalogue.text("lines", key).unwrap_or_default(), minijinja::context! {})
}

/// How the reader ends mails of this kind, or all that others cause; `None` for mails that they asked for themselves.
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
        let url = format!("{public_url}/notifications/unsubscribe?token={token}");
        return Ok(Some(UnsubscribeLink { url, label: "unsubscribe" }));
    }
    let (Some(entry), Some(address)) = (ctx.app.kinds().named(&mail.kind), mail.to()) else {
        return Ok(None);
    };
    let email_key = email_key(address);
    // With the links that an owner asked for, they can take a refusal back.
    let is_asked_for = matches!(entry.kind, MailKind::AccountLink | MailKind::SignUp);
    let label = match entry.kind {
        _ if is_asked_for && unasked::is_refused(&mut ctx.db, &email_key).await? => "allow_again",
        kind if unasked::is_unasked(kind) => "never_again",
        _ => return Ok(None),
    };
    let token = address_refusals::token(ctx, &email_key).await?;
    Ok(Some(UnsubscribeLink { url: format!("{public_url}/notifications/refuse?token={token}"), label }))
}

/// What an outline says in the texts of a kind.
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
