//! The large dragon boat: its places with their numbers, and who lies there.

use super::super::{Scene, facts};
use super::settlement::crown;
use super::worker::man;
use crate::nord::state::{Figure, Jarl};
use rules::render::{Anchor, Canvas, INK, Letters, MARGIN, Paint, Panel, Point, SHEET_WIDTH};

const HEIGHT: f32 = 76.0;
const WOOD: &str = "#c49a63";

pub fn longship(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    let table = scene.table();
    let top = panel.take(HEIGHT) + 8.0;
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
    canvas.thing(&title, &[("place", &name), ("free", free)], |canvas| {
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
