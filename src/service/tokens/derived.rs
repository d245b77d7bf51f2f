//! Keys for other uses than signing tokens, derived from a signing key and remembered by its name.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, crypto};
use uuid::Uuid;

use super::keys::Key;
use crate::app::App;
use crate::error::Error;
use crate::store::Connection;

/// A key for `purpose` of the newest signing key, and the name of that.
pub async fn newest(
    app: &App,
    connection: &mut Connection,
    purpose: &str,
) -> Result<(Uuid, [u8; 32]), Error> {
    let key = app.keys.newest(app, connection).await?;
    Ok((key.id, derived(&key, purpose)?))
}

/// The key for `purpose` of the signing key of that name.
pub async fn of(app: &App, connection: &mut Connection, key: Uuid, purpose: &str) -> Result<[u8; 32], Error> {
    if let Some(key) = app.keys.known(key) {
        return derived(&key, purpose);
    }
    app.keys.reload(connection).await?;
    let key = app.keys.known(key).ok_or_else(|| Error::Internal("a signing key is gone".to_owned()))?;
    derived(&key, purpose)
}

fn derived(key: &Key, purpose: &str) -> Result<[u8; 32], Error> {
    let broken = |error: &dyn std::fmt::Display| Error::Internal(format!("a derived key: {error}"));
    // No token's first part begins so: what is signed here is never a token.
    let message = [b"\0key\0", purpose.as_bytes()].concat();
    let text = crypto::sign(&message, &key.signing, Algorithm::HS256).map_err(|error| broken(&error))?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|error| broken(&error))?;
    bytes.try_into().map_err(|_| broken(&"it has another length"))
}
