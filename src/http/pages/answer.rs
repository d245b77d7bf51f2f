//! `/games/answer`: the page of a link that answers a question of a game. A GET only shows.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use serde::Serialize;

use super::Link;
use super::page::{render, sent};
use crate::app::App;
use crate::error::{Code, Error};
use crate::http::extract::{Form, Query};
use crate::notices::answer_page::{self, AnswerPage};
use crate::service::answers::{self, LinkState, Looked};
use crate::store::{self, Pool};

/// The page, and the token that its button sends.
#[derive(Serialize)]
struct Shown<'p> {
    page: &'p AnswerPage,
    token: &'p str,
}

/// `GET /games/answer`
pub async fn show_answer(app: Data<App>, pool: Data<Pool>, link: Query<Link>) -> Result<HttpResponse, Error> {
    let mut connection = store::pool::lend(&pool).await?;
    let token = &link.0.token;
    let looked = answers::look(&app, &mut connection, token).await;
    page(&app, &mut connection, token, looked).await
}

/// `POST /games/answer`
pub async fn answer(app: Data<App>, pool: Data<Pool>, form: Form<Link>) -> Result<HttpResponse, Error> {
    let mut connection = store::pool::lend(&pool).await?;
    let token = &form.0.token;
    let looked = answers::send(&app, &mut connection, token).await;
    page(&app, &mut connection, token, looked).await
}

async fn page(
    app: &App,
    connection: &mut store::Connection,
    token: &str,
    looked: Result<Looked, Error>,
) -> Result<HttpResponse, Error> {
    match looked {
        Ok(looked) => {
            let page = answer_page::write(app, connection, &looked).await?;
            shown(&page, token, status(&looked.state))
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
        LinkState::Open(_) | LinkState::Done(..) => StatusCode::OK,
        LinkState::SeatLost | LinkState::Banned => StatusCode::FORBIDDEN,
        LinkState::Used | LinkState::Overtaken | LinkState::Expired | LinkState::Over => StatusCode::GONE,
        LinkState::Paused | LinkState::Caretaker | LinkState::Refused(_) => StatusCode::CONFLICT,
    }
}

fn shown(page: &AnswerPage, token: &str, status: StatusCode) -> Result<HttpResponse, Error> {
    let html = render("answer.html", &Shown { page, token })?;
    Ok(sent(status, html))
}
