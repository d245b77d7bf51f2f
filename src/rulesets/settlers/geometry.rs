//! Where the places of the board lie, for clients that draw it themselves: the tables of `board` and the points that
//! `render` draws at, as data.

use super::Settlers;
use super::board::{Edge, HARBOUR_EDGES, Hex, Terrain, Vertex, in_sides};
use super::components::Components;
use super::render::terrain_style;
use rules::geometry::{HEX_UNIT, in_units};
use rules::render::GroundColour;
use rules::{BoardGeometry, Spot, wire};

/// Where the places of the board lie: the same in every game. `x` grows to the east, `y` to the south, and 0,0 is the
/// middle of the island.
#[wire(Settlers)]
pub struct ShownGeometry {
    /// How long a side of a hex is in the numbers of `x` and `y`.
    #[schema(example = 1000)]
    pub unit: i16,
    /// The land, in the order of `hexes` of the view.
    pub hexes: Vec<HexGeometry>,
    /// Where settlements and cities stand, in the order of their numbers.
    pub vertices: Vec<VertexGeometry>,
    /// Where roads lie, in the order of their numbers.
    pub edges: Vec<EdgeGeometry>,
    /// Where harbours are used, in the order of `harbours` of the view.
    pub harbours: Vec<HarbourGeometry>,
}

/// A hex by its middle and its corners.
#[wire(Settlers)]
pub struct HexGeometry {
    pub hex: Hex,
    pub x: i16,
    pub y: i16,
    /// Its six corners, clockwise from the north: the outline to draw.
    pub vertices: Vec<Vertex>,
}

/// A corner of hexes with what meets there.
#[wire(Settlers)]
pub struct VertexGeometry {
    pub vertex: Vertex,
    pub x: i16,
    pub y: i16,
    /// The land that meets there, one to three hexes: what a settlement or city there yields from.
    pub hexes: Vec<Hex>,
    /// The roads that can end there, two or three.
    pub edges: Vec<Edge>,
}

/// A side of a hex by its ends.
#[wire(Settlers)]
pub struct EdgeGeometry {
    pub edge: Edge,
    /// Its two ends, between which a road is drawn.
    pub vertices: Vec<Vertex>,
}

/// A harbour by the side of the coast that it faces.
#[wire(Settlers)]
pub struct HarbourGeometry {
    /// Its place in `harbours` of the view, where its kind stands.
    #[schema(minimum = 0, maximum = 8)]
    pub site: u8,
    /// The side of the coast that it faces: it is drawn in the sea beside it.
    pub edge: Edge,
    /// The two corners that it serves: who has a settlement or city on one of them trades at its rate.
    pub vertices: Vec<Vertex>,
}

impl BoardGeometry for Settlers {
    type Components = Components;
    type Geometry = ShownGeometry;

    fn geometry(&self) -> ShownGeometry {
        let hexes = Hex::all().map(|hex| {
            let (x, y) = in_units(in_sides(hex.centre()));
            HexGeometry { hex, x, y, vertices: hex.vertices().into() }
        });
        let vertices = Vertex::all().map(|vertex| {
            let (x, y) = in_units(in_sides(vertex.point()));
            VertexGeometry { vertex, x, y, hexes: vertex.hexes().collect(), edges: vertex.edges().collect() }
        });
        let edges = Edge::all().map(|edge| EdgeGeometry { edge, vertices: edge.vertices().into() });
        let harbours = (0..).zip(HARBOUR_EDGES).map(|(site, edge)| HarbourGeometry {
            site,
            edge,
            vertices: edge.vertices().into(),
        });
        ShownGeometry {
            unit: HEX_UNIT,
            hexes: hexes.collect(),
            vertices: vertices.collect(),
            edges: edges.collect(),
            harbours: harbours.collect(),
        }
    }

    fn colours(&self) -> Vec<GroundColour> {
        let tiles = Terrain::ALL.map(|terrain| GroundColour::of(terrain.name(), terrain_style(terrain)));
        tiles.into_iter().chain([GroundColour::around("sea", |palette| palette.sea)]).collect()
    }
}
