//! Who calls: the account a token speaks for, and how far the token reaches.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::personal::{self, Recognised};
use crate::service::access::{self, Grant, Scope};
use crate::service::tokens::{self, Claims, Purpose, Read};
use crate::store::{self, Pool};

/// An account that proved who it is with a token.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    pub account: Uuid,
    /// What the token may be used for.
    pub grant: Grant,
}

impl Caller {
    /// The token must have been given this scope. Every handler that takes a caller asks for one, or for a session.
    /// Error: `scope_too_small`.
    pub fn require(&self, scope: Scope) -> Result<(), Error> {
        self.grant.require(scope)
    }

    /// The caller must have logged in himself; gives his session. Error: `session_required`.
    pub fn session_only(&self) -> Result<Uuid, Error> {
        self.grant.session_only()
    }
}

/// A [`Caller`], or nobody. A token that is there must still be a good one.
#[derive(Debug, Clone, Copy)]
pub struct MaybeCaller(pub Option<Caller>);

impl MaybeCaller {
    /// The account, if anybody proved one.
    pub fn account(&self) -> Option<Uuid> {
        self.0.map(|caller| caller.account)
    }

    /// A token that is there must have been given this scope, even where nobody needs one. Error: `scope_too_small`.
    pub fn require(&self, scope: Scope) -> Result<(), Error> {
        self.0.map_or(Ok(()), |caller| caller.require(scope))
    }
}

type Extracted<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

impl FromRequest for Caller {
    type Error = Error;
    type Future = Extracted<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { caller(&request).await?.ok_or_else(|| Code::Unauthenticated.problem()) })
    }
}

impl FromRequest for MaybeCaller {
    type Error = Error;
    type Future = Extracted<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Ok(Self(caller(&request).await?)) })
    }
}

/// The account that a request speaks for; nobody for a bad token, which the handler will refuse.
pub async fn account(request: &HttpRequest) -> Option<Uuid> {
    caller(request).await.ok().flatten().map(|caller| caller.account)
}

async fn caller(request: &HttpRequest) -> Result<Option<Caller>, Error> {
    let Some(token) = bearer(request)? else { return Ok(None) };
    let (Some(app), Some(pool)) = (request.app_data::<Data<App>>(), request.app_data::<Data<Pool>>()) else {
        return Err(Error::Internal("the server was built without its parts".to_owned()));
    };
    if token.starts_with(access::token::PREFIX) {
        return by_personal_token(app, pool, token).await.map(Some);
    }
    let claims = match tokens::read(app, Purpose::Access, token)? {
        Read::Valid(claims) => claims,
        // Another process may have made the key since we looked: only then is the database asked.
        Read::UnknownKey => {
            let mut connection = store::pool::lend(pool).await?;
            tokens::check(app, &mut connection, Purpose::Access, token).await?
        }
    };
    let caller = from_claims(&claims)?;
    if let Grant::Session(session) = caller.grant {
        refuse_ended(app, pool, session).await?;
    }
    Ok(Some(caller))
}

/// Error: `session_ended`.
async fn refuse_ended(app: &App, pool: &Pool, session: Uuid) -> Result<(), Error> {
    if let Some(turn) = app.ended.turn().await {
        let mut connection = store::pool::lend(pool).await?;
        app.ended.look(app, &mut connection, turn).await?;
    }
    if app.ended.contains(session) { Err(Code::SessionEnded.problem()) } else { Ok(()) }
}

fn from_claims(claims: &Claims) -> Result<Caller, Error> {
    let session = claims.session.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(Caller { account: claims.account, grant: Grant::Session(session) })
}

async fn by_personal_token(app: &Data<App>, pool: &Data<Pool>, token: &str) -> Result<Caller, Error> {
    if let Some(Recognised { account, grant, .. }) = personal::recall(app, token)? {
        return Ok(Caller { account, grant });
    }
    let mut connection = store::pool::lend(pool).await?;
    let Recognised { account, grant, to_note } = personal::recognise(app, &mut connection, token).await?;
    if let Some(token) = to_note {
        actix_web::rt::spawn(note_use(app.clone(), pool.clone(), token));
    }
    Ok(Caller { account, grant })
}

/// Notes that a token is used, beside the request.
async fn note_use(app: Data<App>, pool: Data<Pool>, token: Uuid) {
    let noted = async {
        let mut connection = store::pool::lend(&pool).await?;
        personal::note_use(&app, &mut connection, token).await
    };
    if let Err(error) = noted.await {
        tracing::warn!(%error, "the use of a token could not be noted");
    }
}

/// The token of an `Authorization: Bearer` header; no header is nobody, another scheme is a mistake.
fn bearer(request: &HttpRequest) -> Result<Option<&str>, Error> {
    let Some(header) = request.headers().get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|value| value.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim())),
        _ => {
            Err(Code::Unauthenticated.because("The Authorization header must be Bearer and an access token."))
        }
    }
}
