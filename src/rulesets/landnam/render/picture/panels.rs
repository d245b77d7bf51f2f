//! Above and below the board: whose turn it is, the viewer's own cards, everybody's standing, the key.

use super::pieces::{house, piece};
use super::terrain::style_of;
use super::{Scene, WIDTH, facts};
use crate::landnam::render::listed;
use crate::landnam::resource::Resource;
use crate::landnam::state::{BuildingKind, Player, UnitKind};
use crate::landnam::terrain::Terrain;
use crate::landnam::view::SeatView;
use rules::render::{
    Anchor, Canvas, HexPlan, INK, Letters, MARGIN, Paint, Panel, Point, ROW_LEFT, TEXT, badge, clip, counted,
    dice, points, seat_row, width, wrap,
};

pub fn heading(canvas: &mut Canvas, scene: &Scene<'_>) {
    let heading = facts::heading(scene);
    let title = format!("{}, {}: {}", heading.turn, heading.whose, heading.phase);
    let whose = format!("{} · {}", heading.turn, heading.whose);
    let turn = (scene.table.turn, scene.table.active);
    rules::render::heading(canvas, turn, &title, &whose, &heading.phase);
    if let (Some(shown), Some(rolled)) = (heading.dice, heading.rolled()) {
        dice(canvas, &rolled, shown);
    }
}

const CARD_WIDTH: f32 = 82.0;
const CARD_HEIGHT: f32 = 28.0;

pub fn hand(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    let (Some(own), Some(said)) = (scene.view.own.as_ref(), facts::own(scene)) else { return };
    let top = panel.take(CARD_HEIGHT + 16.0) + 10.0;
    let seat = own.seat.to_string();
    canvas.element(&said, &[("own", &seat)], |canvas| {
        badge(canvas, own.seat, Point::new(MARGIN + 12.0, top + CARD_HEIGHT / 2.0), 11.5);
        let title = Letters::new(TEXT, INK).bold();
        canvas.text(Point::new(MARGIN + 30.0, top + 19.0), title, "You hold");
        for (column, kind) in (0_u8..).zip(Resource::ALL) {
            let left = MARGIN + 98.0 + f32::from(column) * (CARD_WIDTH + 6.0);
            card(canvas, kind, own.cards.get(kind), Point::new(left, top));
        }
    });
    for line in card_lines(own.fate_cards.iter().map(|&held| <&str>::from(held))) {
        let base = panel.take(18.5) + TEXT;
        canvas.text(Point::new(MARGIN, base), Letters::new(TEXT, INK), &line);
    }
}

/// The fate cards in lines that fit.
fn card_lines<'c>(cards: impl Iterator<Item = &'c str>) -> Vec<String> {
    let all = listed(cards);
    let text = if all.is_empty() { "no fate card".to_owned() } else { format!("Fate cards: {all}") };
    wrap(&text, TEXT, WIDTH - 2.0 * MARGIN)
}

fn card(canvas: &mut Canvas, kind: Resource, count: u8, at: Point) {
    let ground = style_of(Terrain::ALL.into_iter().find(|terrain| terrain.yields() == Some(kind))).ground;
    let (edge, weight) = if count == 0 { ("#b9b2a3", 1.0) } else { (INK, 1.4) };
    let ground = if count == 0 { "#f1ede3" } else { ground };
    canvas.rectangle(at, CARD_WIDTH, CARD_HEIGHT, 6.0, Paint::fill(ground).edged(edge, weight));
    let name = kind.name();
    let letters = Letters::new(15.0, INK);
    canvas.text(at.moved(8.0, 19.0), letters, name);
    let figure = Letters::new(18.0, INK).bold().at(Anchor::End);
    let right = CARD_WIDTH - 8.0;
    debug_assert!(width(name, 15.0, false) < right - 20.0, "{name} fits");
    canvas.text(at.moved(right, 20.0), figure, &count.to_string());
}

const NAME_SIZE: f32 = 17.0;

pub fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in &scene.view.seats {
        panel.rule(canvas);
        let player = scene.table.players.get(usize::from(seat.seat)).copied().unwrap_or_default();
        let data = [
            ("player", seat.seat.to_string()),
            ("points", seat.points.to_string()),
            ("cards", seat.cards.to_string()),
            ("fate-cards", seat.fate_cards.to_string()),
            ("tokens", format!("{},{},{}", player.white, player.red, player.black)),
            ("left", format!("{},{},{}", seat.houses_left, seat.ships_left, seat.settlers_left)),
        ];
        let title = format!("Seat {}, {}: {}", seat.seat, scene.name(seat.seat), facts::score(seat));
        canvas.element_with(&title, &data, |canvas| {
            headline(canvas, panel, scene, seat, player);
            panel.text(canvas, ROW_LEFT, &facts::units(scene, seat));
            facts::buildings(scene, seat).iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
            panel.text(canvas, ROW_LEFT, &facts::supplies(seat));
        });
    }
}

/// Emblem, name and points, and below them cards and tokens.
fn headline(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>, seat: &SeatView, player: Player) {
    let base = seat_row(canvas, panel, seat.seat, seat.seat == scene.table.active);
    let name = clip(&scene.names.alone(seat.seat), NAME_SIZE, true, 168.0);
    canvas.text(Point::new(ROW_LEFT, base), Letters::new(NAME_SIZE, INK).bold(), &name);
    let after = ROW_LEFT + width(&name, NAME_SIZE, true) + 8.0;
    canvas.text(Point::new(after, base), Letters::new(TEXT, INK), &format!("seat {}", seat.seat));
    let cards = format!("{}, {} fate", counted(seat.cards, "card"), seat.fate_cards);
    canvas.text(Point::new(394.0, base), Letters::new(TEXT, INK).at(Anchor::End), &cards);
    let won = [("white", player.white), ("red", player.red), ("black", player.black)];
    canvas.element(&facts::tokens(player), &[], |canvas| {
        for (column, (kind, count)) in (0_u8..).zip(won) {
            token(canvas, kind, count, Point::new(413.0 + 34.0 * f32::from(column), base - 5.0));
        }
    });
    points(canvas, base, seat.points, (58.0, 54.0));
}

/// A token that was won: the letter says its colour too. Paler if there are none.
fn token(canvas: &mut Canvas, kind: &str, count: u8, at: Point) {
    let (fill, ink) = match kind {
        "white" => ("#ffffff", INK),
        "red" => ("#c4001a", "#ffffff"),
        _ => (INK, "#ffffff"),
    };
    canvas.circle(at, 7.5, Paint::fill(fill).edged(INK, 1.0));
    let letter = kind.get(..1).unwrap_or_default().to_uppercase();
    canvas.text(at.moved(0.0, 3.8), Letters::new(10.5, ink).bold().at(Anchor::Middle), &letter);
    canvas.text(at.moved(10.5, 5.0), Letters::new(TEXT, INK).bold(), &count.to_string());
}

const KEY_TEXT: &str = "A unit carries its name. Corners: q,r,N is the upper tip of hex q,r; q,r,S the lower one. Red cross: \
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
        canvas.translated(Point::new(x, top), piece);
        canvas.text(Point::new(x + 20.0, top + 5.0), text, name);
    };
    put(32.0, "ship 5", &|canvas| piece(canvas, UnitKind::Ship, 5, "5"));
    put(152.0, "settler 4", &|canvas| piece(canvas, UnitKind::Settler, 5, "4"));
    put(282.0, "farm", &|canvas| house(canvas, BuildingKind::Farm, 5));
    put(382.0, "town", &|canvas| house(canvas, BuildingKind::Town, 5));
    panel.text(canvas, MARGIN, KEY_TEXT);
}

/// A terrain and, below it, its name and what it yields.
fn sample(canvas: &mut Canvas, terrain: Option<Terrain>, at: Point) {
    let (name, yields) = match terrain {
        Some(kind) => (kind.into(), kind.yields().map_or("", |resource| resource.name())),
        None => ("unknown", ""),
    };
    let ground = style_of(terrain);
    let middle = at.moved(12.0, 24.0);
    canvas.polygon(
        &HexPlan { middle, size: 14.0 }.outline_at(middle, 0.0),
        Paint::fill(ground.ground).edged(INK, 0.8),
    );
    canvas.text(at.moved(27.0, 22.0), Letters::new(11.5, INK).bold(), name);
    canvas.text(at.moved(27.0, 36.0), Letters::new(11.5, INK), yields);
}
