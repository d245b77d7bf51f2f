//! Signed tokens: proof of who a caller is, for one purpose each, until an instant.
//!
//! A token is a JWT signed with HS256. Each purpose has an issuer and an audience of its own, so that a link from a
//! mail can never pass for a log-in. Knows the signing keys and the clock of the [`App`]; knows nothing of what a token
//! lets its bearer do.

mod hs256;
mod keys;

pub use hs256::install;
pub use keys::{SigningKeys, derived_key, is_sealed, newest_derived_key, seal, sealed_content};

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use self::keys::SigningKey;
use crate::error::{Code, Error};
use crate::service::{App, Ctx};
use crate::time_control::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Access,
    /// To prove that mail to an address arrives.
    VerifyAddress,
    ResetPassword,
    /// To agree, at the old address, to a new one.
    ApproveAddress,
    /// To prove, at the new address, that mail arrives there.
    ProveAddress,
    /// To get no more mails of a kind.
    Unsubscribe,
    /// To log in once.
    LogIn,
    /// To be known as a device that has logged in before; opens nothing.
    Device,
}

impl Purpose {
    fn issuer(self) -> &'static str {
        match self {
            Self::Access | Self::Device => "althing/sessions",
            Self::VerifyAddress
            | Self::ResetPassword
            | Self::ApproveAddress
            | Self::ProveAddress
            | Self::Unsubscribe
            | Self::LogIn => "althing/mail",
        }
    }

    fn audience(self) -> &'static str {
        match self {
            Self::Access => "althing/api",
            Self::VerifyAddress => "althing/verify-address",
            Self::ResetPassword => "althing/reset-password",
            Self::ApproveAddress => "althing/approve-address",
            Self::ProveAddress => "althing/prove-address",
            Self::Unsubscribe => "althing/unsubscribe",
            Self::LogIn => "althing/log-in",
            Self::Device => "althing/device",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    pub account: Uuid,
    /// The session that the token was issued to, if it was.
    pub session: Option<Uuid>,
    /// The stored thing that the token is about, such as a link: once that is gone, the token is invalid.
    pub id: Option<Uuid>,
}

pub enum ReadToken {
    Valid(Claims),
    /// The token names a key that this process has not seen yet.
    UnknownKey,
}

/// The claims as they are written in the token.
#[derive(Serialize, Deserialize)]
struct StandardClaims {
    iss: String,
    aud: String,
    sub: Uuid,
    iat: i64,
    exp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sid: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    jti: Option<Uuid>,
}

/// Signs a token that is valid for `seconds`.
pub async fn issue(ctx: &mut Ctx, purpose: Purpose, claims: Claims, seconds: i64) -> Result<String, Error> {
    let key = Arc::clone(&ctx.app).keys.newest(ctx).await?;
    let now = ctx.app.now().timestamp();
    let claims = StandardClaims {
        iss: purpose.issuer().to_owned(),
        aud: purpose.audience().to_owned(),
        sub: claims.account,
        iat: now,
        exp: now.saturating_add(seconds),
        sid: claims.session,
        jti: claims.id,
    };
    sign(&key, &claims)
}

fn sign(key: &SigningKey, claims: &impl Serialize) -> Result<String, Error> {
    let header = Header { kid: Some(key.id.to_string()), ..Header::new(Algorithm::HS256) };
    jsonwebtoken::encode(&header, claims, &key.signing)
        .map_err(|error| Error::internal("a token could not be signed", error))
}

/// Reads a token with the keys this process knows.
pub fn read(app: &App, purpose: Purpose, token: &str) -> Result<ReadToken, Error> {
    let verified = match purpose {
        Purpose::Access => read_access_token(app, token)?,
        _ => verify(app, purpose, token)?,
    };
    let Some(verified) = verified else { return Ok(ReadToken::UnknownKey) };
    if verified.ends_at <= app.now().timestamp() {
        return Err(Code::TokenExpired.problem());
    }
    Ok(ReadToken::Valid(verified.claims))
}

/// An access token, verified unless that was done before under a key that is still valid.
fn read_access_token(app: &App, token: &str) -> Result<Option<VerifiedToken>, Error> {
    let hash = token_hash(token);
    let cached = app.access_token_cache.get(&hash);
    if let Some(verified) = cached.filter(|cached| app.keys.known(cached.key).is_some()) {
        return Ok(Some(verified));
    }
    let verified = verify(app, Purpose::Access, token)?;
    if let Some(verified) = verified {
        app.access_token_cache.insert(hash, verified);
    }
    Ok(verified)
}

/// The claims of a token; `None` when it names a key that is not known here.
fn verify(app: &App, purpose: Purpose, token: &str) -> Result<Option<VerifiedToken>, Error> {
    let Some(key) = app.keys.known(key_id(token)?) else { return Ok(None) };
    let content: StandardClaims = claims_of(token, &key, purpose)?;
    let claims = Claims { account: content.sub, session: content.sid, id: content.jti };
    Ok(Some(VerifiedToken { claims, ends_at: content.exp, key: key.id }))
}

fn key_id(token: &str) -> Result<Uuid, Error> {
    let header = jsonwebtoken::decode_header(token).ok();
    let id = header.and_then(|header| Uuid::parse_str(header.kid.as_deref()?).ok());
    id.ok_or_else(|| Code::TokenInvalid.problem())
}

/// The claims of a token that is signed with `key` for `purpose`, whenever it expires.
fn claims_of<C: DeserializeOwned>(token: &str, key: &SigningKey, purpose: Purpose) -> Result<C, Error> {
    let decoded = jsonwebtoken::decode::<C>(token, &key.verifying, &validation(purpose));
    decoded.map(|token| token.claims).map_err(|_| Code::TokenInvalid.problem())
}

/// Reads a token; a key that is not known is looked up once. Errors as [`read`].
pub async fn check(ctx: &mut Ctx, purpose: Purpose, token: &str) -> Result<Claims, Error> {
    if let ReadToken::Valid(claims) = read(&ctx.app, purpose, token)? {
        return Ok(claims);
    }
    ctx.app.keys.reload(&mut ctx.db).await?;
    match read(&ctx.app, purpose, token)? {
        ReadToken::Valid(claims) => Ok(claims),
        ReadToken::UnknownKey => Err(Code::TokenInvalid.problem()),
    }
}

fn validation(purpose: Purpose) -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_issuer(&[purpose.issuer()]);
    validation.set_audience(&[purpose.audience()]);
    validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
    // The crate would go by its own clock; `read` checks the expiry by that of the App.
    validation.validate_exp = false;
    validation
}

/// When a token expires that was verified before: nothing is checked here. `None` for a token without an expiry.
pub fn expiry(token: &str) -> Option<Instant> {
    #[derive(Deserialize)]
    struct End {
        exp: i64,
    }
    let claims = token.split('.').nth(1)?;
    let claims = BASE64_URL_SAFE_NO_PAD.decode(claims).ok()?;
    let End { exp } = serde_json::from_slice(&claims).ok()?;
    Instant::from_timestamp(exp, 0)
}

/// The most tokens that are cached; then all are dropped, and verified again as they come.
const MAX_CACHED: usize = 10_000;

#[derive(Debug, Clone, Copy)]
struct VerifiedToken {
    claims: Claims,
    /// When the token expires, in seconds since 1970.
    ends_at: i64,
    /// The key that it was signed with.
    key: Uuid,
}

/// Access tokens that this process has verified, by their hashes, so that an intruder who reads the memory can't use
/// them. A client sends the same token with every request, and verifying it costs more than anything else around a
/// read.
#[derive(Clone, Default)]
pub struct AccessTokenCache(Arc<RwLock<HashMap<[u8; 32], VerifiedToken>>>);

fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

impl AccessTokenCache {
    fn get(&self, hash: &[u8; 32]) -> Option<VerifiedToken> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(hash).copied()
    }

    fn insert(&self, hash: [u8; 32], token: VerifiedToken) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_CACHED {
            all.clear();
        }
        all.insert(hash, token);
    }
}
