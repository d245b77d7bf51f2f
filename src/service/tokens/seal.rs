//! Short seals for what must fit where no token does, such as the local part of a mail address.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, crypto};

use super::keys::Key;
use crate::app::App;
use crate::error::Error;
use crate::store::Connection;

/// The bytes of a seal.
const BYTES: usize = 8;

/// The seal of `content` for a purpose, by the newest key.
pub async fn seal(
    app: &App,
    connection: &mut Connection,
    purpose: &str,
    content: &[u8],
) -> Result<[u8; BYTES], Error> {
    let key = app.keys.newest(app, connection).await?;
    made(&key, purpose, content)
}

/// Is it the seal of `content` for that purpose, by any key?
pub async fn is_sealed(
    app: &App,
    connection: &mut Connection,
    purpose: &str,
    content: &[u8],
    seal: &[u8; BYTES],
) -> Result<bool, Error> {
    if any(app, purpose, content, seal)? {
        return Ok(true);
    }
    app.keys.reload(connection).await?;
    any(app, purpose, content, seal)
}

fn any(app: &App, purpose: &str, content: &[u8], seal: &[u8; BYTES]) -> Result<bool, Error> {
    let mut found = false;
    for key in app.keys.all() {
        let made = made(&key, purpose, content)?;
        // Every byte is compared, however early one differs.
        found |= made.iter().zip(seal).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0;
    }
    Ok(found)
}

fn made(key: &Key, purpose: &str, content: &[u8]) -> Result<[u8; BYTES], Error> {
    let broken = |error: &dyn std::fmt::Display| Error::Internal(format!("a seal: {error}"));
    let message = [purpose.as_bytes(), &[0], content].concat();
    let text = crypto::sign(&message, &key.signing, Algorithm::HS256).map_err(|error| broken(&error))?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|error| broken(&error))?;
    let short = bytes.get(..BYTES).and_then(|bytes| bytes.try_into().ok());
    short.ok_or_else(|| broken(&"it is too short"))
}
