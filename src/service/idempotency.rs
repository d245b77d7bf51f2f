//! A request that comes twice under one Idempotency-Key has one effect and one reply.
//!
//! The key is written first, in the transaction of the work itself: a twin that comes at the same moment waits there,
//! and then finds the reply. What fails is undone with its key, so a refused request can be tried again.

use std::fmt::Display;

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use chrono::TimeDelta;
use hmac::{Hmac, Mac};
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::{App, Ctx, Tx};
use crate::store::Connection;
use crate::store::idempotency::{self, RequestPlace};

/// How long a reply is stored, in days.
const KEPT_DAYS: i64 = 7;

/// A request that may be repeated.
pub struct IdempotentRequest {
    place: RequestPlace,
    fingerprint: [u8; 32],
    seal: Option<Seal>,
}

impl IdempotentRequest {
    /// A request of `account` to `route` (such as `POST /v1/games`) with `key`, whose body has this SHA-256.
    /// Without a key every request is a new one.
    pub fn new(account: Uuid, route: &str, key: Option<String>, body_digest: [u8; 32]) -> Option<Self> {
        let place = RequestPlace { account, route: route.to_owned(), key: key? };
        Some(Self { place, fingerprint: body_digest, seal: None })
    }

    /// A request without an account. Such requests share one space of keys, and `scope`, something that the request is
    /// about, keeps their keys apart.
    pub fn of_stranger(scope: &str, route: &str, key: Option<String>, body_digest: [u8; 32]) -> Option<Self> {
        let key = key.map(|key| hex::encode(Sha256::digest(format!("{scope}\0{key}"))));
        Self::new(Uuid::nil(), route, key, body_digest)
    }

    /// Seals a request whose body or reply contains a long random token: the reply is stored so that only body and key
    /// together can read it.
    pub fn with_token(self) -> Self {
        let seal = Seal::of_token(&self.place, &self.fingerprint);
        self.sealed(seal)
    }

    /// Seals a request whose body contains a password: as [`Self::with_token`], and what is stored does not help to
    /// guess the password faster than its hash does.
    pub async fn with_password(self, app: &App) -> Result<Self, Error> {
        let seal = Seal::of_password(app, &self.place, &self.fingerprint).await?;
        Ok(self.sealed(seal))
    }

    fn sealed(self, seal: Seal) -> Self {
        // The idempotency key is part of what opens the seal, so that only its hash is stored.
        let key = hex::encode(Sha256::digest(&self.place.key));
        Self { place: RequestPlace { key, ..self.place }, fingerprint: seal.fingerprint(), seal: Some(seal) }
    }
}

/// A reply as it was, or will be, sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReply {
    pub status: u16,
    pub body: String,
    /// The entity tag of the game that is shown.
    pub tag: Option<String>,
    /// The path of what was created.
    pub location: Option<String>,
}

impl StoredReply {
    pub fn new(status: u16, body: &impl Serialize) -> Result<Self, Error> {
        let body =
            serde_json::to_string(body).map_err(|error| Error::internal("the body of a reply", error))?;
        Ok(Self { status, body, tag: None, location: None })
    }

    /// What was created can be read at this path, alone or in a list.
    pub fn created(body: &impl Serialize, location: impl Into<String>) -> Result<Self, Error> {
        Ok(Self { location: Some(location.into()), ..Self::new(201, body)? })
    }

    /// Done, with an empty body.
    pub fn empty() -> Self {
        Self { status: 204, body: String::new(), tag: None, location: None }
    }

    /// The reply under the tag of the game as it stands afterwards.
    pub fn under(self, tag: &impl Display) -> Self {
        Self { tag: Some(tag.to_string()), ..self }
    }
}

/// Runs `work` in a transaction, or returns the reply that the same request got before.
pub async fn once(
    ctx: &mut Ctx,
    request: Option<IdempotentRequest>,
    work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<StoredReply, Error>,
) -> Result<StoredReply, Error> {
    ctx.transaction(async |tx| {
        let Some(request) = request else { return work(tx).await };
        let (now, oldest) = (tx.app.now(), tx.app.now() - TimeDelta::days(KEPT_DAYS));
        if !idempotency::claim(&mut tx.db, &request.place, &request.fingerprint, now, oldest).await? {
            return stored_reply(&mut tx.db, &request).await;
        }
        let reply = work(tx).await?;
        let status =
            i16::try_from(reply.status).map_err(|error| Error::internal("the status of a reply", error))?;
        let sealed = request.seal.as_ref().map(|seal| seal.close(&tx.app, &reply.body)).transpose()?;
        let body = sealed.as_deref().unwrap_or(&reply.body);
        let headers = (reply.tag.as_deref(), reply.location.as_deref());
        idempotency::keep(&mut tx.db, &request.place, status, body, headers).await?;
        Ok(reply)
    })
    .await
}

async fn stored_reply(
    connection: &mut Connection,
    request: &IdempotentRequest,
) -> Result<StoredReply, Error> {
    let stored = idempotency::find(connection, &request.place).await?;
    if stored.body_hash != request.fingerprint {
        return Err(Code::KeyReused.at("Idempotency-Key"));
    }
    let status = u16::try_from(stored.status)
        .map_err(|error| Error::internal("the stored status of a reply", error))?;
    let body = match &request.seal {
        Some(seal) => seal.open(&stored.body)?,
        None => stored.body,
    };
    Ok(StoredReply { status, body, tag: stored.tag, location: stored.location })
}

/// The reply that the same request got before, if it did: for work that must be prepared outside of its transaction and
/// can't be prepared twice.
pub async fn earlier(
    ctx: &mut Ctx,
    request: Option<&IdempotentRequest>,
) -> Result<Option<StoredReply>, Error> {
    let Some(request) = request else { return Ok(None) };
    let oldest = ctx.app.now() - TimeDelta::days(KEPT_DAYS);
    if !idempotency::is_there(&mut ctx.db, &request.place, oldest).await? {
        return Ok(None);
    }
    stored_reply(&mut ctx.db, request).await.map(Some)
}

/// Deletes replies that are too old to be requested again.
pub async fn forget_old_replies(ctx: &mut Ctx) -> Result<(), Error> {
    Ok(idempotency::forget(&mut ctx.db, ctx.app.now() - TimeDelta::days(KEPT_DAYS)).await?)
}

const NONCE_BYTES: usize = 12;

/// What is stored of a request with a secret must not help an intruder who reads the database. Body and Idempotency-Key
/// together make one key material; from it follow a fingerprint, by which a repeat is recognised, and a key that hides
/// the reply (ChaCha20-Poly1305). Neither body nor key is stored. A body with a password could be guessed, fingerprint
/// by fingerprint: there the material is made by argon2, at the cost of the password's own hash.
struct Seal([u8; 32]);

impl Seal {
    /// Of a body with a long random token.
    fn of_token(place: &RequestPlace, body_digest: &[u8; 32]) -> Self {
        Self(derive(body_digest, &context(place)))
    }

    async fn of_password(app: &App, place: &RequestPlace, body_digest: &[u8; 32]) -> Result<Self, Error> {
        let salt: [u8; 32] = Sha256::digest(context(place)).into();
        Ok(Self(app.passwords.stretch(*body_digest, salt).await?))
    }

    /// The fingerprint of the same request only.
    fn fingerprint(&self) -> [u8; 32] {
        derive(&self.0, "fingerprint")
    }

    fn close(&self, app: &App, reply: &str) -> Result<String, Error> {
        let nonce: [u8; NONCE_BYTES] = app.secrets.bytes();
        let hidden = self.cipher().encrypt(Nonce::from_slice(&nonce), reply.as_bytes());
        let hidden = hidden.map_err(|_| Error::bug("a reply could not be sealed"))?;
        Ok(BASE64_STANDARD_NO_PAD.encode([nonce.as_slice(), &hidden].concat()))
    }

    fn open(&self, stored: &str) -> Result<String, Error> {
        let broken = || Error::bug("a stored reply can't be opened");
        let bytes = BASE64_STANDARD_NO_PAD.decode(stored).map_err(|_| broken())?;
        let (nonce, hidden) = bytes.split_at_checked(NONCE_BYTES).ok_or_else(broken)?;
        let reply = self.cipher().decrypt(Nonce::from_slice(nonce), hidden).map_err(|_| broken())?;
        String::from_utf8(reply).map_err(|_| broken())
    }

    fn cipher(&self) -> ChaCha20Poly1305 {
        ChaCha20Poly1305::new(Key::from_slice(&derive(&self.0, "reply")))
    }
}

fn context(place: &RequestPlace) -> String {
    format!("althing/once/v1\0{}\0{}\0{}", place.account, place.route, place.key)
}

fn derive(secret: &[u8; 32], context: &str) -> [u8; 32] {
    // HMAC takes a key of any length, so that this never fails.
    let Ok(mac) = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret) else { return [0; 32] };
    mac.chain_update(context).finalize().into_bytes().into()
}
