//! The keys that sign, kept in memory and shared through the database.
//!
//! The newest key signs, every key verifies. Two processes that start on an empty table may each make a key; that
//! does no harm, since both are in the table and a key nobody has seen yet is looked up.

use std::sync::{Arc, PoisonError, RwLock};

use chrono::TimeDelta;
use jsonwebtoken::{DecodingKey, EncodingKey};
use uuid::Uuid;

use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::store::{Connection, credentials};

/// A key that is younger, in minutes, is looked up each time before it signs.
const SETTLED_MINUTES: i64 = 60;

pub struct Key {
    pub id: Uuid,
    pub signing: EncodingKey,
    pub verifying: DecodingKey,
    created_at: Instant,
}

/// The keys this process has seen, oldest first.
#[derive(Clone, Default)]
pub struct Keys(Arc<RwLock<Vec<Arc<Key>>>>);

impl Keys {
    /// The key of this name, if this process has seen it.
    pub fn known(&self, id: Uuid) -> Option<Arc<Key>> {
        self.read().iter().find(|key| key.id == id).cloned()
    }

    pub fn all(&self) -> Vec<Arc<Key>> {
        self.read().clone()
    }

    /// The key that signs now; makes one when there is none, or when the newest has served its time.
    pub async fn newest(&self, app: &App, connection: &mut Connection) -> Result<Arc<Key>, Error> {
        // A key that was made a moment before a failover may be lost: nobody else would know what it signed.
        let is_settled = |key: &Arc<Key>| app.now() - key.created_at > TimeDelta::minutes(SETTLED_MINUTES);
        if let Some(key) = self.fresh(app).filter(is_settled) {
            return Ok(key);
        }
        self.reload(connection).await?;
        if let Some(key) = self.fresh(app) {
            return Ok(key);
        }
        let secret: [u8; 32] = app.secrets.bytes();
        credentials::add_signing_key(connection, app.new_id(), &secret, app.now()).await?;
        self.reload(connection).await?;
        self.fresh(app).ok_or_else(|| Error::Internal("a signing key was made but is not there".to_owned()))
    }

    pub async fn reload(&self, connection: &mut Connection) -> Result<(), Error> {
        let keys =
            credentials::signing_keys(connection).await?.into_iter().map(|row| Arc::new(Key::from(row)));
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = keys.collect();
        Ok(())
    }

    fn fresh(&self, app: &App) -> Option<Arc<Key>> {
        let age = TimeDelta::days(app.settings.accounts.signing_key_days);
        self.read().last().filter(|key| app.now() - key.created_at < age).cloned()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Vec<Arc<Key>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<credentials::SigningKeyRow> for Key {
    fn from(row: credentials::SigningKeyRow) -> Self {
        Self {
            id: row.id,
            signing: EncodingKey::from_secret(&row.secret),
            verifying: DecodingKey::from_secret(&row.secret),
            created_at: row.created_at,
        }
    }
}
