//! Replies whose body is JSON text already, and the requests that are carried out once to get them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use crate::app::App;
use crate::error::Error;
use crate::service::once::{Once, Reply, once};
use crate::store::{self, Connection, Pool};

/// The same status and the same bytes, however often it is sent.
pub fn send(reply: Reply) -> HttpResponse {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    HttpResponse::build(status).content_type("application/json").body(reply.body)
}

/// Carries a request out once, in a transaction, and calls whoever has work to do because of it.
pub async fn carry_out(
    app: &App,
    pool: &Pool,
    request: Option<Once>,
    work: impl AsyncFnOnce(&mut Connection) -> Result<Reply, Error>,
) -> Result<HttpResponse, Error> {
    let mut connection = store::pool::lend(pool).await?;
    let reply = once(app, &mut connection, request, work).await?;
    app.wake.knock();
    Ok(send(reply))
}
