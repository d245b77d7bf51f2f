//! The island in its sea: land, harbours, roads, buildings, and the names of places.

use super::super::{Scene, facts};
use super::heading::HEIGHT;
use super::{land, pieces};
use crate::settlers::board::{Edge, HARBOUR_EDGES, Spot, Vertex};
use rules::render::{Anchor, Canvas, INK, Letters, PAPER, Paint, Point, SHEET_WIDTH};

/// From the middle of a hex to its corner.
pub const SIZE: f32 = 56.0;
pub const BOTTOM: f32 = HEIGHT + 16.0 * SIZE / 2.0 + 96.0;
const MIDDLE: Point = Point::new(SHEET_WIDTH / 2.0, (HEIGHT + BOTTOM) / 2.0);
const SEA: &str = "#a9d4ec";
/// Half the width of a hex as a part of its size.
const HALF: f32 = 0.866_025_4;

/// A place by its drawing units.
pub fn place((x, y): (i8, i8)) -> Point {
    MIDDLE.moved(f32::from(x) * SIZE * HALF, f32::from(y) * SIZE / 2.0)
}

fn middle(edge: Edge) -> Point {
    let [one, other] = edge.vertices().map(|end| place(end.point()));
    Point::new(f32::midpoint(one.x, other.x), f32::midpoint(one.y, other.y))
}

pub fn board(canvas: &mut Canvas, scene: &Scene<'_>) {
    let table = &scene.view.table;
    canvas.rectangle(Point::new(0.0, HEIGHT), SHEET_WIDTH, BOTTOM - HEIGHT, 0.0, Paint::fill(SEA));
    for site in 0..HARBOUR_EDGES.len() {
        harbour(canvas, scene, site);
    }
    for (hex, tile) in table.board.lands() {
        land::land(canvas, scene, hex, tile);
    }
    for edge in Edge::all() {
        match table.roads.get(edge) {
            Some(seat) => {
                let [from, to] = edge.vertices().map(|end| place(end.point()));
                let title = format!("road of {} on edge {}", scene.name(seat), edge.0);
                let data = [("edge", edge.0.to_string()), ("seat", seat.to_string())];
                let data = data.each_ref().map(|(name, value)| (*name, value.as_str()));
                canvas.thing(&title, &data, |canvas| pieces::road(canvas, seat, from, to, edge.0));
            }
            None => name_edge(canvas, edge),
        }
    }
    for vertex in Vertex::all() {
        let at = place(vertex.point());
        match table.buildings.get(vertex) {
            Some(building) => pieces::building(canvas, scene, vertex, building, at),
            None => name_vertex(canvas, vertex, at),
        }
    }
}

fn name_edge(canvas: &mut Canvas, edge: Edge) {
    let letters = Letters::new(9.5, "#5b4a33").at(Anchor::Middle).halo("#f4ecd8");
    canvas.text(middle(edge).moved(0.0, 3.4), letters, &edge.0.to_string());
}

fn name_vertex(canvas: &mut Canvas, vertex: Vertex, at: Point) {
    canvas.circle(at, 8.2, Paint::fill("#fffdf6").edged("#8a7b60", 0.8));
    canvas.text(at.moved(0.0, 3.8), Letters::new(10.5, INK).at(Anchor::Middle), &vertex.0.to_string());
}

/// A harbour outside its edge, with a pier to each of its vertices.
fn harbour(canvas: &mut Canvas, scene: &Scene<'_>, site: usize) {
    let Some(&edge) = HARBOUR_EDGES.get(site) else { return };
    let Some(kind) = scene.view.table.board.harbours.get(site).copied() else { return };
    let at = middle(edge);
    let (x, y) = (at.x - MIDDLE.x, at.y - MIDDLE.y);
    let far = x.hypot(y).max(1.0);
    let quay = at.moved(x / far * 27.0, y / far * 27.0);
    let title = facts::harbour(scene, site);
    canvas.thing(&title, &[("harbour", &site.to_string())], |canvas| {
        for end in edge.vertices() {
            canvas.polyline(&[place(end.point()), quay], Paint::line("#6b4f2c", 3.2).dashed("4 2.4"));
        }
        let (rate, what) = kind.resource().map_or(("3:1", "any"), |only| ("2:1", only.name()));
        canvas.rectangle(quay.moved(-21.0, -14.0), 42.0, 28.0, 6.0, Paint::fill(PAPER).edged(INK, 1.2));
        let letters = Letters::new(12.0, INK).at(Anchor::Middle);
        canvas.text(quay.moved(0.0, -2.0), letters.bold(), rate);
        canvas.text(quay.moved(0.0, 10.0), Letters { size: 11.0, ..letters }, what);
    });
}
