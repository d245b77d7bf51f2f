//! How the places of the board lie to each other: computed once from coordinates, as the rules page §4.1 numbers them.

use std::sync::LazyLock;

use super::{EDGES, Edge, HEXES, Hex, SITES, Spot, VERTICES, Vertex};

/// The edges that the harbours face, by site (§4.2).
pub const HARBOUR_EDGES: [Edge; SITES] =
    [Edge(0), Edge(3), Edge(17), Edge(38), Edge(61), Edge(69), Edge(66), Edge(49), Edge(18)];

/// The corners of the island, counter-clockwise.
pub const CORNER_HEXES: [Hex; 6] = [Hex(0), Hex(7), Hex(16), Hex(18), Hex(11), Hex(2)];

/// How many hexes get a number token.
pub const LETTERED: usize = HEXES - 1;

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

/// The site of the harbour on that vertex.
pub fn harbour_of(vertex: Vertex) -> Option<usize> {
    GEOMETRY.vertex_harbours.get(vertex.index()).copied().flatten()
}

/// A few neighbours, at most three.
type Few<T> = [Option<T>; 3];

struct Geometry {
    hex_vertices: [[Vertex; 6]; HEXES],
    vertex_hexes: [Few<Hex>; VERTICES],
    vertex_edges: [Few<Edge>; VERTICES],
    vertex_neighbours: [Few<Vertex>; VERTICES],
    vertex_harbours: [Option<usize>; VERTICES],
    edge_vertices: [[Vertex; 2]; EDGES],
    hex_centres: [(i8, i8); HEXES],
    vertex_points: [(i8, i8); VERTICES],
}

/// N, NE, SE, S, SW, NW around a centre.
const CORNERS: [(i8, i8); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::compute);

impl Geometry {
    fn compute() -> Self {
        let centres = centres();
        let mut points: Vec<(i8, i8)> = centres.iter().flat_map(|&(x, y)| around(x, y)).collect();
        points.sort_unstable_by_key(|&(x, y)| (y, x));
        points.dedup();
        let vertex = |point: (i8, i8)| {
            Vertex(points.iter().position(|known| *known == point).map_or(u8::MAX, |place| place as u8))
        };
        let mut geometry = Self {
            hex_vertices: [[Vertex(0); 6]; HEXES],
            vertex_hexes: [[None; 3]; VERTICES],
            vertex_edges: [[None; 3]; VERTICES],
            vertex_neighbours: [[None; 3]; VERTICES],
            vertex_harbours: [None; VERTICES],
            edge_vertices: [[Vertex(0); 2]; EDGES],
            hex_centres: [(0, 0); HEXES],
            vertex_points: [(0, 0); VERTICES],
        };
        for (known, point) in geometry.vertex_points.iter_mut().zip(&points) {
            *known = *point;
        }
        let mut edges = Vec::with_capacity(EDGES);
        for (place, &(x, y)) in centres.iter().enumerate() {
            let corners = around(x, y).map(vertex);
            geometry.hex_vertices[place] = corners;
            geometry.hex_centres[place] = (x, y);
            for (side, &corner) in corners.iter().enumerate() {
                add(&mut geometry.vertex_hexes[corner.index()], Hex(place as u8));
                let next = corners[(side + 1) % 6];
                edges.push([corner.min(next), corner.max(next)]);
            }
        }
        edges.sort_unstable();
        edges.dedup();
        for (place, ends) in edges.into_iter().enumerate().take(EDGES) {
            geometry.edge_vertices[place] = ends;
            for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                add(&mut geometry.vertex_edges[end.index()], Edge(place as u8));
                add(&mut geometry.vertex_neighbours[end.index()], other);
            }
        }
        for (site, edge) in HARBOUR_EDGES.iter().enumerate() {
            for end in geometry.edge_vertices[edge.index()] {
                geometry.vertex_harbours[end.index()] = Some(site);
            }
        }
        geometry
    }
}

/// The centres of the land hexes in drawing units, by row and then from the west.
fn centres() -> Vec<(i8, i8)> {
    let rows = (-2_i8..=2).flat_map(|r| (-2_i8..=2).map(move |q| (q, r)));
    rows.filter(|(q, r)| (q + r).abs() <= 2).map(|(q, r)| (2 * q + r, 3 * r)).collect()
}

fn around(x: i8, y: i8) -> [(i8, i8); 6] {
    CORNERS.map(|(right, down)| (x + right, y + down))
}

fn add<T: Copy>(few: &mut Few<T>, one: T) {
    if let Some(free) = few.iter_mut().find(|cell| cell.is_none()) {
        *free = Some(one);
    }
}

/// The entry of a place that is on the board; else of one that has none.
fn few<K: Spot, T: Copy, const N: usize>(
    table: &[Few<T>; N],
    place: K,
) -> impl Iterator<Item = T> + use<K, T, N> {
    table.get(place.index()).copied().unwrap_or([None; 3]).into_iter().flatten()
}

impl Hex {
    pub fn exists(self) -> bool {
        self.index() < HEXES
    }

    /// Its six vertices: N, NE, SE, S, SW, NW.
    pub fn vertices(self) -> [Vertex; 6] {
        GEOMETRY.hex_vertices.get(self.index()).copied().unwrap_or([Vertex(u8::MAX); 6])
    }

    /// Its centre in drawing units: `x` to the east, `y` to the south; a corner to the north is 2 away.
    pub fn centre(self) -> (i8, i8) {
        GEOMETRY.hex_centres.get(self.index()).copied().unwrap_or((0, 0))
    }
}

impl Vertex {
    pub fn exists(self) -> bool {
        self.index() < VERTICES
    }

    /// Where it lies, in the drawing units of [`Hex::centre`].
    pub fn point(self) -> (i8, i8) {
        GEOMETRY.vertex_points.get(self.index()).copied().unwrap_or((0, 0))
    }

    /// The land hexes that meet there, one to three.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        few(&GEOMETRY.vertex_hexes, self)
    }

    /// The edges that end there, two or three.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        few(&GEOMETRY.vertex_edges, self)
    }

    /// The vertices one edge away, two or three.
    pub fn neighbours(self) -> impl Iterator<Item = Vertex> {
        few(&GEOMETRY.vertex_neighbours, self)
    }
}

impl Edge {
    pub fn exists(self) -> bool {
        self.index() < EDGES
    }

    /// Its two ends, the lower first.
    pub fn vertices(self) -> [Vertex; 2] {
        GEOMETRY.edge_vertices.get(self.index()).copied().unwrap_or([Vertex(u8::MAX); 2])
    }

    pub fn beyond(self, end: Vertex) -> Vertex {
        let [one, other] = self.vertices();
        if one == end { other } else { one }
    }
}

/// The edges that share an end with this one.
pub fn near_edges(edge: Edge) -> impl Iterator<Item = Edge> {
    edge.vertices().into_iter().flat_map(Vertex::edges).filter(move |near| *near != edge)
}
