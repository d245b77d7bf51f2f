//! The names of places and corners in text and JSON.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::{Corner, Place};
use rules::NotAHex;

const OUTER: &str = "outer";

/// The names, spelled once: a state has about a hundred of them.
struct Names {
    places: Vec<String>,
    corners: Vec<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| Names {
    places: Place::hexes().filter_map(Place::hex).map(|hex| hex.to_string()).collect(),
    corners: Corner::all().map(|corner| corner.name().to_string()).collect(),
});

impl Place {
    fn spelled(self) -> &'static str {
        NAMES.places.get(self.index()).map_or(OUTER, String::as_str)
    }
}

impl Corner {
    fn spelled(self) -> &'static str {
        &NAMES.corners[self.index()]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.spelled())
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.spelled())
    }
}

impl FromStr for Place {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        if text == OUTER { Ok(Self::OUTER) } else { Self::of(text.parse()?).ok_or(NotAHex) }
    }
}

impl FromStr for Corner {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        Self::of(text.parse()?).ok_or(NotAHex)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.spelled())
    }
}

impl Serialize for Corner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.spelled())
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Named("a hex of the board as `q,r`, or `outer`", Self::from_str))
    }
}

impl<'de> Deserialize<'de> for Corner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_str(Named("a corner of an interior hex as `q,r,N` or `q,r,S`", Self::from_str))
    }
}

/// Reads a name of the board from text.
struct Named<T>(&'static str, fn(&str) -> Result<T, NotAHex>);

impl<T> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).map_err(|_| E::custom(format!("`{text}` is not {}", self.0)))
    }
}
