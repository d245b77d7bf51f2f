//! One request to the push service of a browser (RFC 8030), as webhooks are sent: to an address that was checked just
//! before.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HOST, USER_AGENT};
use tokio_rustls::rustls::ClientConfig;

use super::connect::{self, resolve};
use super::sender::{PRODUCT, Reading, answer_over, host_and_path};
use crate::service::App;
use crate::service::push::PushRequest;
use crate::service::webhooks::{self, DeliveryOutcome};

pub struct PushSender {
    app: App,
    tls: Arc<ClientConfig>,
}

impl PushSender {
    /// Fails if TLS can't be set up.
    pub fn new(app: &App) -> Result<Self, String> {
        Ok(Self { app: app.clone(), tls: connect::tls_config()? })
    }

    /// Sends a push and waits for the answer, no longer than the settings for webhooks allow.
    pub async fn send(&self, push: &PushRequest) -> DeliveryOutcome {
        let seconds = self.app.settings.webhooks.timeout_seconds;
        match tokio::time::timeout(Duration::from_secs(seconds), self.post(push)).await {
            Ok(Ok(status)) => DeliveryOutcome::Answered(status),
            Ok(Err(problem)) => DeliveryOutcome::Failed(problem),
            Err(_) => DeliveryOutcome::Failed(format!("It did not answer within {seconds} s.")),
        }
    }

    async fn post(&self, push: &PushRequest) -> Result<u16, String> {
        // What the operator allows may have changed since the browser subscribed.
        let target = webhooks::push_target(&self.app, push.endpoint.as_str()).map_err(|why| why.english())?;
        let addresses = resolve(&target, self.app.settings.webhooks.allow_private).await?;
        let (host, path) = host_and_path(&target);
        let request = Request::post(path)
            .header(HOST, host)
            .header(USER_AGENT, PRODUCT)
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(CONTENT_ENCODING, "aes128gcm");
        let request =
            push.headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        let request = request
            .body(Full::new(Bytes::from(push.body.clone())))
            .map_err(|_| "The URL can't be used in a request.".to_owned())?;
        let answer = answer_over((&target, &addresses), &self.tls, request, Reading::Head).await?;
        Ok(answer.status)
    }
}
