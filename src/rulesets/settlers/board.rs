//! The places of the board and what lies on the land (rules page §4).
//!
//! May know: resources. May not know: players, or a game in progress. Places are numbers, as the rules page gives them;
//! how they lie to each other is computed once from coordinates.

pub use rules::{Spot, Spots};

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::resource::Resource;
use rules::{wire, words};

pub const HEXES: usize = 19;
pub const VERTICES: usize = 54;
pub const EDGES: usize = 72;
pub const SITES: usize = 9;

/// A land hex, counted by rows from the north, each from the west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = SettlersHex, value_type = u8, minimum = 0, maximum = 18, example = 9)]
#[serde(transparent)]
pub struct Hex(pub u8);

/// A corner of hexes, counted by rows from the north, each from the west. Corners at one height are a row: there are
/// twelve, of 3, 4, 4, 5, 5, 6, 6, 5, 5, 4, 4 and 3 corners. The `geometry` of the ruleset says where each lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = SettlersVertex, value_type = u8, minimum = 0, maximum = 53, example = 18)]
#[serde(transparent)]
pub struct Vertex(pub u8);

/// A side of a hex, counted by its lower, then its higher vertex. The `geometry` of the ruleset names both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = SettlersEdge, value_type = u8, minimum = 0, maximum = 71, example = 28)]
#[serde(transparent)]
pub struct Edge(pub u8);

/// The island as it was laid; it never changes.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Board {
    /// The 19 land hexes, in the order of their numbers.
    #[schema(value_type = Vec<Land>, min_items = 19, max_items = 19)]
    pub hexes: [Land; HEXES],
    /// The nine harbours, clockwise along the coast from the north-west. The `geometry` of the ruleset says, in the same
    /// order, which side of the coast each faces and which two corners it serves.
    #[schema(value_type = Vec<Harbour>, min_items = 9, max_items = 9)]
    pub harbours: [Harbour; SITES],
}

/// A land hex, known by its place in the list.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Land {
    pub terrain: Terrain,
    /// The roll that it yields on, never 7; missing on the desert.
    #[schema(minimum = 2, maximum = 12)]
    pub number: Option<u8>,
}

/// Yields: forest lumber, hills brick, pasture wool, fields grain, mountains ore, desert nothing.
#[words(Settlers)]
pub enum Terrain {
    /// Its hexes give lumber.
    Forest,
    /// Its hexes give wool.
    Pasture,
    /// Its hexes give grain.
    Fields,
    /// Its hexes give brick.
    Hills,
    /// Its hexes give ore.
    Mountains,
    /// Its hexes give nothing.
    Desert,
}

impl Terrain {
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Forest => Some(Resource::Lumber),
            Self::Pasture => Some(Resource::Wool),
            Self::Fields => Some(Resource::Grain),
            Self::Hills => Some(Resource::Brick),
            Self::Mountains => Some(Resource::Ore),
            Self::Desert => None,
        }
    }
}

/// `generic` takes three of any kind, the others two of their own.
#[words(Settlers)]
pub enum Harbour {
    /// Any kind, three for one.
    Generic,
    /// Lumber, two for one.
    Lumber,
    /// Brick, two for one.
    Brick,
    /// Wool, two for one.
    Wool,
    /// Grain, two for one.
    Grain,
    /// Ore, two for one.
    Ore,
}

impl Harbour {
    /// The one kind that it trades two for one.
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Generic => None,
            Self::Lumber => Some(Resource::Lumber),
            Self::Brick => Some(Resource::Brick),
            Self::Wool => Some(Resource::Wool),
            Self::Grain => Some(Resource::Grain),
            Self::Ore => Some(Resource::Ore),
        }
    }
}

impl Board {
    pub fn land(&self, hex: Hex) -> Option<Land> {
        self.hexes.get(hex.index()).copied()
    }

    pub fn lands(&self) -> impl Iterator<Item = (Hex, Land)> {
        Hex::all().zip(self.hexes)
    }

    /// The harbours by their sites, with the edges that they face.
    pub fn sites(&self) -> impl Iterator<Item = (usize, Edge, Harbour)> {
        let sites = HARBOUR_EDGES.into_iter().zip(self.harbours).enumerate();
        sites.map(|(site, (edge, harbour))| (site, edge, harbour))
    }

    pub fn harbour(&self, vertex: Vertex) -> Option<Harbour> {
        harbour_of(vertex).map(|site| self.harbours[site])
    }

    /// The chances in 36 with which the number of `hex` is rolled.
    pub fn pips(&self, hex: Hex) -> u8 {
        self.land(hex).and_then(|land| land.number).map_or(0, pips)
    }
}

/// The chances in 36 with which `number` is rolled: 6 − |7 − number|, or none where two dice never give it.
pub const fn pips(number: u8) -> u8 {
    6_u8.saturating_sub(7_u8.abs_diff(number))
}

/// Writes a place of the board as a numbered spot.
macro_rules! spots {
    ($($spot:ident of $count:ident,)*) => {$(
        impl Spot for $spot {
            fn index(self) -> usize {
                usize::from(self.0)
            }

            fn all() -> impl Iterator<Item = Self> {
                (0..$count as u8).map(Self)
            }

            fn at(index: usize) -> Option<Self> {
                (index < $count).then_some(Self(index as u8))
            }
        }

        impl $spot {
            pub fn exists(self) -> bool {
                self.index() < $count
            }
        }
    )*};
}

spots! {
    Hex of HEXES,
    Vertex of VERTICES,
    Edge of EDGES,
}

/// The edges that the harbours face, by site (§4.2).
pub const HARBOUR_EDGES: [Edge; SITES] =
    [Edge(0), Edge(3), Edge(17), Edge(38), Edge(61), Edge(69), Edge(66), Edge(49), Edge(18)];

/// The corners of the island, counter-clockwise.
pub const CORNER_HEXES: [Hex; 6] = [Hex(0), Hex(7), Hex(16), Hex(18), Hex(11), Hex(2)];

/// How many hexes get a number: all but the desert.
pub const NUMBERED_HEXES: usize = HEXES - 1;

const OUTER_RING: [u8; 12] = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1];
const INNER_RING: [u8; 6] = [4, 8, 13, 14, 10, 5];
const MIDDLE: u8 = 9;

/// The hexes from the corner of that place in [`CORNER_HEXES`] counter-clockwise round the outer ring, the inner ring
/// and to the middle (§4.4).
pub fn spiral(corner: usize) -> impl Iterator<Item = Hex> {
    let outer = OUTER_RING.into_iter().cycle().skip(2 * corner).take(OUTER_RING.len());
    let inner = INNER_RING.into_iter().cycle().skip(corner).take(INNER_RING.len());
    outer.chain(inner).chain([MIDDLE]).map(Hex)
}

pub fn harbour_of(vertex: Vertex) -> Option<usize> {
    HARBOUR_EDGES.iter().position(|edge| edge.vertices().contains(&vertex))
}

/// How the places lie to each other, each list by the number of its place.
struct Geometry {
    hex_centres: Vec<(i8, i8)>,
    vertex_points: Vec<(i8, i8)>,
    hex_vertices: Vec<[Vertex; 6]>,
    edge_vertices: Vec<[Vertex; 2]>,
    vertex_hexes: Vec<Vec<Hex>>,
    vertex_edges: Vec<Vec<Edge>>,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::compute);

/// Half the width of a hex, in sides of it.
const HALF_WIDTH: f32 = 0.866_025_4;

/// Where a point of [`Hex::centre`] and [`Vertex::point`] lies from the middle of the island, in sides of a hex.
pub fn in_sides((x, y): (i8, i8)) -> (f32, f32) {
    (f32::from(x) * HALF_WIDTH, f32::from(y) / 2.0)
}

/// N, NE, SE, S, SW, NW around a centre.
const CORNERS: [(i8, i8); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

impl Geometry {
    /// As the rules page numbers the places (§4.1).
    fn compute() -> Self {
        let rows = (-2_i8..=2).flat_map(|r| (-2_i8..=2).map(move |q| (q, r)));
        let land = rows.filter(|(q, r)| (q + r).abs() <= 2);
        let hex_centres: Vec<(i8, i8)> = land.map(|(q, r)| (2 * q + r, 3 * r)).collect();
        let corners = |&(x, y): &(i8, i8)| CORNERS.map(|(right, down)| (x + right, y + down));
        let mut vertex_points: Vec<(i8, i8)> = hex_centres.iter().flat_map(corners).collect();
        vertex_points.sort_unstable_by_key(|&(x, y)| (y, x));
        vertex_points.dedup();
        let vertex = |(x, y): (i8, i8)| {
            Vertex(vertex_points.partition_point(|known| (known.1, known.0) < (y, x)) as u8)
        };
        let hex_vertices: Vec<[Vertex; 6]> =
            hex_centres.iter().map(|centre| corners(centre).map(vertex)).collect();
        let mut edge_vertices = Vec::new();
        for corners in &hex_vertices {
            for (side, &corner) in corners.iter().enumerate() {
                let next = corners[(side + 1) % 6];
                edge_vertices.push([corner.min(next), corner.max(next)]);
            }
        }
        edge_vertices.sort_unstable();
        edge_vertices.dedup();
        let hexes_at =
            |vertex| Hex::all().filter(|hex| hex_vertices[hex.index()].contains(&vertex)).collect();
        let vertex_hexes = Vertex::all().map(hexes_at).collect();
        let edges_at =
            |vertex| Edge::all().filter(|edge| edge_vertices[edge.index()].contains(&vertex)).collect();
        let vertex_edges = Vertex::all().map(edges_at).collect();
        Self { hex_centres, vertex_points, hex_vertices, edge_vertices, vertex_hexes, vertex_edges }
    }
}

// What has no place on the board, as a client may name it, touches nothing.

impl Hex {
    /// Its six vertices: N, NE, SE, S, SW, NW.
    pub fn vertices(self) -> [Vertex; 6] {
        GEOMETRY.hex_vertices.get(self.index()).copied().unwrap_or([Vertex(u8::MAX); 6])
    }

    /// Its centre in drawing units: `x` to the east, `y` to the south; a corner to the north is 2 away.
    pub fn centre(self) -> (i8, i8) {
        GEOMETRY.hex_centres.get(self.index()).copied().unwrap_or_default()
    }
}

impl Vertex {
    /// Where it lies, in the drawing units of [`Hex::centre`].
    pub fn point(self) -> (i8, i8) {
        GEOMETRY.vertex_points.get(self.index()).copied().unwrap_or_default()
    }

    /// The land hexes that meet there, one to three.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        GEOMETRY.vertex_hexes.get(self.index()).into_iter().flatten().copied()
    }

    /// The edges that end there, two or three.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        GEOMETRY.vertex_edges.get(self.index()).into_iter().flatten().copied()
    }

    /// The vertices one edge away, two or three.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        self.edges().map(move |edge| edge.beyond(self))
    }
}

impl Edge {
    /// Its two ends, the lower first.
    pub fn vertices(self) -> [Vertex; 2] {
        GEOMETRY.edge_vertices.get(self.index()).copied().unwrap_or([Vertex(u8::MAX); 2])
    }

    pub fn beyond(self, end: Vertex) -> Vertex {
        let [one, other] = self.vertices();
        if one == end { other } else { one }
    }
}
