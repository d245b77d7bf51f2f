//! The island of a game and its geometry: fields, areas, settlements, gates (rules page §4).
//!
//! May know: terrain. May not know: players, or a game in progress. Whatever follows from the island is worked out once,
//! when it is laid or read.

mod build;
mod cell;
mod check;
mod ends;
mod field;
mod ground;
mod island;
mod settlement;
mod survey;
mod tile;
pub mod variable;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

pub use build::build;
pub use cell::Cell;
pub use check::{APART, Flaw, check};
pub use ends::Ends;
pub use field::{Field, NoField};
pub use ground::{AreaFields, Ground, Land};
pub use island::{Island, Sites};
pub use rules::{Spot, Spots};
pub use settlement::{NoSettlement, SETTLEMENTS, Settlement};
pub use tile::{LaidTile, Rotation, Side};

use survey::Survey;

/// The island of a game with everything that follows from it. A copy costs nothing; in JSON it is the [`Island`].
#[derive(Clone)]
pub struct Board(Arc<Survey>);

impl Board {
    pub fn of(island: Island) -> Self {
        Self(Arc::new(Survey::of(island)))
    }

    /// The island as it is written down.
    pub fn island(&self) -> &Island {
        &self.0.island
    }

    /// The land of a field; `None` at sea and under settlements.
    pub fn land(&self, field: Field) -> Option<Land> {
        match self.ground(self.cell(field)?) {
            Ground::Land(land) => Some(land),
            _ => None,
        }
    }

    pub fn areas(&self) -> u8 {
        u8::try_from(self.0.areas.len()).unwrap_or(u8::MAX)
    }

    /// The areas with their fields, by number.
    pub fn area_fields(&self) -> &[AreaFields] {
        &self.0.areas
    }

    /// The fields with a cairn that no settlement covers, in reading order.
    pub fn cairns(&self) -> &[Field] {
        &self.0.cairns
    }

    /// The settlements with their fields, in order.
    pub fn settlements(&self) -> impl Iterator<Item = (Settlement, Field)> {
        self.island().settlements.iter()
    }

    /// The field of a settlement; `None` if the island has none of that number.
    pub fn place_of(&self, settlement: Settlement) -> Option<Field> {
        self.island().settlements.get(settlement)
    }

    /// The field of the small dragon boat.
    pub fn dragon_boat(&self) -> Field {
        self.island().dragon_boat
    }

    /// The settlements in which the players begin; empty where they choose themselves.
    pub fn starts(&self) -> &[Settlement] {
        &self.island().starts
    }
}

/// By cells, for what is asked very often.
impl Board {
    /// How many cells there are, the rim included.
    pub fn cells(&self) -> usize {
        self.0.window.cells()
    }

    /// The cell of a field; `None` so far out that no worker can come there.
    pub fn cell(&self, field: Field) -> Option<Cell> {
        self.0.window.cell(field)
    }

    pub fn field(&self, cell: Cell) -> Field {
        self.0.window.field(cell)
    }

    /// The cells north, east, south and west of one that is not on the rim.
    pub fn near(&self, cell: Cell) -> [Cell; 4] {
        self.0.window.near(cell)
    }

    pub fn ground(&self, cell: Cell) -> Ground {
        self.0.ground.get(cell.index()).copied().unwrap_or(Ground::Rim)
    }

    /// The settlements before whose gates a cell lies, and the small dragon boat if the cell lies beside it.
    pub fn ends(&self, cell: Cell) -> Ends {
        self.0.ends.get(cell.index()).copied().unwrap_or(Ends::NONE)
    }

    /// The cells before the four gates of a settlement; none if the island has no such settlement.
    pub fn gates(&self, settlement: Settlement) -> &[Cell] {
        self.0.gates.get(settlement.index()).map_or(&[], Vec::as_slice)
    }

    /// The cells at the four sides of the small dragon boat.
    pub fn boat_sides(&self) -> &[Cell] {
        &self.0.boat_sides
    }

    /// The eight cells around a settlement, in reading order (§4.5).
    pub fn surroundings(&self, settlement: Settlement) -> &[Cell] {
        self.0.surroundings.get(settlement.index()).map_or(&[], Vec::as_slice)
    }
}

impl PartialSchema for Board {
    fn schema() -> RefOr<Schema> {
        Island::schema()
    }
}

impl ToSchema for Board {
    fn name() -> Cow<'static, str> {
        Island::name()
    }

    fn schemas(parts: &mut Vec<(String, RefOr<Schema>)>) {
        Island::schemas(parts);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.island().fmt(out)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.island() == other.island()
    }
}

impl Eq for Board {}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.island().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Island::deserialize(deserializer).map(Self::of)
    }
}
