//! Fields of the unbounded square grid (rules page §4.1) with their names in text and JSON, and the part of the grid
//! that a game can reach as numbered cells: what random play needs thousands of times a second is an index into an
//! array.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A square of the world. In JSON `"x,y"`: `x` grows to the right, `y` downwards, and `0,0` is the top left character
/// of the rows of the island. Fields are ordered as one reads: by `y`, then by `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The row. It comes first, so that the order is that of reading.
    pub y: i16,
    pub x: i16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a field of the form `x,y`")]
pub struct NoField;

impl Field {
    pub const fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    /// The field `right` columns to the right and `down` rows down. A client may name a field at the very end of the
    /// numbers; what would lie beyond it is the last one, which is as far from any island.
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

/// All fields that hang together with `first` by edges and belong to something, each once.
pub fn connected(first: Field, belongs: impl Fn(Field) -> bool) -> Vec<Field> {
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(field) = reached.get(next).copied() {
        next += 1;
        for near in field.neighbours() {
            if belongs(near) && !reached.contains(&near) {
                reached.push(near);
            }
        }
    }
    reached
}

#[derive(Debug, Clone, Copy)]
pub struct Rectangle {
    pub left: i16,
    pub top: i16,
    pub columns: u16,
    pub rows: u16,
}

impl Rectangle {
    /// The smallest one around these fields, with a margin on each side. Far fields are cut off, since what is read
    /// back may name any.
    pub fn around(fields: impl Iterator<Item = Field> + Clone, margin: i16) -> Self {
        const MAX_LENGTH: u16 = 200;
        let span = |least: Option<i16>, most: Option<i16>| {
            // Without any field it lies at the origin. An island has at least its boat.
            let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
            let length = most.abs_diff(least).min(MAX_LENGTH) + 1 + 2 * margin.unsigned_abs();
            (least.saturating_sub(margin), length)
        };
        let (across, down) = (fields.clone().map(|field| field.x), fields.map(|field| field.y));
        let (left, columns) = span(across.clone().min(), across.max());
        let (top, rows) = span(down.clone().min(), down.max());
        Self { left, top, columns, rows }
    }

    pub fn fields(self) -> impl Iterator<Item = Field> {
        let Self { left, top, columns, rows } = self;
        let row = move |y| (left..).take(usize::from(columns)).map(move |x| Field::new(x, y));
        (top..).take(usize::from(rows)).flat_map(row)
    }
}

/// The sea around the island: farther than the fishing boats of four players can go (§4.1), and a rim that is never
/// used.
const MARGIN: i16 = 10;

/// A field by its number in the cell grid of its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells of a board, one bit each.
#[derive(Debug, Clone)]
pub struct CellMask(Vec<u64>);

impl CellMask {
    const BITS: usize = u64::BITS as usize;

    /// The empty set on a board of so many cells.
    pub fn none_of(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(Self::BITS)])
    }

    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / Self::BITS] |= 1 << (cell.index() % Self::BITS);
    }

    /// Its cells, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..).step_by(Self::BITS).zip(&self.0).flat_map(|(first, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let next = (left != 0).then(|| Cell(first + left.trailing_zeros() as u16))?;
                left &= left - 1;
                Some(next)
            })
        })
    }
}

/// A rectangle of fields, numbered in reading order. Its outermost cells are a rim that no worker reaches, so that
/// every other cell has four neighbours in it.
#[derive(Debug, Clone, Copy)]
pub struct CellGrid(Rectangle);

impl CellGrid {
    pub fn around(fields: impl Iterator<Item = Field> + Clone) -> Self {
        Self(Rectangle::around(fields, MARGIN))
    }

    pub const fn cells(&self) -> usize {
        self.0.columns as usize * self.0.rows as usize
    }

    /// The cell of a field; `None` on the rim and outside.
    pub fn cell(&self, field: Field) -> Option<Cell> {
        self.inside(field, 1)
    }

    /// The cell of a field; `None` outside.
    pub fn cell_or_rim(&self, field: Field) -> Option<Cell> {
        self.inside(field, 0)
    }

    /// The cell of a field that is so far from the edge of the grid.
    fn inside(&self, field: Field, margin: u16) -> Option<Cell> {
        let across = field.x.checked_sub(self.0.left).and_then(|across| u16::try_from(across).ok())?;
        let down = field.y.checked_sub(self.0.top).and_then(|down| u16::try_from(down).ok())?;
        let inside = |at: u16, length: u16| at >= margin && at + margin < length;
        (inside(across, self.0.columns) && inside(down, self.0.rows))
            .then(|| Cell(down * self.0.columns + across))
    }

    /// The field of each cell, in the order of the cells.
    pub fn fields(&self) -> Vec<Field> {
        self.0.fields().collect()
    }

    /// The cells north, east, south and west of one that is not on the rim.
    pub const fn near(&self, cell: Cell) -> [Cell; 4] {
        let Cell(at) = cell;
        [Cell(at - self.0.columns), Cell(at + 1), Cell(at + self.0.columns), Cell(at - 1)]
    }
}
