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
    let title = scene.say(
        "owned_on",
        &[
            ("name", &scene.name(unit.seat)),
            ("thing", &scene.unit(unit)),
            ("place", &scene.place(unit.place)),
        ],
    );
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
            piece(canvas, unit.kind, unit.seat, &id);
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

/// A piece around the origin with a text on it.
pub fn piece(canvas: &mut Canvas, kind: UnitKind, seat: Seat, text: &str) {
    let colour = seat_colour(seat);
    canvas.stamp(&format!("landnam-{kind}-{seat}"), ORIGIN, |canvas| shape(canvas, kind, seat));
    let base = if kind == UnitKind::Ship { 10.6 } else { 11.0 };
    let letters = Letters::new(12.0, colour.ink).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, base), letters, text);
}

fn shape(canvas: &mut Canvas, kind: UnitKind, seat: Seat) {
    let colour = seat_colour(seat);
    let paint = Paint::fill(colour.fill).edged(INK, 1.2);
    let halo = Paint::line(HALO, 4.0);
    match kind {
        UnitKind::Ship => {
            canvas.path(&format!("{HULL}{SAIL}"), halo);
            canvas.path(&format!("{HULL}{SAIL}"), paint);
            emblem(canvas, seat, Point::new(0.0, -6.6), 3.6, colour.ink);
        }
        UnitKind::Settler => {
            canvas.path(SETTLER, halo);
            canvas.circle(Point::new(0.0, -7.0), 6.8, halo);
            canvas.path(SETTLER, paint);
            canvas.circle(Point::new(0.0, -7.0), 6.8, paint);
            emblem(canvas, seat, Point::new(0.0, -7.0), 3.8, colour.ink);
        }
    }
}

/// A red cross at the upper right: an outlaw.
fn cross(canvas: &mut Canvas) {
    canvas.path("M8-15L17-6M17-15L8-6", Paint::line("#ffffff", 5.0));
    canvas.path("M8-15L17-6M17-15L8-6", Paint::line(OUTLAW, 2.8));
}

const FARM: &str = "M-8 8V-2L0-10 8-2V8z";
const TOWN: &str = "M-14 9V-1L-7-9-1-2V-8L6-15 13-8V9z";

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
    let title =
        scene.say("owned_at", &[("name", &scene.name(building.seat)), ("thing", &thing), ("place", &name)]);
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
        BuildingKind::Town => (TOWN, Point::new(5.8, 1.0)),
    };
    canvas.path(path, Paint::line("#ffffff", 4.0));
    canvas.path(path, Paint::fill(colour.fill).edged(INK, 1.3));
    emblem(canvas, seat, middle, 4.4, colour.ink);
    if kind == BuildingKind::Town {
        emblem(canvas, seat, Point::new(-7.2, 3.0), 3.2, colour.ink);
    }
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
    let title =
        scene.say("unit_on", &[("unit", &facts::lies(scene, token)), ("place", &scene.place(token.hex))]);
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
        let letters = Letters::new(11.0, "#ffffff").bold().at(Anchor::Middle);
        canvas.text(corner.moved(16.0, 10.0), letters, &unit);
    });
}
