//! Signatures after Standard Webhooks: HMAC-SHA256 over id, time and body, one for each secret.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureHeaders {
    /// `webhook-id`
    pub id: String,
    /// `webhook-timestamp`, in seconds since 1970
    pub timestamp: String,
    /// `webhook-signature`, one signature for each secret with spaces between
    pub signature: String,
}

/// Signs a body that is sent at `timestamp`, in seconds since 1970. The id must contain no dot: otherwise the boundary
/// between id and timestamp could be shifted under the same signature.
pub fn sign<'s>(
    id: &str,
    timestamp: i64,
    body: &str,
    secrets: impl IntoIterator<Item = &'s [u8]>,
) -> SignatureHeaders {
    let signatures = secrets.into_iter().filter_map(|secret| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body.as_bytes());
        Some(format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())))
    });
    let signature = signatures.collect::<Vec<_>>().join(" ");
    SignatureHeaders { id: id.to_owned(), timestamp: timestamp.to_string(), signature }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of the reference libraries of Standard Webhooks.
    #[test]
    fn the_reference_vector_is_signed_as_the_reference_signs_it() {
        let secret = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = r#"{"test": 2432232314}"#;
        let signed = sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body, [secret.as_slice()]);
        assert_eq!(signed.signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(
            (signed.id.as_str(), signed.timestamp.as_str()),
            ("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330")
        );
    }

    #[test]
    fn two_secrets_give_two_signatures_and_everything_signed_matters() {
        let signature_of =
            |id: &str, at, body: &str| sign(id, at, body, [b"one".as_slice(), b"two"]).signature;
        let signature = signature_of("a", 1, "{}");
        assert_eq!(signature.split(' ').filter(|one| one.starts_with("v1,")).count(), 2);
        for other in [signature_of("b", 1, "{}"), signature_of("a", 2, "{}"), signature_of("a", 1, "{ }")] {
            assert!(signature.split(' ').zip(other.split(' ')).all(|(one, other)| one != other));
        }
    }
}
