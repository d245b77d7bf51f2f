//! Secrets that sign: made, shown, and kept so that they can be used again.
//!
//! Reading the table of webhooks is not enough to sign: a secret is sealed (ChaCha20-Poly1305) with a key that is derived
//! from a signing key and bound to the webhook.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use secrecy::{ExposeSecret, SecretBox, SecretString};
use uuid::Uuid;

use crate::error::Error;
use crate::service::App;
use crate::service::tokens;
use crate::store::Connection;

/// Bytes of a secret.
const SECRET: usize = 32;
/// Bytes of a nonce.
const NONCE: usize = 12;
/// Bytes of the name of a key.
const NAME: usize = 16;

pub type SigningSecret = SecretBox<Vec<u8>>;

/// A new secret: as its owner is shown it, and sealed.
pub(super) async fn make(
    app: &App,
    connection: &mut Connection,
    webhook: Uuid,
) -> Result<(SecretString, Vec<u8>), Error> {
    let secret: [u8; SECRET] = app.secrets.bytes();
    let (name, key) = tokens::newest_derived_key(app, connection, &purpose(webhook)).await?;
    let nonce: [u8; NONCE] = app.secrets.bytes();
    let hidden = cipher(&key).encrypt(Nonce::from_slice(&nonce), secret.as_slice());
    let hidden = hidden.map_err(|_| Error::bug("a secret could not be sealed"))?;
    let shown = format!("whsec_{}", BASE64_STANDARD.encode(secret));
    Ok((shown.into(), [name.as_bytes().as_slice(), &nonce, &hidden].concat()))
}

/// The secret that was sealed.
pub(super) async fn open(
    app: &App,
    connection: &mut Connection,
    webhook: Uuid,
    sealed: &[u8],
) -> Result<SigningSecret, Error> {
    let broken = || Error::bug("a sealed secret can't be opened");
    let (name, rest) = sealed.split_at_checked(NAME).ok_or_else(broken)?;
    let (nonce, hidden) = rest.split_at_checked(NONCE).ok_or_else(broken)?;
    let name = Uuid::from_slice(name).map_err(|_| broken())?;
    let key = tokens::derived_key(app, connection, name, &purpose(webhook)).await?;
    let secret = cipher(&key).decrypt(Nonce::from_slice(nonce), hidden).map_err(|_| broken())?;
    Ok(SecretBox::new(Box::new(secret)))
}

/// As it is shown to its owner.
pub(super) fn shown(secret: &SecretString) -> String {
    secret.expose_secret().to_owned()
}

fn purpose(webhook: Uuid) -> String {
    format!("webhook {webhook}")
}

fn cipher(key: &[u8; 32]) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(Key::from_slice(key))
}
