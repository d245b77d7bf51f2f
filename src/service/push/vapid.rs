//! How this server makes itself known to push services (RFC 8292): one key pair, to which browsers bind their
//! subscriptions, and a short token per request that is signed with it.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use url::Url;

use crate::error::Error;
use crate::service::{App, Ctx};
use crate::store::push;

/// How long a token is valid, in seconds: at most a day is allowed (RFC 8292, 2).
const TOKEN_SECONDS: i64 = 12 * 3_600;

/// The key pair of this server; made the first time.
pub async fn key(ctx: &mut Ctx) -> Result<SecretKey, Error> {
    let stored = match push::key(&mut ctx.db).await? {
        Some(stored) => stored,
        None => {
            let new = random_key(&ctx.app)?.to_bytes();
            push::add_key(&mut ctx.db, ctx.app.new_id(), &new, ctx.app.now()).await?;
            // Processes that begin at the same moment get the same one.
            push::key(&mut ctx.db).await?.unwrap_or_else(|| new.to_vec())
        }
    };
    SecretKey::from_slice(&stored).map_err(|error| Error::internal("the key of web push", error))
}

/// A new private key. Hardly any 32 bytes are none.
pub fn random_key(app: &App) -> Result<SecretKey, Error> {
    const TRIES: usize = 4;
    let keys = (0..TRIES).filter_map(|_| SecretKey::from_slice(&app.secrets.bytes::<32>()).ok());
    { keys }.next().ok_or_else(|| Error::bug("random bytes are no key"))
}

/// The public key as browsers take it: 65 bytes in base64.
pub fn public_text(key: &SecretKey) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(key.public_key().to_sec1_bytes())
}

/// The `Authorization` header of a request to a push service.
pub fn authorization(app: &App, key: &SecretKey, endpoint: &Url) -> String {
    let claims = json!({
        "aud": endpoint.origin().ascii_serialization(),
        "exp": app.now().timestamp() + TOKEN_SECONDS,
        "sub": contact(app),
    });
    let part = |json: &serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
    let signed = format!("{}.{}", part(&json!({ "typ": "JWT", "alg": "ES256" })), part(&claims));
    let signature: Signature = SigningKey::from(key).sign(signed.as_bytes());
    let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
    format!("vapid t={signed}.{signature}, k={}", public_text(key))
}

/// Where the operator of a push service can complain (RFC 8292, 2.1).
fn contact(app: &App) -> String {
    let http = &app.settings.http;
    if http.is_encrypted() {
        return http.public_url.clone();
    }
    let sender = app.settings.mail.sender(&app.settings.club);
    sender.map_or_else(|_| http.public_url.clone(), |sender| format!("mailto:{}", sender.email))
}
