//! The island of a game and its geometry: fields, areas, settlements, gates (rules page §4).
//!
//! May know: the components. May not know: players, or a game in progress. Everything that follows from the island is
//! worked out once, when it is laid or read.

mod field;
mod island;
mod settlement;
pub mod variable;

pub use field::{Cell, CellMask, Field, NoField, Rectangle, connected};
pub use island::{
    APART, Island, IslandPlan, LETTERS, LaidTile, Rotation, Side, Sites, Terrain, UnmetCondition,
};
pub use rules::{Spot, Spots};
pub use settlement::{Endpoints, NoSettlement, SETTLEMENTS, Settlement, are_distinct};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use field::CellGrid;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Sea, where a fishing boat can lie.
    Sea,
    Land(Land),
    Settlement(Settlement),
    Boat,
    /// The edge of the world, which no worker reaches.
    Rim,
}

/// What a worker stands on. Those who are placed in a turn stand on land or at sea, all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Land,
    Sea,
    /// Nobody can stand there.
    Closed,
}

impl Ground {
    const fn surface(self) -> Surface {
        match self {
            Self::Land(_) => Surface::Land,
            Self::Sea => Surface::Sea,
            Self::Settlement(_) | Self::Boat | Self::Rim => Surface::Closed,
        }
    }
}

/// A land field that no settlement covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Land {
    pub terrain: Terrain,
    /// Is there a cairn, where treasures lie?
    pub cairn: bool,
    /// The number of its area, in the order of their first fields.
    pub area: u8,
}

impl Land {
    /// Its area as a set of areas, one bit each: an island has 64 fields at most, and no more areas than fields.
    pub const fn area_bit(self) -> u64 {
        1 << self.area
    }
}

/// An area: neighbouring land fields of one terrain (§4.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    pub terrain: Terrain,
    /// The fields, in reading order.
    pub fields: Vec<Field>,
}

/// The island of a game with everything that follows from it. A copy costs nothing; in JSON it is the [`Island`].
#[derive(Clone)]
pub struct Board(Arc<Geometry>);

impl Board {
    pub fn of(island: Island) -> Self {
        Self(Arc::new(Geometry::of(island)))
    }

    /// Is it the very same board, which is asked often, and not only an equal one?
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Board {
    type Target = Geometry;

    fn deref(&self) -> &Geometry {
        &self.0
    }
}

/// An island with its cells, areas, gates and surroundings.
pub struct Geometry {
    pub island: Island,
    grid: CellGrid,
    /// The field of each cell: at most 205 by 205, see `Rectangle::around`.
    fields: Vec<Field>,
    ground: Vec<Ground>,
    surfaces: Vec<Surface>,
    /// What a worker on each cell touches.
    endpoints: Vec<Endpoints>,
    pub areas: Vec<Area>,
    /// The fields with a cairn that no settlement covers, in reading order.
    pub cairns: Vec<Field>,
    /// The cells before the gates, by settlement.
    gates: Vec<Vec<Cell>>,
    /// The cells around, by settlement.
    surroundings: Vec<Vec<Cell>>,
    pub boat_sides: Vec<Cell>,
}

impl Geometry {
    fn of(island: Island) -> Self {
        let (known, areas) = survey(&island);
        let grid = CellGrid::around(known.keys().copied());
        let with_cairn = |ground: &Ground| matches!(ground, Ground::Land(Land { cairn: true, .. }));
        let cairns = known.iter().filter(|(_, ground)| with_cairn(ground)).map(|(field, _)| *field);
        let cells =
            |fields: &[Field]| -> Vec<Cell> { fields.iter().filter_map(|field| grid.cell(*field)).collect() };
        let site = |settlement: Settlement| island.settlements.get(settlement);
        let around = |fields: fn(Field) -> Vec<Field>| -> Vec<Vec<Cell>> {
            Settlement::all()
                .map(|settlement| site(settlement).map_or(vec![], |at| cells(&fields(at))))
                .collect()
        };
        let fields = grid.fields();
        let ground = ground_of(&known, &grid, &fields);
        Self {
            surfaces: ground.iter().map(|ground| ground.surface()).collect(),
            ground,
            fields,
            endpoints: endpoints_of(&island, &grid),
            cairns: cairns.collect(),
            gates: around(|field| field.neighbours().to_vec()),
            surroundings: around(|field| field.around().to_vec()),
            boat_sides: cells(&island.dragon_boat.neighbours()),
            island,
            grid,
            areas,
        }
    }

    pub fn settlements(&self) -> impl Iterator<Item = (Settlement, Field)> {
        self.island.settlements.iter()
    }

    /// The field of a settlement; `None` if the island has none of that number.
    pub fn field_of(&self, settlement: Settlement) -> Option<Field> {
        self.island.settlements.get(settlement)
    }

    /// The land of a field; `None` at sea and under settlements.
    pub fn land(&self, field: Field) -> Option<Land> {
        match self.ground_of(field) {
            Ground::Land(land) => Some(land),
            _ => None,
        }
    }

    /// What a field is; sea so far out that no worker can come there.
    pub fn ground_of(&self, field: Field) -> Ground {
        self.cell(field).map_or(Ground::Sea, |cell| self.ground(cell))
    }

    /// How many cells there are, the rim included.
    pub fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// The cell of a field; `None` so far out that no worker can come there.
    pub fn cell(&self, field: Field) -> Option<Cell> {
        self.grid.cell(field)
    }

    pub fn field(&self, cell: Cell) -> Field {
        self.fields[cell.index()]
    }

    /// The cells north, east, south and west of one that is not on the rim.
    pub fn near(&self, cell: Cell) -> [Cell; 4] {
        self.grid.near(cell)
    }

    pub fn ground(&self, cell: Cell) -> Ground {
        self.ground[cell.index()]
    }

    /// What a worker on each cell would stand on.
    pub fn surfaces(&self) -> &[Surface] {
        &self.surfaces
    }

    /// The settlements before whose gates a cell lies, and the small dragon boat if the cell lies beside it.
    pub fn endpoints(&self, cell: Cell) -> Endpoints {
        self.endpoints[cell.index()]
    }

    /// The cells before the four gates of a settlement; none if the island has no such settlement.
    pub fn gates(&self, settlement: Settlement) -> &[Cell] {
        &self.gates[settlement.index()]
    }

    /// The eight cells around a settlement, in reading order (§4.5).
    pub fn surroundings(&self, settlement: Settlement) -> &[Cell] {
        &self.surroundings[settlement.index()]
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
        self.island.fmt(out)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || self.island == other.island
    }
}

impl Eq for Board {}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.island.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Island::deserialize(deserializer).map(Self::of)
    }
}

/// A walk over what is known, since most of the cells are sea.
fn ground_of(known: &BTreeMap<Field, Ground>, grid: &CellGrid, fields: &[Field]) -> Vec<Ground> {
    let unknown = |field: &Field| if grid.cell(*field).is_some() { Ground::Sea } else { Ground::Rim };
    let mut all: Vec<Ground> = fields.iter().map(unknown).collect();
    for (field, ground) in known {
        if let Some(here) = grid.cell_or_rim(*field).and_then(|cell| all.get_mut(cell.index())) {
            *here = *ground;
        }
    }
    all
}

fn endpoints_of(island: &Island, grid: &CellGrid) -> Vec<Endpoints> {
    let mut endpoints = vec![Endpoints::NONE; grid.cells()];
    let sites = island.settlements.iter().map(|(settlement, field)| (Endpoints::only(settlement), field));
    for (endpoint, field) in sites.chain([(Endpoints::BOAT, island.dragon_boat)]) {
        for near in field.neighbours() {
            if let Some(known) = grid.cell(near).and_then(|cell| endpoints.get_mut(cell.index())) {
                *known |= endpoint;
            }
        }
    }
    endpoints
}

/// What every field of an island is that is not sea, with its areas.
fn survey(island: &Island) -> (BTreeMap<Field, Ground>, Vec<Area>) {
    let covered: Vec<Field> = island.settlements.iter().map(|(_, field)| field).collect();
    let open = island.land().filter(|(field, ..)| !covered.contains(field));
    let open: BTreeMap<Field, (Terrain, bool)> =
        open.map(|(field, terrain, cairn)| (field, (terrain, cairn))).collect();
    let mut ground = BTreeMap::new();
    let mut areas: Vec<Area> = Vec::new();
    for (&first, &(terrain, _)) in &open {
        if ground.contains_key(&first) {
            continue;
        }
        // At most eight tiles of eight fields, and so fewer areas than 256.
        let number = areas.len() as u8;
        let is_same = |near: Field| open.get(&near).is_some_and(|(other, _)| *other == terrain);
        let mut fields = connected(first, is_same);
        fields.sort_unstable();
        for field in &fields {
            let (_, cairn) = open[field];
            ground.insert(*field, Ground::Land(Land { terrain, cairn, area: number }));
        }
        areas.push(Area { terrain, fields });
    }
    ground
        .extend(island.settlements.iter().map(|(settlement, field)| (field, Ground::Settlement(settlement))));
    ground.insert(island.dragon_boat, Ground::Boat);
    (ground, areas)
}
