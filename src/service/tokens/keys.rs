//! The keys that sign tokens, cached and shared through the database, and what else is made with them: derived keys and
//! short seals.
//!
//! The newest key signs, every key verifies. Two processes that start on an empty database may each create a key; that
//! does no harm, since both are stored and a key that a process has not seen yet is looked up.

use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, crypto};
use uuid::Uuid;

use crate::error::Error;
use crate::service::{App, Ctx};
use crate::store::{Connection, credentials};
use crate::time_control::Instant;

/// A key that is younger, in minutes, is looked up each time before it signs.
const SETTLED_MINUTES: i64 = 60;

pub struct SigningKey {
    pub id: Uuid,
    pub signing: EncodingKey,
    pub verifying: DecodingKey,
    created_at: Instant,
}

/// The keys this process has seen, oldest first.
#[derive(Clone, Default)]
pub struct SigningKeys(Arc<RwLock<Vec<Arc<SigningKey>>>>);

impl SigningKeys {
    /// The key of this name, if this process has seen it.
    pub fn known(&self, id: Uuid) -> Option<Arc<SigningKey>> {
        self.read().iter().find(|key| key.id == id).cloned()
    }

    pub fn all(&self) -> Vec<Arc<SigningKey>> {
        self.read().clone()
    }

    /// The key that signs now; makes one when there is none, or when the newest has served its time.
    pub async fn newest(&self, Ctx { app, db, .. }: &mut Ctx) -> Result<Arc<SigningKey>, Error> {
        // A key that was made a moment before a failover may be lost: no other process would know what it signed.
        let is_settled =
            |key: &Arc<SigningKey>| app.now() - key.created_at > TimeDelta::minutes(SETTLED_MINUTES);
        if let Some(key) = self.fresh(app).filter(is_settled) {
            return Ok(key);
        }
        self.reload(db).await?;
        if let Some(key) = self.fresh(app) {
            return Ok(key);
        }
        let secret: [u8; 32] = app.secrets.bytes();
        credentials::add_signing_key(db, app.new_id(), &secret, app.now()).await?;
        self.reload(db).await?;
        self.fresh(app).ok_or_else(|| Error::bug("a signing key was made but is not there"))
    }

    pub async fn reload(&self, connection: &mut Connection) -> Result<(), Error> {
        let keys = credentials::signing_keys(connection)
            .await?
            .into_iter()
            .map(|row| Arc::new(SigningKey::from(row)));
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = keys.collect();
        Ok(())
    }

    fn fresh(&self, app: &App) -> Option<Arc<SigningKey>> {
        let age = TimeDelta::days(app.settings.accounts.signing_key_days);
        self.read().last().filter(|key| app.now() - key.created_at < age).cloned()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Vec<Arc<SigningKey>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<credentials::SigningKeyRow> for SigningKey {
    fn from(row: credentials::SigningKeyRow) -> Self {
        Self {
            id: row.id,
            signing: EncodingKey::from_secret(&row.secret),
            verifying: DecodingKey::from_secret(&row.secret),
            created_at: row.created_at,
        }
    }
}

/// A key for `purpose` of the newest signing key, and the name of that.
pub async fn newest_derived_key(ctx: &mut Ctx, purpose: &str) -> Result<(Uuid, [u8; 32]), Error> {
    let key = Arc::clone(&ctx.app).keys.newest(ctx).await?;
    Ok((key.id, derive(&key, purpose)?))
}

/// The key for `purpose` of the signing key of that name.
pub async fn derived_key(ctx: &mut Ctx, key: Uuid, purpose: &str) -> Result<[u8; 32], Error> {
    if let Some(key) = ctx.app.keys.known(key) {
        return derive(&key, purpose);
    }
    ctx.app.keys.reload(&mut ctx.db).await?;
    let key = ctx.app.keys.known(key).ok_or_else(|| Error::bug("a signing key is gone"))?;
    derive(&key, purpose)
}

fn derive(key: &SigningKey, purpose: &str) -> Result<[u8; 32], Error> {
    // No token begins with a zero byte, so that a derived key is never the signature of a token.
    let message = [b"\0key\0", purpose.as_bytes()].concat();
    mac(key, &message)?.try_into().map_err(|_| Error::bug("a derived key has another length"))
}

/// The seal of `content` for a purpose, by the newest key: its `N` bytes fit where no token does, such as the local part
/// of a mail address.
pub async fn seal<const N: usize>(ctx: &mut Ctx, purpose: &str, content: &[u8]) -> Result<[u8; N], Error> {
    let key = Arc::clone(&ctx.app).keys.newest(ctx).await?;
    seal_with(&key, purpose, content)
}

/// Is it the seal of `content` for that purpose, by any key?
pub async fn is_sealed<const N: usize>(
    ctx: &mut Ctx,
    purpose: &str,
    content: &[u8],
    seal: &[u8; N],
) -> Result<bool, Error> {
    Ok(sealed_content(ctx, purpose, &[content.to_vec()], seal).await?.is_some())
}

/// The place of the content that it is the seal of for that purpose, by any key; `None`: of none of them.
pub async fn sealed_content<const N: usize>(
    ctx: &mut Ctx,
    purpose: &str,
    contents: &[Vec<u8>],
    seal: &[u8; N],
) -> Result<Option<usize>, Error> {
    if let Some(place) = sealed_by_known(&ctx.app, purpose, contents, seal)? {
        return Ok(Some(place));
    }
    ctx.app.keys.reload(&mut ctx.db).await?;
    sealed_by_known(&ctx.app, purpose, contents, seal)
}

fn sealed_by_known<const N: usize>(
    app: &App,
    purpose: &str,
    contents: &[Vec<u8>],
    seal: &[u8; N],
) -> Result<Option<usize>, Error> {
    let mut found = None;
    for key in app.keys.all() {
        for (place, content) in contents.iter().enumerate() {
            let expected: [u8; N] = seal_with(&key, purpose, content)?;
            // Every byte is compared, however early one differs, so that the time taken tells nothing of the seal.
            let differs = expected.iter().zip(seal).fold(0, |differs, (one, other)| differs | (one ^ other));
            found = if differs == 0 { Some(place) } else { found };
        }
    }
    Ok(found)
}

fn seal_with<const N: usize>(key: &SigningKey, purpose: &str, content: &[u8]) -> Result<[u8; N], Error> {
    let bytes = mac(key, &[purpose.as_bytes(), &[0], content].concat())?;
    let short = bytes.get(..N).and_then(|bytes| bytes.try_into().ok());
    short.ok_or_else(|| Error::bug("a seal is too short"))
}

fn mac(key: &SigningKey, message: &[u8]) -> Result<Vec<u8>, Error> {
    let text = crypto::sign(message, &key.signing, Algorithm::HS256)
        .map_err(|error| Error::internal("a message authentication code", error))?;
    BASE64_URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|error| Error::internal("a message authentication code", error))
}
