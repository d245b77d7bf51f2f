//! Entity tags: conditional reads (`If-None-Match`), conditional writes (`If-Match`), and the responses that carry
//! tags.

use std::fmt::Display;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName, IF_MATCH, IF_NONE_MATCH, VARY};
use actix_web::web::Bytes;
use actix_web::{Error as WebError, HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::endpoint::{Argument, OperationBuilder};
use crate::error::{Code, Error, Sentence};
use crate::service::tag::Seen;

/// `Cache-Control` of tagged responses: the caller may store one, and must revalidate it each time.
const REVALIDATE: &str = "private, no-cache";
/// The first size of a response's buffer. Most responses fit into it, so that it is allocated once.
const INITIAL_BYTES: usize = 8 << 10;
/// How many bytes of a digest make a tag.
const DIGEST_BYTES: usize = 12;

/// A response with a tag and the headers of caching, without its body.
pub fn tagged(status: StatusCode, tag: &impl Display) -> HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    response
        .insert_header((ETAG, tag.to_string()))
        .insert_header((VARY, "Authorization"))
        .insert_header((CACHE_CONTROL, REVALIDATE));
    response
}

/// A tagged response with its JSON body.
pub fn send(tag: &impl Display, body: &impl Serialize) -> HttpResponse {
    encode(body).map_or_else(HttpResponse::from_error, |body| send_encoded(tag, body))
}

/// The JSON body of a response.
pub fn encode(body: &impl Serialize) -> Result<Bytes, Error> {
    let mut text = Vec::with_capacity(INITIAL_BYTES);
    serde_json::to_writer(&mut text, body)
        .map_err(|error| Error::internal("the body of an answer", error))?;
    Ok(text.into())
}

/// A tagged response with a JSON body that is encoded already.
pub fn send_encoded(tag: &impl Display, body: Bytes) -> HttpResponse {
    tagged(StatusCode::OK, tag).content_type("application/json").body(body)
}

/// The response to a write, with the tag of the resource that it shows. No cache stores it.
pub fn reply(tag: &impl Display, body: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok().insert_header((ETAG, tag.to_string())).json(body)
}

/// The response to a write, tagged, without a body.
pub fn empty_reply(tag: &impl Display) -> HttpResponse {
    HttpResponse::NoContent().insert_header((ETAG, tag.to_string())).finish()
}

pub fn not_modified(tag: &impl Display) -> HttpResponse {
    tagged(StatusCode::NOT_MODIFIED, tag).finish()
}

/// The tagged response, or 304 if the caller has seen that tag.
pub fn answer(seen: &Seen, tag: &impl Display, body: &impl Serialize) -> HttpResponse {
    if seen.has(tag) { not_modified(tag) } else { send(tag, body) }
}

/// Like [`answer`], with a tag made from the bytes of the body.
pub fn answer_by_content(seen: &Seen, body: &impl Serialize) -> Result<HttpResponse, Error> {
    let body = encode(body)?;
    let tag = tag_of(&body);
    Ok(if seen.has(&tag) { not_modified(&tag) } else { send_encoded(&tag, body) })
}

/// Like [`answer_by_content`], for what is the same for every caller: any cache may store it, and must revalidate it.
pub fn public_by_content(seen: &Seen, body: &impl Serialize) -> Result<HttpResponse, Error> {
    let headers = [(CACHE_CONTROL, "public, no-cache")];
    Ok(content(seen, (StatusCode::OK, "application/json"), &headers, encode(body)?))
}

/// A content that all callers get alike, with a tag made from its bytes, or 304 if the caller has seen that tag. The
/// headers stand in both: a browser takes those of what it keeps over from the answer that nothing has changed.
pub fn content(
    seen: &Seen,
    (status, content_type): (StatusCode, &str),
    headers: &[(HeaderName, &str)],
    body: impl Into<Bytes>,
) -> HttpResponse {
    let body = body.into();
    let tag = tag_of(&body);
    let is_known = seen.has(&tag);
    let mut response = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { status });
    response.insert_header((ETAG, tag));
    for (name, value) in headers {
        response.insert_header((name, *value));
    }
    if is_known { response.finish() } else { response.content_type(content_type).body(body) }
}

/// The tag of a content: a part of its SHA-256.
pub fn tag_of(bytes: impl AsRef<[u8]>) -> String {
    let digest = Sha256::digest(bytes);
    format!("\"{}\"", hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default()))
}

/// The longest list of tags that is read.
const MAX_LIST_BYTES: usize = 2_000;

/// The tags that the caller has, so that the response may be 304. A malformed list is ignored: the answer is sent
/// whole.
pub struct IfNoneMatch(pub Seen);

impl Argument for IfNoneMatch {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        // Compared weakly: `W/` makes no difference here.
        let seen = match read(request, &IF_NONE_MATCH) {
            Some(Ok(Listed::Tags(tags))) => Seen::OneOf(tags.into_iter().map(|tag| tag.text).collect()),
            Some(Ok(Listed::Anything)) => Seen::Anything,
            Some(Err(())) | None => Seen::Nothing,
        };
        Ok(Self(seen))
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        description.extend("x-tagged", true);
    }
}

/// The tags that the caller has seen: the request is carried out only if one of them is still current.
pub struct IfMatch(pub Seen);

impl Argument for IfMatch {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, WebError> {
        match read(request, &IF_MATCH) {
            None => Ok(Self(Seen::Nothing)),
            Some(Ok(Listed::Anything)) => Ok(Self(Seen::Anything)),
            // Compared strongly: a weak tag never matches.
            Some(Ok(Listed::Tags(tags))) => {
                let strong = tags.into_iter().filter(|tag| !tag.weak).map(|tag| tag.text);
                Ok(Self(Seen::OneOf(strong.collect())))
            }
            Some(Err(())) => Err(Code::InvalidParameter.field("If-Match", Sentence::MustBeTags).into()),
        }
    }

    fn describe(description: &mut OperationBuilder<'_>) {
        // The answer has the tag of the game as it is after the request.
        description.extend("x-shows-game", true);
        // If the annotation of the operation describes `If-Match` itself, the tag is not that of the game.
        if !description.has_parameter("If-Match") {
            description.extend("x-conditional", true);
        }
    }
}

enum Listed {
    Anything,
    Tags(Vec<Tag>),
}

struct Tag {
    weak: bool,
    text: String,
}

/// The tags of a header, joined over all of its lines; `None` without the header.
fn read(request: &HttpRequest, name: &HeaderName) -> Option<Result<Listed, ()>> {
    let lines: Vec<&str> = request.headers().get_all(name).map(|line| line.to_str().unwrap_or("-")).collect();
    if lines.is_empty() {
        return None;
    }
    let text = lines.join(",");
    Some(if text.trim() == "*" { Ok(Listed::Anything) } else { list(&text).map(Listed::Tags) })
}

fn list(text: &str) -> Result<Vec<Tag>, ()> {
    if text.len() > MAX_LIST_BYTES {
        return Err(());
    }
    let mut tags = Vec::new();
    let mut rest = text.trim_matches([' ', '\t', ',']);
    while !rest.is_empty() {
        let (weak, quoted) = rest.strip_prefix("W/").map_or((false, rest), |strong| (true, strong));
        let inside = quoted.strip_prefix('"').ok_or(())?;
        let end = inside.find('"').ok_or(())?;
        let (tag, after) = quoted.split_at(end + 2);
        tags.push(Tag { weak, text: tag.to_owned() });
        let next = after.trim_start_matches([' ', '\t']);
        if !next.is_empty() && !next.starts_with(',') {
            return Err(());
        }
        rest = next.trim_start_matches([' ', '\t', ',']);
    }
    if tags.is_empty() { Err(()) } else { Ok(tags) }
}

#[cfg(test)]
mod tests {
    use super::list;

    fn tags(text: &str) -> Option<Vec<(bool, String)>> {
        let tags = list(text).ok()?;
        Some(tags.into_iter().map(|tag| (tag.weak, tag.text)).collect())
    }

    #[test]
    fn a_list_of_tags_is_read_as_it_may_be_written() {
        let both = vec![(false, "\"1.2.s\"".to_owned()), (true, "\"a,b\"".to_owned())];
        assert_eq!(tags("\"1.2.s\", W/\"a,b\""), Some(both.clone()));
        assert_eq!(tags(" ,\"1.2.s\" ,,\tW/\"a,b\","), Some(both));
        assert_eq!(tags("\"\""), Some(vec![(false, "\"\"".to_owned())]));
    }

    #[test]
    fn what_is_no_list_of_tags_is_none() {
        for text in ["", ",", "1.2.s", "\"1", "\"1\" \"2\"", "w/\"1\"", "\"1\"x"] {
            assert_eq!(tags(text), None, "{text}");
        }
    }
}
