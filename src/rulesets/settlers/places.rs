//! What hexes, vertices and edges are called in sentences: by the tiles that lie there. Keys are those of marks,
//! `hex.9`, `vertex.18`, `edge.33`; `way.33` says of an edge also where it leads from the viewer's pieces.
//!
//! May know: the view, the geometry of the board, the texts. May not know: the state, or what is allowed.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::board::{Edge, Harbour, Hex, Land, Spot, Vertex, pips};
use super::state::Table;
use super::view::View;
use rules::Seat;
use rules::render::{Compass, Phrases, PlaceNames, Value, told_apart};

pub fn place_names(view: &View, phrases: &Phrases) -> PlaceNames {
    let (table, phrases) = (view.table.clone(), phrases.clone());
    let me = view.own.as_ref().map(|own| own.seat);
    let names = OnceLock::new();
    PlaceNames::new(move |key| {
        let names: &HashMap<String, String> =
            names.get_or_init(|| Naming { table: &table, phrases: &phrases }.all(me));
        names.get(key).cloned()
    })
}

struct Naming<'n> {
    table: &'n Table,
    phrases: &'n Phrases,
}

/// A row of hexes is three units of the drawing below the last, and hexes beside each other two apart; to the eye, as
/// their sides are equal, the units across are longer.
const ACROSS: f32 = 1.732;

impl Naming<'_> {
    fn all(&self, me: Option<Seat>) -> HashMap<String, String> {
        let hexes: Vec<Hex> = Hex::all().collect();
        let in_full = told_apart(&hexes.iter().map(|&hex| self.hex(hex)).collect::<Vec<_>>());
        let vertices: Vec<Vec<String>> = Vertex::all().map(|vertex| self.vertex(vertex, &in_full)).collect();
        let edges: Vec<Vec<String>> = Edge::all().map(|edge| self.edge(edge, &in_full)).collect();
        let edges = told_apart(&edges);
        let ways = Edge::all().zip(&edges).map(|(edge, name)| (edge, self.way(edge, name, me)));
        let ways: Vec<(String, String)> =
            ways.map(|(edge, name)| (format!("way.{}", edge.index()), name)).collect();
        let numbered = |kind: &str, names: Vec<String>| {
            let named = names.into_iter().enumerate();
            named.map(|(index, name)| (format!("{kind}.{index}"), name)).collect::<Vec<_>>()
        };
        let vertices = told_apart(&vertices);
        let names = [numbered("hex", in_full), numbered("vertex", vertices), numbered("edge", edges), ways];
        names.into_iter().flatten().collect()
    }

    fn say(&self, key: &str, values: &[Value<'_>]) -> String {
        self.phrases.place(key, values)
    }

    fn land(&self, hex: Hex) -> Option<Land> {
        self.table.board.land(hex)
    }

    fn within(&self, hex: Hex) -> String {
        let (x, y) = hex.centre();
        Compass::within(Compass::of(f32::from(x) * ACROSS, f32::from(y)), self.phrases)
    }

    /// `forest 8 in the north-east`
    fn hex(&self, hex: Hex) -> Vec<String> {
        let Some(land) = self.land(hex) else { return Vec::new() };
        let terrain = self.phrases.word(land.terrain);
        let hex_name = match land.number {
            Some(number) => self.say("hex", &[("terrain", &terrain), ("number", &number)]),
            None => terrain,
        };
        let in_full = self.say("hex_within", &[("hex", &hex_name), ("where", &self.within(hex))]);
        let neighbours = hex.vertices().into_iter().flat_map(Vertex::hexes).filter(|near| *near != hex);
        let beside = neighbours.max_by_key(|near| (self.table.board.pips(*near), Reverse(near.0)));
        let beside =
            beside.map(|near| self.say("hex_beside", &[("hex", &hex_name), ("tile", &self.tile(near))]));
        [in_full].into_iter().chain(beside).collect()
    }

    /// `8 lumber`, as players speak of a hex whose cards they count on; `desert`.
    fn tile(&self, hex: Hex) -> String {
        let Some(land) = self.land(hex) else { return String::new() };
        match (land.terrain.resource(), land.number) {
            (Some(resource), Some(number)) => {
                self.say("tile", &[("number", &number), ("resource", &self.phrases.word(resource))])
            }
            _ => self.phrases.word(land.terrain),
        }
    }

    /// The hexes of a vertex or an edge, the one that is rolled most often first.
    fn by_pips(&self, hexes: impl Iterator<Item = Hex>) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = hexes.collect();
        let number = |hex: Hex| self.land(hex).and_then(|land| land.number);
        hexes.sort_by_key(|&hex| (Reverse(number(hex).map_or(0, pips)), number(hex), hex));
        hexes
    }

    /// `10 ore · 2 wool · harbour 3:1`
    fn vertex(&self, vertex: Vertex, in_full: &[String]) -> Vec<String> {
        let hexes = self.by_pips(vertex.hexes());
        let coast = match self.table.board.harbour(vertex) {
            Some(harbour) => Some(self.harbour(harbour)),
            None => (hexes.len() < 3).then(|| self.say("coast", &[])),
        };
        let joined =
            |tiles: Vec<String>| tiles.into_iter().chain(coast.clone()).collect::<Vec<_>>().join(" · ");
        let with_corner = |first: &str| -> Option<String> {
            let hex = *hexes.first()?;
            let ((x, y), (middle, height)) = (vertex.point(), hex.centre());
            let corner =
                Compass::of(f32::from(x - middle) * ACROSS, f32::from(y - height))?.corner(self.phrases);
            let first = self.say("corner", &[("tile", &first), ("corner", &corner)]);
            Some(joined([first].into_iter().chain(hexes.iter().skip(1).map(|&hex| self.tile(hex))).collect()))
        };
        let short = joined(hexes.iter().map(|&hex| self.tile(hex)).collect());
        let first = hexes.first().copied();
        let longer = first.and_then(|hex| with_corner(&self.tile(hex)));
        let longest = first.and_then(|hex| with_corner(in_full.get(hex.index())?));
        [short].into_iter().chain(longer).chain(longest).collect()
    }

    fn harbour(&self, harbour: Harbour) -> String {
        match harbour.resource() {
            Some(resource) => self.say("harbour_of", &[("resource", &self.phrases.word(resource))]),
            None => self.say("harbour", &[]),
        }
    }

    /// `between 10 ore and 2 wool`, `on the east coast of 5 grain`
    fn edge(&self, edge: Edge, in_full: &[String]) -> Vec<String> {
        let [one, other] = edge.vertices();
        let hexes = self.by_pips(one.hexes().filter(|hex| hex.vertices().contains(&other)));
        let named = |name: &dyn Fn(Hex) -> String| match hexes.as_slice() {
            [one, other] => self.say("between", &[("one", &name(*one)), ("other", &name(*other))]),
            [hex] => {
                let ((left, top), (right, bottom), (x, y)) = (one.point(), other.point(), hex.centre());
                let right = (f32::from(left + right) / 2.0 - f32::from(x)) * ACROSS;
                let side = Compass::of(right, f32::from(top + bottom) / 2.0 - f32::from(y));
                let side: &str = side.map_or("", Into::into);
                self.say(&format!("coast_{side}"), &[("tile", &name(*hex))])
            }
            _ => String::new(),
        };
        let in_full = |hex: Hex| in_full.get(hex.index()).cloned().unwrap_or_default();
        vec![named(&|hex| self.tile(hex)), named(&in_full)]
    }

    /// The edge, and what lies at the end that the viewer's pieces do not touch yet.
    fn way(&self, edge: Edge, name: &str, me: Option<Seat>) -> String {
        let touched = |vertex: Vertex| {
            let building = self.table.buildings.get(vertex).map(|building| building.seat);
            let roads = vertex.edges().filter(|road| *road != edge).map(|road| self.table.roads.get(road));
            me.is_some() && (building == me || roads.into_iter().any(|road| road == me))
        };
        let end = match edge.vertices() {
            [one, other] if touched(one) && !touched(other) => other,
            [one, other] if touched(other) && !touched(one) => one,
            _ => return name.to_owned(),
        };
        let beyond =
            end.hexes().find(|hex| !edge.vertices().iter().all(|vertex| hex.vertices().contains(vertex)));
        let harbour = || self.table.board.harbour(end).map(|harbour| self.harbour(harbour));
        match beyond.map(|hex| self.tile(hex)).or_else(harbour) {
            Some(there) => self.say("towards", &[("edge", &name), ("place", &there)]),
            None => name.to_owned(),
        }
    }
}
