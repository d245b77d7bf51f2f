//! One GET to a server, over a connection of its own.

use std::time::Duration;

use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, HOST, USER_AGENT};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};

/// The longest answer that is read, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// What is asked of whom.
#[derive(Debug, Clone, Copy)]
pub struct GetRequest<'q> {
    /// As the header `Host` has it.
    pub host: &'q str,
    pub path: &'q str,
    /// A bearer token; empty: none.
    pub token: &'q str,
}

/// An answer in JSON.
#[derive(Debug)]
pub struct JsonAnswer {
    pub status: StatusCode,
    /// Null if the answer is no JSON.
    pub body: Value,
}

/// Asks over `stream`. An error is a sentence without a full stop.
pub async fn get<S>(stream: S, asked_for: GetRequest<'_>, patience: Duration) -> Result<JsonAnswer, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let asked = tokio::time::timeout(patience, ask(stream, asked_for)).await;
    asked.unwrap_or_else(|_| Err(format!("there was no answer within {} s", patience.as_secs())))
}

async fn ask<S>(stream: S, asked_for: GetRequest<'_>) -> Result<JsonAnswer, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let broken = |error: hyper::Error| format!("what answers does not speak HTTP, or broke off ({error})");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let mut request = Request::get(asked_for.path)
        .header(HOST, asked_for.host)
        .header(USER_AGENT, concat!("Althing/", env!("CARGO_PKG_VERSION")));
    if !asked_for.token.is_empty() {
        request = request.header(AUTHORIZATION, format!("Bearer {}", asked_for.token));
    }
    let request = request.body(Empty::<Bytes>::new()).map_err(|error| error.to_string())?;
    let exchange = async {
        let response = sender.send_request(request).await.map_err(broken)?;
        let status = response.status();
        let body = Limited::new(response.into_body(), MAX_BYTES).collect().await;
        let body = body.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        Ok(JsonAnswer { status, body: serde_json::from_slice(&body).unwrap_or_default() })
    };
    let mut exchange = std::pin::pin!(exchange);
    tokio::select! {
        answer = &mut exchange => answer,
        // The connection may end before the answer was looked at.
        ended = connection => match ended {
            Ok(()) => exchange.await,
            Err(error) => Err(broken(error)),
        },
    }
}
