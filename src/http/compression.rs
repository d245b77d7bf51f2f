//! Compresses answers that are text by gzip, for clients that take it.
//!
//! Actix' own middleware is not used: it compresses every answer, also those with secrets, streams it without its
//! length, and answers 406 to a client that takes none of the codings it knows.
//!
//! An answer is compressed as a whole, so that its length is still sent and HEAD gets the headers of GET. A streamed
//! answer is compressed piece by piece; event streams are not, since each event has to leave at once. Small answers are
//! not: they fit into one packet as they are.
//!
//! The entity tag stays the same, and strong: it identifies the version that is shown and not a sequence of bytes. That
//! is safe because ranges are not served and `Vary` keeps caches from mixing the codings up. It is needed because
//! clients send the tag in `If-Match`, which takes no weak tags.
//!
//! The length of a compressed answer tells something about a secret in it if the answer also repeats text that an
//! attacker sent (BREACH). Secrets (tokens, keys of webhooks) are sent only in replies to writes without an entity tag,
//! and these are never compressed.

use std::future::poll_fn;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::OnceLock;

use super::etag::tag_of;
use super::language::MOST_LIST_BYTES;
use crate::service::tag::Seen;
use actix_web::body::{BodySize, BodyStream, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_ENCODING, AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, Encoding, Header,
    HeaderMap, HeaderValue, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::unfold;

/// A shorter answer is sent as it is.
const LEAST_BYTES: u64 = 1_000;
/// The level of compression, of 9. The first takes half the time, for a quarter more bytes.
const LEVEL: Compression = Compression::new(2);
/// A longer answer is compressed on another thread: this many bytes take about a millisecond.
const MOST_BYTES_IN_PLACE: usize = 64 << 10;
/// The media types that are compressed.
const TEXT: [&str; 9] = [
    "application/json",
    "application/x-ndjson",
    "application/problem+json",
    "application/yaml",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
];
/// The request header that answers which may be compressed vary on.
const ON_CODINGS: &str = "Accept-Encoding";
const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// Compresses the answer to a request if that is worth it.
pub async fn compress(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (is_read, takes_gzip) = (request.method().is_safe(), takes_gzip(request.request()));
    let mut response = next.call(request).await?.map_into_boxed_body();
    // A 304 repeats the `Vary` of the 200 it stands for (RFC 9110, 15.4.5), though it has no type by which to tell.
    let is_unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let may_be_compressed = is_text(headers)
        && (is_read || headers.contains_key(ETAG))
        && !headers.contains_key(CONTENT_ENCODING);
    if may_be_compressed || is_unchanged {
        vary(headers);
    }
    let is_worth_it = match response.response().body().size() {
        BodySize::Sized(length) => length >= LEAST_BYTES,
        BodySize::Stream => true,
        BodySize::None => false,
    };
    if !(may_be_compressed && takes_gzip && is_worth_it) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(whole) => BoxBody::new(compress_whole(whole).await?),
        Err(stream) => compress_stream(stream),
    };
    response.headers_mut().insert(CONTENT_ENCODING, GZIP);
    Ok(ServiceResponse::new(request, response.set_body(body)))
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let offers = [Encoding::identity(), Encoding::gzip()];
    let lines = || request.headers().get_all(ACCEPT_ENCODING).map(|line| line.len());
    let is_list = (1..=MOST_LIST_BYTES).contains(&lines().sum::<usize>());
    let wanted = is_list.then(|| AcceptEncoding::parse(request)).and_then(Result::ok);
    wanted.is_some_and(|wanted| wanted.negotiate(offers.iter()) == Some(Encoding::gzip()))
}

fn is_text(headers: &HeaderMap) -> bool {
    let given = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (kind, _) = given.split_once(';').unwrap_or((given, ""));
    TEXT.contains(&kind.trim())
}

/// Adds `Accept-Encoding` to `Vary`.
fn vary(headers: &mut HeaderMap) {
    let given: Vec<&str> = headers.get_all(VARY).filter_map(|value| value.to_str().ok()).collect();
    if given.iter().any(|names| names.contains(ON_CODINGS)) {
        return;
    }
    if let Ok(all) = HeaderValue::from_str(&[given.as_slice(), &[ON_CODINGS]].concat().join(", ")) {
        headers.insert(VARY, all);
    }
}

async fn compress_whole(bytes: Bytes) -> Result<Bytes, Error> {
    let packed = if bytes.len() <= MOST_BYTES_IN_PLACE {
        gzip(&bytes, LEVEL)
    } else {
        web::block(move || gzip(&bytes, LEVEL)).await?
    };
    Ok(packed?)
}

fn gzip(bytes: &[u8], level: Compression) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes)?;
    encoder.finish().map(Bytes::from)
}

fn compress_stream(body: BoxBody) -> BoxBody {
    let encoder = GzEncoder::new(Vec::new(), LEVEL);
    // `None` in place of the encoder ends the stream, after the last piece or an error.
    let pieces = unfold((body, Some(encoder)), |(mut body, encoder)| async move {
        let mut encoder = encoder?;
        loop {
            match poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
                Some(Ok(piece)) => {
                    if let Err(error) = encoder.write_all(&piece) {
                        return Some((Err(error.into()), (body, None)));
                    }
                    let packed = std::mem::take(encoder.get_mut());
                    if !packed.is_empty() {
                        return Some((Ok(Bytes::from(packed)), (body, Some(encoder))));
                    }
                }
                Some(Err(error)) => return Some((Err(error), (body, None))),
                None => {
                    let end = encoder.finish().map(Bytes::from).map_err(Into::into);
                    return Some((end, (body, None)));
                }
            }
        }
    });
    BoxBody::new(BodyStream::new(pieces))
}

/// A long text that is the same for every caller while the process runs. It is compressed once.
pub struct FixedText {
    content_type: &'static str,
    text: Bytes,
    tag: String,
    packed: OnceLock<Bytes>,
}

impl FixedText {
    pub fn new(content_type: &'static str, text: impl Into<Bytes>) -> Self {
        let text: Bytes = text.into();
        Self { content_type, tag: tag_of(&text), text, packed: OnceLock::new() }
    }

    /// The text, or 304 if the caller has seen it. Any cache may store it but must revalidate it each time, because the
    /// next release may serve another text.
    pub fn answer(&self, request: &HttpRequest, seen: &Seen) -> HttpResponse {
        if seen.has(&self.tag) {
            return self.begin(StatusCode::NOT_MODIFIED).finish();
        }
        let mut response = self.begin(StatusCode::OK);
        response.content_type(self.content_type);
        match takes_gzip(request).then(|| self.packed()).flatten() {
            Some(packed) => response.insert_header((CONTENT_ENCODING, GZIP)).body(packed.clone()),
            None => response.body(self.text.clone()),
        }
    }

    fn begin(&self, status: StatusCode) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(status);
        response
            .insert_header((ETAG, self.tag.as_str()))
            .insert_header((VARY, ON_CODINGS))
            .insert_header((CACHE_CONTROL, "public, no-cache"));
        response
    }

    fn packed(&self) -> Option<&Bytes> {
        if self.packed.get().is_none() {
            let packed = gzip(&self.text, Compression::best()).ok()?;
            return Some(self.packed.get_or_init(|| packed));
        }
        self.packed.get()
    }
}
