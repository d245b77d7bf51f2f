//! One request to a server of somebody else's, from its name to its answer.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, RETRY_AFTER, USER_AGENT};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use sha2::Sha256;
use tokio_rustls::rustls::ClientConfig;

use super::connect::{self, ByteStream, resolve};
use crate::service::App;
use crate::service::webhooks::{
    DeliveryOutcome, OutgoingRequest, RequestAnswer, RequestMethod, WebhookTarget,
};

/// The most bytes that are read of the status and the headers of an answer.
const MAX_HEADER_BYTES: usize = 16 * 1024;
/// The most bytes that are read of its body, where the body says what the status does not.
const MAX_BODY_BYTES: usize = 8 * 1024;
const PRODUCT: &str = concat!("Althing/", env!("CARGO_PKG_VERSION"));

/// How much of an answer is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Head,
    HeadAndBody,
}

pub struct RequestSender {
    app: App,
    tls: Arc<ClientConfig>,
}

impl RequestSender {
    /// Fails if TLS can't be set up.
    pub fn new(app: &App) -> Result<Self, String> {
        Ok(Self { app: app.clone(), tls: connect::tls_config()? })
    }

    /// Sends a request and waits for the status of the answer, no longer than the settings allow; or says why there is no
    /// request.
    pub async fn deliver(&self, request: &Result<OutgoingRequest, String>) -> DeliveryOutcome {
        let answer = match request {
            Ok(request) => self.exchange(request, Reading::Head).await,
            Err(problem) => Err(problem.clone()),
        };
        answer.map_or_else(DeliveryOutcome::Failed, |answer| DeliveryOutcome::Answered(answer.status))
    }

    /// Sends a request and waits for the answer with the beginning of its body, no longer than the settings allow. An
    /// error is a sentence for the owner of the address.
    pub async fn ask(&self, request: &OutgoingRequest) -> Result<RequestAnswer, String> {
        self.exchange(request, Reading::HeadAndBody).await
    }

    async fn exchange(&self, request: &OutgoingRequest, reading: Reading) -> Result<RequestAnswer, String> {
        let seconds = self.app.settings.webhooks.timeout_seconds;
        let sent = tokio::time::timeout(Duration::from_secs(seconds), self.send(request, reading)).await;
        sent.unwrap_or_else(|_| Err(format!("It did not answer within {seconds} s.")))
    }

    async fn send(&self, request: &OutgoingRequest, reading: Reading) -> Result<RequestAnswer, String> {
        let target = &request.target;
        let addresses = resolve(target, self.app.settings.webhooks.allow_private).await?;
        let request = self.over_http(request)?;
        let stream = connect::tcp(&addresses).await?;
        if target.uses_tls {
            answer(connect::tls(stream, &target.host, &self.tls).await?, request, reading).await
        } else {
            answer(stream, request, reading).await
        }
    }

    fn over_http(&self, outgoing: &OutgoingRequest) -> Result<Request<Full<Bytes>>, String> {
        let method = match outgoing.method {
            RequestMethod::Post => Method::POST,
            RequestMethod::Put => Method::PUT,
        };
        let (host, path) = host_and_path(&outgoing.target);
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, host)
            .header(USER_AGENT, PRODUCT)
            .header(CONTENT_TYPE, outgoing.content_type);
        for (name, value) in &outgoing.headers {
            request = request.header(*name, value);
        }
        if let Some(signing) = &outgoing.signing {
            let now = self.app.now().timestamp();
            let secrets = signing.secrets.iter().map(Vec::as_slice);
            let signed = sign(&signing.id.to_string(), now, &outgoing.body, secrets);
            request = request
                .header("webhook-id", signed.id)
                .header("webhook-timestamp", signed.timestamp)
                .header("webhook-signature", signed.signature);
        }
        let body = Full::new(Bytes::from(outgoing.body.clone()));
        request.body(body).map_err(|_| "The URL can't be used in a request.".to_owned())
    }
}

/// The `Host` header of a request, and what it asks for.
fn host_and_path(target: &WebhookTarget) -> (String, String) {
    let url = &target.url;
    let name = url.host_str().unwrap_or_default();
    let host = url.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"));
    let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    (host, path)
}

/// Sends a request and reads its answer. The connection ends with it.
async fn answer(
    stream: impl ByteStream + 'static,
    request: Request<Full<Bytes>>,
    reading: Reading,
) -> Result<RequestAnswer, String> {
    let broken = |_| "It broke off before it answered.".to_owned();
    let handshake =
        http1::Builder::new().max_buf_size(MAX_HEADER_BYTES).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(broken)?;
    let mut connection = std::pin::pin!(connection);
    let mut answer = std::pin::pin!(async {
        let answer = sender.send_request(request).await?;
        Ok(read(answer, reading).await)
    });
    let answer: Result<RequestAnswer, hyper::Error> = tokio::select! {
        answer = &mut answer => answer,
        _ = &mut connection => answer.await,
    };
    answer.map_err(broken)
}

async fn read(answer: Response<Incoming>, reading: Reading) -> RequestAnswer {
    let (head, mut body) = answer.into_parts();
    let retry_after = head.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    let mut read = RequestAnswer {
        status: head.status.as_u16(),
        retry_after: retry_after.map(str::to_owned),
        body: Vec::new(),
    };
    while reading == Reading::HeadAndBody && read.body.len() < MAX_BODY_BYTES {
        // A body that breaks off is read as far as it came: the status has been said.
        let Some(Ok(frame)) = body.frame().await else { break };
        read.body.extend(frame.data_ref().into_iter().flatten());
    }
    read.body.truncate(MAX_BODY_BYTES);
    read
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
    body: impl AsRef<[u8]>,
    secrets: impl IntoIterator<Item = &'s [u8]>,
) -> SignatureHeaders {
    let signatures = secrets.into_iter().filter_map(|secret| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body.as_ref());
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
