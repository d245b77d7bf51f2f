//! How long a picture may be kept, and how a client that has it asks whether it still holds.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, VARY};

use crate::service::pictures::Asked;
use crate::service::tag::Seen;

/// An SVG may show itself and nothing else: no script, no style sheet, nothing from outside.
const ONLY_ITSELF: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The entity tag of a picture, and for how long it holds.
pub struct Tag {
    text: String,
    /// A version that was asked for by its number looks the same for ever.
    lasting: bool,
}

impl Tag {
    /// The tag of what is asked for in that form: the tag of the game, and what else the picture depends on. As good for
    /// `If-Match` as that of any other read.
    pub fn of(asked: &Asked, lasting: bool, kind: &str) -> Self {
        let game = asked.tag.to_string();
        let text = format!("{}-{kind}-{}\"", game.trim_end_matches('"'), asked.mark());
        Self { text, lasting }
    }

    /// Does the caller have it already?
    pub fn is_held(&self, seen: &Seen) -> bool {
        seen.has(&self.text)
    }

    /// The answer that it has.
    pub fn unchanged(&self) -> HttpResponse {
        HttpResponse::NotModified()
            .insert_header((ETAG, self.text.as_str()))
            .insert_header((CACHE_CONTROL, self.caching()))
            .insert_header((VARY, "Authorization"))
            .finish()
    }

    /// The picture.
    pub fn send(&self, kind: &str, body: Vec<u8>) -> HttpResponse {
        HttpResponse::Ok()
            .content_type(kind)
            .insert_header((ETAG, self.text.as_str()))
            .insert_header((CACHE_CONTROL, self.caching()))
            .insert_header((VARY, "Authorization"))
            .insert_header((CONTENT_SECURITY_POLICY, ONLY_ITSELF))
            .body(body)
    }

    fn caching(&self) -> &'static str {
        if self.lasting { "private, max-age=604800, immutable" } else { "private, no-cache" }
    }
}
