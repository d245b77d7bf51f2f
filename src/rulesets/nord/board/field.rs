//! Fields of the unbounded square grid (rules page §4.1), and their names in text and JSON.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A square of the world. In JSON `"x,y"`: `x` grows to the right, `y` downwards, and `0,0` is the top left character of
/// the rows of the island. Fields are ordered as one reads: by `y`, then by `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The row. It comes first, so that the order is that of reading.
    pub y: i16,
    pub x: i16,
}

/// Text that is no field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a field of the form `x,y`")]
pub struct NoField;

impl Field {
    /// The field in column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    /// The field so much to the right and down; at the rim of numbers it goes no farther.
    pub const fn moved(self, right: i16, down: i16) -> Self {
        Self::new(self.x.saturating_add(right), self.y.saturating_add(down))
    }

    /// The four fields that share an edge with it: north, east, south, west.
    pub const fn neighbours(self) -> [Self; 4] {
        [self.moved(0, -1), self.moved(1, 0), self.moved(0, 1), self.moved(-1, 0)]
    }

    /// The eight fields around it, diagonals included, in reading order (§4.5).
    pub const fn around(self) -> [Self; 8] {
        [
            self.moved(-1, -1),
            self.moved(0, -1),
            self.moved(1, -1),
            self.moved(-1, 0),
            self.moved(1, 0),
            self.moved(-1, 1),
            self.moved(0, 1),
            self.moved(1, 1),
        ]
    }

    /// The steps from one to the other over edges.
    pub const fn distance(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) as u32 + self.y.abs_diff(other.y) as u32
    }
}

impl PartialSchema for Field {
    fn schema() -> RefOr<Schema> {
        let name = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "A square of the world as `x,y`: `x` grows to the right, `y` downwards, and `0,0` is the top left character of \
                 the rows of the island.",
            ))
            .pattern(Some("^(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)$"))
            .examples(["4,6"]);
        name.into()
    }
}

impl ToSchema for Field {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("NordField")
    }
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{}", self.x, self.y)
    }
}

/// A coordinate as [`fmt::Display`] writes it: no `+`, no leading zeros, so that every field has one name.
fn coordinate(text: &str) -> Result<i16, NoField> {
    let number: i16 = text.parse().map_err(|_| NoField)?;
    if number.to_string() == text { Ok(number) } else { Err(NoField) }
}

impl FromStr for Field {
    type Err = NoField;

    fn from_str(text: &str) -> Result<Self, NoField> {
        let (x, y) = text.split_once(',').ok_or(NoField)?;
        Ok(Self::new(coordinate(x)?, coordinate(y)?))
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|error: NoField| D::Error::custom(format!("`{text}` is {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_have_one_spelling() {
        for field in [Field::new(4, 6), Field::new(-1, 0), Field::new(12, -3)] {
            assert_eq!(field.to_string().parse(), Ok(field));
        }
        for wrong in ["", "1", "1,2,3", "+1,2", "01,2", "1, 2", "-0,1", "99999,0"] {
            assert_eq!(wrong.parse::<Field>(), Err(NoField), "{wrong}");
        }
    }

    #[test]
    fn fields_are_ordered_as_one_reads() {
        assert!(Field::new(9, 0) < Field::new(0, 1));
        assert!(Field::new(0, 1) < Field::new(1, 1));
        assert!(Field::new(3, 3).around().is_sorted());
    }
}
