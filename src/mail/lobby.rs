//! Mails about a table that has not started: invitations, the question whether all players are there, lost seats, its end.

use lettre::address::Address;
use serde_json::json;

use super::compose::unsubscribe_link;
use super::email::{Composed, Email};
use super::mailer::Unsent;
use super::outline::{ApiLink, EmailOutline, EmailTexts, game_name};
use super::when::when;
use crate::notifications::{Guard, KindEntry, MailKind, Withheld};
use crate::service::App;
use crate::store::Connection;
use crate::store::games::Status;
use crate::store::invitations::OPEN;
use crate::store::lobby_mail_context::{self, LobbyMailContext};
use crate::store::mails::queue::ClaimedMail;
use crate::texts::Reader;

/// The email. Withheld when it has become pointless.
pub async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    entry: KindEntry,
    to: &Address,
    domain: &str,
) -> Result<Email, Unsent> {
    let context = lobby_mail_context::load(connection, mail.key).await?.ok_or(Withheld::GameGone)?;
    if mail.account.is_some() && context.reader.is_none() {
        return Err(Withheld::AddressUnproved.into());
    }
    must_hold(entry.guard, &context)?;
    let title = app.ruleset(&context.ruleset)?.name();
    let link = unsubscribe_link(app, connection, mail.account, entry.name).await?;
    let says = write(app, entry.kind, mail, &context, title, link.as_deref());
    let game = mail.key.partition;
    Ok(Email {
        to: to.clone(),
        name: context.reader.unwrap_or_default(),
        message_id: format!("table.{}@{domain}", mail.key.id),
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: link,
        date: app.now(),
        says: says.map_err(|error| Unsent::broken(&error))?,
    })
}

/// Is what the mail says still true, and of use to its reader?
fn must_hold(guard: Guard, context: &LobbyMailContext) -> Result<(), Withheld> {
    let status = context.status;
    if context.is_banned {
        return Err(Withheld::AccountBanned);
    }
    match guard {
        Guard::InvitationOpen if !matches!(status, Status::Open | Status::Confirming) => {
            Err(Withheld::TableChanged)
        }
        Guard::InvitationOpen if context.invitation.as_deref() != Some(OPEN) => {
            Err(Withheld::InvitationClosed)
        }
        Guard::InvitationOpen if context.is_unwelcome => Err(Withheld::SenderUnwelcome),
        Guard::InvitationOpen | Guard::NoSeat if context.has_seat => Err(Withheld::SeatTaken),
        Guard::PresenceUnconfirmed if status != Status::Confirming => Err(Withheld::TableChanged),
        Guard::PresenceUnconfirmed if !context.has_seat => Err(Withheld::SeatLeft),
        Guard::PresenceUnconfirmed if context.has_confirmed => Err(Withheld::PresenceConfirmed),
        Guard::PresenceUnconfirmed if context.is_repeated => Err(Withheld::Repeated),
        Guard::Cancelled if status != Status::Cancelled => Err(Withheld::TableChanged),
        Guard::Expired if status != Status::Expired => Err(Withheld::TableChanged),
        _ => Ok(()),
    }
}

fn write(
    app: &App,
    kind: MailKind,
    mail: &ClaimedMail,
    context: &LobbyMailContext,
    title: &str,
    link: Option<&str>,
) -> Result<Composed, String> {
    // To a reader without an account the table's own language is the best guess.
    let language = context.language.as_deref().or(context.talk.as_deref()).unwrap_or_default();
    let zone = context.time_zone.as_deref().unwrap_or_default();
    let here = [
        ("table", game_name(&context.name, title).into()),
        ("title", title.into()),
        ("seats", context.seat_count.into()),
        ("people", context.people.clone().into()),
        ("inviter", context.inviter.as_deref().unwrap_or_default().into()),
        ("until", context.due_at.map(|at| when(at, zone, language)).unwrap_or_default().into()),
    ];
    let words = EmailTexts::new(language, Reader::default(), here, link);
    words.write(EmailOutline {
        kind: kind.name(),
        ..outline(&app.settings.http.public_url, kind, mail, context)
    })
}

fn outline(url: &str, kind: MailKind, mail: &ClaimedMail, context: &LobbyMailContext) -> EmailOutline {
    let game = format!("{url}/v1/games/{}", mail.key.partition);
    let place = |method, path: &str, what| -> ApiLink { (method, format!("{game}{path}"), what) };
    let others: ApiLink = ("GET", format!("{url}/v1/games?status=open"), "open_tables");
    let outline = EmailOutline { why: "why_table", ..EmailOutline::default() };
    match kind {
        MailKind::Invitation => invitation(url, &game, mail, context),
        MailKind::ConfirmPresence => EmailOutline {
            facts: vec!["game", "people"],
            links: vec![
                place("POST", "/confirm", "confirm"),
                place("POST", "/leave", "leave"),
                place("GET", "", "table"),
            ],
            answer: Some((format!("{game}/confirm"), json!({}))),
            ..outline
        },
        MailKind::SeatLost if context.status == Status::Open => {
            EmailOutline { links: vec![place("GET", "", "table"), place("POST", "/join", "join")], ..outline }
        }
        _ => EmailOutline { links: vec![others], ..outline },
    }
}

fn invitation(url: &str, game: &str, mail: &ClaimedMail, context: &LobbyMailContext) -> EmailOutline {
    let answer = format!("{game}/invitations/{}", mail.payload.invitation.unwrap_or_default());
    let mut facts = vec!["game", "people"];
    facts.extend(context.reserves.then_some("reserved"));
    facts.extend(context.due_at.map(|_| "until"));
    let mut links: Vec<ApiLink> = vec![
        ("POST", format!("{answer}/accept"), "accept"),
        ("POST", format!("{answer}/decline"), "decline"),
        ("GET", game.to_owned(), "table"),
    ];
    if context.reader.is_none() {
        facts.push("register");
        links.insert(0, ("POST", format!("{url}/v1/accounts"), "register"));
        links.push(("GET", format!("{url}/docs"), "docs"));
    }
    let answer = Some((format!("{answer}/accept"), json!({})));
    let why = if context.reader.is_none() { "why_address" } else { "why_invited" };
    EmailOutline { facts, links, answer, why, ..EmailOutline::default() }
}
