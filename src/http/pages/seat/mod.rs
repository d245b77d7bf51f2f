//! `/seat/{link}`: the page of a seat. The link of a mail opens it; there the whole turn is played, step by step.
//!
//! A GET only shows: also what an answer would lead to, since mail programs follow every link. A POST acts and leads
//! back to the page, so that reloading it does nothing twice. Works without scripts.

mod options;
mod page;
mod query;
mod table;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use self::page::{PageRequest, SeatPage};
use self::query::PageQuery;
use super::page::{render, sent};
use crate::error::{Code, Error};
use crate::http::ctx::Ctx;
use crate::http::extract::{AcceptLanguage, Form, Path};
use crate::notifications::suppression;
use crate::service::log::Ballot;
use crate::service::messages::{self, NewMessage};
use crate::service::play::{self, Act, TakeBack};
use crate::service::replies::{self, DeadSeatLink, OpenedSeat, SeatLink};
use crate::service::tag::Seen;
use crate::service::{App, accounts, caretakers, votes};
use crate::store::{self, Connection};
use rules::Json;

/// `GET /seat/{link}`
pub async fn show(
    link: Path<String>,
    query: PageQuery,
    language: AcceptLanguage,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let token = link.0;
    match replies::open_seat_link(&app, &mut db, &token).await? {
        Ok(opened) => {
            let done = query.get("done").map(str::to_owned);
            let request = PageRequest { chosen: query.chosen(), done, problem: None };
            shown(&app, &mut db, &token, &opened, request, StatusCode::OK).await
        }
        Err(dead) => refused(dead, language.0.code()),
    }
}

/// What a button of the page sends. All of a form are texts.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pressed {
    Act {
        decision: String,
        action: String,
        version: String,
    },
    TakeBack {
        version: String,
    },
    Vote {
        vote: Uuid,
        ballot: Ballot,
    },
    /// To the whole table.
    Say {
        text: String,
    },
    /// Play again instead of the bot.
    ComeBack {},
    /// Send mail to the address again.
    ResumeMail {},
    /// End this link and all earlier ones.
    EndLinks {},
}

impl Pressed {
    /// What the page says afterwards: the name of a text.
    const fn done(&self) -> &'static str {
        match self {
            Self::Act { .. } => "acted",
            Self::TakeBack { .. } => "returned",
            Self::Vote { .. } => "voted",
            Self::Say { .. } => "said",
            Self::ComeBack {} => "came_back",
            Self::ResumeMail {} => "mail_resumed",
            Self::EndLinks {} => "links_ended",
        }
    }
}

/// `POST /seat/{link}`
pub async fn press(
    link: Path<String>,
    form: Form<Pressed>,
    language: AcceptLanguage,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let (token, pressed) = (link.0, form.0);
    let opened = match replies::open_seat_link(&app, &mut db, &token).await? {
        Ok(opened) => opened,
        Err(dead) => return refused(dead, language.0.code()),
    };
    match carry_out(&app, &mut db, &token, opened.link, &pressed).await {
        Ok(()) if matches!(pressed, Pressed::EndLinks {}) => {
            SeatPage::without_seat(language.0.code(), pressed.done()).sent(StatusCode::OK)
        }
        Ok(()) => Ok(HttpResponse::SeeOther()
            .insert_header((LOCATION, format!("{}?done={}", address(&token), pressed.done())))
            .finish()),
        Err(error) if error.code().1 < 500 => {
            // The game may have moved meanwhile: the page shows how it stands now, and why nothing was done.
            let status = StatusCode::from_u16(error.code().1).unwrap_or(StatusCode::CONFLICT);
            match replies::open_seat_link(&app, &mut db, &token).await? {
                Ok(opened) => {
                    let request = PageRequest { problem: Some(error), ..PageRequest::default() };
                    shown(&app, &mut db, &token, &opened, request, status).await
                }
                Err(dead) => refused(dead, language.0.code()),
            }
        }
        Err(error) => Err(error),
    }
}

async fn carry_out(
    app: &App,
    connection: &mut Connection,
    token: &str,
    link: SeatLink,
    pressed: &Pressed,
) -> Result<(), Error> {
    match pressed {
        Pressed::Act { decision, action, version } => {
            let action: Json = serde_json::from_str(action).map_err(|_| Code::MalformedAction.problem())?;
            let version: i64 = version.parse().map_err(|_| Code::DecisionClosed.problem())?;
            let body: [u8; 32] = Sha256::digest(action.get().as_bytes()).into();
            let act = Act {
                game: link.game,
                account: link.account,
                ruleset: None,
                decision: decision.clone(),
                action,
                // Pressed twice, it acts once.
                key: Some(format!("page.{version}.{decision}")),
                body,
                seen: Seen::default(),
            };
            play::act(app, connection, &act).await?;
            suppression::delivered(connection, link.account).await
        }
        Pressed::TakeBack { version } => {
            let version: i64 = version.parse().map_err(|_| Code::CannotTakeBack.problem())?;
            let request = TakeBack {
                game: link.game,
                account: link.account,
                version,
                key: None,
                body: [0; 32],
                seen: Seen::default(),
            };
            play::take_back(app, connection, &request).await.map(|_| ())
        }
        Pressed::Vote { vote, ballot } => {
            let place = (link.game, *vote);
            let voted = store::transaction(connection, async |tx| {
                votes::cast(app, tx, place, link.account, *ballot, &Seen::Nothing).await
            });
            voted.await?;
            app.events.notify();
            Ok(())
        }
        Pressed::Say { text } => {
            let message = NewMessage { text: text.clone(), to: None };
            let said = store::transaction(connection, async |tx| {
                messages::post(app, tx, link.game, link.account, &message).await
            });
            let said = said.await?;
            // The page shows what was said before, so that it has been read.
            messages::mark_read(app, connection, link.game, link.account, said.number).await?;
            app.events.notify();
            Ok(())
        }
        Pressed::ComeBack {} => {
            let returned = store::transaction(connection, async |tx| {
                caretakers::return_to_seat(app, tx, link.game, link.account, &Seen::Nothing).await
            });
            returned.await?;
            app.events.notify();
            Ok(())
        }
        Pressed::ResumeMail {} => suppression::resume(connection, link.account).await,
        Pressed::EndLinks {} => replies::end_seat_links(app, connection, link, token).await,
    }
}

async fn shown(
    app: &App,
    connection: &mut Connection,
    token: &str,
    opened: &OpenedSeat,
    request: PageRequest,
    status: StatusCode,
) -> Result<HttpResponse, Error> {
    match page::build(app, connection, address(token), opened, request).await {
        Err(error) if error.is(Code::GameNotRunning) => {
            let reader = accounts::stored(connection, opened.link.account).await?;
            SeatPage::without_seat(&reader.language, "not_begun").sent(status)
        }
        page => page?.sent(status),
    }
}

fn address(token: &str) -> String {
    format!("/seat/{token}")
}

/// The page about a link that opens nothing, in the language of the browser: it tells nothing of the game.
fn refused(dead: DeadSeatLink, language: &'static str) -> Result<HttpResponse, Error> {
    let (text, status) = match dead {
        DeadSeatLink::Unknown => ("unknown", StatusCode::NOT_FOUND),
        DeadSeatLink::Expired => ("expired", StatusCode::GONE),
        DeadSeatLink::Ended => ("ended", StatusCode::GONE),
        DeadSeatLink::SeatLost => ("seat_lost", StatusCode::FORBIDDEN),
        DeadSeatLink::Banned => ("banned", StatusCode::FORBIDDEN),
    };
    SeatPage::without_seat(language, text).sent(status)
}

impl SeatPage {
    fn sent(&self, status: StatusCode) -> Result<HttpResponse, Error> {
        Ok(sent(status, render("seat.html", self)?))
    }
}
