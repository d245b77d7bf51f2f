//! The one envelope of every list, and parameters that lists share.

use serde::de::IntoDeserializer;
use serde::de::value::StringDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::cursor::Cursors;
use crate::error::{Code, Error, Sentence};

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// For `cursor`; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// For `cursor`, to go back; null on the first page.
    #[schema(required)]
    pub prev_cursor: Option<String>,
}

impl<T> Page<T> {
    pub fn new(items: Vec<T>, cursors: Cursors) -> Self {
        Self { items, next_cursor: cursors.next, prev_cursor: cursors.prev }
    }

    /// A list that is never so long that it needs a second page.
    pub fn whole(items: Vec<T>) -> Self {
        Self::new(items, Cursors::default())
    }
}

/// A parameter that holds several values: it is repeated for each, or holds all with commas between.
pub fn several<'de, T: Deserialize<'de> + PartialEq, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let mut values = Vec::new();
    for word in String::deserialize(deserializer)?.split(',') {
        let word: StringDeserializer<D::Error> = word.to_owned().into_deserializer();
        let value = T::deserialize(word)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Ok(values)
}

/// A size of a page within its bounds. Error: `invalid_parameter`.
pub fn limit(given: Option<u16>, usual: u16, most: u16) -> Result<u16, Error> {
    let limit = given.unwrap_or(usual);
    let most_items = i64::from(most);
    let wrong = || Code::InvalidParameter.field("limit", Sentence::Between { least: 1, most: most_items });
    (1..=most).contains(&limit).then_some(limit).ok_or_else(wrong)
}
