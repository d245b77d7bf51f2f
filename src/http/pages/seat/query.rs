//! What the address of the page asks to be shown: an answer before it is sent, or the answers at one place.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::error::Error;
use crate::http::endpoint::Argument;

/// The names and values of a query, in their order. What the page does not know is ignored: mail programs add to links.
pub struct PageQuery(Vec<(String, String)>);

/// What is chosen on the page and not yet sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// A ready answer to a decision, by the fingerprint of its action.
    Ready { decision: String, digest: String },
    /// An answer with fields, by the fingerprint of its template; the fields by name.
    Filled { decision: String, shape: String, fields: Vec<(String, String)> },
    /// A place of the board.
    Place(String),
}

/// What the names of fields begin with.
pub const FIELD: &str = "f.";

impl PageQuery {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn chosen(&self) -> Option<Chosen> {
        if let Some(place) = self.get("place") {
            return Some(Chosen::Place(place.to_owned()));
        }
        let decision = self.get("decision")?.to_owned();
        if let Some(digest) = self.get("choice") {
            return Some(Chosen::Ready { decision, digest: digest.to_owned() });
        }
        let shape = self.get("shape")?.to_owned();
        let field =
            |(name, value): &(String, String)| Some((name.strip_prefix(FIELD)?.to_owned(), value.clone()));
        Some(Chosen::Filled { decision, shape, fields: self.0.iter().filter_map(field).collect() })
    }
}

impl FromRequest for PageQuery {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(form_urlencoded::parse(request.query_string().as_bytes()).into_owned().collect())))
    }
}

impl Argument for PageQuery {}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(query: &str) -> Option<Chosen> {
        PageQuery(form_urlencoded::parse(query.as_bytes()).into_owned().collect()).chosen()
    }

    #[test]
    fn a_query_chooses_one_thing_or_nothing() {
        assert_eq!(chosen("done=acted&utm_source=mail"), None);
        assert_eq!(chosen("place=1%2C-2"), Some(Chosen::Place("1,-2".to_owned())));
        let ready = Chosen::Ready { decision: "t1.x.0".to_owned(), digest: "ab".to_owned() };
        assert_eq!(chosen("decision=t1.x.0&choice=ab"), Some(ready));
        let filled = chosen("decision=d&shape=ab&f.give.wool=2&f.to=1&f.to=2&press=x");
        let fields = [("give.wool", "2"), ("to", "1"), ("to", "2")];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        assert_eq!(filled, Some(Chosen::Filled { decision: "d".to_owned(), shape: "ab".to_owned(), fields }));
        assert_eq!(chosen("decision=d"), None);
    }
}
