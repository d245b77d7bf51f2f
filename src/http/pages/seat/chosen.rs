//! What is chosen on the page: an answer before it is sent, or the answers at one place.

use crate::http::pages::query::PageQuery;

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

impl Chosen {
    /// What a query chooses.
    pub fn of(query: &PageQuery) -> Option<Self> {
        if let Some(place) = query.get("place") {
            return Some(Self::Place(place.to_owned()));
        }
        let decision = query.get("decision")?.to_owned();
        if let Some(digest) = query.get("choice") {
            return Some(Self::Ready { decision, digest: digest.to_owned() });
        }
        let shape = query.get("shape")?.to_owned();
        Some(Self::Filled { decision, shape, fields: fields(&query.0) })
    }
}

/// The fields of a form to fill in, by their names.
pub fn fields(sent: &[(String, String)]) -> Vec<(String, String)> {
    let field =
        |(name, value): &(String, String)| Some((name.strip_prefix(FIELD)?.to_owned(), value.clone()));
    sent.iter().filter_map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_chooses_one_thing_or_nothing() {
        let chosen = |query: &str| Chosen::of(&PageQuery::from(query));
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
