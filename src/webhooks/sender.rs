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
use super::signature::{Signed, signed};
use crate::service::App;
use crate::service::webhooks::{self, DeliveryOutcome, Parcel, WebhookTarget};

/// The most bytes that are read of an answer: its status and headers. Its body is not read at all.
const MOST_READ: usize = 16 * 1024;
const AGENT: &str = concat!("Althing/", env!("CARGO_PKG_VERSION"));

pub struct WebhookSender {
    app: App,
    protection: Arc<ClientConfig>,
}

impl WebhookSender {
    /// Ready to go; an error says what can't be had.
    pub fn new(app: &App) -> Result<Self, String> {
        Ok(Self { app: app.clone(), protection: connect::protection()? })
    }

    /// Sends the request of a delivery, and says what came of it.
    pub async fn send(&self, parcel: &Parcel) -> DeliveryOutcome {
        let seconds = self.app.settings.webhooks.timeout_seconds;
        let sent = tokio::time::timeout(Duration::from_secs(seconds), self.post(parcel)).await;
        match sent {
            Ok(Ok(status)) => DeliveryOutcome::Answered(status),
            Ok(Err(problem)) => DeliveryOutcome::Failed(problem),
            Err(_) => DeliveryOutcome::Failed(format!("It did not answer within {seconds} s.")),
        }
    }

    async fn post(&self, parcel: &Parcel) -> Result<u16, String> {
        // What the operator allows may have changed since the URL was given.
        let target = webhooks::target(&self.app, &parcel.claimed.url)?;
        let addresses = resolve(&target, self.app.settings.webhooks.allow_private).await?;
        let request = self.request(&target, parcel)?;
        let stream = connect::plain(&addresses).await?;
        if target.is_protected {
            let stream = connect::protected(stream, &target.host, &self.protection).await?;
            answered(stream, request).await
        } else {
            answered(stream, request).await
        }
    }

    fn request(&self, target: &WebhookTarget, parcel: &Parcel) -> Result<Request<Full<Bytes>>, String> {
        let claimed = &parcel.claimed;
        let secrets = parcel.secrets.iter().map(|secret| secret.expose_secret().as_slice());
        let now = self.app.now().timestamp();
        let Signed { id, timestamp, signature } =
            signed(&claimed.id.to_string(), now, &claimed.body, secrets);
        let url = &target.url;
        let host = url.port().map_or_else(
            || url.host_str().unwrap_or_default().to_owned(),
            |port| format!("{}:{port}", url.host_str().unwrap_or_default()),
        );
        let path =
            url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        Request::post(path)
            .header(HOST, host)
            .header(USER_AGENT, AGENT)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature)
            .body(Full::new(Bytes::from(claimed.body.clone())))
            .map_err(|_| "Its URL can't be asked for.".to_owned())
    }
}

/// The status of the answer. The connection ends with it.
async fn answered(stream: impl ByteStream + 'static, request: Request<Full<Bytes>>) -> Result<u16, String> {
    let broken = |_| "It broke off before it answered.".to_owned();
    let handshake = http1::Builder::new().max_buf_size(MOST_READ).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(broken)?;
    let mut connection = std::pin::pin!(connection);
    let mut answer = std::pin::pin!(sender.send_request(request));
    let answer = tokio::select! {
        answer = &mut answer => answer,
        _ = &mut connection => answer.await,
    };
    answer.map(|answer| answer.status().as_u16()).map_err(broken)
}
