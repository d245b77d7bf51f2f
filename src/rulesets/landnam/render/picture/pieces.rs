//! What stands and lies on the board: units and buildings in the colour of their seat with its emblem, red tokens.

use super::{ORIGIN, Scene, facts};
use crate::landnam::board::{Corner, Place};
use crate::landnam::state::{Building, BuildingKind, RedToken, Unit, UnitKind};
use rules::Seat;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, emblem, seat_colour};

const HALO: &str = "#ffffff";
const OUTLAW: &str = "#c4001a";
const CHOSEN: &str = "#ffe600";
const SETTLER: &str = "M-6-1L6-1 11 13-11 13z";
const HULL: &str = "M-14 0L14 0Q12 12 6 13L-6 13Q-12 12-14 0z";
const SAIL: &str = "M-11-2Q-7-14 3-16Q4-8 12-2z";

pub fn render_unit(canvas: &mut Canvas, scene: &Scene<'_>, unit: Unit, at: Point) {
    let place = unit.place.to_string();
    let (name, thing) = (scene.name(unit.seat), scene.unit(unit));
    let title = if scene.shows_ids {
        scene.say("owned_on", &[("name", &name), ("thing", &thing), ("place", &scene.place(unit.place))])
    } else {
        scene.say("owned", &[("name", &name), ("thing", &thing)])
    };
    let (id, seat) = (unit.id.0.to_string(), unit.seat.to_string());
    let outlaw = scene.table.is_outlaw(unit.id);
    let mut data =
        vec![("unit", id.as_str()), ("kind", unit.kind.into()), ("seat", &seat), ("place", &place)];
    if outlaw {
        data.push(("outlaw", "true"));
    }
    canvas.element(&title, &data, |canvas| {
        canvas.translated(at, |canvas| {
            signs(canvas, scene, unit, outlaw);
            piece(canvas, unit.kind, unit.seat, scene.shows_ids.then_some(id.as_str()));
            if outlaw {
                canvas.stamp("landnam-outlaw", ORIGIN, cross);
            }
        });
    });
}

/// What stands behind the piece: a glow around the unit that is moved, rings around units in suits.
fn signs(canvas: &mut Canvas, scene: &Scene<'_>, unit: Unit, outlaw: bool) {
    let moved = scene.table.movement().and_then(|movement| movement.unit) == Some(unit.id);
    let fought = scene.table.suit().is_some_and(|suit| suit.unit == unit.id);
    let suable =
        scene.table.althing().is_some_and(|althing| althing.suits.iter().any(|suit| suit.unit == unit.id));
    if moved {
        canvas.circle(ORIGIN, 17.5, Paint::fill(CHOSEN).edged(INK, 1.0));
    }
    if outlaw {
        canvas.circle(ORIGIN, 16.0, Paint::fill("#ffffff").edged(OUTLAW, 2.4));
    }
    if fought {
        canvas.circle(ORIGIN, 18.0, Paint::line(INK, 3.0));
    } else if suable {
        canvas.circle(ORIGIN, 18.0, Paint::line(INK, 2.2).dashed("4 3"));
    }
}

/// How much larger a unit is that carries no number.
const WITHOUT_NUMBER: f32 = 1.2;

/// A piece around the origin with its number on it, or without one and larger, with a larger emblem.
pub fn piece(canvas: &mut Canvas, kind: UnitKind, seat: Seat, number: Option<&str>) {
    let colour = seat_colour(seat);
    let Some(number) = number else {
        return canvas.stamp(&format!("landnam-{kind}-{seat}"), ORIGIN, |canvas| {
            canvas.scaled(ORIGIN, WITHOUT_NUMBER, |canvas| shape(canvas, kind, seat, true));
        });
    };
    canvas.stamp(&format!("landnam-{kind}-{seat}"), ORIGIN, |canvas| shape(canvas, kind, seat, false));
    let base = if kind == UnitKind::Ship { 10.6 } else { 11.0 };
    let letters = Letters::new(12.0, colour.ink).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, base), letters, number);
}

fn shape(canvas: &mut Canvas, kind: UnitKind, seat: Seat, has_large_emblem: bool) {
    let colour = seat_colour(seat);
    let paint = Paint::fill(colour.fill).edged(INK, 1.2);
    let halo = Paint::line(HALO, 4.0);
    match kind {
        UnitKind::Ship => {
            canvas.path(&format!("{HULL}{SAIL}"), halo);
            canvas.path(&format!("{HULL}{SAIL}"), paint);
            let (y, radius) = if has_large_emblem { (6.4, 5.0) } else { (-6.6, 3.6) };
            emblem(canvas, seat, Point::new(0.0, y), radius, colour.ink);
        }
        UnitKind::Settler => {
            canvas.path(SETTLER, halo);
            canvas.circle(Point::new(0.0, -7.0), 6.8, halo);
            canvas.path(SETTLER, paint);
            canvas.circle(Point::new(0.0, -7.0), 6.8, paint);
            let (y, radius) = if has_large_emblem { (6.6, 4.6) } else { (-7.0, 3.8) };
            emblem(canvas, seat, Point::new(0.0, y), radius, colour.ink);
        }
    }
}

/// A red cross at the upper right: an outlaw.
fn cross(canvas: &mut Canvas) {
    canvas.path("M8-15L17-6M17-15L8-6", Paint::line("#ffffff", 5.0));
    canvas.path("M8-15L17-6M17-15L8-6", Paint::line(OUTLAW, 2.8));
}

const FARM: &str = "M-9 9V-2L0-11 9-2V9z";
/// A hall beside a tower with battlements: wider and higher than a farm, and of another outline.
const TOWN: &str = "M-17 12V-18H-13V-14H-9.5V-18H-6V-14H-2.5V-18H1.5V-5L9.5-13 18-5V12z";

pub fn render_building(
    canvas: &mut Canvas,
    scene: &Scene<'_>,
    corner: Corner,
    building: Building,
    at: Point,
) {
    let (name, seat) = (corner.to_string(), building.seat.to_string());
    let kind: &str = building.kind.into();
    let thing = scene.phrases.word(kind);
    let owner = scene.name(building.seat);
    let title = if scene.shows_ids {
        scene.say("owned_at", &[("name", &owner), ("thing", &thing), ("place", &name)])
    } else {
        scene.say("owned", &[("name", &owner), ("thing", &thing)])
    };
    canvas.element(&title, &[("corner", &name), ("kind", kind), ("seat", &seat)], |canvas| {
        house(canvas, building.kind, building.seat, at);
    });
}

pub fn house(canvas: &mut Canvas, kind: BuildingKind, seat: Seat, at: Point) {
    canvas.stamp(&format!("landnam-{kind}-{seat}"), at, |canvas| walls(canvas, kind, seat));
}

fn walls(canvas: &mut Canvas, kind: BuildingKind, seat: Seat) {
    let colour = seat_colour(seat);
    let (path, middle) = match kind {
        BuildingKind::Farm => (FARM, Point::new(0.0, 1.0)),
        BuildingKind::Town => (TOWN, Point::new(0.5, 3.5)),
    };
    canvas.path(path, Paint::line("#ffffff", 4.0));
    canvas.path(path, Paint::fill(colour.fill).edged(INK, 1.3));
    emblem(canvas, seat, middle, 4.8, colour.ink);
}

const TOKEN_WIDTH: f32 = 22.4;
const TOKEN_HEIGHT: f32 = 12.0;

pub fn render_tokens(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, middle: Point) {
    let harbour = scene.table.tile(place).is_some_and(|tile| tile.harbour.is_some());
    let base = if harbour { middle.moved(-19.0, 6.0) } else { middle.moved(0.0, 21.5) };
    let all: Vec<RedToken> = scene.tokens_on(place).collect();
    for (index, token) in all.iter().enumerate() {
        let (column, row) = (index % 2, index / 2);
        let alone = harbour || (all.len() % 2 == 1 && index + 1 == all.len());
        let x = if alone { 0.0 } else { (column as f32 - 0.5) * (TOKEN_WIDTH + 1.0) };
        let y = if harbour { index as f32 } else { row as f32 };
        chip(canvas, scene, *token, base.moved(x, -y * (TOKEN_HEIGHT + 1.0)));
    }
}

fn chip(canvas: &mut Canvas, scene: &Scene<'_>, token: RedToken, at: Point) {
    let (unit, plaintiff, hex) =
        (token.unit.0.to_string(), token.plaintiff.to_string(), token.hex.to_string());
    let lies = facts::lies(scene, token);
    let title = if scene.shows_ids {
        scene.say("unit_on", &[("unit", &lies), ("place", &scene.place(token.hex))])
    } else {
        lies
    };
    let data = [("token", unit.as_str()), ("plaintiff", &plaintiff), ("hex", &hex)];
    canvas.element(&title, &data, |canvas| {
        let colour = seat_colour(token.plaintiff);
        let corner = at.moved(-TOKEN_WIDTH / 2.0, -TOKEN_HEIGHT / 2.0);
        canvas.rectangle(corner, TOKEN_WIDTH, TOKEN_HEIGHT, 3.0, Paint::fill(OUTLAW).edged("#ffffff", 1.4));
        canvas.rectangle(
            corner,
            TOKEN_HEIGHT - 1.0,
            TOKEN_HEIGHT,
            3.0,
            Paint::fill(colour.fill).edged(INK, 0.8),
        );
        emblem(canvas, token.plaintiff, corner.moved(5.5, 6.0), 3.3, colour.ink);
        if scene.shows_ids {
            let letters = Letters::new(11.0, "#ffffff").bold().at(Anchor::Middle);
            canvas.text(corner.moved(16.0, 10.0), letters, &unit);
        }
    });
}
