//! How a client that has a picture asks whether it still holds. It asks each time, of past versions too: after a
//! failover that lost the last writes a version can come again with other content.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, VARY};

use crate::service::pictures::Asked;
use crate::service::tag::Seen;

/// An SVG may show itself and nothing else: no script, no style sheet, nothing from outside.
const ONLY_ITSELF: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// It may be kept by whoever asked, and is asked for again each time.
const KEPT: &str = "private, no-cache";

pub struct Tag(String);

impl Tag {
    /// The tag of what is asked for in that form: the tag of the game, and what else the picture depends on. As good for
    /// `If-Match` as that of any other read.
    pub fn of(asked: &Asked, kind: &str) -> Self {
        let game = asked.tag.to_string();
        Self(format!("{}-{kind}-{}\"", game.trim_end_matches('"'), asked.mark()))
    }

    pub fn is_held(&self, seen: &Seen) -> bool {
        seen.has(&self.0)
    }

    pub fn unchanged(&self) -> HttpResponse {
        HttpResponse::NotModified()
            .insert_header((ETAG, self.0.as_str()))
            .insert_header((CACHE_CONTROL, KEPT))
            .insert_header((VARY, "Authorization"))
            .finish()
    }

    pub fn send(&self, kind: &str, body: Vec<u8>) -> HttpResponse {
        HttpResponse::Ok()
            .content_type(kind)
            .insert_header((ETAG, self.0.as_str()))
            .insert_header((CACHE_CONTROL, KEPT))
            .insert_header((VARY, "Authorization"))
            .insert_header((CONTENT_SECURITY_POLICY, ONLY_ITSELF))
            .body(body)
    }
}
