//! A request that comes twice under one Idempotency-Key has one effect and one reply.
//!
//! The key is written first, in the transaction of the work itself: a twin that comes at the same moment waits there,
//! and then finds the reply. What fails is undone with its key, so a refusal is judged anew.
//!
//! Where a request holds a secret, what is kept of it must not help whoever reads the database: see [`sealed`].

mod sealed;

use chrono::TimeDelta;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use self::sealed::Seal;
use crate::app::App;
use crate::error::{Code, Error};
use crate::store::idempotency::{self, RequestPlace};
use crate::store::{self, Connection, Tx};

/// How long a reply is kept, in days.
const DAYS: i64 = 7;

/// A request that may be repeated.
pub struct Once {
    place: RequestPlace,
    /// Tells the body from another one.
    fingerprint: [u8; 32],
    seal: Option<Seal>,
}

impl Once {
    /// A request of `account` to `route` (such as `POST /v1/games`) with `key`, whose body has this SHA-256.
    /// Without a key every request is a new one.
    pub fn new(account: Uuid, route: &str, key: Option<String>, body_digest: [u8; 32]) -> Option<Self> {
        let place = RequestPlace { account, route: route.to_owned(), key: key? };
        Some(Self { place, fingerprint: body_digest, seal: None })
    }

    /// A request of a stranger. Strangers share one space of keys, and `scope`, something that the request is about,
    /// keeps their keys apart.
    pub fn of_stranger(scope: &str, route: &str, key: Option<String>, body_digest: [u8; 32]) -> Option<Self> {
        let key = key.map(|key| hex::encode(Sha256::digest(format!("{scope}\0{key}"))));
        Self::new(Uuid::nil(), route, key, body_digest)
    }

    /// The same request, whose body or reply holds a long random token: the reply is kept so that only who has body and
    /// key can read it.
    pub fn with_token(self) -> Self {
        let seal = Seal::of_token(&self.place, &self.fingerprint);
        self.sealed(seal)
    }

    /// The same request, whose body holds a password: as [`Self::with_token`], and what is kept helps nobody to guess
    /// the password faster than its hash does.
    pub async fn with_password(self, app: &App) -> Result<Self, Error> {
        let seal = Seal::of_password(app, &self.place, &self.fingerprint).await?;
        Ok(self.sealed(seal))
    }

    fn sealed(self, seal: Seal) -> Self {
        // The key itself takes part in the seal, so it is not kept either.
        let key = hex::encode(Sha256::digest(&self.place.key));
        Self { place: RequestPlace { key, ..self.place }, fingerprint: seal.fingerprint(), seal: Some(seal) }
    }
}

/// A reply as it was, or will be, sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    /// The body, JSON.
    pub body: String,
}

impl Reply {
    /// A reply of this status and body.
    pub fn new(status: u16, body: &impl Serialize) -> Result<Self, Error> {
        let body = serde_json::to_string(body).map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Self { status, body })
    }

    /// Done, and there is nothing to say about it.
    pub fn empty() -> Self {
        Self { status: 204, body: String::new() }
    }
}

/// Runs `work` in a transaction, or gives the reply that the same request got before. Error: `key_reused`.
pub async fn once(
    app: &App,
    connection: &mut Connection,
    request: Option<Once>,
    work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<Reply, Error>,
) -> Result<Reply, Error> {
    store::transaction(connection, async |connection| {
        let Some(request) = request else { return work(connection).await };
        let (now, oldest) = (app.now(), app.now() - TimeDelta::days(DAYS));
        if !idempotency::claim(connection, &request.place, &request.fingerprint, now, oldest).await? {
            return repeated(connection, &request).await;
        }
        let reply = work(connection).await?;
        let status = i16::try_from(reply.status).map_err(|error| Error::Internal(error.to_string()))?;
        let sealed = request.seal.as_ref().map(|seal| seal.close(app, &reply.body)).transpose()?;
        let body = sealed.as_deref().unwrap_or(&reply.body);
        idempotency::keep(connection, &request.place, status, body).await?;
        Ok(reply)
    })
    .await
}

async fn repeated(connection: &mut Connection, request: &Once) -> Result<Reply, Error> {
    let kept = idempotency::find(connection, &request.place).await?;
    if kept.body_hash != request.fingerprint {
        return Err(Code::KeyReused.field("Idempotency-Key", Code::KeyReused.row().2));
    }
    let status = u16::try_from(kept.status).map_err(|error| Error::Internal(error.to_string()))?;
    let body = match &request.seal {
        Some(seal) => seal.open(&kept.body)?,
        None => kept.body,
    };
    Ok(Reply { status, body })
}

/// The reply that the same request got before, if it did: for work that must be prepared outside of its transaction and
/// can't be prepared twice. Error: `key_reused`.
pub async fn earlier(
    app: &App,
    connection: &mut Connection,
    request: Option<&Once>,
) -> Result<Option<Reply>, Error> {
    let Some(request) = request else { return Ok(None) };
    let oldest = app.now() - TimeDelta::days(DAYS);
    if !idempotency::is_there(connection, &request.place, oldest).await? {
        return Ok(None);
    }
    repeated(connection, request).await.map(Some)
}

/// Forgets replies that are too old to be asked for again.
pub async fn forget_old_replies(app: &App, connection: &mut Connection) -> Result<(), Error> {
    Ok(idempotency::forget(connection, app.now() - TimeDelta::days(DAYS)).await?)
}
