//! The picture, 600 units wide, as wide as a phone shows it: heading, island, large dragon boat, hand, what is pending,
//! players, supply, key.

use super::island::{crown, define_patterns, island, man};
use super::{Scene, facts};
use crate::nord::state::{Figure, Jarl};
use rules::render::{
    Anchor, Canvas, HEADING, INK, Letters, MARGIN, PAPER, Paint, Panel, Point, ROW_LEFT, SHEET_WIDTH, WHITE,
    counted, player_row, turn_heading, turn_name,
};

const KEY: &str = "Small figures name the fields as actions do. A man stands on land, one in a boat at sea; it carries the \
                   owner's emblem, with a yellow ring if placed in this turn. Stones are a cairn; a chest with ? a \
                   treasure on it. A settlement has a gate on each side and shows its fighters by emblem and number; a \
                   crown is a jarl, white if no player's.";

/// The whole picture as an SVG document, and one of the island and the large dragon boat alone.
pub fn picture(scene: &Scene<'_>) -> (String, String) {
    let mut canvas = Canvas::new();
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, 6000.0, 0.0, Paint::fill(PAPER));
    define_patterns(&mut canvas);
    heading(&mut canvas, scene);
    let mut panel = Panel::below(island(&mut canvas, scene, HEADING));
    large_dragon_boat(&mut canvas, &mut panel, scene);
    let title = format!("NORD, {}: {}", turn_name(scene.table().turn).to_lowercase(), facts::phase(scene));
    let about = facts::public_facts(scene).join(" ");
    let board = canvas.document(SHEET_WIDTH, panel.bottom(), &title, &about);
    panel.part(&mut canvas, "Your treasures", "own", &facts::own(scene));
    panel.part(&mut canvas, "Now", "matters", &facts::public_facts(scene));
    players(&mut canvas, &mut panel, scene);
    panel.part(&mut canvas, "Supply", "supply", &facts::supply(scene));
    panel.part(&mut canvas, "Key", "key", &[KEY.to_owned()]);
    (canvas.document(SHEET_WIDTH, panel.bottom(), &title, &about), board)
}

/// Whose turn it is, which phase, which scoring comes next.
fn heading(canvas: &mut Canvas, scene: &Scene<'_>) {
    let table = scene.table();
    turn_heading(canvas, scene.names, (table.turn, table.active), &facts::phase(scene));
    let number = table.next_scoring;
    if (1..=4).contains(&number) {
        let kind = facts::scoring(number);
        let title = format!("Next scoring: number {number}, {kind}");
        canvas.element(&title, &[("next-scoring", &number.to_string())], |canvas| {
            let right = Letters::new(16.0, WHITE).at(Anchor::End);
            canvas.text(
                Point::new(SHEET_WIDTH - 14.0, 26.0),
                right.bold(),
                &format!("scoring {number} next"),
            );
            canvas.text(Point::new(SHEET_WIDTH - 14.0, 47.0), right, kind);
        });
    }
}

const BOAT_HEIGHT: f32 = 76.0;
const WOOD: &str = "#c49a63";

/// The large dragon boat: its places with their numbers, and who lies there.
fn large_dragon_boat(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    let table = scene.table();
    let top = panel.take(BOAT_HEIGHT) + 8.0;
    let width = SHEET_WIDTH - 2.0 * MARGIN;
    let (left, right, deck, keel) = (MARGIN, MARGIN + width, top + 10.0, top + 60.0);
    let hull = format!(
        "M{left:.0} {:.0}q4 12 16 12h{:.0}q14 -2 18 -14q10 12 -2 34q-8 18 -26 18h{:.0}q-18 -2 -24 -30z",
        deck - 10.0,
        width - 38.0,
        -(width - 64.0),
    );
    canvas.path(&hull, Paint::fill(WOOD).edged("#5a3a1c", 2.0));
    let count = f32::from(u8::try_from(table.places.len()).unwrap_or(u8::MAX)).max(1.0);
    let step = (right - left - 72.0) / count;
    for (place, number) in (0_u8..).zip(&table.places) {
        let x = left + 34.0 + step * (f32::from(place) + 0.5);
        let figure = table.dragon_boat.get(usize::from(place)).copied();
        let at = Point::new(x, f32::midpoint(deck, keel) + 1.0);
        bench(canvas, scene, *number, figure, at);
    }
}

fn bench(canvas: &mut Canvas, scene: &Scene<'_>, number: u8, figure: Option<Figure>, at: Point) {
    let lies = figure.map_or_else(|| "free".to_owned(), |lies| facts::figure(scene, lies));
    let (name, free) = (number.to_string(), if figure.is_none() { "true" } else { "false" });
    let title = format!("large dragon boat, place {number}: {lies}");
    canvas.element(&title, &[("place", &name), ("free", free)], |canvas| {
        let ground = if figure.is_some() { "#ead3ae" } else { "#fffdf6" };
        canvas.circle(at, 20.0, Paint::fill(ground).edged("#5a3a1c", 1.6));
        let Some(figure) = figure else {
            let letters = Letters::new(18.0, INK).bold().at(Anchor::Middle);
            canvas.text(at.moved(0.0, 6.5), letters, &name);
            return;
        };
        canvas.scaled(at.moved(0.0, -4.5), 0.88, |canvas| occupant(canvas, figure));
        let letters = Letters::new(11.0, INK).bold().at(Anchor::Middle).halo("#ead3ae");
        canvas.text(at.moved(0.0, 18.0), letters, &name);
    });
}

fn occupant(canvas: &mut Canvas, figure: Figure) {
    match figure {
        Figure::Man { seat } => canvas.scaled(Point::new(0.0, -1.0), 0.85, |canvas| man(canvas, seat)),
        Figure::Jarl { seat } => {
            canvas.scaled(Point::new(0.0, 0.0), 1.5, |canvas| crown(canvas, Jarl::Own { seat }))
        }
        Figure::NeutralJarl {} => {
            canvas.scaled(Point::new(0.0, 0.0), 1.5, |canvas| crown(canvas, Jarl::Neutral {}))
        }
        Figure::UnusedJarl {} => canvas.scaled(Point::new(0.0, 0.0), 1.5, |canvas| {
            crown(canvas, Jarl::Neutral {});
            canvas.path("M-8 -7L8 7", Paint::line(INK, 1.6));
        }),
    }
}

/// All seats in the order of play: points, men, treasures, fighters and workers.
fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in scene.seats() {
        panel.rule(canvas);
        let player = scene.table().player(seat);
        let title = format!("Seat {seat}, {}: {}", scene.name(seat), facts::summary(scene, seat));
        let data = [
            ("player", seat.to_string()),
            ("points", player.score.to_string()),
            ("men", player.supply.to_string()),
            ("treasures", player.treasures.to_string()),
        ];
        canvas.element_with(&title, &data, |canvas| {
            let row = (scene.names, seat, seat == scene.table().active);
            let cards =
                format!("{} at home, {}", facts::men(player.supply), counted(player.treasures, "treasure"));
            player_row(canvas, panel, row, (&cards, 112.0), player.score);
            facts::details(scene, seat).iter().for_each(|line| panel.text(canvas, ROW_LEFT, line));
        });
    }
}
