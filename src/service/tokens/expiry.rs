//! When a token expires.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Deserialize;

use crate::clock::Instant;

/// When a token expires that was read and found good before: nothing is checked here. `None` for one that does not
/// carry its end.
pub fn expiry(token: &str) -> Option<Instant> {
    #[derive(Deserialize)]
    struct End {
        exp: i64,
    }
    let claims = token.split('.').nth(1)?;
    let claims = BASE64_URL_SAFE_NO_PAD.decode(claims).ok()?;
    let End { exp } = serde_json::from_slice(&claims).ok()?;
    Instant::from_timestamp(exp, 0)
}
