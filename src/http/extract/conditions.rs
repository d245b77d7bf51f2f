//! `If-Match` and `If-None-Match`.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};
use actix_web::{FromRequest, HttpRequest};

use crate::error::{Code, Error};
use crate::service::tag::Seen;

/// The longest list that is looked at, in bytes.
const LONGEST: usize = 2_000;

/// What the caller has: it need not be sent again. What is no list of tags is as good as nothing.
pub struct IfNoneMatch(pub Seen);

impl FromRequest for IfNoneMatch {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // Compared weakly: `W/` makes no difference here.
        let seen = match read(request, &IF_NONE_MATCH) {
            Some(Ok(Listed::Tags(tags))) => Seen::OneOf(tags.into_iter().map(|tag| tag.text).collect()),
            Some(Ok(Listed::Anything)) => Seen::Anything,
            Some(Err(())) | None => Seen::Nothing,
        };
        ready(Ok(Self(seen)))
    }
}

/// What the caller has seen: only on that is the request to be carried out.
pub struct IfMatch(pub Seen);

impl FromRequest for IfMatch {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match read(request, &IF_MATCH) {
            None => Ok(Self(Seen::Nothing)),
            Some(Ok(Listed::Anything)) => Ok(Self(Seen::Anything)),
            // Compared strongly: a weak tag is never the one that is asked for.
            Some(Ok(Listed::Tags(tags))) => {
                let strong = tags.into_iter().filter(|tag| !tag.weak).map(|tag| tag.text);
                Ok(Self(Seen::OneOf(strong.collect())))
            }
            Some(Err(())) => Err(Code::InvalidParameter.field("If-Match", "This is a list of tags, or `*`.")),
        })
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

/// The list of a header, over all lines that carry it; `None` when there is none.
fn read(request: &HttpRequest, name: &HeaderName) -> Option<Result<Listed, ()>> {
    let lines: Vec<&str> = request.headers().get_all(name).map(|line| line.to_str().unwrap_or("-")).collect();
    if lines.is_empty() {
        return None;
    }
    let text = lines.join(",");
    Some(if text.trim() == "*" { Ok(Listed::Anything) } else { list(&text).map(Listed::Tags) })
}

fn list(text: &str) -> Result<Vec<Tag>, ()> {
    if text.len() > LONGEST {
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
