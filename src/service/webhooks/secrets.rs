//! The secrets that sign: generated, sealed for the database, opened again, and rotated.
//!
//! Reading the database table of webhooks is not enough to sign: a secret is sealed (ChaCha20-Poly1305) with a key that
//! is derived from a signing key and bound to the webhook. Channels of games seal their addresses in the same way.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use chrono::TimeDelta;
use secrecy::SecretBox;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::lock;
use crate::error::{Error, bounded};
use crate::service::access::Grant;
use crate::service::{Ctx, Tx};
use crate::service::{audit, tokens};
use crate::store::webhooks;
use crate::time_control::Instant;

const SECRET_BYTES: usize = 32;
const NONCE_BYTES: usize = 12;
const KEY_ID_BYTES: usize = 16;
/// For how many hours the old secret signs beside the new one, unless the request names another time.
const DEFAULT_OVERLAP_HOURS: u16 = 24;
const MAX_OVERLAP_HOURS: u16 = 168;

pub type SigningSecret = SecretBox<Vec<u8>>;

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RotateWebhookSecret {
    /// For how many hours the present secret signs beside the new one; 24 if left out.
    #[schema(maximum = 168)]
    pub keep_old_hours: Option<u16>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewWebhookSecret {
    /// Signs every request from now on: `whsec_` and base64. Never shown again.
    pub secret: String,
    /// Until when the old one signs, too; null if it no longer does.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub old_secret_until: Option<Instant>,
}

/// Replaces the secret of a webhook. For a while both sign, so that its receiver can change over without a loss.
pub async fn rotate(
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Grant),
    id: Uuid,
    request: &RotateWebhookSecret,
) -> Result<NewWebhookSecret, Error> {
    let hours = request.keep_old_hours.unwrap_or(DEFAULT_OVERLAP_HOURS);
    bounded("keep_old_hours", hours, &(0..=MAX_OVERLAP_HOURS))?;
    let mut row = lock(tx, account, id).await?;
    // After the lock: a credential that is ended at the same moment must not replace the secret.
    grant.ensure_valid(tx).await?;
    let secret = generate(tx, id).await?;
    let old = std::mem::replace(&mut row.secret, secret.sealed);
    let until = (hours > 0).then(|| tx.app.now() + TimeDelta::hours(i64::from(hours)));
    (row.old_secret, row.old_secret_until) = (until.map(|_| old), until);
    webhooks::update(&mut tx.bare(), &row).await?;
    audit::record(tx, account, audit::AuditKind::WebhookSecretRotated, json!({"webhook": id})).await?;
    Ok(NewWebhookSecret { secret: secret.text, old_secret_until: until })
}

pub struct GeneratedSecret {
    /// As its owner is shown it, once.
    pub text: String,
    /// As it is stored: key id, nonce and ciphertext.
    pub sealed: Vec<u8>,
}

pub(super) async fn generate(ctx: &mut Ctx, webhook: Uuid) -> Result<GeneratedSecret, Error> {
    generate_for(ctx, &key_purpose(webhook)).await
}

/// A new secret, sealed for a purpose.
pub async fn generate_for(ctx: &mut Ctx, purpose: &str) -> Result<GeneratedSecret, Error> {
    let secret: [u8; SECRET_BYTES] = ctx.app.secrets.bytes();
    let text = format!("whsec_{}", BASE64_STANDARD.encode(secret));
    Ok(GeneratedSecret { text, sealed: seal(ctx, purpose, &secret).await? })
}

/// Seals what is stored and must not be read in the database: by a key that is derived for this purpose alone.
pub async fn seal(ctx: &mut Ctx, purpose: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
    let (key_id, key) = tokens::newest_derived_key(ctx, purpose).await?;
    let nonce: [u8; NONCE_BYTES] = ctx.app.secrets.bytes();
    let ciphertext = cipher(&key).encrypt(Nonce::from_slice(&nonce), content);
    let ciphertext = ciphertext.map_err(|_| Error::bug("a secret could not be sealed"))?;
    Ok([key_id.as_bytes().as_slice(), &nonce, &ciphertext].concat())
}

pub(super) async fn open(ctx: &mut Ctx, webhook: Uuid, sealed: &[u8]) -> Result<SigningSecret, Error> {
    unseal(ctx, &key_purpose(webhook), sealed).await
}

/// What was sealed for this purpose.
pub async fn unseal(ctx: &mut Ctx, purpose: &str, sealed: &[u8]) -> Result<SigningSecret, Error> {
    let broken = || Error::bug("a sealed secret can't be opened");
    let (key_id, rest) = sealed.split_at_checked(KEY_ID_BYTES).ok_or_else(broken)?;
    let (nonce, ciphertext) = rest.split_at_checked(NONCE_BYTES).ok_or_else(broken)?;
    let key_id = Uuid::from_slice(key_id).map_err(|_| broken())?;
    let key = tokens::derived_key(ctx, key_id, purpose).await?;
    let secret = cipher(&key).decrypt(Nonce::from_slice(nonce), ciphertext).map_err(|_| broken())?;
    Ok(SecretBox::new(Box::new(secret)))
}

fn key_purpose(webhook: Uuid) -> String {
    format!("webhook {webhook}")
}

fn cipher(key: &[u8; 32]) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(Key::from_slice(key))
}
