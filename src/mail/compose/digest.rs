//! Digests: mails with several notifications, of several games. A digest has the notifications that were collected for
//! it; the daily one also has everything that is open, with its question, its link and its address for replies. Each
//! part is checked again when the digest is sent, and left out if it no longer holds.

use minijinja::context;
use uuid::Uuid;

use super::{Addressing, GameDraft, UnsubscribeLink, account, draft, unsubscribe_link};
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{GameEmailPage, GameSection, ReplySection, fill};
use crate::mail::mailer::Unsent;
use crate::notifications::{DigestKind, MailKind, MailTemplate, Withheld, delivery};
use crate::service::replies;
use crate::service::streams::{self, InboxIncluded, InboxItem, InboxItemType};
use crate::service::{App, Ctx};
use crate::store::mails::MailPayload;
use crate::store::mails::queue::{self, ClaimedMail, MailReader};
use crate::store::messages;
use crate::texts::{self, Reader, ReaderTexts, when};
use rules::CallKind;

/// The most notifications that are shown; the others are only counted.
const MAX_SECTIONS: u16 = 30;
/// Beyond this many bytes a section is cut to its heading, its question and its button, since the size of a mail is
/// limited.
const MAX_BYTES_IN_FULL: usize = 30_000;

/// A notification as a part of the email.
struct DigestPart {
    /// The game that it is about, if it is about one.
    game: Option<Uuid>,
    /// The decision, vote or invitation that it is about, or else the kind of mail.
    about: String,
    section: GameSection,
    /// The local part of the address for replies to it.
    reply: Option<String>,
}

/// The digest as an email; withheld when none of its parts holds any more.
pub async fn email(ctx: &mut Ctx, mail: &ClaimedMail, addressing: Addressing<'_>) -> Result<Email, Unsent> {
    let (Some(account), Some(reader)) = (mail.account, &mail.reader) else {
        return Err(Withheld::AccountDeleted.into());
    };
    let Some(kind) = DigestKind::named(&mail.kind) else {
        return Err(Unsent::Never(format!("there is no digest {}", mail.kind)));
    };
    let mut parts = collected(ctx, mail).await?;
    if kind == DigestKind::Daily {
        open(ctx, account, reader, &mut parts).await?;
    }
    if parts.is_empty() {
        return Err(Withheld::NothingLeft.into());
    }
    let unsubscribe = unsubscribe_link(ctx, mail, addressing.to).await?;
    let mut addresses = parts.iter().filter_map(|part| part.reply.clone());
    // A digest with a single question can itself be replied to.
    let reply = addresses.next().filter(|_| addresses.next().is_none());
    drop(addresses);
    let says = write(&ctx.app, kind, &reader.language, parts, unsubscribe.as_ref());
    let says = says.map_err(|error| Unsent::broken(&error))?;
    let domain = addressing.domain;
    let id = format!("collection.{}@{domain}", mail.key.id);
    let list = Some(format!("{}.notices.{domain}", kind.name()));
    let unsubscribe = unsubscribe.map(|link| link.url);
    let email =
        Email { list, unsubscribe, ..Email::new(addressing.to, &reader.name, id, ctx.app.now(), says) };
    Ok(email.answered_at(reply.as_deref(), &replies::domain(&ctx.app.settings)))
}

/// The collected mails that still hold and are still wanted, oldest first.
async fn collected(ctx: &mut Ctx, digest: &ClaimedMail) -> Result<Vec<DigestPart>, Unsent> {
    let mut parts = Vec::new();
    for mail in queue::collected(&mut ctx.db, digest).await? {
        if !delivery::is_wanted(ctx.app.kinds(), &mut ctx.db, &mail).await? {
            continue;
        }
        match part(ctx, &mail).await {
            Ok(part) => parts.push(part),
            Err(unsent) if unsent.is_withdrawn() => {}
            Err(unsent) => return Err(unsent),
        }
    }
    Ok(parts)
}

async fn part(ctx: &mut Ctx, mail: &ClaimedMail) -> Result<DigestPart, Unsent> {
    // The kind is unknown if another release queued the mail.
    let entry = ctx.app.kinds().named(&mail.kind).ok_or(Withheld::NothingLeft)?;
    if entry.template == MailTemplate::Account {
        return of_account(ctx, mail, entry.kind).await;
    }
    let GameDraft { text, reply, .. } = draft(ctx, mail, entry).await?;
    let section = GameSection {
        heading: Some(text.subject),
        lead: Some(text.lead),
        // A mail about many games has no room for boards; the pages show them.
        board: None,
        standing: text.section.standing.filter(|_| text.section.asked.is_none()),
        ..text.section
    };
    Ok(DigestPart { game: Some(mail.key.partition), about: about(mail), section, reply })
}

/// The subject of a mail within its game; two mails with the same one are not both shown.
fn about(mail: &ClaimedMail) -> String {
    // The stored mail names the message that was the newest then, but every mail about messages shows all unread ones.
    // So mails about the messages of one audience are about the same.
    if mail.kind == MailKind::Message.name() {
        let from = mail.payload.private_from.map(|from| format!(" from {from}")).unwrap_or_default();
        return format!("{}{from}", mail.kind);
    }
    let decision = mail.decision.clone();
    let invitation = mail.payload.invitation.map(|id| id.to_string());
    decision.or(invitation).unwrap_or_else(|| mail.kind.clone())
}

/// The part that a mail about no game makes.
async fn of_account(ctx: &mut Ctx, mail: &ClaimedMail, kind: MailKind) -> Result<DigestPart, Unsent> {
    let (heading, text) = account::heading_and_text(ctx, mail, kind).await?;
    let section = GameSection { heading: Some(heading), remarks: vec![text], ..GameSection::default() };
    let about = format!("{} {}", mail.kind, mail.key.partition);
    Ok(DigestPart { game: None, about, section, reply: None })
}

/// Adds the items of the reader's inbox that are not among the parts yet, the most urgent first.
async fn open(
    ctx: &mut Ctx,
    account: Uuid,
    reader: &MailReader,
    parts: &mut Vec<DigestPart>,
) -> Result<(), Unsent> {
    let inbox = streams::inbox(ctx, account, None, MAX_SECTIONS, InboxIncluded::default()).await?;
    for item in inbox.items {
        for (mail, count) in mails_about(ctx, account, reader, &item).await? {
            let item = InboxItem { unread: count.or(item.unread), ..item.clone() };
            add(ctx, reader, (&item, &mail), parts).await?;
        }
    }
    Ok(())
}

/// Adds the part that a mail about this item of the inbox would be.
async fn add(
    ctx: &mut Ctx,
    reader: &MailReader,
    (item, mail): (&InboxItem, &ClaimedMail),
    parts: &mut Vec<DigestPart>,
) -> Result<(), Unsent> {
    let is_same = |part: &DigestPart| {
        let is_question = item.item_type == InboxItemType::Decision && part.section.asked.is_some();
        part.game == Some(item.game_id) && (is_question || part.about == about(mail))
    };
    if parts.iter().any(is_same) {
        return Ok(());
    }
    match part(ctx, mail).await {
        Ok(part) => {
            let heading = Some(heading(&ctx.app, reader, item)?);
            parts.push(DigestPart { section: GameSection { heading, lead: None, ..part.section }, ..part });
        }
        Err(unsent) if unsent.is_withdrawn() => {}
        Err(unsent) => return Err(unsent),
    }
    Ok(())
}

/// The mails that an item of the inbox stands for: one, or, for messages, one for each audience with the number of
/// messages.
async fn mails_about(
    ctx: &mut Ctx,
    account: Uuid,
    reader: &MailReader,
    item: &InboxItem,
) -> Result<Vec<(ClaimedMail, Option<i64>)>, Unsent> {
    let mail = mail_about(&ctx.app, account, reader, item);
    if item.item_type != InboxItemType::Messages {
        return Ok(vec![(mail, None)]);
    }
    let audiences = messages::unread_audiences(&mut ctx.db, item.game_id, account).await?;
    let to = |audience: messages::UnreadAudience| {
        let mut mail = mail.clone();
        mail.payload.private_from = audience.private_from;
        (mail, Some(audience.count))
    };
    Ok(audiences.into_iter().map(to).collect())
}

/// The mail that an item of the inbox stands for.
fn mail_about(app: &App, account: Uuid, reader: &MailReader, item: &InboxItem) -> ClaimedMail {
    let kind = match item.item_type {
        InboxItemType::Decision => MailKind::Call(CallKind::YOUR_TURN),
        InboxItemType::Confirmation => MailKind::ConfirmPresence,
        InboxItemType::Vote => MailKind::Vote,
        InboxItemType::SeatOffer => MailKind::SeatOffered,
        InboxItemType::Invitation => MailKind::Invitation,
        InboxItemType::Messages => MailKind::Message,
    };
    let mut mail = ClaimedMail::unqueued(item.game_id, kind.name(), account, reader, app.now());
    mail.seat = item.seat.or((item.item_type == InboxItemType::Messages).then_some(0));
    mail.decision = item.decision.clone().or(item.vote_id.map(|id| id.to_string()));
    mail.payload = MailPayload { invitation: item.invitation_id, ..MailPayload::default() };
    mail
}

fn heading(app: &App, reader: &MailReader, item: &InboxItem) -> Result<String, Unsent> {
    let table = texts::game_name(&item.game_name, app.ruleset(&item.ruleset)?, &reader.language);
    let until = item.deadline.map(|until| when(until, &reader.time_zone, &reader.language));
    let key = match item.item_type {
        InboxItemType::Decision if item.awaited => "awaited",
        InboxItemType::Decision => "invited_to_answer",
        InboxItemType::Confirmation => "confirmation",
        InboxItemType::Vote => "vote",
        InboxItemType::SeatOffer => "seat_offer",
        InboxItemType::Invitation => "invitation",
        InboxItemType::Messages => "messages",
    };
    let texts = ReaderTexts::new(texts::emails(&reader.language), Reader::default());
    // Only the heading of messages names their number.
    Ok(texts.say("open", key, context! { table, until, count => item.unread.unwrap_or_default() }))
}

fn write(
    app: &App,
    kind: DigestKind,
    language: &str,
    parts: Vec<DigestPart>,
    unsubscribe: Option<&UnsubscribeLink>,
) -> Result<Composed, String> {
    let texts = ReaderTexts::new(texts::emails(language), Reader::default());
    let club = &app.settings.club.name;
    let say = |section: &str, key: &str, count: usize| texts.say(section, key, context! { count, club });
    let count = parts.len();
    let marker = parts.iter().any(|part| part.reply.is_some()).then(|| say("lines", "marker", count));
    let domain = replies::domain(&app.settings);
    let mut bytes = 0;
    let section = |part: DigestPart| {
        let reply = part.reply.map(|local| ReplySection {
            label: say("lines", "reply_here", count),
            address: format!("{local}@{domain}"),
        });
        // The number of bytes is a guess: the section is filled into templates.
        bytes += serde_json::to_string(&part.section).map_or(0, |text| text.len());
        if bytes <= MAX_BYTES_IN_FULL {
            return GameSection { reply, ..part.section };
        }
        let GameSection { heading, lead, button, asked, .. } = part.section;
        GameSection { heading, lead, button, asked, reply, ..GameSection::default() }
    };
    let mut sections: Vec<GameSection> = parts.into_iter().take(MAX_SECTIONS.into()).map(section).collect();
    if let Some(more) = count.checked_sub(MAX_SECTIONS.into()).filter(|more| *more > 0) {
        let lead = Some(say("lines", "more_lines", more));
        sections.push(GameSection { lead, ..GameSection::default() });
    }
    let page = GameEmailPage {
        language: texts::code(language),
        club: club.clone(),
        subject: say("subject", kind.name(), count),
        marker,
        lead: say("lead", kind.name(), count),
        sections,
        notes: vec![say("lines", "link_note", count), say("lines", "why_digest", count)],
        unsubscribe: unsubscribe.map(|link| link.button(language)),
    };
    fill("game", page.subject.clone(), &page)
}
