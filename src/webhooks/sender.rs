//! One request to a webhook, from its name to the status of the answer.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use secrecy::ExposeSecret;
use tokio_rustls::rustls::ClientConfig;

use super::connect::{self, ByteStream};
use super::resolve::resolve;
use super::signature::{SignatureHeaders, sign};
use crate::service::App;
use crate::service::webhooks::{self, DeliveryOutcome, SignedDelivery, WebhookTarget};

/// The most bytes that are read of an answer: its status and headers. Its body is not read at all.
const MAX_HEADER_BYTES: usize = 16 * 1024;
const PRODUCT: &str = concat!("Althing/", env!("CARGO_PKG_VERSION"));

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
        let stream = connect::tcp(&addresses).await?;
        if target.uses_tls {
            let stream = connect::tls(stream, &target.host, &self.tls).await?;
            status_of_answer(stream, request).await
        } else {
            status_of_answer(stream, request).await
        }
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
        let url = &target.url;
        let host = url.port().map_or_else(
            || url.host_str().unwrap_or_default().to_owned(),
            |port| format!("{}:{port}", url.host_str().unwrap_or_default()),
        );
        let path =
            url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        Request::post(path)
            .header(HOST, host)
            .header(USER_AGENT, PRODUCT)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature)
            .body(Full::new(Bytes::from(claimed.body.clone())))
            .map_err(|_| "The URL can't be used in a request.".to_owned())
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
