//! The picture of the island in its sea: fields with their names, cairns and treasures, borders of areas, settlements,
//! boats and workers. A drawing on a square has its origin in the middle of the square, whose side is [`SIDE`] units.

use super::ghost::ghost;
use super::{Scene, facts, places_of};
use crate::nord::board::{Field, Ground, Land, Rectangle, Settlement, Terrain};
use crate::nord::state::{Garrison, Jarl};
use rules::Seat;
use rules::render::{
    Anchor, Canvas, INK, Letters, Paint, PlaceMark, Point, SHEET_WIDTH, SquarePlan, TerrainStyle, TouchArea,
    emblem, seat_colour,
};

/// The side of a square before scaling, and the greatest one in the picture.
const SIDE: f32 = 50.0;
const MAX_SIDE: f32 = 64.0;
/// The greatest height of the island in the picture.
const MAX_HEIGHT: f32 = 1000.0;
const EDGE: f32 = 6.0;
const ORIGIN: Point = Point::new(0.0, 0.0);
/// The upper left corner of a square, from its middle.
const CORNER: Point = Point::new(-SIDE / 2.0, -SIDE / 2.0);

/// The size of figures in the picture: small beside the names of fields, else 11 CSS pixels on a phone.
const SMALL: f32 = 12.5;
const LARGE: f32 = 18.6;

/// Where the squares lie, and how large figures on them are before scaling.
struct Layout {
    window: Rectangle,
    plan: SquarePlan,
    figures: f32,
}

impl Layout {
    fn of(&self, field: Field) -> Point {
        self.plan.of((field.x, field.y))
    }
}

/// Renders the island below `top`, and returns where it ends. The squares are drawn with the side [`SIDE`], and all of
/// them are scaled together.
pub fn island(canvas: &mut Canvas, scene: &Scene<'_>, top: f32) -> f32 {
    let window = scene.window();
    let (columns, rows) = (f32::from(window.columns), f32::from(window.rows));
    let size = ((SHEET_WIDTH - 2.0 * EDGE) / columns).min(MAX_HEIGHT / rows).min(MAX_SIDE);
    let left = (SHEET_WIDTH - columns * size) / 2.0;
    let bottom = top + rows * size + 2.0 * EDGE;
    let sea = Paint::fill(canvas.palette().sea);
    canvas.rectangle(Point::new(0.0, top), SHEET_WIDTH, bottom - top, 0.0, sea);
    let plan = SquarePlan { first: (window.left, window.top), corner: ORIGIN, size: SIDE };
    let scale = size / SIDE;
    let figures = if scene.shows_ids { SMALL } else { (LARGE / scale).clamp(13.0, 19.5) };
    let layout = Layout { window, plan, figures };
    canvas.scaled(Point::new(left, top + EDGE), scale, |canvas| {
        squares(canvas, scene, &layout);
        pieces(canvas, scene, &layout);
        marks(canvas, scene, &layout);
        canvas.draw_targets();
    });
    bottom
}

fn squares(canvas: &mut Canvas, scene: &Scene<'_>, layout: &Layout) {
    let fields: Vec<Field> = layout.window.fields().collect();
    lines(canvas, layout.window.columns, layout.window.rows);
    if scene.shows_ids {
        let at_sea = Letters::new(10.0, canvas.palette().sea_ink);
        canvas.lettered(at_sea, |canvas| {
            let is_sea =
                |field: &&Field| matches!(scene.board().ground_of(**field), Ground::Sea | Ground::Rim);
            for field in fields.iter().filter(is_sea) {
                name(canvas, *field, layout.of(*field), at_sea);
            }
        });
    }
    let on_land = Letters::new(10.0, INK);
    canvas.lettered(on_land, |canvas| {
        for field in &fields {
            if let Ground::Land(known) = scene.board().ground_of(*field) {
                land(canvas, scene, *field, known, layout.of(*field), layout.figures);
                if scene.shows_ids {
                    name(canvas, *field, layout.of(*field), on_land);
                }
            }
        }
    });
    borders(canvas, scene, &layout.plan);
}

/// Lines between all squares; the tiles of land cover theirs.
fn lines(canvas: &mut Canvas, columns: u16, rows: u16) {
    let (wide, high) = (f32::from(columns) * SIDE, f32::from(rows) * SIDE);
    let across = (0..=rows).map(|row| format!("M0 {:.0}h{wide:.0}", f32::from(row) * SIDE));
    let down = (0..=columns).map(|column| format!("M{:.0} 0v{high:.0}", f32::from(column) * SIDE));
    let path: String = across.chain(down).collect();
    canvas.path(&path, Paint::line(canvas.palette().sea_lines, 0.8));
}

fn pieces(canvas: &mut Canvas, scene: &Scene<'_>, layout: &Layout) {
    let board = scene.board();
    for (id, field) in board.settlements() {
        settlement(canvas, scene, (id, field), layout.of(field), layout.figures);
    }
    let boat = board.island.dragon_boat;
    small_dragon_boat(canvas, scene, boat, layout.of(boat));
    for (field, seat) in scene.table().workers.iter() {
        worker(canvas, scene, field, seat, layout.of(field));
    }
}

fn marks(canvas: &mut Canvas, scene: &Scene<'_>, layout: &Layout) {
    let marks = &scene.options.marks;
    let legal: &[String] = if scene.chosen.is_some() { &[] } else { &marks.legal };
    for (mark, places) in [(PlaceMark::Legal, legal), (PlaceMark::Changed, marks.changed.as_slice())] {
        places.iter().for_each(|place| marked(canvas, scene, layout, mark, place));
    }
    ghost(canvas, scene, |field| layout.of(field));
    if let Some(action) = scene.chosen {
        places_of(action).iter().for_each(|place| marked(canvas, scene, layout, PlaceMark::Chosen, place));
    }
}

fn marked(canvas: &mut Canvas, scene: &Scene<'_>, layout: &Layout, mark: PlaceMark, place: &str) {
    let Some((settlement, field)) = scene.marked_field(place) else { return };
    let said = match settlement {
        Some(id) if scene.shows_ids => scene.say("settlement_place", &[("id", &id)]),
        Some(id) => facts::settlement(scene, id, field),
        None => facts::field(scene, field),
    };
    let corner = layout.plan.corner_of((field.x, field.y));
    let square = |inset: f32| {
        let (near, far) = (inset, SIDE - inset);
        [(near, near), (far, near), (far, far), (near, far)].map(|(x, y)| corner.moved(x, y))
    };
    // A little larger than the square: on the widest islands it alone would be less than 24 pixels on a phone.
    let area = TouchArea::Within(square(-1.2).into());
    mark.outline_touched(canvas, scene.phrases, (place, &said), (&square(0.8), area));
}

/// The name of a field in its upper left corner.
fn name(canvas: &mut Canvas, field: Field, at: Point, letters: Letters<'_>) {
    canvas.text((at + CORNER).moved(5.0, 12.0), letters, &field.to_string());
}

pub const fn style(terrain: Terrain) -> TerrainStyle {
    match terrain {
        Terrain::Mountain => TerrainStyle::filled(
            "nord-mountain",
            "#b9bec6",
            "#7d8590",
            "M4 -8L13 -23 22 -8zM-23 21L-14 6 -5 21zM5 22L14 7 23 22zM-9 -2l6 -10 6 10z",
        ),
        Terrain::Forest => TerrainStyle::filled(
            "nord-forest",
            "#79b57b",
            "#2f6f3b",
            "M8 -9l5 -13 5 13zM-21 6l4 -11 4 11zM-20 22l5 -13 5 13zM10 20l5 -13 5 13zM-3 23l4 -10 4 10zM15 4l4 -10 4 10z",
        ),
        Terrain::Karst => TerrainStyle::lines(
            "nord-karst",
            "#efe2bd",
            ("#b59b5c", 2.0),
            "M6 -20h9M12 -15h9M-22 0h8M-19 5h6M14 3h8M-22 19h9M-14 15h6M6 21h9M14 16h8M-6 -7h7",
        ),
    }
}

fn land(canvas: &mut Canvas, scene: &Scene<'_>, field: Field, land: Land, at: Point, figures: f32) {
    let id = field.to_string();
    let mut data = vec![("field", id.as_str()), ("terrain", land.terrain.into())];
    let treasure = scene.table().treasures.contains(&field);
    if land.cairn {
        data.push(("cairn", "true"));
    }
    if treasure {
        data.push(("treasure", "true"));
    }
    let covered = scene.table().workers.get(field).is_some();
    canvas.element(&facts::field(scene, field), &data, |canvas| {
        style(land.terrain).tile(canvas, at, !land.cairn, |canvas, ground| {
            canvas.rectangle(CORNER, SIDE, SIDE, 0.0, Paint::fill(ground).edged("#f7f1e0", 0.9));
        });
        if land.cairn {
            let name = format!("nord-cairn{}{}", u8::from(treasure), u8::from(covered));
            canvas.stamp(&name, at, |canvas| cairn(canvas, treasure, covered, figures));
        }
    });
}

/// A pile of stones, with a chest on it if a treasure lies there; moved aside if a worker covers the middle.
fn cairn(canvas: &mut Canvas, treasure: bool, covered: bool, figures: f32) {
    let stones = Paint::fill("#8d7f63").edged("#4c432f", 1.2);
    let at = if covered { Point::new(8.0, 7.0) } else { Point::new(0.0, 2.0) };
    canvas.translated(at, |canvas| {
        canvas.circle(Point::new(-10.0, 12.0), 6.0, stones);
        canvas.circle(Point::new(10.0, 12.0), 6.0, stones);
        canvas.circle(Point::new(0.0, 13.0), 7.0, stones);
        canvas.circle(Point::new(-5.0, 5.0), 5.5, stones);
        canvas.circle(Point::new(5.0, 5.0), 5.5, stones);
        if treasure {
            chest(canvas, figures);
        } else {
            canvas.circle(Point::new(0.0, -2.0), 5.0, stones);
        }
    });
}

/// A chest; it grows with the sign on it.
fn chest(canvas: &mut Canvas, figures: f32) {
    let wood = Paint::fill("#ffd54a").edged(INK, 1.3);
    let size = figures + 1.0;
    let (half, high) = (size * 0.67, size * 1.11);
    canvas.rectangle(Point::new(-half, 3.0 - high), 2.0 * half, high, 2.5, wood);
    let sign = Letters::new(size, INK).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 3.0 - (high - size * 0.73) / 2.0), sign, "?");
}

/// Dark lines between areas, and between land and sea.
fn borders(canvas: &mut Canvas, scene: &Scene<'_>, plan: &SquarePlan) {
    let board = scene.board();
    let area = |field: Field| board.land(field).map(|land| land.area);
    let mut path = String::new();
    for field in board.areas.iter().flat_map(|area| &area.fields) {
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

const SETTLEMENT: &str = "#d8b98c";
const WALL: &str = "#5a3a1c";
const CROWN: &str = "M-7 5.5L-8 -4 -3.6 -0.4 0 -6 3.6 -0.4 8 -4 7 5.5z";

fn settlement(
    canvas: &mut Canvas,
    scene: &Scene<'_>,
    (settlement, field): (Settlement, Field),
    at: Point,
    figures: f32,
) {
    let garrison = scene.table().garrison(settlement);
    let said = facts::settlement(scene, settlement, field);
    let (id, field) = (settlement.to_string(), field.to_string());
    let fighters =
        scene.seats().map(|seat| garrison.fighters_of(seat).to_string()).collect::<Vec<String>>().join(",");
    let mut data = vec![("settlement", id.as_str()), ("field", &field), ("fighters", &fighters)];
    let jarl = garrison.jarl.map(|jarl| match jarl {
        Jarl::Neutral {} => "neutral".to_owned(),
        Jarl::Own { seat } => seat.to_string(),
    });
    if let Some(jarl) = &jarl {
        data.push(("jarl", jarl));
    }
    canvas.element(&said, &data, |canvas| {
        canvas.translated(at, |canvas| {
            canvas.stamp("nord-palisade", ORIGIN, palisade);
            // Sentences call a settlement by its number, so that it stands on every board.
            match scene.shows_ids {
                true => canvas.text(Point::new(-20.0, -8.5), Letters::new(14.0, INK).bold(), &id),
                false => {
                    let number = Letters::new(figures, INK).bold();
                    canvas.text(Point::new(-21.5, -11.7), number, id.trim_start_matches('s'));
                }
            }
            posts(canvas, scene, garrison, figures);
            if let Some(jarl) = garrison.jarl {
                let seats = scene.seats().filter(|seat| garrison.fighters_of(*seat) > 0).count();
                crown(canvas, jarl, room_for_crown(scene, seats));
            }
        });
    });
}

fn palisade(canvas: &mut Canvas) {
    let (half, side) = (SIDE / 2.0, SIDE);
    canvas.rectangle(Point::new(-half, -half), side, side, 0.0, Paint::fill(SETTLEMENT));
    canvas.rectangle(
        Point::new(-half + 1.6, -half + 1.6),
        side - 3.2,
        side - 3.2,
        3.0,
        Paint::line(WALL, 3.2),
    );
    for (x, y) in [(0.0, -half + 1.6), (half - 1.6, 0.0), (0.0, half - 1.6), (-half + 1.6, 0.0)] {
        canvas.rectangle(Point::new(x - 4.5, y - 4.5), 9.0, 9.0, 0.0, Paint::fill(SETTLEMENT));
    }
}

pub fn crown(canvas: &mut Canvas, jarl: Jarl, at: Point) {
    match jarl {
        Jarl::Neutral {} => canvas.stamp("nord-crown", at, |canvas| {
            canvas.path(CROWN, Paint::fill("#ffffff").edged(INK, 1.4));
        }),
        Jarl::Own { seat } => canvas.stamp(&format!("nord-crown{seat}"), at, |canvas| {
            canvas.path(CROWN, Paint::fill(seat_colour(seat).fill).edged(INK, 1.4));
            emblem(canvas, seat, Point::new(0.0, 2.0), 2.9, seat_colour(seat).ink);
        }),
    }
}

/// Where the crown lies: beside the name, or above the posts of so many seats, or in the room of the fourth.
const fn room_for_crown(scene: &Scene<'_>, seats: usize) -> Point {
    match (scene.shows_ids, seats) {
        (true, _) => Point::new(12.0, -13.0),
        (false, 3) => Point::new(11.5, 14.0),
        (false, 4) => Point::new(0.0, -20.0),
        (false, _) => Point::new(0.0, -13.0),
    }
}

/// The fighters by seat: up to four posts in two rows.
fn posts(canvas: &mut Canvas, scene: &Scene<'_>, garrison: Garrison, figures: f32) {
    let present: Vec<Seat> = scene.seats().filter(|seat| garrison.fighters_of(*seat) > 0).collect();
    let low = present.len() > 2;
    let (wide, high) = post_size(figures);
    // The lower row stands on the palisade, the upper one on it.
    let foot = SIDE / 2.0 - 2.6 - high / 2.0;
    let is_alone = present.len() == 1 && !scene.shows_ids;
    for (place, seat) in present.into_iter().enumerate() {
        let side = (wide + 1.0) / 2.0;
        let x = match place % 2 {
            _ if is_alone => 0.0,
            0 => -side,
            _ => side,
        };
        let y = match (low, place / 2) {
            (false, _) => 9.0_f32.min(foot),
            (true, 0) => foot - high - 0.5,
            (true, _) => foot,
        };
        let count = garrison.fighters_of(seat);
        canvas.stamp(&format!("nord-post{seat}-{count}"), Point::new(x, y), |canvas| {
            post(canvas, seat, count, figures);
        });
    }
}

/// Width and height of a post with figures of that size.
fn post_size(figures: f32) -> (f32, f32) {
    (figures * 0.56 + 13.0, (figures * 0.98).max(13.6))
}

fn post(canvas: &mut Canvas, seat: Seat, count: u8, figures: f32) {
    let colour = seat_colour(seat);
    let (wide, high) = post_size(figures);
    let corner = Point::new(-wide / 2.0, -high / 2.0);
    canvas.rectangle(corner, wide, high, 3.5, Paint::fill(colour.fill).edged(INK, 1.1));
    emblem(canvas, seat, Point::new(corner.x + 5.6, 0.0), 4.0, colour.ink);
    let letters = Letters::new(figures, colour.ink).bold().at(Anchor::Middle);
    canvas.text(Point::new(4.6, figures * 0.36), letters, &count.to_string());
}

const MAN: &str = "M-9 15q0 -15 5 -18a6.6 6.6 0 1 1 8 0q5 3 5 18z";
/// The ring around a worker of this turn.
const NEW: &str = "#ffe600";

fn worker(canvas: &mut Canvas, scene: &Scene<'_>, field: Field, seat: Seat, at: Point) {
    let on_land = scene.board().land(field).is_some();
    let new = scene.table().this_turn.placed.contains(&field);
    let (id, owner) = (field.to_string(), seat.to_string());
    let mut data = vec![("worker", id.as_str()), ("seat", &owner)];
    if new {
        data.push(("placed", "true"));
    }
    canvas.element(&facts::worker(scene, field, seat), &data, |canvas| {
        let at = at.moved(0.0, 3.0);
        if new {
            let ring = Paint::fill(NEW).edged(INK, 1.2);
            canvas.stamp("nord-new", at, |canvas| canvas.circle(Point::new(0.0, 2.0), 19.5, ring));
        }
        worker_piece(canvas, seat, on_land, at);
    });
}

/// A man on land, or in a boat at sea.
pub fn worker_piece(canvas: &mut Canvas, seat: Seat, is_on_land: bool, at: Point) {
    if is_on_land {
        man(canvas, seat, at);
    } else {
        canvas.stamp(&format!("nord-boat{seat}"), at, |canvas| fishing_boat(canvas, seat));
    }
}

pub fn man(canvas: &mut Canvas, seat: Seat, at: Point) {
    let colour = seat_colour(seat);
    canvas.stamp(&format!("nord-man{seat}"), at, |canvas| {
        canvas.path(MAN, Paint::line("#ffffff", 4.6));
        canvas.path(MAN, Paint::fill(colour.fill).edged(INK, 1.5));
        emblem(canvas, seat, Point::new(0.0, 7.0), 5.0, colour.ink);
    });
}

/// A ship with a dragon's head, around the origin.
const DRAGON: &str =
    "M-21 4q2 12 12 12h17q10 -1 12 -14q1 -7 -3 -9l-3 2 2 2q1 3 -1 7l-32 1q-3 -4 -1 -8l-4 -1q-1 4 1 8z";
const SAIL: &str = "M-10 1v-17h18v17z";
const HULL: &str = "M-18 6h36q-3 11 -11 11h-14q-8 0 -11 -11z";

fn small_dragon_boat(canvas: &mut Canvas, scene: &Scene<'_>, field: Field, at: Point) {
    canvas.element(&facts::boat(scene), &[("dragon-boat", &field.to_string())], |canvas| {
        canvas.translated(at, |canvas| {
            canvas.rectangle(CORNER, SIDE, SIDE, 0.0, Paint::fill("#4b7f9e").edged(INK, 1.8));
            canvas.path(SAIL, Paint::fill("#ffffff").edged(INK, 1.3));
            canvas.path("M-4 1v-17M2 1v-17", Paint::line("#b3261e", 2.6));
            canvas.path(DRAGON, Paint::fill("#7a4a1e").edged(INK, 1.3));
            if scene.shows_ids {
                let letters = Letters::new(10.0, "#ffffff").at(Anchor::Start);
                canvas.text(Point::new(-SIDE / 2.0 + 2.5, SIDE / 2.0 - 2.5), letters, &field.to_string());
            }
        });
    });
}

/// A fishing boat with a man of that seat, around the origin.
fn fishing_boat(canvas: &mut Canvas, seat: Seat) {
    let colour = seat_colour(seat);
    let man = "M-8 7q0 -9 4 -12a6 6 0 1 1 8 0q4 3 4 12z";
    canvas.path(man, Paint::line("#ffffff", 4.6));
    canvas.path(man, Paint::fill(colour.fill).edged(INK, 1.4));
    canvas.path(HULL, Paint::line("#ffffff", 4.6));
    canvas.path(HULL, Paint::fill(colour.fill).edged(INK, 1.5));
    emblem(canvas, seat, Point::new(0.0, 10.6), 4.4, colour.ink);
}
