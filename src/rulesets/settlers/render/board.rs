//! The board: land in its sea, harbours, roads and buildings, and the marks on them. With the names of places everything
//! is small; without them, figures and harbours are large enough for a phone.

use super::ghost::ghost;
use super::{BoardSpot, Scene, marked_spot, text};
use crate::settlers::board::{Edge, Harbour, Hex, Land, Spot, Terrain, Vertex, in_sides, pips};
use crate::settlers::state::{Building, BuildingKind};
use rules::Seat;
use rules::render::{
    Anchor, Canvas, HEADING, INK, Letters, PAPER, Paint, PlaceMark, Point, SHEET_WIDTH, TerrainStyle,
    TouchArea, emblem, fitting, large_link, seat_colour, width,
};

/// From the middle of a hex to its corner.
pub const SIZE: f32 = 56.0;
pub const BOARD_BOTTOM: f32 = HEADING + 16.0 * SIZE / 2.0 + 96.0;
const MIDDLE: Point = Point::new(SHEET_WIDTH / 2.0, (HEADING + BOARD_BOTTOM) / 2.0);
const RED: &str = "#b3261e";
const SETTLEMENT: &str = "M-11 10V-3L0 -13 11 -3V10z";
/// A hall beside a tower with battlements: wider and higher than a settlement, and of another outline.
const CITY: &str = "M-19 13V-20H-15V-16H-11V-20H-7V-16H-3V-20H1V-6L10 -14 20 -6V13z";

const ORIGIN: Point = Point::new(0.0, 0.0);

pub fn place(point: (i8, i8)) -> Point {
    let (x, y) = in_sides(point);
    MIDDLE.moved(x * SIZE, y * SIZE)
}

fn middle(edge: Edge) -> Point {
    let [one, other] = edge.vertices().map(|end| place(end.point()));
    Point::new(f32::midpoint(one.x, other.x), f32::midpoint(one.y, other.y))
}

const EDGE_NAME: Letters<'static> = Letters::new(9.5, "#5b4a33").at(Anchor::Middle).halo("#f4ecd8");
const VERTEX_NAME: Letters<'static> = Letters::new(10.5, INK).at(Anchor::Middle);

pub fn board(canvas: &mut Canvas, scene: &Scene<'_>) {
    let table = &scene.view.table;
    let sea = Paint::fill(canvas.palette().sea);
    canvas.rectangle(Point::new(0.0, HEADING), SHEET_WIDTH, BOARD_BOTTOM - HEADING, 0.0, sea);
    for (site, edge, kind) in table.board.sites() {
        harbour(canvas, scene, site, edge, kind);
    }
    for (hex, tile) in table.board.lands() {
        land(canvas, scene, hex, tile);
    }
    marks(canvas, scene, |spot| matches!(spot, BoardSpot::Hex(_)));
    if scene.shows_ids {
        edge_names(canvas, scene);
    }
    for (edge, seat) in table.roads.iter() {
        let title = if scene.shows_ids {
            scene.say("road_of", &[("name", &scene.name(seat)), ("edge", &edge.0)])
        } else {
            scene.say("road_there", &[("name", &scene.name(seat))])
        };
        let data = [("edge", edge.0.to_string()), ("seat", seat.to_string())];
        let name = scene.shows_ids.then_some(edge.0);
        canvas.element_with(&title, &data, |canvas| road(canvas, seat, edge, name));
    }
    marks(canvas, scene, |spot| matches!(spot, BoardSpot::Edge(_)));
    if scene.shows_ids {
        vertex_names(canvas, scene);
    }
    // Behind the buildings, so that their numbers can be read.
    marks(canvas, scene, |spot| matches!(spot, BoardSpot::Vertex(_)));
    for (vertex, stands) in table.buildings.iter() {
        building(canvas, scene, vertex, stands, place(vertex.point()));
    }
    ghost(canvas, scene);
    canvas.draw_targets();
    let corner = Point::new(34.0, BOARD_BOTTOM - 34.0);
    large_link(canvas, scene.phrases, scene.options.marks.large_link.as_deref(), corner);
}

fn edge_names(canvas: &mut Canvas, scene: &Scene<'_>) {
    canvas.lettered(EDGE_NAME, |canvas| {
        for edge in Edge::all().filter(|edge| scene.view.table.roads.get(*edge).is_none()) {
            canvas.text(middle(edge).moved(0.0, 3.4), EDGE_NAME, &edge.0.to_string());
        }
    });
}

fn vertex_names(canvas: &mut Canvas, scene: &Scene<'_>) {
    canvas.lettered(VERTEX_NAME, |canvas| {
        for vertex in Vertex::all().filter(|vertex| scene.view.table.buildings.get(*vertex).is_none()) {
            let at = place(vertex.point());
            canvas.stamp("settlers-vertex", at, |canvas| {
                canvas.circle(ORIGIN, 8.2, Paint::fill("#fffdf6").edged("#8a7b60", 0.8));
            });
            canvas.text(at.moved(0.0, 3.8), VERTEX_NAME, &vertex.0.to_string());
        }
    });
}

/// Marks those of the places that lie on the same layer of the board.
fn marks(canvas: &mut Canvas, scene: &Scene<'_>, is_on_layer: fn(BoardSpot) -> bool) {
    let marks = &scene.options.marks;
    let legal: &[String] = if scene.chosen.is_some() { &[] } else { &marks.legal };
    for (mark, places) in [(PlaceMark::Legal, legal), (PlaceMark::Changed, marks.changed.as_slice())] {
        for name in places {
            if let Some(spot) = marked_spot(name).filter(|spot| is_on_layer(*spot)) {
                mark_spot(canvas, scene, mark, (name, spot));
            }
        }
    }
}

pub fn mark_spot(canvas: &mut Canvas, scene: &Scene<'_>, mark: PlaceMark, (name, spot): (&str, BoardSpot)) {
    let (phrases, said) = (scene.phrases, text::spot(scene, spot));
    let named = (name, said.as_str());
    match spot {
        BoardSpot::Vertex(vertex) => {
            let is_built = scene.view.table.buildings.get(vertex).is_some();
            let radius = if is_built || mark == PlaceMark::Chosen { 23.0 } else { 12.5 };
            mark.ring(canvas, phrases, named, place(vertex.point()), radius);
        }
        BoardSpot::Edge(edge) => {
            let area = TouchArea::Around(middle(edge));
            mark.outline_touched(canvas, phrases, named, (&around(edge), area));
        }
        BoardSpot::Hex(hex) => {
            let at = place(hex.centre());
            let inner = |point: Point| at.moved((point.x - at.x) * 0.88, (point.y - at.y) * 0.88);
            let outline = hex.vertices().map(|vertex| inner(place(vertex.point())));
            mark.outline(canvas, phrases, named, &outline);
        }
    }
}

/// The corners of a box around a road.
fn around(edge: Edge) -> [Point; 4] {
    let [from, to] = edge.vertices().map(|end| place(end.point()));
    let (x, y) = ((to.x - from.x) / SIZE, (to.y - from.y) / SIZE);
    let at = |along: f32, aside: f32| from.moved(x * along - y * aside, y * along + x * aside);
    let (begin, end, half) = (SIZE * 0.17, SIZE * 0.83, 9.0);
    [at(begin, -half), at(end, -half), at(end, half), at(begin, half)]
}

/// A harbour outside its edge, with a pier to each of its vertices.
fn harbour(canvas: &mut Canvas, scene: &Scene<'_>, site: usize, edge: Edge, kind: Harbour) {
    let at = middle(edge);
    let (x, y) = (at.x - MIDDLE.x, at.y - MIDDLE.y);
    let far = x.hypot(y).max(1.0);
    // A wide box lies farther out at the sides, so that no land covers it.
    let aside = if scene.shows_ids { 27.0 } else { 45.0 };
    let quay = at.moved(x / far * aside, y / far * 27.0);
    let title = text::harbour(scene, edge, kind);
    canvas.element(&title, &[("harbour", &site.to_string())], |canvas| {
        for end in edge.vertices() {
            canvas.polyline(&[place(end.point()), quay], Paint::line("#6b4f2c", 3.2).dashed("4 2.4"));
        }
        if scene.shows_ids { named_quay(canvas, scene, kind, quay) } else { large_quay(canvas, kind, quay) }
    });
}

/// A box of that width around `quay`, moved so that it stays in the picture: its middle.
fn quay_box(canvas: &mut Canvas, quay: Point, wide: f32, high: f32, ground: &str) -> Point {
    let middle = quay.x.clamp(wide / 2.0 + 3.0, SHEET_WIDTH - wide / 2.0 - 3.0);
    let quay = Point::new(middle, quay.y);
    let corner = quay.moved(-wide / 2.0, -high / 2.0);
    canvas.rectangle(corner, wide, high, 6.0, Paint::fill(ground).edged(INK, 1.2));
    quay
}

fn named_quay(canvas: &mut Canvas, scene: &Scene<'_>, kind: Harbour, quay: Point) {
    let (rate, what) = match kind.resource() {
        Some(only) => ("2:1", scene.phrases.word(only)),
        None => ("3:1", scene.phrases.text("any")),
    };
    let wide = (width(&what, 11.0, false) + 8.0).max(42.0);
    let quay = quay_box(canvas, quay, wide, 28.0, PAPER);
    let letters = Letters::new(12.0, INK).at(Anchor::Middle);
    canvas.text(quay.moved(0.0, -2.0), letters.bold(), rate);
    canvas.text(quay.moved(0.0, 10.0), Letters { size: 11.0, ..letters }, &what);
}

/// The rate on the ground and with the sign of the land that yields what it takes.
fn large_quay(canvas: &mut Canvas, kind: Harbour, quay: Point) {
    let letters = Letters::new(LARGE, INK).bold().at(Anchor::Middle);
    let Some(land) = land_for(kind) else {
        let quay = quay_box(canvas, quay, 44.0, 30.0, PAPER);
        return canvas.text(quay.moved(0.0, 6.8), letters, "3:1");
    };
    let quay = quay_box(canvas, quay, 62.0, 30.0, style(land).ground);
    canvas.text(quay.moved(-11.0, 6.8), letters, "2:1");
    let (path, colour) = sign(land);
    canvas.translated(quay.moved(19.0, 0.0), |canvas| canvas.path(path, Paint::line(colour, 2.4)));
}

/// The land that yields the one kind that a harbour takes.
const fn land_for(kind: Harbour) -> Option<Terrain> {
    Some(match kind {
        Harbour::Generic => return None,
        Harbour::Lumber => Terrain::Forest,
        Harbour::Brick => Terrain::Hills,
        Harbour::Wool => Terrain::Pasture,
        Harbour::Grain => Terrain::Fields,
        Harbour::Ore => Terrain::Mountains,
    })
}

/// One of the signs that make up the pattern of a terrain, larger, with its colour.
const fn sign(terrain: Terrain) -> (&'static str, &'static str) {
    match terrain {
        Terrain::Forest => ("M-8 9l8 -18 8 18z", "#1f4a1c"),
        Terrain::Pasture => ("M-8 -2q4 -8 8 0M0 -2q4 -8 8 0M-4 8q4 -8 8 0", "#456a1d"),
        Terrain::Fields => ("M-8 -7h16M-8 0h16M-8 7h16", "#7d5c05"),
        Terrain::Hills => ("M-8 -8h16v7h-16zM-8 1h16v7h-16zM0 -8v7", "#6d330f"),
        Terrain::Mountains | Terrain::Desert => ("M-9 8l6 -15 4 8 3 -4 5 11z", "#3a4048"),
    }
}

/// The least size of letters without the names of places: 11 CSS pixels on a phone.
const LARGE: f32 = 19.0;

pub const fn style(terrain: Terrain) -> TerrainStyle {
    match terrain {
        Terrain::Forest => TerrainStyle::lines(
            "settlers-forest",
            "#5f9a5b",
            ("#33632f", 2.0),
            "M-34 -8l6 -11 6 11zM22 -8l6 -11 6 11zM-34 22l6 -11 6 11zM22 22l6 -11 6 11zM-6 -30l6 -11 6 11z",
        ),
        Terrain::Pasture => TerrainStyle::lines(
            "settlers-pasture",
            "#b7dc87",
            ("#6f9a3e", 2.0),
            "M-32 -12q4 -8 8 0M24 -12q4 -8 8 0M-34 16q4 -8 8 0M26 16q4 -8 8 0M-4 -32q4 -8 8 0M-28 -12q4 -8 8 0",
        ),
        Terrain::Fields => TerrainStyle::lines(
            "settlers-fields",
            "#f2d263",
            ("#b98c14", 2.0),
            "M-38 -14h16M22 -14h16M-38 -8h16M22 -8h16M-38 14h16M22 14h16M-38 20h16M22 20h16M-8 -34h16M-8 -28h16",
        ),
        Terrain::Hills => TerrainStyle::lines(
            "settlers-hills",
            "#d98958",
            ("#8f4a20", 2.0),
            "M-38 -16h14v8h-14zM24 -16h14v8h-14zM-38 14h14v8h-14zM24 14h14v8h-14zM-7 -36h14v8h-14z",
        ),
        Terrain::Mountains => TerrainStyle::lines(
            "settlers-mountains",
            "#aab0b8",
            ("#565d66", 2.0),
            "M-40 -6l8 -14 5 8 3 -4 5 10zM20 -6l8 -14 5 8 3 -4 5 10zM-40 24l8 -14 5 8 3 -4 5 10zM20 24l8 -14 5 8 3 -4 5 10z",
        ),
        Terrain::Desert => TerrainStyle::lines(
            "settlers-desert",
            "#efe3bf",
            ("#b7a56f", 2.0),
            "M-34 -10h1M-22 -16h1M24 -12h1M34 -6h1M-30 18h1M-20 24h1M26 20h1M34 14h1M0 -32h1M-8 -26h1M8 -26h1",
        ),
    }
}

fn land(canvas: &mut Canvas, scene: &Scene<'_>, hex: Hex, land: Land) {
    let at = place(hex.centre());
    let name = hex.0.to_string();
    let number = land.number.map(|number| number.to_string()).unwrap_or_default();
    let data = [("hex", name.clone()), ("terrain", land.terrain.to_string()), ("number", number)];
    canvas.element_with(&text::land(scene, hex, land), &data, |canvas| {
        let style = style(land.terrain);
        style.tile(canvas, at, true, |canvas, ground| {
            let outline =
                hex.vertices().map(|vertex| place(vertex.point())).map(|point| point.moved(-at.x, -at.y));
            canvas.polygon(&outline, Paint::fill(ground).edged("#f4ecd8", 5.0));
        });
        if let Some(number) = land.number {
            let is_large = !scene.shows_ids;
            canvas.stamp(&format!("settlers-{number}"), at, |canvas| token(canvas, number, is_large));
        }
        if scene.shows_ids {
            let ground = canvas.theme().ground(style.ground);
            let label = format!("#{name} {}", scene.phrases.word(land.terrain));
            let size = fitting(&label, 10.5, 8.0, false, 64.0);
            let letters = Letters::new(size, INK).at(Anchor::Middle).halo(&ground);
            canvas.text(at.moved(0.0, SIZE * 0.55), letters, &label);
        }
    });
    if scene.view.table.robber == hex {
        let title = if scene.shows_ids {
            scene.say("robber_on", &[("id", &name)])
        } else {
            scene.phrases.text("robber_there")
        };
        canvas.element(&title, &[("robber", &name)], |canvas| robber(canvas, at));
    }
}

fn token(canvas: &mut Canvas, number: u8, is_large: bool) {
    let is_often = pips(number) == 5;
    let ink = if is_often { RED } else { INK };
    let (size, radius, rise) = match (is_often, is_large) {
        (true, true) => (25.0, 21.5, 0.6),
        (false, true) => (21.0, 21.5, 0.6),
        (true, false) => (22.0, 17.5, 0.0),
        (false, false) => (18.0, 17.5, 0.0),
    };
    canvas.circle(ORIGIN, radius, Paint::fill(PAPER).edged(INK, 1.0));
    let figure = Letters::new(size, ink).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 4.5 + rise), figure, &number.to_string());
    let dots = pips(number);
    let (gap, dot_radius, y) = if is_large { (5.0, 1.9, 12.6) } else { (4.2, 1.5, 10.4) };
    for dot in 0..dots {
        let x = (f32::from(dot) - f32::from(dots - 1) / 2.0) * gap;
        canvas.circle(Point::new(x, y), dot_radius, Paint::fill(ink));
    }
}

/// The robber beside the number of a hex with that middle.
pub fn robber(canvas: &mut Canvas, at: Point) {
    canvas.translated(at.moved(-29.0, 2.0), |canvas| {
        let path = "M-9 16q0 -17 5 -19a6.5 6.5 0 1 1 8 0q5 2 5 19z";
        canvas.path(path, Paint::line("#ffffff", 4.0));
        canvas.path(path, Paint::fill("#15181b").edged("#15181b", 1.0));
    });
}

/// A road on an edge, with the name of the edge if it has one.
pub fn road(canvas: &mut Canvas, seat: Seat, edge: Edge, name: Option<u8>) {
    let [from, to] = edge.vertices().map(|end| place(end.point()));
    let colour = seat_colour(seat);
    let part = |share: f32| Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    let line = [part(0.14), part(0.86)];
    canvas.polyline(&line, Paint::line(INK, 13.0));
    canvas.polyline(&line, Paint::line(colour.fill, 10.0));
    match name {
        Some(name) => {
            emblem(canvas, seat, part(0.3), 3.6, colour.ink);
            let figure = Letters::new(9.5, colour.ink).bold().at(Anchor::Middle);
            canvas.text(part(0.58).moved(0.0, 3.4), figure, &name.to_string());
        }
        None => emblem(canvas, seat, part(0.5), 4.2, colour.ink),
    }
}

fn building(canvas: &mut Canvas, scene: &Scene<'_>, vertex: Vertex, building: Building, at: Point) {
    let (name, said) = (scene.name(building.seat), scene.phrases.word(building.kind));
    let title = if scene.shows_ids {
        scene.say("building_of", &[("kind", &said), ("name", &name), ("vertex", &vertex.0)])
    } else {
        scene.say("building_there", &[("kind", &said), ("name", &name)])
    };
    let data = [
        ("vertex", vertex.0.to_string()),
        ("seat", building.seat.to_string()),
        ("kind", building.kind.to_string()),
    ];
    canvas.element_with(&title, &data, |canvas| {
        house(canvas, building, at);
        if scene.shows_ids {
            let letters = Letters::new(10.0, INK).bold().at(Anchor::Middle).halo("#ffffff");
            canvas.text(at.moved(0.0, 22.5), letters, &vertex.0.to_string());
        }
    });
}

pub fn house(canvas: &mut Canvas, building: Building, at: Point) {
    let Building { kind, seat } = building;
    let colour = seat_colour(seat);
    let (path, middle) = match kind {
        BuildingKind::Settlement => (SETTLEMENT, Point::new(0.0, 1.5)),
        BuildingKind::City => (CITY, Point::new(0.5, 4.0)),
    };
    canvas.stamp(&format!("settlers-{kind}-{seat}"), at, |canvas| {
        canvas.path(path, Paint::line("#ffffff", 4.8));
        canvas.path(path, Paint::fill(colour.fill).edged(INK, 1.8));
        emblem(canvas, seat, middle, 5.2, colour.ink);
    });
}
