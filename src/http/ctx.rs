//! The context that a handler passes to a use case, and replies that are stored and repeated for the same idempotency
//! key.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{ETAG, LOCATION};
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest, HttpResponse};

use super::endpoint::Argument;
use crate::error::Error;
use crate::service::idempotency::{self, IdempotentRequest, StoredReply};
use crate::service::statement_queue::{Queued, StatementQueue};
use crate::service::{App, Ctx, LazyCtx, Tx};
use crate::store::Pool;

/// A `Ctx` is the last argument of a handler, so that its connection is acquired when the caller is known and the
/// request is read. A handler that waits for anything besides the database takes the pool instead, and holds no
/// connection while it waits.
impl Argument for Ctx {
    const HOLDS_CONNECTION: bool = true;

    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let (app, pool) = parts(request)?;
        Ok(Self::acquire(app, pool).await?)
    }
}

impl Argument for LazyCtx {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let (app, pool) = parts(request)?;
        let (writes, probes) = (queue(request)?, queue(request)?);
        Ok(Self { app: Arc::clone(app), pool: Pool::clone(pool), writes, probes })
    }
}

/// The state of the process, and the pool of this worker thread.
pub fn parts(request: &HttpRequest) -> Result<(&Data<App>, &Data<Pool>), Error> {
    let parts = request.app_data::<Data<App>>().zip(request.app_data::<Data<Pool>>());
    parts.ok_or_else(|| Error::bug("the server was built without its parts"))
}

/// A queue of this worker thread.
fn queue<T: Queued>(request: &HttpRequest) -> Result<StatementQueue<T>, Error> {
    let queue = request.app_data::<StatementQueue<T>>();
    queue.cloned().ok_or_else(|| Error::bug("the server was built without its queues"))
}

/// Sends a stored reply: the same status, headers and bytes each time. An invalid status is an internal error: another
/// release may have stored what this one does not understand.
pub fn send(reply: StoredReply) -> Result<HttpResponse, Error> {
    let status = StatusCode::from_u16(reply.status)
        .map_err(|error| Error::internal("the status of a stored reply", error))?;
    let mut response = HttpResponse::build(status);
    let headers = [(ETAG, reply.tag), (LOCATION, reply.location)];
    for (name, value) in headers.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        response.insert_header((name, value));
    }
    Ok(response.content_type("application/json").body(reply.body))
}

/// Carries out a request in a transaction, or sends the reply that a request with the same key got before.
pub async fn once(
    ctx: &mut Ctx,
    request: Option<IdempotentRequest>,
    work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<StoredReply, Error>,
) -> Result<HttpResponse, Error> {
    send(idempotency::once(ctx, request, work).await?)
}

/// Like [`once`]; afterwards streams and workers are notified that there may be something new.
pub async fn once_and_notify(
    ctx: &mut Ctx,
    request: Option<IdempotentRequest>,
    work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<StoredReply, Error>,
) -> Result<HttpResponse, Error> {
    let response = once(ctx, request, work).await?;
    ctx.app.events.notify();
    Ok(response)
}

/// Marks a request whose body contains a password, so that its stored digest does not help to guess the password.
pub async fn with_password(
    app: &App,
    request: Option<IdempotentRequest>,
) -> Result<Option<IdempotentRequest>, Error> {
    match request {
        Some(request) => Ok(Some(request.with_password(app).await?)),
        None => Ok(None),
    }
}
