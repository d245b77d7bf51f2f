//! The picture, 600 units wide, as wide as a phone shows it: heading, players and hand, board, what is pending, units and
//! buildings of the players, supply, key.

mod board;
mod ghost;
mod marks;
mod pieces;
mod tiles;

use super::{Scene, facts, pending};
use crate::landnam::state::{BuildingKind, UnitKind};
use crate::landnam::terrain::Terrain;
use pieces::{house, piece};
use rules::render::{
    Canvas, DICE_WIDTH, HEADING, Heading, Letters, MARGIN, Overview, Paint, Panel, PictureParts, Point,
    ROW_LEFT, SHEET_WIDTH as WIDTH, Strip, TEXT, dice, player_name, width,
};
pub use tiles::style_of;

const ORIGIN: Point = Point::new(0.0, 0.0);

/// The picture as an SVG document, with the parts that are requested.
pub fn picture(scene: &Scene<'_>, overview: &Overview) -> String {
    let (phrases, parts) = (scene.phrases, scene.options.parts);
    let mut canvas = Canvas::new(scene.options.theme).with_links(scene.options.marks.legal_link.clone());
    let canvas = &mut canvas;
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(ORIGIN, WIDTH, 4000.0, 0.0, Paint::fill(canvas.palette().paper));
    let said = facts::heading(scene);
    let stands = said.line();
    let label = phrases.text("own");
    let strip = Strip::of(overview, scene.names(), phrases, &label);
    // The board has its place whatever stands above it.
    let top = -strip.height();
    if parts != PictureParts::Board {
        canvas.translated(Point::new(0.0, top), |canvas| heading(canvas, scene, &said, &stands));
        let own = scene.view.own.as_ref().zip(facts::own(scene));
        strip.draw(canvas, HEADING + top, own.as_ref().map(|(own, said)| (own.seat, said.as_str())));
    }
    board::board(canvas, scene);
    let title = format!("{}. {stands}", phrases.text("title"));
    // Without ids there is no way to say some of it; a page has it in words of its own.
    let about = if scene.shows_ids { pending::public_facts(scene).join(" ") } else { String::new() };
    match parts {
        PictureParts::Board => return canvas.document(WIDTH, (HEADING, board::BOTTOM), &title, &about),
        PictureParts::Upper => return canvas.document(WIDTH, (top, board::BOTTOM), &title, &about),
        PictureParts::Whole => {}
    }
    let mut panel = Panel::below(board::BOTTOM);
    panel.part(canvas, &phrases.text("now"), "matters", &pending::public_facts(scene));
    players(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("supply"), "supply", &facts::supply(scene));
    panel.part(canvas, &phrases.text("invited_title"), "invited", &pending::invited(scene));
    key(canvas, &mut panel, scene);
    canvas.document(WIDTH, (top, panel.bottom()), &title, &about)
}

fn heading(canvas: &mut Canvas, scene: &Scene<'_>, said: &facts::TurnHeading, title: &str) {
    let whose =
        said.whose.as_ref().map_or_else(|| said.turn.clone(), |whose| format!("{} · {whose}", said.turn));
    let head = Heading {
        turn: scene.table.turn,
        active: said.whose.as_ref().map(|_| scene.table.active),
        title,
        whose: &whose,
        phase: &said.phase,
        taken: said.dice.map_or(0.0, |_| DICE_WIDTH),
    };
    rules::render::heading(canvas, &head);
    if let Some(shown) = said.dice {
        dice(canvas, scene.phrases, shown);
    }
}

fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in &scene.view.seats {
        panel.rule(canvas);
        let player = scene.table.player(seat.seat);
        let data = [
            ("details", seat.seat.to_string()),
            ("tokens", format!("{},{},{}", player.white, player.red, player.black)),
            ("left", format!("{},{},{}", seat.houses_left, seat.ships_left, seat.settlers_left)),
        ];
        canvas.element_with(&scene.name(seat.seat), &data, |canvas| {
            player_name(canvas, panel, seat.seat, &scene.names().alone(seat.seat));
            panel.text(canvas, ROW_LEFT, &facts::units(scene, seat));
            facts::buildings(scene, seat).iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
            panel.text(canvas, ROW_LEFT, &facts::tokens(scene, player));
            panel.text(canvas, ROW_LEFT, &facts::supplies(scene, seat));
        });
    }
}

/// A row of the key is so high.
const SAMPLE: f32 = 40.0;
const SAMPLES_IN_A_ROW: u8 = 4;

/// The terrains with what they yield, the pieces, and the rest in words.
fn key(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    panel.rule(canvas);
    let kinds = Terrain::ALL.map(Some).into_iter().chain([None]);
    let column_width = (WIDTH - 2.0 * MARGIN) / f32::from(SAMPLES_IN_A_ROW);
    let mut top = 0.0;
    for (index, kind) in (0_u8..).zip(kinds) {
        let column = index % SAMPLES_IN_A_ROW;
        if column == 0 {
            top = panel.take(SAMPLE);
        }
        let left = MARGIN + f32::from(column) * column_width;
        sample(canvas, scene, kind, Point::new(left, top), column_width - 44.0);
    }
    let top = panel.take(38.0) + 16.0;
    let text = Letters::new(TEXT, canvas.palette().ink);
    let mut put = |column: f32, name: String, piece: &dyn Fn(&mut Canvas)| {
        let left = MARGIN + 16.0 + column * column_width;
        canvas.translated(Point::new(left, top), piece);
        canvas.text(Point::new(left + 24.0, top + 5.0), text, &name);
    };
    let unit =
        |kind: UnitKind, id: &str| scene.say("unit", &[("kind", &scene.phrases.word(kind)), ("id", &id)]);
    put(0.0, unit(UnitKind::Ship, "5"), &|canvas| piece(canvas, UnitKind::Ship, 5, Some("5")));
    put(1.0, unit(UnitKind::Settler, "4"), &|canvas| piece(canvas, UnitKind::Settler, 5, Some("4")));
    let name = |kind: BuildingKind| scene.phrases.word(kind);
    put(2.0, name(BuildingKind::Farm), &|canvas| house(canvas, BuildingKind::Farm, 5, ORIGIN));
    put(3.0, name(BuildingKind::Town), &|canvas| house(canvas, BuildingKind::Town, 5, ORIGIN));
    panel.text(canvas, MARGIN, &scene.phrases.text("how"));
}

/// A terrain and, beside it, its name and what it yields.
fn sample(canvas: &mut Canvas, scene: &Scene<'_>, terrain: Option<Terrain>, at: Point, room: f32) {
    let (name, yields) = match terrain {
        Some(kind) => (scene.phrases.word(kind), kind.yields().map(|resource| scene.phrases.word(resource))),
        None => (scene.phrases.text("unknown"), None),
    };
    canvas.scaled(at.moved(16.0, SAMPLE / 2.0), 0.45, |canvas| {
        tiles::ground(canvas, style_of(terrain), ORIGIN);
    });
    let letters = Letters::new(12.5, canvas.palette().ink);
    let base = if yields.is_some() { 17.0 } else { 24.0 };
    debug_assert!(width(&name, 12.5, true) < room, "{name} fits");
    canvas.text(at.moved(40.0, base), letters.bold(), &name);
    if let Some(yields) = yields {
        canvas.text(at.moved(40.0, 32.0), letters, &yields);
    }
}
