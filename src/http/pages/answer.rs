//! `/games/answer`: the page of a link that answers a question of a game. A GET only shows.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::TokenQuery;
use super::answer_page::{self, AnswerPage};
use super::page::{render, sent};
use crate::error::{Code, Error};
use crate::http::ctx::Ctx;
use crate::http::extract::{Form, Query};
use crate::notifications::suppression;
use crate::service::App;
use crate::service::replies::{self, LinkState, OpenedLink};
use crate::store;

/// The page, and the token that its button sends.
#[derive(Serialize)]
struct Shown<'p> {
    page: &'p AnswerPage,
    token: &'p str,
}

/// `GET /games/answer`
pub async fn show_answer(link: Query<TokenQuery>, Ctx { app, mut db }: Ctx) -> Result<HttpResponse, Error> {
    let token = &link.0.token;
    let opened = replies::open_link(&app, &mut db, token).await;
    page(&app, &mut db, token, opened).await
}

/// What a button of the page sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pressed {
    #[serde(default)]
    token: String,
    /// The form field of the button that concerns mail, not the answer.
    #[serde(default)]
    resume_mail: bool,
    /// The form field of the button that takes the answer back.
    #[serde(default)]
    take_back: bool,
}

/// `POST /games/answer`
pub async fn answer(form: Form<Pressed>, Ctx { app, mut db }: Ctx) -> Result<HttpResponse, Error> {
    let token = &form.0.token;
    if form.0.resume_mail {
        return resume_mail(&app, &mut db, token).await;
    }
    let opened = if form.0.take_back {
        replies::take_answer_back(&app, &mut db, token).await
    } else {
        replies::use_link(&app, &mut db, token).await
    };
    page(&app, &mut db, token, opened).await
}

/// A link leads to the player's own seat while it is valid: that is enough to have mail sent to their own address.
async fn resume_mail(
    app: &App,
    connection: &mut store::Connection,
    token: &str,
) -> Result<HttpResponse, Error> {
    let opened = match replies::open_link(app, connection, token).await {
        Ok(opened) => opened,
        error => return page(app, connection, token, error).await,
    };
    let page = if opened.state.is_of_its_account() {
        suppression::resume(connection, opened.link.account).await?;
        answer_page::write_resumed(app, connection, &opened).await?
    } else {
        answer_page::write(app, connection, &opened).await?
    };
    shown(&page, token, status(&opened.state))
}

async fn page(
    app: &App,
    connection: &mut store::Connection,
    token: &str,
    opened: Result<OpenedLink, Error>,
) -> Result<HttpResponse, Error> {
    match opened {
        Ok(opened) => {
            let page = answer_page::write(app, connection, &opened).await?;
            shown(&page, token, status(&opened.state))
        }
        Err(error) if error.is(Code::TokenInvalid) => {
            shown(&answer_page::invalid(), "", StatusCode::NOT_FOUND)
        }
        Err(error) if error.is(Code::Busy) => shown(&answer_page::busy(), "", StatusCode::CONFLICT),
        Err(error) => Err(error),
    }
}

/// A link that has ended is gone; one that has done its work just now, or still can, is there.
fn status(state: &LinkState) -> StatusCode {
    match state {
        LinkState::Open(_) | LinkState::Given(_) | LinkState::Returned => StatusCode::OK,
        LinkState::SeatLost | LinkState::Banned => StatusCode::FORBIDDEN,
        LinkState::Used
        | LinkState::DecisionClosed
        | LinkState::TakenBack(_)
        | LinkState::Expired
        | LinkState::Ended
        | LinkState::Over => StatusCode::GONE,
        LinkState::Paused | LinkState::Caretaker | LinkState::Refused(_) => StatusCode::CONFLICT,
    }
}

fn shown(page: &AnswerPage, token: &str, status: StatusCode) -> Result<HttpResponse, Error> {
    let html = render("answer.html", &Shown { page, token })?;
    Ok(sent(status, html))
}
