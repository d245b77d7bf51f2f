//! A land hex: its ground and pattern, number and pips, its own number, the robber.

use super::super::{Scene, facts, words};
use super::board::{SIZE, place};
use crate::settlers::board::{Hex, Land, pips};
use crate::settlers::terrain::Terrain;
use rules::render::{Anchor, Canvas, INK, Letters, PAPER, Paint, Point};

const RED: &str = "#b3261e";

/// A ground, and the lines of a pattern around the middle, which no two terrains share.
const fn look(terrain: Terrain) -> (&'static str, &'static str, &'static str) {
    match terrain {
        Terrain::Forest => (
            "#5f9a5b",
            "#33632f",
            "M-34 -8l6 -11 6 11zM22 -8l6 -11 6 11zM-34 22l6 -11 6 11zM22 22l6 -11 6 11zM-6 -30l6 -11 6 11z",
        ),
        Terrain::Pasture => (
            "#b7dc87",
            "#6f9a3e",
            "M-32 -12q4 -8 8 0M24 -12q4 -8 8 0M-34 16q4 -8 8 0M26 16q4 -8 8 0M-4 -32q4 -8 8 0M-28 -12q4 -8 8 0",
        ),
        Terrain::Fields => (
            "#f2d263",
            "#b98c14",
            "M-38 -14h16M22 -14h16M-38 -8h16M22 -8h16M-38 14h16M22 14h16M-38 20h16M22 20h16M-8 -34h16M-8 -28h16",
        ),
        Terrain::Hills => (
            "#d98958",
            "#8f4a20",
            "M-38 -16h14v8h-14zM24 -16h14v8h-14zM-38 14h14v8h-14zM24 14h14v8h-14zM-7 -36h14v8h-14z",
        ),
        Terrain::Mountains => (
            "#aab0b8",
            "#565d66",
            "M-40 -6l8 -14 5 8 3 -4 5 10zM20 -6l8 -14 5 8 3 -4 5 10zM-40 24l8 -14 5 8 3 -4 5 10zM20 24l8 -14 5 8 3 -4 5 10z",
        ),
        Terrain::Desert => (
            "#efe3bf",
            "#b7a56f",
            "M-34 -10h1M-22 -16h1M24 -12h1M34 -6h1M-30 18h1M-20 24h1M26 20h1M34 14h1M0 -32h1M-8 -26h1M8 -26h1",
        ),
    }
}

/// Draws a land hex.
pub fn land(canvas: &mut Canvas, scene: &Scene<'_>, hex: Hex, land: Land) {
    let at = place(hex.centre());
    let number = land.number.map(|number| number.to_string()).unwrap_or_default();
    let name = hex.0.to_string();
    let data =
        [("hex", name.as_str()), ("terrain", words::terrain(land.terrain)), ("number", number.as_str())];
    canvas.thing(&facts::land(scene, hex, land), &data, |canvas| {
        let (ground, lines, pattern) = look(land.terrain);
        let outline = hex.vertices().map(|vertex| place(vertex.point()));
        canvas.polygon(&outline, Paint::fill(ground).edged("#f4ecd8", 5.0));
        canvas.moved(at, |canvas| canvas.path(pattern, Paint::line(lines, 2.0)));
        if let Some(number) = land.number {
            token(canvas, at, number);
        }
        let label = Letters::new(10.5, INK).at(Anchor::Middle).halo(ground);
        canvas.text(at.moved(0.0, SIZE * 0.55), label, &format!("#{name} {}", words::terrain(land.terrain)));
    });
    if scene.view.table.robber == hex {
        canvas.thing(&format!("the robber on hex {name}"), &[("robber", &name)], |canvas| robber(canvas, at));
    }
}

fn token(canvas: &mut Canvas, at: Point, number: u8) {
    let (ink, size) = if pips(number) == 5 { (RED, 22.0) } else { (INK, 18.0) };
    canvas.circle(at, 17.5, Paint::fill(PAPER).edged(INK, 1.0));
    let figure = Letters::new(size, ink).bold().at(Anchor::Middle);
    canvas.text(at.moved(0.0, 4.5), figure, &number.to_string());
    let dots = pips(number);
    for dot in 0..dots {
        let x = (f32::from(dot) - f32::from(dots - 1) / 2.0) * 4.2;
        canvas.circle(at.moved(x, 10.4), 1.5, Paint::fill(ink));
    }
}

fn robber(canvas: &mut Canvas, at: Point) {
    canvas.moved(at.moved(-27.0, 2.0), |canvas| {
        let path = "M-9 16q0 -17 5 -19a6.5 6.5 0 1 1 8 0q5 2 5 19z";
        canvas.path(path, Paint::line("#ffffff", 4.0));
        canvas.path(path, Paint::fill("#15181b").edged("#15181b", 1.0));
    });
}
