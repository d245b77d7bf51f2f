//! Mails about a game that has not started: invitations, the confirmation of presence, lost seats, the end of the
//! lobby; and mails that follow a reply of a reader who has no seat in a game in play.

use super::{GameDraft, outlined};
use crate::mail::layout::{EmailOutline, EmailTexts};
use crate::mail::mailer::Unsent;
use crate::notifications::{KindEntry, LobbyGuard, MailKind, Withheld};
use crate::service::bot_names::names_of_bots;
use crate::service::lobby::wait_in_minutes;
use crate::service::mail_links::{self, LinkOrigin};
use crate::service::replies::{NewReplyAddress, create_reply_address};
use crate::service::{App, Ctx};
use crate::store::contexts::{self, LobbyMailContext, LobbyMailKey};
use crate::store::games::Status;
use crate::store::invitations::{self, InvitationStatus};
use crate::store::mails::queue::ClaimedMail;
use crate::store::reply_addresses::ReplyTopic;
use crate::store::{Connection, StoreError, people};
use crate::texts::{self, Catalogue, Reader, ReaderTexts, when};
use std::sync::Arc;
use uuid::Uuid;

/// The draft of a mail; withheld when its guard no longer holds.
pub(super) async fn draft(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    entry: KindEntry,
    guard: LobbyGuard,
) -> Result<GameDraft, Unsent> {
    let app = Arc::clone(&ctx.app);
    let context = load(&mut ctx.db, mail).await?.ok_or(Withheld::GameGone)?;
    if mail.account.is_some() && context.reader.is_none() {
        return Err(Withheld::AddressUnproved.into());
    }
    must_hold(guard, &context)?;
    let writer = LobbyWriter::new(&app, mail, &context)?;
    let outline = writer.outline(entry.kind)?;
    writer.draft(ctx, entry, outline).await
}

/// Checks that the invitation still holds and, unless the reader knows the inviter, that the limit of unasked mails
/// allows it.
pub(super) async fn admit(ctx: &mut Ctx, mail: &ClaimedMail, guard: LobbyGuard) -> Result<(), Unsent> {
    let context = load(&mut ctx.db, mail).await?.ok_or(Withheld::GameGone)?;
    must_hold(guard, &context)?;
    if let (Some(reader), Some(inviter)) = (context.reader_id, context.inviter_id)
        && people::have_met(&mut ctx.db, reader, inviter).await?
    {
        return Ok(());
    }
    super::admit(ctx, mail, MailKind::Invitation).await
}

/// The mail that follows a reply: what was done, or why nothing was.
pub(super) async fn after_answer(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    entry: KindEntry,
) -> Result<GameDraft, Unsent> {
    let app = Arc::clone(&ctx.app);
    let context = load(&mut ctx.db, mail).await?.ok_or(Withheld::GameGone)?;
    if context.is_banned {
        return Err(Withheld::AccountBanned.into());
    }
    let Some(answer) = &mail.payload.answer else {
        return Err(Unsent::Never(format!("a mail {} names no answer", entry.name)));
    };
    let writer = LobbyWriter::new(&app, mail, &context)?;
    let outline = EmailOutline { facts: vec!["game", "people"], ..EmailOutline::default() };
    let mut draft = writer.draft(ctx, entry, outline).await?;
    let texts = &writer.texts;
    let said_to = super::game::said_to(&mut ctx.db, answer).await?;
    let done = answer.done.iter().map(|done| match (&answer.said, answer.away) {
        (Some(said), _) if done == "said" => texts.said(&said.text, said_to.as_deref()),
        (_, Some(days)) if done == "away" => texts.away(days),
        _ => texts.say("done", done),
    });
    let mut remarks: Vec<String> = done.chain(answer.sentence.clone()).collect();
    if entry.kind == MailKind::Help {
        remarks.push(texts.say("help", "lobby"));
    }
    remarks.append(&mut draft.text.section.remarks);
    draft.text.section.remarks = remarks;
    draft.reply_to_mail.clone_from(&answer.reply_to);
    Ok(draft)
}

async fn load(
    connection: &mut Connection,
    mail: &ClaimedMail,
) -> Result<Option<LobbyMailContext>, StoreError> {
    let key = LobbyMailKey { mail: mail.key, account: mail.account, invitation: mail.payload.invitation };
    contexts::of_lobby_mail(connection, &key).await
}

/// Checks the guard: is the mail still true, and of use to its reader?
fn must_hold(guard: LobbyGuard, context: &LobbyMailContext) -> Result<(), Withheld> {
    let status = context.status;
    if context.is_banned {
        return Err(Withheld::AccountBanned);
    }
    match guard {
        LobbyGuard::InvitationOpen if !status.is_waiting() => Err(Withheld::TableChanged),
        LobbyGuard::InvitationOpen if context.invitation != Some(InvitationStatus::Open) => {
            Err(Withheld::InvitationClosed)
        }
        LobbyGuard::InvitationOpen if context.is_unwelcome => Err(Withheld::SenderUnwelcome),
        LobbyGuard::InvitationOpen | LobbyGuard::NoSeat if context.has_seat => Err(Withheld::SeatTaken),
        LobbyGuard::PresenceUnconfirmed if status != Status::Confirming => Err(Withheld::TableChanged),
        LobbyGuard::PresenceUnconfirmed if !context.has_seat => Err(Withheld::SeatLeft),
        LobbyGuard::PresenceUnconfirmed if context.has_confirmed => Err(Withheld::PresenceConfirmed),
        LobbyGuard::PresenceUnconfirmed if context.is_repeated => Err(Withheld::Repeated),
        LobbyGuard::Cancelled if status != Status::Cancelled => Err(Withheld::TableChanged),
        LobbyGuard::Expired if status != Status::Expired => Err(Withheld::TableChanged),
        // The guards are named one by one, so that a new one does not hold by default.
        LobbyGuard::InvitationOpen
        | LobbyGuard::NoSeat
        | LobbyGuard::PresenceUnconfirmed
        | LobbyGuard::Cancelled
        | LobbyGuard::Expired => Ok(()),
    }
}

struct LobbyWriter<'m> {
    app: &'m App,
    mail: &'m ClaimedMail,
    context: &'m LobbyMailContext,
    texts: EmailTexts,
}

impl<'m> LobbyWriter<'m> {
    fn new(app: &'m App, mail: &'m ClaimedMail, context: &'m LobbyMailContext) -> Result<Self, Unsent> {
        let ruleset = app.ruleset(&context.ruleset)?;
        // For a reader without an account the language of the game is the best guess, or else that of the inviter.
        let languages = [&context.language, &context.talk, &context.inviter_language];
        let language = languages.into_iter().flatten().next().map_or(texts::FALLBACK, String::as_str);
        // A reader without an account has no time zone; an instant is given in UTC then.
        let zone = context.time_zone.as_deref().unwrap_or("UTC");
        let here = [
            ("table", texts::game_name(&context.name, ruleset, language).into()),
            ("title", texts::title(ruleset, language).into()),
            ("seats", context.seat_count.into()),
            ("people", people(mail.key.partition, context, language).into()),
            // Texts leave out who is not known.
            ("reader", context.reader.as_deref().unwrap_or_default().into()),
            ("inviter", context.inviter.as_deref().unwrap_or_default().into()),
            ("until", context.due_at.map(|at| when(at, zone, language)).unwrap_or_default().into()),
            ("minutes", minutes_of_orders(context).into()),
            ("replies", app.settings.replies.are_taken().into()),
        ];
        let texts = EmailTexts::new(language, Reader::default(), here);
        Ok(Self { app, mail, context, texts })
    }

    fn outline(&self, kind: MailKind) -> Result<EmailOutline, Unsent> {
        Ok(match kind {
            MailKind::Invitation => {
                let mut facts = vec!["game", "people"];
                facts.extend(self.context.reserves.then_some("reserved"));
                facts.extend(self.context.due_at.map(|_| "until"));
                EmailOutline { facts, more: self.terms()?, ..EmailOutline::default() }
            }
            MailKind::ConfirmPresence => {
                EmailOutline { facts: vec!["game", "people"], more: self.terms()?, ..EmailOutline::default() }
            }
            _ => EmailOutline::default(),
        })
    }

    /// The options that differ from the usual ones, and whether standing orders wait. The mail says it because most
    /// readers answer it without opening the page.
    fn terms(&self) -> Result<Vec<String>, Unsent> {
        let Self { context, texts, .. } = self;
        let ruleset = self.app.ruleset(&context.ruleset)?;
        let service = Catalogue::read(texts::emails(texts.language()));
        let mut terms = texts::option_sentences(&service, ruleset, texts.language(), &context.options);
        terms.extend(minutes_of_orders(context).map(|_| texts.say("facts", "order_delay")));
        Ok(terms)
    }

    /// The draft, with the link and the address for replies that its reader may have now.
    async fn draft(
        &self,
        ctx: &mut Ctx,
        entry: KindEntry,
        mut outline: EmailOutline,
    ) -> Result<GameDraft, Unsent> {
        let (way, topic) = self.way_on(ctx).await?;
        outline.button =
            way.map(|(label, path)| (label, format!("{}{path}", ctx.app.settings.http.public_url)));
        let account = self.mail.account.or(self.context.reader_id);
        let reply = match topic {
            Some(topic) => {
                let address = NewReplyAddress {
                    invitation: self.mail.payload.invitation,
                    ..NewReplyAddress::of(topic, self.mail.key.partition, account)
                };
                create_reply_address(ctx, address).await?
            }
            None => None,
        };
        let can_answer = |topic| match topic {
            ReplyTopic::Invitation if account.is_none() => Some("reply_new_player"),
            ReplyTopic::Invitation => Some("reply_invitation"),
            ReplyTopic::Presence => Some("reply_presence"),
            _ => None,
        };
        outline.reply = topic.filter(|_| reply.is_some()).and_then(can_answer);
        outline.notes = match (topic, account) {
            (Some(ReplyTopic::Invitation), None) => vec!["link_note_invitation", "why_address"],
            (Some(ReplyTopic::Invitation), Some(_)) => vec!["link_note_invitation", "why_invited"],
            (Some(_), _) => vec!["link_note", "why_table"],
            (None, Some(_)) => vec!["link_note_account", "why_table"],
            (None, None) => vec!["why_table"],
        };
        let id = match entry.kind {
            MailKind::Receipt | MailKind::ReplyRefused | MailKind::Status | MailKind::Help => {
                format!("{}.a{}.-.{}", self.mail.key.partition, self.mail.key.id.simple(), entry.name)
            }
            _ => format!("table.{}", self.mail.key.id),
        };
        Ok(outlined(&self.texts, entry.name, id, &outline, reply))
    }

    /// The page where the reader goes on: its label and path; and what they can reply.
    async fn way_on(
        &self,
        ctx: &mut Ctx,
    ) -> Result<(Option<(&'static str, String)>, Option<ReplyTopic>), Unsent> {
        let (context, game) = (self.context, self.mail.key.partition);
        if let (true, Some(account)) = (context.has_seat, context.reader_id) {
            let place = (game, account);
            let link = mail_links::create_seat_link(ctx, place, None, LinkOrigin::Mail).await?;
            let (label, topic) = match context.status {
                Status::Confirming if !context.has_confirmed => ("button_confirm", ReplyTopic::Presence),
                _ => ("button_table", ReplyTopic::Game),
            };
            return Ok((Some((label, format!("/seat/{link}"))), Some(topic)));
        }
        let is_open = context.status.is_waiting() && context.invitation == Some(InvitationStatus::Open);
        if let (Some(invitation), true) = (self.mail.payload.invitation, is_open) {
            let row =
                invitations::find(&mut ctx.db, game, invitation).await?.ok_or(Withheld::InvitationClosed)?;
            let (reader, origin) = (context.reader_id, LinkOrigin::Mail);
            let link = mail_links::create_invitation_link(ctx, &row, reader, origin).await?;
            return Ok((
                Some(("button_invitation", format!("/invite/{link}"))),
                Some(ReplyTopic::Invitation),
            ));
        }
        let Some(account) = context.reader_id else { return Ok((None, None)) };
        let link = mail_links::create_account_link(ctx, account).await?;
        Ok((Some(("button_account", format!("/account/{link}"))), None))
    }
}

/// The players in the order of joining, bots marked as such.
fn people(game: Uuid, context: &LobbyMailContext, language: &str) -> Vec<String> {
    let bots = names_of_bots(game, &context.people, &context.bots, &context.join_orders);
    let texts = ReaderTexts::new(texts::emails(language), Reader::default());
    let name = |(person, bot): (&Option<String>, Option<String>)| match bot {
        Some(name) => Some(texts.phrase("words", "bot", minijinja::context! { name })),
        None => person.clone(),
    };
    context.people.iter().zip(bots).filter_map(name).collect()
}

/// For how many minutes standing orders wait at most; `None`: they do not wait.
fn minutes_of_orders(context: &LobbyMailContext) -> Option<u32> {
    // No game has a negative wait: the settings of a game have an unsigned number.
    wait_in_minutes(u32::try_from(context.order_delay).unwrap_or_default())
}
