//! Server-sent events.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, HeaderName};
use actix_web::web::Bytes;
use futures_util::stream::unfold;

use crate::error::Error;
use crate::service::following::{GameStream, UserStream};

pub const EVENT_STREAM: &str = "text/event-stream";

/// Something that is sent piece by piece until it is over.
pub trait Source: 'static {
    fn next(&mut self) -> impl Future<Output = Option<String>>;
}

impl Source for GameStream {
    async fn next(&mut self) -> Option<String> {
        Self::next(self).await
    }
}

impl Source for UserStream {
    async fn next(&mut self) -> Option<String> {
        Self::next(self).await
    }
}

/// Sends a stream. It is not compressed, and proxies are told not to hold it back.
pub fn send(source: impl Source) -> HttpResponse {
    let pieces = unfold(Box::new(source), |mut source| async move {
        let piece = source.next().await?;
        Some((Ok::<_, Error>(Bytes::from(piece)), source))
    });
    head().streaming(pieces)
}

/// The answer to somebody who only wants to know whether there is a stream.
pub fn send_head() -> HttpResponse {
    head().finish()
}

fn head() -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type(EVENT_STREAM)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"));
    response
}
