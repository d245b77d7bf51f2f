//! Extractors of the caller: the account that a token belongs to, and the scopes of the token. The signature of a
//! handler names the scope that it needs. A caller without it is refused before the handler runs, and the description
//! is made from the same signature.

use std::marker::PhantomData;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{Error as WebError, HttpRequest};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::http::ctx::parts;
use crate::http::endpoint::{Argument, OperationBuilder};
use crate::service::access::personal_tokens::{self, PersonalTokenGrant};
use crate::service::access::{self, Grant};
use crate::service::tokens::{self, Purpose, ReadToken};
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::time_control::Instant;

/// Scopes in a signature: `Caller<scope::GamesPlay>`.
pub mod scope {
    use crate::service::access::Scope;

    pub trait Needed: 'static {
        const SCOPE: Scope;
    }

    macro_rules! needed {
        ($($name:ident),*) => {$(
            pub struct $name;

            impl Needed for $name {
                const SCOPE: Scope = Scope::$name;
            }
        )*};
    }

    needed!(
        AccountRead,
        Admin,
        AvailabilityWrite,
        Clubs,
        Competitions,
        GamesCreate,
        GamesPlay,
        GamesRead,
        Messages,
        NotificationsWrite,
        Orders,
        ProfileWrite,
        SocialWrite,
        Webhooks
    );
}

use scope::Needed;

/// An account that logged in, or came with a token that was given the scope.
pub struct Caller<S> {
    pub account: Uuid,
    /// What the token may be used for.
    pub grant: Grant,
    scope: PhantomData<S>,
}

/// A [`Caller`], or an anonymous one. A token that is given must be valid and have the scope.
pub struct MaybeCaller<S>(pub Option<Caller<S>>);

impl<S> MaybeCaller<S> {
    /// The account, if the request is authenticated.
    pub fn account(&self) -> Option<Uuid> {
        self.0.as_ref().map(|caller| caller.account)
    }
}

/// An account that came with any valid credential, whatever it may do.
pub struct AnyCaller {
    pub account: Uuid,
    pub grant: Grant,
}

/// An account that logged in: no personal token will do.
pub struct LoggedIn {
    pub account: Uuid,
    pub session: Uuid,
}

/// An operator of the service, who logged in or came with a token of the scope `admin`. Other accounts get
/// `operator_required`, whether or not what they request exists.
pub struct Operator {
    pub account: Uuid,
}

impl<S: Needed> Argument for Caller<S> {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        Ok(authenticated(request).await?.with_scope()?)
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        description.take_tokens(false);
        description.extend("x-scope", S::SCOPE.word());
    }
}

impl<S: Needed> Argument for MaybeCaller<S> {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        Ok(Self(proven(request).await?.map(Proven::with_scope).transpose()?))
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        description.take_tokens(true);
        description.extend("x-scope", S::SCOPE.word());
    }
}

impl Argument for AnyCaller {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let Proven { account, grant } = authenticated(request).await?;
        Ok(Self { account, grant })
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        description.take_tokens(false);
        description.extend("x-any-token", true);
    }
}

impl Argument for LoggedIn {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let Proven { account, grant } = authenticated(request).await?;
        Ok(Self { account, session: grant.session_only()? })
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        description.take_tokens(false);
        description.extend("x-session-only", true);
    }
}

impl Argument for Operator {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        let Caller { account, .. } = authenticated(request).await?.with_scope::<scope::Admin>()?;
        let (app, pool) = parts(request)?;
        if !access::is_set_as_operator(app, account) {
            access::operator(&mut Ctx::acquire(app, pool).await?, account).await?;
        }
        Ok(Self { account })
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        Caller::<scope::Admin>::describe(description);
        description.extend("x-operator", true);
    }
}

/// An authenticated account, and the scopes of its credential.
struct Proven {
    account: Uuid,
    grant: Grant,
}

impl Proven {
    fn with_scope<S: Needed>(self) -> Result<Caller<S>, Error> {
        self.grant.require(S::SCOPE)?;
        Ok(Caller { account: self.account, grant: self.grant, scope: PhantomData })
    }
}

/// The account of a request; `None` without a valid token. Whether that is refused is decided by the handler's
/// arguments.
pub async fn account(request: &HttpRequest) -> Option<Uuid> {
    proven(request).await.ok().flatten().map(|proven| proven.account)
}

async fn authenticated(request: &HttpRequest) -> Result<Proven, Error> {
    proven(request).await?.ok_or_else(|| Code::Unauthenticated.problem())
}

async fn proven(request: &HttpRequest) -> Result<Option<Proven>, Error> {
    let Some(token) = bearer(request)? else { return Ok(None) };
    let (app, pool) = parts(request)?;
    if personal_tokens::is_token(token) {
        return by_personal_token(app, pool, token).await.map(Some);
    }
    let claims = match tokens::read(app, Purpose::Access, token)? {
        ReadToken::Valid(claims) => claims,
        // Another process may have created the signing key since this one read the keys: the database knows.
        ReadToken::UnknownKey => {
            let mut ctx = Ctx::acquire(app, pool).await?;
            tokens::check(&mut ctx, Purpose::Access, token).await?
        }
    };
    let session = claims.session.ok_or_else(|| Code::TokenInvalid.problem())?;
    refuse_ended(app, pool, session).await?;
    Ok(Some(Proven { account: claims.account, grant: Grant::Session(session) }))
}

async fn refuse_ended(app: &Arc<App>, pool: &Pool, session: Uuid) -> Result<(), Error> {
    if let Some(turn) = app.revoked_sessions.turn().await {
        let mut ctx = Ctx::acquire(app, pool).await?;
        app.revoked_sessions.refresh(&mut ctx, turn).await?;
    }
    if app.revoked_sessions.contains(session) { Err(Code::SessionEnded.problem()) } else { Ok(()) }
}

async fn by_personal_token(app: &Data<App>, pool: &Data<Pool>, token: &str) -> Result<Proven, Error> {
    if let Some(PersonalTokenGrant { account, grant, .. }) = personal_tokens::find_cached(app, token)? {
        return Ok(Proven { account, grant });
    }
    let mut ctx = Ctx::acquire(app, pool).await?;
    let PersonalTokenGrant { account, grant, use_to_record } =
        personal_tokens::authenticate(&mut ctx, token).await?;
    if let Some(token) = use_to_record {
        // Spawned, so that the request does not wait for a write that its answer does not depend on.
        actix_web::rt::spawn(record_use(app.clone(), pool.clone(), token));
    }
    Ok(Proven { account, grant })
}

async fn record_use(app: Data<App>, pool: Data<Pool>, token: Uuid) {
    let recorded = async {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        personal_tokens::record_use(&mut ctx, token).await
    };
    if let Err(error) = recorded.await {
        tracing::warn!(%error, "the use of a token could not be noted");
    }
}

/// When the access token of an authenticated request expires; `None` for a personal token, which only the database
/// knows.
pub fn token_end(request: &HttpRequest) -> Option<Instant> {
    bearer(request).ok().flatten().and_then(tokens::expiry)
}

/// The token of an `Authorization: Bearer` header; `None` without a header; another scheme is an error.
fn bearer(request: &HttpRequest) -> Result<Option<&str>, Error> {
    let Some(header) = request.headers().get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|value| value.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim())),
        _ => Err(Code::Unauthenticated.because(Sentence::BearerWanted)),
    }
}
