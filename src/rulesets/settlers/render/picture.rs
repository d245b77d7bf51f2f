//! The picture, 600 units wide, as wide as a phone shows it: heading, board, hand, what is pending, players, bank, key.

use super::{Scene, edge_mark, hex_mark, text, vertex_mark};
use crate::settlers::board::{Edge, Harbour, Hex, Land, Spot, Terrain, Vertex, pips};
use crate::settlers::state::{Building, BuildingKind, Phase};
use rules::Seat;
use rules::render::{
    Anchor, Canvas, DICE_WIDTH, HEADING, Heading, INK, Letters, PAPER, Paint, Panel, PictureParts, PlaceMark,
    PlayerRow, Point, ROW_LEFT, SHEET_WIDTH, TerrainStyle, dice, emblem, fitting, player_row, seat_colour,
    turn_name, width,
};

/// From the middle of a hex to its corner.
const SIZE: f32 = 56.0;
const BOARD_BOTTOM: f32 = HEADING + 16.0 * SIZE / 2.0 + 96.0;
const MIDDLE: Point = Point::new(SHEET_WIDTH / 2.0, (HEADING + BOARD_BOTTOM) / 2.0);
/// Half the width of a hex as a part of its size.
const HALF: f32 = 0.866_025_4;
const RED: &str = "#b3261e";
const SETTLEMENT: &str = "M-10 9V-3L0 -12 10 -3V9z";
const CITY: &str = "M-15 10V-4H-13V-14L-6.5 -19 0 -14V-4L7 -9 15 -3V10z";

const ORIGIN: Point = Point::new(0.0, 0.0);

/// The picture as an SVG document, with the parts that are requested.
pub fn picture(scene: &Scene<'_>) -> String {
    let (phrases, parts) = (scene.phrases, scene.options.parts);
    let mut canvas = Canvas::new(scene.options.theme).with_links(scene.options.marks.legal_link.clone());
    let canvas = &mut canvas;
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(ORIGIN, SHEET_WIDTH, 4000.0, 0.0, Paint::fill(canvas.palette().paper));
    let stands = scene.say(
        "titled",
        &[("turn", &turn_name(phrases, scene.view.table.turn)), ("phase", &text::phase(scene))],
    );
    if parts != PictureParts::Board {
        heading(canvas, scene, &stands);
    }
    board(canvas, scene);
    let title = format!("{}. {stands}", phrases.text("title"));
    let about = text::public_facts(scene).join(" ");
    match parts {
        PictureParts::Board => return canvas.document(SHEET_WIDTH, (HEADING, BOARD_BOTTOM), &title, &about),
        PictureParts::Upper => return canvas.document(SHEET_WIDTH, (0.0, BOARD_BOTTOM), &title, &about),
        PictureParts::Whole => {}
    }
    let mut panel = Panel::below(BOARD_BOTTOM);
    panel.part(canvas, &phrases.text("own"), "own", &text::own(scene));
    panel.part(canvas, &phrases.text("now"), "matters", &text::public_facts(scene));
    players(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("bank"), "bank", &text::bank(scene));
    panel.part(canvas, &phrases.text("key"), "key", &[phrases.text("how")]);
    canvas.document(SHEET_WIDTH, (0.0, panel.bottom()), &title, &about)
}

fn heading(canvas: &mut Canvas, scene: &Scene<'_>, title: &str) {
    let table = &scene.view.table;
    let is_over = scene.options.is_over || matches!(table.phase, Phase::Over { .. });
    let turn_name = turn_name(scene.phrases, table.turn);
    let active = (!is_over).then_some(table.active);
    let whose = active.map(|active| format!("{turn_name} · {}", scene.names().alone(active)));
    let whose = whose.unwrap_or(turn_name);
    let phase = text::phase(scene);
    let taken = table.dice.map_or(0.0, |_| DICE_WIDTH);
    let head = Heading { turn: table.turn, active, title, whose: &whose, phase: &phase, taken };
    rules::render::heading(canvas, &head);
    if let Some(shown) = table.dice {
        dice(canvas, scene.phrases, shown);
    }
}

fn place((x, y): (i8, i8)) -> Point {
    MIDDLE.moved(f32::from(x) * SIZE * HALF, f32::from(y) * SIZE / 2.0)
}

fn middle(edge: Edge) -> Point {
    let [one, other] = edge.vertices().map(|end| place(end.point()));
    Point::new(f32::midpoint(one.x, other.x), f32::midpoint(one.y, other.y))
}

const EDGE_NAME: Letters<'static> = Letters::new(9.5, "#5b4a33").at(Anchor::Middle).halo("#f4ecd8");
const VERTEX_NAME: Letters<'static> = Letters::new(10.5, INK).at(Anchor::Middle);

fn board(canvas: &mut Canvas, scene: &Scene<'_>) {
    let table = &scene.view.table;
    let sea = Paint::fill(canvas.palette().sea);
    canvas.rectangle(Point::new(0.0, HEADING), SHEET_WIDTH, BOARD_BOTTOM - HEADING, 0.0, sea);
    for (site, edge, kind) in table.board.sites() {
        harbour(canvas, scene, site, edge, kind);
    }
    for (hex, tile) in table.board.lands() {
        land(canvas, scene, hex, tile);
    }
    marked(canvas, scene, "hex.");
    canvas.lettered(EDGE_NAME, |canvas| {
        for edge in Edge::all().filter(|edge| table.roads.get(*edge).is_none()) {
            canvas.text(middle(edge).moved(0.0, 3.4), EDGE_NAME, &edge.0.to_string());
        }
    });
    for (edge, seat) in table.roads.iter() {
        let [from, to] = edge.vertices().map(|end| place(end.point()));
        let title = scene.say("road_of", &[("name", &scene.name(seat)), ("edge", &edge.0)]);
        let data = [("edge", edge.0.to_string()), ("seat", seat.to_string())];
        canvas.element_with(&title, &data, |canvas| road(canvas, seat, from, to, edge.0));
    }
    marked(canvas, scene, "edge.");
    canvas.lettered(VERTEX_NAME, |canvas| {
        for vertex in Vertex::all().filter(|vertex| table.buildings.get(*vertex).is_none()) {
            let at = place(vertex.point());
            canvas.stamp("settlers-vertex", at, |canvas| {
                canvas.circle(ORIGIN, 8.2, Paint::fill("#fffdf6").edged("#8a7b60", 0.8));
            });
            canvas.text(at.moved(0.0, 3.8), VERTEX_NAME, &vertex.0.to_string());
        }
    });
    // Behind the buildings, so that their numbers can be read.
    marked(canvas, scene, "vertex.");
    for (vertex, stands) in table.buildings.iter() {
        building(canvas, scene, vertex, stands, place(vertex.point()));
    }
}

fn marked(canvas: &mut Canvas, scene: &Scene<'_>, kind: &str) {
    let marks = &scene.options.marks;
    for (mark, places) in [(PlaceMark::Legal, &marks.legal), (PlaceMark::Changed, &marks.changed)] {
        for name in places.iter().filter(|place| place.starts_with(kind)) {
            mark_place(canvas, scene, mark, name);
        }
    }
}

fn mark_place(canvas: &mut Canvas, scene: &Scene<'_>, mark: PlaceMark, name: &str) {
    let phrases = scene.phrases;
    if let Some(vertex) = Vertex::all().find(|vertex| vertex_mark(*vertex) == name) {
        let radius = if scene.view.table.buildings.get(vertex).is_some() { 19.0 } else { 11.5 };
        let said = phrases.say("vertex", &[("id", &vertex.0)]);
        mark.ring(canvas, phrases, (name, &said), place(vertex.point()), radius);
    } else if let Some(edge) = Edge::all().find(|edge| edge_mark(*edge) == name) {
        let said = phrases.say("edge", &[("id", &edge.0)]);
        mark.outline(canvas, phrases, (name, &said), &around(edge));
    } else if let Some((hex, _)) = scene.view.table.board.lands().find(|(hex, _)| hex_mark(*hex) == name) {
        let said = phrases.say("hex_place", &[("id", &hex.0)]);
        let at = place(hex.centre());
        let inner = |point: Point| at.moved((point.x - at.x) * 0.88, (point.y - at.y) * 0.88);
        let outline = hex.vertices().map(|vertex| inner(place(vertex.point())));
        mark.outline(canvas, phrases, (name, &said), &outline);
    }
}

/// The corners of a box around a road.
fn around(edge: Edge) -> [Point; 4] {
    let [from, to] = edge.vertices().map(|end| place(end.point()));
    let (x, y) = ((to.x - from.x) / SIZE, (to.y - from.y) / SIZE);
    let at = |along: f32, aside: f32| from.moved(x * along - y * aside, y * along + x * aside);
    let (begin, end, half) = (SIZE * 0.13, SIZE * 0.87, 9.0);
    [at(begin, -half), at(end, -half), at(end, half), at(begin, half)]
}

/// A harbour outside its edge, with a pier to each of its vertices.
fn harbour(canvas: &mut Canvas, scene: &Scene<'_>, site: usize, edge: Edge, kind: Harbour) {
    let at = middle(edge);
    let (x, y) = (at.x - MIDDLE.x, at.y - MIDDLE.y);
    let far = x.hypot(y).max(1.0);
    let quay = at.moved(x / far * 27.0, y / far * 27.0);
    let title = text::harbour(scene, edge, kind);
    canvas.element(&title, &[("harbour", &site.to_string())], |canvas| {
        for end in edge.vertices() {
            canvas.polyline(&[place(end.point()), quay], Paint::line("#6b4f2c", 3.2).dashed("4 2.4"));
        }
        let (rate, what) = match kind.resource() {
            Some(only) => ("2:1", scene.phrases.word(only)),
            None => ("3:1", scene.phrases.text("any")),
        };
        let wide = (width(&what, 11.0, false) + 8.0).max(42.0);
        // It stays in the picture.
        let middle = quay.x.clamp(wide / 2.0 + 3.0, SHEET_WIDTH - wide / 2.0 - 3.0);
        let quay = Point::new(middle, quay.y);
        canvas.rectangle(quay.moved(-wide / 2.0, -14.0), wide, 28.0, 6.0, Paint::fill(PAPER).edged(INK, 1.2));
        let letters = Letters::new(12.0, INK).at(Anchor::Middle);
        canvas.text(quay.moved(0.0, -2.0), letters.bold(), rate);
        canvas.text(quay.moved(0.0, 10.0), Letters { size: 11.0, ..letters }, &what);
    });
}

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
            canvas.stamp(&format!("settlers-{number}"), at, |canvas| token(canvas, number));
        }
        let ground = canvas.theme().ground(style.ground);
        let label = format!("#{name} {}", scene.phrases.word(land.terrain));
        let size = fitting(&label, 10.5, 8.0, false, 64.0);
        let letters = Letters::new(size, INK).at(Anchor::Middle).halo(&ground);
        canvas.text(at.moved(0.0, SIZE * 0.55), letters, &label);
    });
    if scene.view.table.robber == hex {
        let title = scene.say("robber_on", &[("id", &name)]);
        canvas.element(&title, &[("robber", &name)], |canvas| robber(canvas, at));
    }
}

fn token(canvas: &mut Canvas, number: u8) {
    let (ink, size) = if pips(number) == 5 { (RED, 22.0) } else { (INK, 18.0) };
    canvas.circle(ORIGIN, 17.5, Paint::fill(PAPER).edged(INK, 1.0));
    let figure = Letters::new(size, ink).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 4.5), figure, &number.to_string());
    let dots = pips(number);
    for dot in 0..dots {
        let x = (f32::from(dot) - f32::from(dots - 1) / 2.0) * 4.2;
        canvas.circle(Point::new(x, 10.4), 1.5, Paint::fill(ink));
    }
}

fn robber(canvas: &mut Canvas, at: Point) {
    canvas.translated(at.moved(-27.0, 2.0), |canvas| {
        let path = "M-9 16q0 -17 5 -19a6.5 6.5 0 1 1 8 0q5 2 5 19z";
        canvas.path(path, Paint::line("#ffffff", 4.0));
        canvas.path(path, Paint::fill("#15181b").edged("#15181b", 1.0));
    });
}

fn road(canvas: &mut Canvas, seat: Seat, from: Point, to: Point, edge: u8) {
    let colour = seat_colour(seat);
    let part = |share: f32| Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    let line = [part(0.14), part(0.86)];
    canvas.polyline(&line, Paint::line(INK, 13.0));
    canvas.polyline(&line, Paint::line(colour.fill, 10.0));
    emblem(canvas, seat, part(0.3), 3.6, colour.ink);
    let figure = Letters::new(9.5, colour.ink).bold().at(Anchor::Middle);
    canvas.text(part(0.58).moved(0.0, 3.4), figure, &edge.to_string());
}

fn building(canvas: &mut Canvas, scene: &Scene<'_>, vertex: Vertex, building: Building, at: Point) {
    let Building { kind, seat } = building;
    let said = scene.phrases.word(kind);
    let title =
        scene.say("building_of", &[("kind", &said), ("name", &scene.name(seat)), ("vertex", &vertex.0)]);
    let data = [("vertex", vertex.0.to_string()), ("seat", seat.to_string()), ("kind", kind.to_string())];
    canvas.element_with(&title, &data, |canvas| {
        canvas.stamp(&format!("settlers-{kind}-{seat}"), at, |canvas| house(canvas, building));
        let letters = Letters::new(10.0, INK).bold().at(Anchor::Middle).halo("#ffffff");
        canvas.text(at.moved(0.0, 19.5), letters, &vertex.0.to_string());
    });
}

fn house(canvas: &mut Canvas, building: Building) {
    let colour = seat_colour(building.seat);
    let (path, middle) = match building.kind {
        BuildingKind::Settlement => (SETTLEMENT, Point::new(0.0, 1.0)),
        BuildingKind::City => (CITY, Point::new(2.5, 3.5)),
    };
    canvas.path(path, Paint::line("#ffffff", 4.4));
    canvas.path(path, Paint::fill(colour.fill).edged(INK, 1.6));
    emblem(canvas, building.seat, middle, 4.6, colour.ink);
}

fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in &scene.view.seats {
        panel.rule(canvas);
        let player = scene.view.table.player(seat.seat);
        let data = [
            ("player", seat.seat.to_string()),
            ("points", seat.points.to_string()),
            ("cards", player.cards.to_string()),
            ("development-cards", player.development_cards.to_string()),
        ];
        canvas.element_with(&text::seat_line(scene, seat), &data, |canvas| {
            let row = PlayerRow {
                seat: seat.seat,
                is_active: seat.seat == scene.view.table.active,
                name: &scene.names().alone(seat.seat),
                cards: &text::cards(scene, seat),
                points: seat.points,
                taken: 0.0,
            };
            player_row(canvas, panel, scene.phrases, &row);
            text::details(scene, seat).iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
        });
    }
}
