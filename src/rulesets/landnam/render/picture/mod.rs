//! The picture, 600 units wide, as wide as a phone shows it: heading, board, hand, what is pending, players, supply,
//! key.

mod board;
mod ghost;
mod marks;
mod pieces;
mod tiles;

use super::{Scene, facts, pending};
use crate::landnam::resource::Resource;
use crate::landnam::state::{BuildingKind, Player, UnitKind};
use crate::landnam::terrain::Terrain;
use pieces::{house, piece};
use rules::render::{
    Anchor, Canvas, DICE_WIDTH, HEADING, Heading, INK, Letters, MARGIN, Paint, Panel, PictureParts,
    PlayerRow, Point, ROW_LEFT, SHEET_WIDTH as WIDTH, TEXT, badge, dice, fitting, player_row, width, wrap,
};
pub use tiles::style_of;

const ORIGIN: Point = Point::new(0.0, 0.0);

/// The picture as an SVG document, with the parts that are requested.
pub fn picture(scene: &Scene<'_>) -> String {
    let (phrases, parts) = (scene.phrases, scene.options.parts);
    let mut canvas = Canvas::new(scene.options.theme).with_links(scene.options.marks.legal_link.clone());
    let canvas = &mut canvas;
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(ORIGIN, WIDTH, 4000.0, 0.0, Paint::fill(canvas.palette().paper));
    let said = facts::heading(scene);
    let stands = said.line();
    if parts != PictureParts::Board {
        heading(canvas, scene, &said, &stands);
    }
    board::board(canvas, scene);
    let title = format!("{}. {stands}", phrases.text("title"));
    // Without ids there is no way to say some of it; a page has it in words of its own.
    let about = if scene.shows_ids { pending::public_facts(scene).join(" ") } else { String::new() };
    match parts {
        PictureParts::Board => return canvas.document(WIDTH, (HEADING, board::BOTTOM), &title, &about),
        PictureParts::Upper => return canvas.document(WIDTH, (0.0, board::BOTTOM), &title, &about),
        PictureParts::Whole => {}
    }
    let mut panel = Panel::below(board::BOTTOM);
    hand(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("now"), "matters", &pending::public_facts(scene));
    players(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("supply"), "supply", &facts::supply(scene));
    panel.part(canvas, &phrases.text("invited_title"), "invited", &pending::invited(scene));
    key(canvas, &mut panel, scene);
    canvas.document(WIDTH, (0.0, panel.bottom()), &title, &about)
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

const CARD_WIDTH: f32 = 104.0;
const CARD_HEIGHT: f32 = 28.0;

fn hand(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    let (Some(own), Some(said)) = (scene.view.own.as_ref(), facts::own(scene)) else { return };
    let ink = canvas.palette().ink;
    let top = panel.take(CARD_HEIGHT + 16.0) + 10.0;
    let seat = own.seat.to_string();
    canvas.element(&said, &[("own", &seat)], |canvas| {
        badge(canvas, own.seat, Point::new(MARGIN + 12.0, top + CARD_HEIGHT / 2.0), 11.5);
        let title = Letters::new(TEXT, ink).bold();
        canvas.text(Point::new(MARGIN + 30.0, top + 19.0), title, &scene.phrases.text("you_hold"));
        for (column, kind) in (0_u8..).zip(Resource::ALL) {
            let left = MARGIN + 98.0 + f32::from(column) * (CARD_WIDTH + 6.0);
            card(canvas, scene, kind, own.cards.get(kind), Point::new(left, top));
        }
    });
    let fate = match own.fate_cards.as_slice() {
        [] => scene.phrases.text("no_fate_card"),
        held => scene.say("fate_list", &[("cards", &scene.fate_cards(held))]),
    };
    for line in wrap(&fate, TEXT, WIDTH - 2.0 * MARGIN) {
        let base = panel.take(18.5) + TEXT;
        canvas.text(Point::new(MARGIN, base), Letters::new(TEXT, ink), &line);
    }
}

fn card(canvas: &mut Canvas, scene: &Scene<'_>, kind: Resource, count: u8, at: Point) {
    let style = style_of(Terrain::ALL.into_iter().find(|terrain| terrain.yields() == Some(kind)));
    let (empty, edge) = canvas.palette().no_card;
    let (ground, paint_ink) = match count {
        0 => (empty.to_owned(), canvas.palette().ink),
        _ => (canvas.theme().ground(style.ground), INK),
    };
    let paint = Paint::fill(&ground);
    let paint = if count == 0 { paint.edged(edge, 1.0) } else { paint.edged(INK, 1.4) };
    canvas.rectangle(at, CARD_WIDTH, CARD_HEIGHT, 6.0, paint);
    let name = scene.phrases.word(kind);
    let right = CARD_WIDTH - 8.0;
    let size = fitting(&name, 15.0, 10.0, false, right - 8.0 - 24.0);
    canvas.text(at.moved(8.0, 19.0), Letters::new(size, paint_ink), &name);
    let figure = Letters::new(18.0, paint_ink).bold().at(Anchor::End);
    canvas.text(at.moved(right, 20.0), figure, &count.to_string());
}

/// How much of a seat's row its tokens take.
const TOKENS: f32 = 104.0;

fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in &scene.view.seats {
        panel.rule(canvas);
        let player = scene.table.player(seat.seat);
        let data = [
            ("player", seat.seat.to_string()),
            ("points", seat.points.to_string()),
            ("cards", seat.cards.to_string()),
            ("fate-cards", seat.fate_cards.to_string()),
            ("tokens", format!("{},{},{}", player.white, player.red, player.black)),
            ("left", format!("{},{},{}", seat.houses_left, seat.ships_left, seat.settlers_left)),
        ];
        canvas.element_with(&facts::score(scene, seat), &data, |canvas| {
            let row = PlayerRow {
                seat: seat.seat,
                is_active: seat.seat == scene.table.active,
                name: &scene.names().alone(seat.seat),
                cards: &facts::cards(scene, seat),
                points: seat.points,
                taken: TOKENS,
            };
            let free = player_row(canvas, panel, scene.phrases, &row);
            tokens(canvas, scene, player, free);
            panel.text(canvas, ROW_LEFT, &facts::units(scene, seat));
            facts::buildings(scene, seat).iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
            panel.text(canvas, ROW_LEFT, &facts::supplies(scene, seat));
        });
    }
}

fn tokens(canvas: &mut Canvas, scene: &Scene<'_>, player: Player, at: Point) {
    let won = [("white", player.white), ("red", player.red), ("black", player.black)];
    canvas.element(&facts::tokens(scene, player), &[], |canvas| {
        for (column, (kind, count)) in (0_u8..).zip(won) {
            let place = at.moved(17.0 + 33.0 * f32::from(column), -5.0);
            canvas.stamp(&format!("landnam-{kind}"), place, |canvas| token(canvas, scene, kind));
            let figure = Letters::new(TEXT, canvas.palette().ink).bold();
            canvas.text(place.moved(10.5, 5.0), figure, &count.to_string());
        }
    });
}

/// A token: the letter says its colour too.
fn token(canvas: &mut Canvas, scene: &Scene<'_>, kind: &str) {
    let (fill, ink) = match kind {
        "white" => ("#ffffff", INK),
        "red" => ("#c4001a", "#ffffff"),
        _ => (INK, "#ffffff"),
    };
    let edge = if kind == "black" { "#ffffff" } else { INK };
    canvas.circle(ORIGIN, 7.5, Paint::fill(fill).edged(edge, 1.0));
    let letter = scene.phrases.text(&format!("{kind}_letter"));
    canvas.text(Point::new(0.0, 3.8), Letters::new(10.5, ink).bold().at(Anchor::Middle), &letter);
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
