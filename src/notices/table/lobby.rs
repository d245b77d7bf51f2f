//! Mails about a table that has not started: invitations, the question whether everybody is there, lost seats, its end.

use lettre::address::Address;
use serde_json::json;

use super::sheet::{Place, Sheet, Words, called};
use crate::app::App;
use crate::error::Error;
use crate::notices::letter::{Letter, Written};
use crate::notices::texts::Reader;
use crate::notices::unsubscribe;
use crate::notices::when::when;
use crate::service::lobby::MailKind;
use crate::store::Connection;
use crate::store::games::Status;
use crate::store::invitations::OPEN;
use crate::store::table_mail_queue::Claimed;
use crate::store::table_occasion::{self, TableOccasion};

/// The letter; `None` when it has become pointless.
pub async fn letter(
    app: &App,
    connection: &mut Connection,
    kind: MailKind,
    mail: &Claimed,
    to: &Address,
    domain: &str,
) -> Result<Option<Letter>, Error> {
    let occasion = table_occasion::now(connection, mail.id).await?;
    let reachable = |occasion: &TableOccasion| mail.account.is_none() || occasion.reader.is_some();
    let stands = |occasion: &TableOccasion| reachable(occasion) && stands(kind, occasion);
    let Some(occasion) = occasion.filter(stands) else { return Ok(None) };
    let title = app.ruleset(&occasion.ruleset)?.name();
    let link = unsubscribe::link(app, connection, mail.account, kind.word()).await?;
    let says = write(app, kind, mail, &occasion, title, link.as_deref()).map_err(Error::Internal)?;
    let game = mail.game;
    Ok(Some(Letter {
        to: to.clone(),
        name: occasion.reader.unwrap_or_default(),
        message_id: format!("table.{}@{domain}", mail.id),
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: link,
        date: app.now(),
        says,
    }))
}

/// Is what the mail says still true, and of use to its reader?
fn stands(kind: MailKind, occasion: &TableOccasion) -> bool {
    let status = occasion.status;
    let holds = match kind {
        MailKind::Invitation => {
            matches!(status, Status::Open | Status::Confirming)
                && occasion.invitation.as_deref() == Some(OPEN)
                && !occasion.is_unwelcome
                && !occasion.has_seat
        }
        MailKind::ConfirmPresence => {
            status == Status::Confirming
                && occasion.has_seat
                && !occasion.has_confirmed
                && !occasion.is_repeated
        }
        MailKind::SeatLost | MailKind::Kicked => !occasion.has_seat,
        MailKind::TableCancelled => status == Status::Cancelled,
        MailKind::TableExpired => status == Status::Expired,
    };
    holds && !occasion.is_banned
}

fn write(
    app: &App,
    kind: MailKind,
    mail: &Claimed,
    occasion: &TableOccasion,
    title: &str,
    link: Option<&str>,
) -> Result<Written, String> {
    // To somebody without an account the table's own language is the best guess.
    let language = occasion.language.as_deref().or(occasion.talk.as_deref()).unwrap_or_default();
    let zone = occasion.time_zone.as_deref().unwrap_or_default();
    let here = [
        ("table", called(&occasion.name, title).into()),
        ("title", title.into()),
        ("seats", occasion.seat_count.into()),
        ("people", occasion.people.clone().into()),
        ("inviter", occasion.inviter.as_deref().unwrap_or_default().into()),
        ("until", occasion.due_at.map(|at| when(at, zone, language)).unwrap_or_default().into()),
    ];
    let words = Words::new(language, Reader::default(), here, link);
    words.write(Sheet { kind: kind.word(), ..sheet(&app.settings.http.public_url, kind, mail, occasion) })
}

fn sheet(url: &str, kind: MailKind, mail: &Claimed, occasion: &TableOccasion) -> Sheet {
    let game = format!("{url}/v1/games/{}", mail.game);
    let place = |method, path: &str, what| -> Place { (method, format!("{game}{path}"), what) };
    let others: Place = ("GET", format!("{url}/v1/games?status=open"), "open_tables");
    let sheet = Sheet { why: "why_table", ..Sheet::default() };
    match kind {
        MailKind::Invitation => invitation(url, &game, mail, occasion),
        MailKind::ConfirmPresence => Sheet {
            facts: vec!["game", "people"],
            places: vec![
                place("POST", "/confirm", "confirm"),
                place("POST", "/leave", "leave"),
                place("GET", "", "table"),
            ],
            answer: Some((format!("{game}/confirm"), json!({}))),
            ..sheet
        },
        MailKind::SeatLost if occasion.status == Status::Open => {
            Sheet { places: vec![place("GET", "", "table"), place("POST", "/join", "join")], ..sheet }
        }
        MailKind::SeatLost | MailKind::Kicked | MailKind::TableCancelled | MailKind::TableExpired => {
            Sheet { places: vec![others], ..sheet }
        }
    }
}

fn invitation(url: &str, game: &str, mail: &Claimed, occasion: &TableOccasion) -> Sheet {
    let answer = format!("{game}/invitations/{}", mail.invitation.unwrap_or_default());
    let mut facts = vec!["game", "people"];
    facts.extend(occasion.reserves.then_some("reserved"));
    facts.extend(occasion.due_at.map(|_| "until"));
    let mut places: Vec<Place> = vec![
        ("POST", format!("{answer}/accept"), "accept"),
        ("POST", format!("{answer}/decline"), "decline"),
        ("GET", game.to_owned(), "table"),
    ];
    if occasion.reader.is_none() {
        facts.push("register");
        places.insert(0, ("POST", format!("{url}/v1/accounts"), "register"));
        places.push(("GET", format!("{url}/docs"), "docs"));
    }
    let answer = Some((format!("{answer}/accept"), json!({})));
    let why = if occasion.reader.is_none() { "why_address" } else { "why_invited" };
    Sheet { facts, places, answer, why, ..Sheet::default() }
}
