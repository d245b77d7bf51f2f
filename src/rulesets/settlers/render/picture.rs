//! The picture, 600 units wide, as wide as a phone shows it: heading, players and hand, board, what is pending, places of
//! the players, bank, key.

use super::board::{BOARD_BOTTOM, board};
use super::{Scene, text};
use crate::settlers::state::Phase;
use rules::render::{
    Canvas, DICE_WIDTH, HEADING, Heading, Overview, Paint, Panel, PictureParts, Point, ROW_LEFT, SHEET_WIDTH,
    Strip, dice, player_name, turn_name,
};

const ORIGIN: Point = Point::new(0.0, 0.0);

/// The picture as an SVG document, with the parts that are requested.
pub fn picture(scene: &Scene<'_>, overview: &Overview) -> String {
    let (phrases, parts) = (scene.phrases, scene.options.parts);
    let mut canvas = Canvas::new(scene.options.theme).with_links(scene.options.marks.legal_link.clone());
    let canvas = &mut canvas;
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(ORIGIN, SHEET_WIDTH, 4000.0, 0.0, Paint::fill(canvas.palette().paper));
    let label = phrases.text("own");
    let strip = Strip::of(overview, scene.names(), phrases, &label);
    let stands = scene.say(
        "titled",
        &[("turn", &turn_name(phrases, scene.view.table.turn)), ("phase", &text::phase(scene))],
    );
    // The board has its place whatever stands above it.
    let top = -strip.height();
    if parts != PictureParts::Board {
        canvas.translated(Point::new(0.0, top), |canvas| heading(canvas, scene, &stands));
        let own = scene.view.own.as_ref().map(|own| (own.seat, text::own(scene).join(" ")));
        strip.draw(canvas, HEADING + top, own.as_ref().map(|(seat, said)| (*seat, said.as_str())));
    }
    board(canvas, scene);
    let title = format!("{}. {stands}", phrases.text("title"));
    // Without ids there is no way to say some of it; a page has it in words of its own.
    let about = if scene.shows_ids { text::public_facts(scene).join(" ") } else { String::new() };
    match parts {
        PictureParts::Board => return canvas.document(SHEET_WIDTH, (HEADING, BOARD_BOTTOM), &title, &about),
        PictureParts::Upper => return canvas.document(SHEET_WIDTH, (top, BOARD_BOTTOM), &title, &about),
        PictureParts::Whole => {}
    }
    let mut panel = Panel::below(BOARD_BOTTOM);
    panel.part(canvas, &phrases.text("now"), "matters", &text::public_facts(scene));
    players(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("bank"), "bank", &text::bank(scene));
    panel.part(canvas, &phrases.text("key"), "key", &[phrases.text("how")]);
    canvas.document(SHEET_WIDTH, (top, panel.bottom()), &title, &about)
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
        canvas.element(&scene.name(seat.seat), &[("details", &seat.seat.to_string())], |canvas| {
            player_name(canvas, panel, seat.seat, &scene.names().alone(seat.seat));
            let lines = text::below_the_strip(scene, seat);
            lines.iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
        });
    }
}
