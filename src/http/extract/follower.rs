//! Who follows a stream: what he came with, in a header or as a ticket in the address.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::AUTHORIZATION;

use super::MaybeCaller;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::following::{Proof, use_ticket};
use crate::service::tokens;
use crate::store::{self, Pool};

/// What the follower came with, if with anything. A ticket is used up. Errors: `scope_too_small`, and those of tickets.
pub async fn proof(
    app: &App,
    pool: &Pool,
    request: &HttpRequest,
    caller: MaybeCaller,
    ticket: Option<&str>,
) -> Result<Option<Proof>, Error> {
    caller.require(Scope::GamesRead)?;
    if let Some(caller) = caller.0 {
        let ends_at = bearer(request).and_then(tokens::expiry);
        return Ok(Some(Proof { account: caller.account, grant: caller.grant, ends_at }));
    }
    let Some(ticket) = ticket else { return Ok(None) };
    if request.method() == Method::HEAD {
        // Nothing is opened, so nothing is used up.
        return Err(Code::Unauthenticated.because("A ticket opens a stream with GET alone."));
    }
    let mut connection = store::pool::lend(pool).await?;
    use_ticket(app, &mut connection, ticket, request.path()).await.map(Some)
}

/// When the token of a caller who was let in expires; `None` for one that only the database knows.
pub fn token_end(request: &HttpRequest) -> Option<crate::clock::Instant> {
    bearer(request).and_then(tokens::expiry)
}

fn bearer(request: &HttpRequest) -> Option<&str> {
    let header = request.headers().get(AUTHORIZATION)?.to_str().ok()?;
    header.split_once(' ').map(|(_, token)| token.trim())
}
