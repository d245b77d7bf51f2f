//! What is kept of a request that holds a secret.
//!
//! Body and Idempotency-Key together make one key material; from it follow a fingerprint, by which a repeat is known,
//! and a key that hides the reply (ChaCha20-Poly1305). Neither body nor key is kept, so whoever reads the table can't
//! read the reply. A body with a password could be guessed at, fingerprint by fingerprint: there the material is made
//! by argon2, at the cost of the password's own hash.

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::Error;
use crate::store::idempotency::RequestPlace;

/// Bytes of a nonce.
const NONCE: usize = 12;

/// Hides a reply and knows its request again.
pub(super) struct Seal([u8; 32]);

impl Seal {
    /// Of a body that holds a long random token.
    pub(super) fn of_token(place: &RequestPlace, body_digest: &[u8; 32]) -> Self {
        Self(derived(body_digest, &context(place)))
    }

    /// Of a body that holds a password.
    pub(super) async fn of_password(
        app: &App,
        place: &RequestPlace,
        body_digest: &[u8; 32],
    ) -> Result<Self, Error> {
        let salt: [u8; 32] = Sha256::digest(context(place)).into();
        Ok(Self(app.passwords.stretch(*body_digest, salt).await?))
    }

    /// The same for the same request alone.
    pub(super) fn fingerprint(&self) -> [u8; 32] {
        derived(&self.0, "fingerprint")
    }

    pub(super) fn close(&self, app: &App, reply: &str) -> Result<String, Error> {
        let nonce: [u8; NONCE] = app.secrets.bytes();
        let hidden = self.cipher().encrypt(Nonce::from_slice(&nonce), reply.as_bytes());
        let hidden = hidden.map_err(|_| Error::Internal("a reply could not be sealed".to_owned()))?;
        Ok(BASE64_STANDARD_NO_PAD.encode([nonce.as_slice(), &hidden].concat()))
    }

    /// The reply that was hidden.
    pub(super) fn open(&self, kept: &str) -> Result<String, Error> {
        let broken = || Error::Internal("a kept reply can't be opened".to_owned());
        let bytes = BASE64_STANDARD_NO_PAD.decode(kept).map_err(|_| broken())?;
        let (nonce, hidden) = bytes.split_at_checked(NONCE).ok_or_else(broken)?;
        let reply = self.cipher().decrypt(Nonce::from_slice(nonce), hidden).map_err(|_| broken())?;
        String::from_utf8(reply).map_err(|_| broken())
    }

    fn cipher(&self) -> ChaCha20Poly1305 {
        ChaCha20Poly1305::new(Key::from_slice(&derived(&self.0, "reply")))
    }
}

fn context(place: &RequestPlace) -> String {
    format!("althing/once/v1\0{}\0{}\0{}", place.account, place.route, place.key)
}

/// HMAC-SHA256 of `context`.
fn derived(secret: &[u8; 32], context: &str) -> [u8; 32] {
    // A key of any length is taken.
    let Ok(mac) = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret) else { return [0; 32] };
    mac.chain_update(context).finalize().into_bytes().into()
}
