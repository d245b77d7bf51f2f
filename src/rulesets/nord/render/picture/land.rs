//! A land field: its ground and pattern, a cairn, a treasure; and the borders of areas.

use super::super::{Scene, facts, words};
use super::board::{SIDE, name};
use crate::nord::board::{Field, Land};
use crate::nord::terrain::Terrain;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, SquarePlan};

/// A ground and its pattern, which no two terrains share.
struct Look {
    ground: &'static str,
    stamp: &'static str,
    pattern: &'static str,
    lines: &'static str,
    filled: bool,
}

const fn look(terrain: Terrain) -> Look {
    match terrain {
        Terrain::Mountain => Look {
            ground: "#b9bec6",
            stamp: "nord-mountain",
            pattern: "M4 -8L13 -23 22 -8zM-23 21L-14 6 -5 21zM5 22L14 7 23 22zM-9 -2l6 -10 6 10z",
            lines: "#7d8590",
            filled: true,
        },
        Terrain::Forest => Look {
            ground: "#79b57b",
            stamp: "nord-forest",
            pattern: "M8 -9l5 -13 5 13zM-21 6l4 -11 4 11zM-20 22l5 -13 5 13zM10 20l5 -13 5 13zM-3 23l4 -10 4 10zM15 4l4 -10 4 10z",
            lines: "#2f6f3b",
            filled: true,
        },
        Terrain::Karst => Look {
            ground: "#efe2bd",
            stamp: "nord-karst",
            pattern: "M6 -20h9M12 -15h9M-22 0h8M-19 5h6M14 3h8M-22 19h9M-14 15h6M6 21h9M14 16h8M-6 -7h7",
            lines: "#b59b5c",
            filled: false,
        },
    }
}

/// Lays the patterns down, to be stamped.
pub fn stamps(canvas: &mut Canvas) {
    for terrain in Terrain::ALL {
        let Look { stamp, pattern, lines, filled, .. } = look(terrain);
        let paint = if filled { Paint::fill(lines) } else { Paint::line(lines, 2.0) };
        canvas.stamp(stamp, |canvas| canvas.path(pattern, paint));
    }
}

pub fn land(canvas: &mut Canvas, scene: &Scene<'_>, field: Field, land: Land, at: Point, factor: f32) {
    let id = field.to_string();
    let mut data = vec![("field", id.as_str()), ("terrain", words::terrain(land.terrain))];
    let treasure = scene.table().treasures.contains(&field);
    if land.cairn {
        data.push(("cairn", "true"));
    }
    if treasure {
        data.push(("treasure", "true"));
    }
    let covered = scene.table().workers.get(field).is_some();
    canvas.thing(&facts::field(scene, field), &data, |canvas| {
        canvas.scaled(at, factor, |canvas| {
            let look = look(land.terrain);
            let corner = Point::new(-SIDE / 2.0, -SIDE / 2.0);
            canvas.rectangle(corner, SIDE, SIDE, 0.0, Paint::fill(look.ground).edged("#f7f1e0", 0.9));
            if land.cairn {
                cairn(canvas, treasure, covered);
            } else {
                canvas.stamped(look.stamp, Point::new(0.0, 0.0));
            }
            name(canvas, field, INK);
        });
    });
}

/// A pile of stones, with a chest on it where a treasure lies; aside where a worker stands.
fn cairn(canvas: &mut Canvas, treasure: bool, covered: bool) {
    let stones = Paint::fill("#8d7f63").edged("#4c432f", 1.2);
    let at = if covered { Point::new(8.0, 7.0) } else { Point::new(0.0, 2.0) };
    canvas.moved(at, |canvas| {
        canvas.circle(Point::new(-10.0, 12.0), 6.0, stones);
        canvas.circle(Point::new(10.0, 12.0), 6.0, stones);
        canvas.circle(Point::new(0.0, 13.0), 7.0, stones);
        canvas.circle(Point::new(-5.0, 5.0), 5.5, stones);
        canvas.circle(Point::new(5.0, 5.0), 5.5, stones);
        if treasure {
            chest(canvas);
        } else {
            canvas.circle(Point::new(0.0, -2.0), 5.0, stones);
        }
    });
}

fn chest(canvas: &mut Canvas) {
    let wood = Paint::fill("#ffd54a").edged(INK, 1.3);
    canvas.rectangle(Point::new(-9.0, -12.0), 18.0, 15.0, 2.5, wood);
    let sign = Letters::new(13.5, INK).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 0.6), sign, "?");
}

/// Dark lines between areas, and between land and sea.
pub fn borders(canvas: &mut Canvas, scene: &Scene<'_>, plan: &SquarePlan) {
    let board = scene.board();
    let area = |field: Field| board.land(field).map(|land| land.area);
    let mut path = String::new();
    for field in board.area_fields().iter().flat_map(|area| &area.fields) {
        let at = plan.corner_of((field.x, field.y));
        let far = at.moved(plan.size, plan.size);
        let [north, east, south, west] = field.neighbours().map(|near| area(near) != area(*field));
        let sides = [
            (north, at, Point::new(far.x, at.y)),
            (east, Point::new(far.x, at.y), far),
            (south, Point::new(at.x, far.y), far),
            (west, at, Point::new(at.x, far.y)),
        ];
        for (_, from, to) in sides.into_iter().filter(|(shown, ..)| *shown) {
            path.push_str(&format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y));
        }
    }
    canvas.path(&path, Paint::line("#3d3423", 1.8));
}
