//! The picture, 600 units wide, as wide as a phone shows it: heading, board, hand, what is pending, players, bank, key.

use super::board::{BOARD_BOTTOM, board};
use super::{Scene, text};
use crate::settlers::state::Phase;
use rules::render::{
    Canvas, DICE_WIDTH, HEADING, Heading, Paint, Panel, PictureParts, PlayerRow, Point, ROW_LEFT,
    SHEET_WIDTH, dice, player_row, turn_name,
};

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
    // Without ids there is no way to say some of it; a page has it in words of its own.
    let about = if scene.shows_ids { text::public_facts(scene).join(" ") } else { String::new() };
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
