//! One request to a webhook, signed after Standard Webhooks, from its name to the status of the answer.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use secrecy::ExposeSecret;
use sha2::Sha256;
use tokio_rustls::rustls::ClientConfig;
use url::Url;

use super::connect::{self, ByteStream, resolve};
use crate::service::App;
use crate::service::webhooks::{self, DeliveryOutcome, SignedDelivery, WebhookTarget};

/// The most bytes that are read of an answer: its status and headers. Its body is not read at all.
const MAX_HEADER_BYTES: usize = 16 * 1024;
pub(super) const PRODUCT: &str = concat!("Althing/", env!("CARGO_PKG_VERSION"));

pub struct WebhookSender {
    app: App,
    tls: Arc<ClientConfig>,
}

impl WebhookSender {
    /// Fails if TLS can't be set up.
    pub fn new(app: &App) -> Result<Self, String> {
        Ok(Self { app: app.clone(), tls: connect::tls_config()? })
    }

    /// Sends the request of a delivery and waits for the answer, no longer than the settings allow.
    pub async fn send(&self, delivery: &SignedDelivery) -> DeliveryOutcome {
        let seconds = self.app.settings.webhooks.timeout_seconds;
        let sent = tokio::time::timeout(Duration::from_secs(seconds), self.post(delivery)).await;
        match sent {
            Ok(Ok(status)) => DeliveryOutcome::Answered(status),
            Ok(Err(problem)) => DeliveryOutcome::Failed(problem),
            Err(_) => DeliveryOutcome::Failed(format!("It did not answer within {seconds} s.")),
        }
    }

    async fn post(&self, delivery: &SignedDelivery) -> Result<u16, String> {
        // What the operator allows may have changed since the URL was given.
        let target = webhooks::target(&self.app, &delivery.claimed.url).map_err(|why| why.english())?;
        let addresses = resolve(&target, self.app.settings.webhooks.allow_private).await?;
        let request = self.request(&target, delivery)?;
        status_over(&target, &addresses, &self.tls, request).await
    }

    fn request(
        &self,
        target: &WebhookTarget,
        delivery: &SignedDelivery,
    ) -> Result<Request<Full<Bytes>>, String> {
        let claimed = &delivery.claimed;
        let secrets = delivery.secrets.iter().map(|secret| secret.expose_secret().as_slice());
        let now = self.app.now().timestamp();
        let SignatureHeaders { id, timestamp, signature } =
            sign(&claimed.id.to_string(), now, &claimed.body, secrets);
        Request::post(path_of(&target.url))
            .header(HOST, host_of(&target.url))
            .header(USER_AGENT, PRODUCT)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature)
            .body(Full::new(Bytes::from(claimed.body.clone())))
            .map_err(|_| "The URL can't be used in a request.".to_owned())
    }
}

/// The `Host` header of a request to a URL.
pub(super) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// What a request to a URL asks for.
pub(super) fn path_of(url: &Url) -> String {
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

/// Sends a request to the first of these addresses that takes a connection, and returns the status of the answer.
pub(super) async fn status_over(
    target: &WebhookTarget,
    addresses: &[SocketAddr],
    tls: &Arc<ClientConfig>,
    request: Request<Full<Bytes>>,
) -> Result<u16, String> {
    let stream = connect::tcp(addresses).await?;
    if target.uses_tls {
        let stream = connect::tls(stream, &target.host, tls).await?;
        status_of_answer(stream, request).await
    } else {
        status_of_answer(stream, request).await
    }
}

/// The status of the answer. The connection ends with it.
async fn status_of_answer(
    stream: impl ByteStream + 'static,
    request: Request<Full<Bytes>>,
) -> Result<u16, String> {
    let broken = |_| "It broke off before it answered.".to_owned();
    let handshake =
        http1::Builder::new().max_buf_size(MAX_HEADER_BYTES).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(broken)?;
    let mut connection = std::pin::pin!(connection);
    let mut answer = std::pin::pin!(sender.send_request(request));
    let answer = tokio::select! {
        answer = &mut answer => answer,
        _ = &mut connection => answer.await,
    };
    answer.map(|answer| answer.status().as_u16()).map_err(broken)
}

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
