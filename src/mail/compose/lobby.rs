//! Mails about a game that has not started: invitations, the question whether all players are there, lost seats, its end.

use serde_json::json;

use super::{Addressing, in_thread, unsubscribe_link};
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{ApiLink, EmailOutline, EmailTexts, game_name};
use crate::mail::mailer::Unsent;
use crate::notifications::{KindEntry, LobbyGuard, MailKind, Withheld};
use crate::service::App;
use crate::store::Connection;
use crate::store::games::Status;
use crate::store::invitations::OPEN;
use crate::store::lobby_mail_context::{self, LobbyMailContext};
use crate::store::mails::queue::ClaimedMail;
use crate::texts::{Reader, when};

/// The email. Withheld when it has become pointless.
pub async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    entry: KindEntry,
    guard: LobbyGuard,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let context = lobby_mail_context::load(connection, mail.key).await?.ok_or(Withheld::GameGone)?;
    if mail.account.is_some() && context.reader.is_none() {
        return Err(Withheld::AddressUnproved.into());
    }
    must_hold(guard, &context)?;
    let title = app.ruleset(&context.ruleset)?.name();
    let link = unsubscribe_link(app, connection, mail.account, entry.name).await?;
    let says = write(app, entry.kind, mail, &context, title, link.as_deref());
    let says = says.map_err(|error| Unsent::broken(&error))?;
    let (id, name) = (format!("table.{}", mail.key.id), context.reader.as_deref().unwrap_or_default());
    let email = in_thread(app, addressing, mail.key.partition, name, &id, says);
    Ok(Email { unsubscribe: link, ..email })
}

/// Is what the mail says still true, and of use to its reader?
fn must_hold(guard: LobbyGuard, context: &LobbyMailContext) -> Result<(), Withheld> {
    let status = context.status;
    if context.is_banned {
        return Err(Withheld::AccountBanned);
    }
    match guard {
        LobbyGuard::InvitationOpen if !matches!(status, Status::Open | Status::Confirming) => {
            Err(Withheld::TableChanged)
        }
        LobbyGuard::InvitationOpen if context.invitation.as_deref() != Some(OPEN) => {
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
        // Named one by one, so that a new guard can't hold by default.
        LobbyGuard::InvitationOpen
        | LobbyGuard::NoSeat
        | LobbyGuard::PresenceUnconfirmed
        | LobbyGuard::Cancelled
        | LobbyGuard::Expired => Ok(()),
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
    // To a reader without an account the game's own language is the best guess.
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
