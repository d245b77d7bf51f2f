//! Lists: in TOML a list, in a variable the items with commas between.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    Items(Vec<String>),
    Text(String),
}

/// Reads either, and each item with its own parser.
pub fn read<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let items = match Given::deserialize(deserializer)? {
        Given::Items(items) => items,
        Given::Text(text) => text.split(',').map(str::to_owned).collect(),
    };
    let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
    items.map(|item| item.parse().map_err(serde::de::Error::custom)).collect()
}
