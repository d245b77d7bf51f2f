//! The picture, 600 units wide, as wide as a phone shows it: heading, players and hand, island, large dragon boat, what
//! is pending, men of the players, supply, key.

use super::island::{crown, island, man};
use super::{Scene, facts};
use crate::nord::state::{Figure, Jarl, Phase};
use rules::render::{
    Anchor, Canvas, HEADING, Heading, INK, Letters, MARGIN, Overview, Paint, Panel, PictureParts, Point,
    ROW_LEFT, SHEET_WIDTH, Strip, large_link, player_name, turn_name,
};

/// The picture as an SVG document, with the parts that are requested.
pub fn picture(scene: &Scene<'_>, overview: &Overview) -> String {
    let (phrases, parts) = (scene.phrases, scene.options.parts);
    let mut canvas = Canvas::new(scene.options.theme).with_links(scene.options.marks.legal_link.clone());
    let canvas = &mut canvas;
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, 6000.0, 0.0, Paint::fill(canvas.palette().paper));
    let stands = scene
        .say("titled", &[("turn", &turn_name(phrases, scene.table().turn)), ("phase", &facts::phase(scene))]);
    let label = phrases.text("own");
    let strip = Strip::of(overview, scene.names(), phrases, &label);
    // The board has its place whatever stands above it.
    let top = -strip.height();
    if parts != PictureParts::Board {
        canvas.translated(Point::new(0.0, top), |canvas| heading(canvas, scene, &stands));
        let own = scene.view.own.as_ref().map(|own| (own.seat, facts::own(scene).join(" ")));
        strip.draw(canvas, HEADING + top, own.as_ref().map(|(seat, said)| (*seat, said.as_str())));
    }
    let mut panel = Panel::below(island(canvas, scene, HEADING));
    large_dragon_boat(canvas, &mut panel, scene);
    let title = format!("{}. {stands}", phrases.text("title"));
    // Without ids there is no way to say some of it; a page has it in words of its own.
    let about = if scene.shows_ids { facts::public_facts(scene).join(" ") } else { String::new() };
    let upper = if parts == PictureParts::Board { HEADING } else { top };
    if parts != PictureParts::Whole {
        return canvas.document(SHEET_WIDTH, (upper, panel.bottom()), &title, &about);
    }
    panel.part(canvas, &phrases.text("now"), "matters", &facts::turn_and_links(scene));
    players(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("supply"), "supply", &facts::supply(scene));
    panel.part(canvas, &phrases.text("key"), "key", &[phrases.text("how")]);
    canvas.document(SHEET_WIDTH, (upper, panel.bottom()), &title, &about)
}

fn heading(canvas: &mut Canvas, scene: &Scene<'_>, title: &str) {
    let table = scene.table();
    let is_over = scene.options.is_over || matches!(table.phase, Phase::Over { .. });
    let turn_name = turn_name(scene.phrases, table.turn);
    let active = (!is_over).then_some(table.active);
    let whose = active.map(|active| format!("{turn_name} · {}", scene.names().alone(active)));
    let whose = whose.unwrap_or(turn_name);
    let phase = facts::phase(scene);
    let head = Heading { turn: table.turn, active, title, whose: &whose, phase: &phase, taken: 0.0 };
    rules::render::heading(canvas, &head);
}

const BOAT_HEIGHT: f32 = 76.0;
/// What a link beside the boat takes.
const LARGE_LINK: f32 = 44.0;
const WOOD: &str = "#c49a63";

/// The large dragon boat: its places with their numbers, and who lies there.
fn large_dragon_boat(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    let table = scene.table();
    let top = panel.take(BOAT_HEIGHT) + 8.0;
    let large = scene.options.marks.large_link.as_deref();
    let moored = if large.is_some() { LARGE_LINK } else { 0.0 };
    let width = SHEET_WIDTH - 2.0 * MARGIN - moored;
    let left = MARGIN + moored;
    let (right, deck, keel) = (left + width, top + 10.0, top + 60.0);
    large_link(canvas, scene.phrases, large, Point::new(30.0, top + 34.0));
    let hull = format!(
        "M{left:.0} {:.0}q4 12 16 12h{:.0}q14 -2 18 -14q10 12 -2 34q-8 18 -26 18h{:.0}q-18 -2 -24 -30z",
        deck - 10.0,
        width - 38.0,
        -(width - 64.0),
    );
    canvas.path(&hull, Paint::fill(WOOD).edged("#5a3a1c", 2.0));
    let step = (right - left - 72.0) / table.places.len() as f32;
    for (place, number) in (0_u8..).zip(&table.places) {
        let x = left + 34.0 + step * (f32::from(place) + 0.5);
        let figure = table.dragon_boat.get(usize::from(place)).copied();
        let at = Point::new(x, f32::midpoint(deck, keel) + 1.0);
        bench(canvas, scene, *number, figure, at);
    }
}

fn bench(canvas: &mut Canvas, scene: &Scene<'_>, number: u8, figure: Option<Figure>, at: Point) {
    let lies = figure.map_or_else(|| scene.phrases.text("free"), |lies| facts::figure(scene, lies));
    let (name, free) = (number.to_string(), if figure.is_none() { "true" } else { "false" });
    let title = scene.say("boat_place", &[("number", &number), ("lies", &lies)]);
    canvas.element(&title, &[("place", &name), ("free", free)], |canvas| {
        let ground = if figure.is_some() { "#ead3ae" } else { "#fffdf6" };
        canvas.circle(at, 20.0, Paint::fill(ground).edged("#5a3a1c", 1.6));
        let Some(figure) = figure else {
            let letters = Letters::new(19.0, INK).bold().at(Anchor::Middle);
            canvas.text(at.moved(0.0, 6.5), letters, &name);
            return;
        };
        canvas.scaled(at.moved(0.0, -4.5), 0.88, |canvas| occupant(canvas, figure));
        // It is too small for a phone, and says no more than the place itself.
        if scene.shows_ids {
            let letters = Letters::new(11.0, INK).bold().at(Anchor::Middle).halo("#ead3ae");
            canvas.text(at.moved(0.0, 18.0), letters, &name);
        }
    });
}

fn occupant(canvas: &mut Canvas, figure: Figure) {
    let origin = Point::new(0.0, 0.0);
    let large = |canvas: &mut Canvas, jarl| canvas.scaled(origin, 1.5, |canvas| crown(canvas, jarl, origin));
    match figure {
        Figure::Man { seat } => {
            canvas.scaled(Point::new(0.0, -1.0), 0.85, |canvas| man(canvas, seat, origin));
        }
        Figure::Jarl { seat } => large(canvas, Jarl::Own { seat }),
        Figure::NeutralJarl {} => large(canvas, Jarl::Neutral {}),
        Figure::UnusedJarl {} => {
            large(canvas, Jarl::Neutral {});
            canvas.path("M-12-10.5L12 10.5", Paint::line(INK, 2.4));
        }
    }
}

fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in scene.seats() {
        panel.rule(canvas);
        canvas.element(&scene.name(seat), &[("details", &seat.to_string())], |canvas| {
            player_name(canvas, panel, seat, &scene.names().alone(seat));
            facts::details(scene, seat).iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
        });
    }
}
