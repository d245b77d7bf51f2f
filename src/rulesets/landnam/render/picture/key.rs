//! What the signs mean.

use super::terrain::look;
use super::{WIDTH, buildings, units};
use crate::landnam::render::words;
use crate::landnam::state::{BuildingKind, UnitKind};
use crate::landnam::terrain::Terrain;
use rules::render::{Canvas, HexPlan, INK, Letters, MARGIN, Paint, Panel, Point, TEXT};

const HOW: &str = "A unit carries its name. Corners: q,r,N is the upper tip of hex q,r; q,r,S the lower one. Red cross: \
                   outlaw; red token: its owner's emblem, the outlaw's name. Rings: dashed may be sued, whole is sued, \
                   yellow is moved or asked about. Small emblems outside the rim: first landings.";

pub fn key(canvas: &mut Canvas, panel: &mut Panel) {
    panel.rule(canvas);
    let top = panel.take(56.0);
    let kinds = Terrain::ALL.map(Some).into_iter().chain([None]);
    for (column, kind) in (0_u8..).zip(kinds) {
        let left = MARGIN + f32::from(column) * (WIDTH - 2.0 * MARGIN) / 7.0;
        sample(canvas, kind, Point::new(left, top));
    }
    let top = panel.take(38.0) + 16.0;
    let text = Letters::new(TEXT, INK);
    let mut put = |x: f32, name: &str, piece: &dyn Fn(&mut Canvas)| {
        canvas.moved(Point::new(x, top), piece);
        canvas.text(Point::new(x + 20.0, top + 5.0), text, name);
    };
    put(32.0, "ship 5", &|canvas| units::piece(canvas, UnitKind::Ship, 5, "5"));
    put(152.0, "settler 4", &|canvas| units::piece(canvas, UnitKind::Settler, 5, "4"));
    put(282.0, "farm", &|canvas| buildings::house(canvas, BuildingKind::Farm, 5));
    put(382.0, "town", &|canvas| buildings::house(canvas, BuildingKind::Town, 5));
    panel.text(canvas, MARGIN, HOW);
}

/// A terrain and, below it, its name and what it yields.
fn sample(canvas: &mut Canvas, terrain: Option<Terrain>, at: Point) {
    let (name, yields) = match terrain {
        Some(kind) => (words::terrain(kind), kind.yields().map_or("", |resource| resource.name())),
        None => ("unknown", ""),
    };
    let ground = look(terrain);
    let middle = at.moved(12.0, 24.0);
    canvas.polygon(
        &HexPlan { middle, size: 14.0 }.outline_at(middle, 0.0),
        Paint::fill(ground.ground).edged(INK, 0.8),
    );
    canvas.text(at.moved(27.0, 22.0), Letters::new(11.5, INK).bold(), name);
    canvas.text(at.moved(27.0, 36.0), Letters::new(11.5, INK), yields);
}
