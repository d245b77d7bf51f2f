//! Signed tokens: proof of who somebody is, for one purpose each, until an instant.
//!
//! A token is a JWT signed with HS256. Each purpose has an issuer and an audience of its own, so that a link from a
//! mail can never pass for a log-in. Knows the signing keys and the clock of the [`App`]; knows nothing of what a token
//! lets its bearer do.

mod answer;
pub mod derived;
mod expiry;
mod hs256;
mod keys;
mod recent;
mod seal;

pub use answer::{AnswerLink, issue_answers, read_answer};
pub use expiry::expiry;
pub use hs256::install;
pub use keys::Keys;
pub use recent::Recent;
pub use seal::{is_sealed, seal};

use jsonwebtoken::{Algorithm, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::keys::Key;
use self::recent::Known;
use crate::app::App;
use crate::error::{Code, Error};
use crate::store::Connection;

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
    /// To give one answer to one question of a game.
    Answer,
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
            | Self::Answer
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
            Self::Answer => "althing/answer",
            Self::Unsubscribe => "althing/unsubscribe",
            Self::LogIn => "althing/log-in",
            Self::Device => "althing/device",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    pub account: Uuid,
    /// The session it came from, where it came from one.
    pub session: Option<Uuid>,
    /// What it is about, where that is stored: a token that names something gone is dead.
    pub id: Option<Uuid>,
}

pub enum Read {
    Valid(Claims),
    /// It names a key that this process has not seen yet.
    UnknownKey,
}

/// The claims as they are written in the token.
#[derive(Serialize, Deserialize)]
struct Written {
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

/// Signs a token that is good for `seconds`.
pub async fn issue(
    app: &App,
    connection: &mut Connection,
    purpose: Purpose,
    claims: Claims,
    seconds: i64,
) -> Result<String, Error> {
    let key = app.keys.newest(app, connection).await?;
    let now = app.now().timestamp();
    let written = Written {
        iss: purpose.issuer().to_owned(),
        aud: purpose.audience().to_owned(),
        sub: claims.account,
        iat: now,
        exp: now.saturating_add(seconds),
        sid: claims.session,
        jti: claims.id,
    };
    signed(&key, &written)
}

fn signed(key: &Key, claims: &impl Serialize) -> Result<String, Error> {
    let header = Header { kid: Some(key.id.to_string()), ..Header::new(Algorithm::HS256) };
    jsonwebtoken::encode(&header, claims, &key.signing).map_err(|error| Error::Internal(error.to_string()))
}

/// Reads a token with the keys this process knows. Errors: `token_invalid`, `token_expired`.
pub fn read(app: &App, purpose: Purpose, token: &str) -> Result<Read, Error> {
    let known = match purpose {
        Purpose::Access => again(app, token)?,
        _ => verified(app, purpose, token)?,
    };
    let Some(known) = known else { return Ok(Read::UnknownKey) };
    // Only the App knows what time it is, so the crate's own look at the clock is off.
    if known.ends_at <= app.now().timestamp() {
        return Err(Code::TokenExpired.problem());
    }
    Ok(Read::Valid(known.claims))
}

/// An access token, verified unless that was done before under a key that still holds.
fn again(app: &App, token: &str) -> Result<Option<Known>, Error> {
    let hash = recent::hash(token);
    let before = app.recent_tokens.recall(&hash);
    if let Some(known) = before.filter(|known| app.keys.known(known.key).is_some()) {
        return Ok(Some(known));
    }
    let known = verified(app, Purpose::Access, token)?;
    if let Some(known) = known {
        app.recent_tokens.keep(hash, known);
    }
    Ok(known)
}

/// What a token says; `None` when it names a key that is not known here. Error: `token_invalid`.
fn verified(app: &App, purpose: Purpose, token: &str) -> Result<Option<Known>, Error> {
    let Some(key) = app.keys.known(key_id(token)?) else { return Ok(None) };
    let said: Written = claims_of(token, &key, purpose)?;
    let claims = Claims { account: said.sub, session: said.sid, id: said.jti };
    Ok(Some(Known { claims, ends_at: said.exp, key: key.id }))
}

/// The key that a token says it is signed with. Error: `token_invalid`.
fn key_id(token: &str) -> Result<Uuid, Error> {
    let header = jsonwebtoken::decode_header(token).ok();
    let id = header.and_then(|header| Uuid::parse_str(header.kid.as_deref()?).ok());
    id.ok_or_else(|| Code::TokenInvalid.problem())
}

/// What a token says that is signed with `key` for `purpose`, whenever it ends. Error: `token_invalid`.
fn claims_of<C: DeserializeOwned>(token: &str, key: &Key, purpose: Purpose) -> Result<C, Error> {
    let decoded = jsonwebtoken::decode::<C>(token, &key.verifying, &demands(purpose));
    decoded.map(|token| token.claims).map_err(|_| Code::TokenInvalid.problem())
}

/// Reads a token; a key that is not known is looked up once. Errors as [`read`].
pub async fn check(
    app: &App,
    connection: &mut Connection,
    purpose: Purpose,
    token: &str,
) -> Result<Claims, Error> {
    if let Read::Valid(claims) = read(app, purpose, token)? {
        return Ok(claims);
    }
    app.keys.reload(connection).await?;
    match read(app, purpose, token)? {
        Read::Valid(claims) => Ok(claims),
        Read::UnknownKey => Err(Code::TokenInvalid.problem()),
    }
}

fn demands(purpose: Purpose) -> Validation {
    let mut demands = Validation::new(Algorithm::HS256);
    demands.set_issuer(&[purpose.issuer()]);
    demands.set_audience(&[purpose.audience()]);
    demands.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
    demands.validate_exp = false;
    demands
}
