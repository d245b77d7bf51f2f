//! A chart of points over the turns of a game that is over.

use super::canvas::{Anchor, Canvas, Letters, Paint, Point};
use super::options::{Palette, Theme};
use super::phrases::Phrases;
use super::symbols::{INK, emblem, seat_colour};
use super::text::{Names, clip};
use crate::decision::Seat;

/// The points of every seat at the end of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnPoints {
    pub turn: u32,
    pub points: Vec<i32>,
}

impl TurnPoints {
    /// A chart is made from the log of a game that is over, in which every seat has points in every turn.
    fn of(&self, seat: Seat) -> i32 {
        self.points.get(usize::from(seat)).copied().unwrap_or(0)
    }
}

const WIDTH: f32 = 600.0;
const HEIGHT: f32 = 432.0;
const LEFT: f32 = 46.0;
const RIGHT: f32 = 430.0;
const TOP: f32 = 52.0;
const BOTTOM: f32 = 376.0;
const LINE: f32 = 30.0;
/// More turns than this are thinned out; a line has no more pixels.
const MAX_TURNS: usize = 800;

/// The whole chart as an SVG document; `standings` in the order of turns, the last one the end.
pub fn chart(standings: &[TurnPoints], names: &[String], (language, theme): (&str, Theme)) -> String {
    let phrases = Phrases::shared(language);
    let names = Names(names, &phrases);
    let every = standings.len().div_ceil(MAX_TURNS).max(1);
    let kept =
        standings.iter().enumerate().filter(|(index, _)| index % every == 0 || index + 1 == standings.len());
    let scale = Scale::of(&kept.map(|(_, standing)| standing).collect::<Vec<_>>());
    let mut canvas = Canvas::new(theme);
    let Palette { paper, ink, .. } = canvas.palette();
    let title = phrases.text("chart");
    canvas.rectangle(Point::new(0.0, 0.0), WIDTH, HEIGHT, 0.0, Paint::fill(paper));
    canvas.text(Point::new(14.0, 30.0), Letters::new(20.0, ink).bold(), &title);
    scale.axes(&mut canvas, &phrases);
    let seats = standings.last().map_or(0, |standing| standing.points.len()) as Seat;
    for (seat, label) in (0..seats).zip(scale.labels(seats)) {
        scale.line(&mut canvas, seat, names, label);
    }
    let ends = (0..seats).map(|seat| format!("{} {}", names.inside(seat), scale.end_of(seat)));
    let description = phrases.say("chart_end", &[("points", &phrases.joined(ends, ", ", "none"))]);
    canvas.document(WIDTH, (0.0, HEIGHT), &title, &description)
}

struct Scale<'s> {
    standings: Vec<&'s TurnPoints>,
    first: u32,
    turns: u32,
    low: i32,
    high: i32,
}

impl<'s> Scale<'s> {
    fn of(standings: &[&'s TurnPoints]) -> Self {
        let all = || standings.iter().flat_map(|standing| standing.points.iter().copied());
        let first = standings.first().map_or(0, |standing| standing.turn);
        let last = standings.last().map_or(0, |standing| standing.turn);
        // An axis has a length even if the game ended in its first turn, or without a point.
        Self {
            standings: standings.to_vec(),
            first,
            turns: last.saturating_sub(first).max(1),
            low: all().min().unwrap_or(0).min(0),
            high: all().max().unwrap_or(1).max(1),
        }
    }

    fn x(&self, turn: u32) -> f32 {
        let part = turn.saturating_sub(self.first) as f32 / self.turns as f32;
        LEFT + (RIGHT - LEFT) * part
    }

    fn y(&self, points: i32) -> f32 {
        let part = points.saturating_sub(self.low) as f32 / self.high.saturating_sub(self.low) as f32;
        BOTTOM - (BOTTOM - TOP) * part
    }

    fn end_of(&self, seat: Seat) -> i32 {
        self.standings.last().map_or(0, |standing| standing.of(seat))
    }

    fn axes(&self, canvas: &mut Canvas, phrases: &Phrases) {
        let Palette { ink, rule, .. } = canvas.palette();
        // On a phone 600 units are some 358 pixels wide: letters have 11 pixels there.
        let letters = Letters::new(18.5, ink);
        let step = round_step(self.high.saturating_sub(self.low).unsigned_abs(), 7) as i32;
        let mut points = self.low - self.low.rem_euclid(step);
        while points <= self.high {
            if points >= self.low {
                let y = self.y(points);
                canvas.polyline(&[Point::new(LEFT, y), Point::new(RIGHT, y)], Paint::line(rule, 1.0));
                let label = points.to_string();
                canvas.text(Point::new(LEFT - 7.0, y + 6.5), letters.at(Anchor::End), &label);
            }
            points += step;
        }
        let step = round_step(self.turns, 8);
        let mut turn = self.first.next_multiple_of(step);
        while turn <= self.first + self.turns {
            let x = self.x(turn);
            canvas.polyline(&[Point::new(x, BOTTOM), Point::new(x, BOTTOM + 5.0)], Paint::line(ink, 1.0));
            canvas.text(Point::new(x, BOTTOM + 24.0), letters.at(Anchor::Middle), &turn.to_string());
            turn += step;
        }
        let middle = Point::new(f32::midpoint(LEFT, RIGHT), BOTTOM + 47.0);
        canvas.text(middle, letters.at(Anchor::Middle), &phrases.text("chart_turn"));
        canvas.polyline(&[Point::new(LEFT, BOTTOM), Point::new(RIGHT, BOTTOM)], Paint::line(ink, 1.4));
    }

    /// Where the name of each seat stands, so that no two lie over each other.
    fn labels(&self, seats: Seat) -> Vec<f32> {
        let mut order: Vec<Seat> = (0..seats).collect();
        order.sort_by_key(|&seat| (-self.end_of(seat), seat));
        let mut places = vec![TOP; usize::from(seats)];
        let mut next = TOP;
        for (above, &seat) in order.iter().enumerate() {
            let below = order.len() - 1 - above;
            let lowest = BOTTOM - LINE * below as f32;
            let y = self.y(self.end_of(seat)).max(next).min(lowest.max(next));
            if let Some(place) = places.get_mut(usize::from(seat)) {
                *place = y;
            }
            next = y + LINE;
        }
        places
    }

    fn line(&self, canvas: &mut Canvas, seat: Seat, names: Names<'_>, label: f32) {
        let colour = seat_colour(seat);
        // Lines of equal points lie beside each other, not over each other.
        let aside = f32::from(seat) * 2.2 - 4.4;
        let mut points: Vec<Point> = Vec::new();
        for standing in &self.standings {
            let (x, y) = (self.x(standing.turn), self.y(standing.of(seat)) + aside);
            if let Some(before) = points.last().copied() {
                points.push(Point::new(x, before.y));
            }
            points.push(Point::new(x, y));
        }
        let end = self.end_of(seat);
        let title = names.1.say("chart_seat", &[("name", &names.inside(seat)), ("n", &end)]);
        let ink = canvas.palette().ink;
        canvas.element(&title, &[("seat", &seat.to_string()), ("points", &end.to_string())], |canvas| {
            canvas.polyline(&points, Paint::line(ink, 4.6));
            canvas.polyline(&points, Paint::line(colour.fill, 3.0));
            for (index, at) in points.iter().enumerate() {
                let marks = 2 * (self.standings.len() / 8).max(1);
                if index % marks == 0 && index > 0 && at.x < RIGHT - 12.0 {
                    badge(canvas, seat, *at, 7.0);
                }
            }
            let end_of_line = Point::new(RIGHT, self.y(end) + aside);
            let from_label = Point::new(RIGHT + 22.0, label);
            canvas.polyline(&[end_of_line, from_label], Paint::line(ink, 1.0));
            badge(canvas, seat, from_label, 10.0);
            let name = clip(&names.alone(seat), 18.5, true, 96.0);
            canvas.text(from_label.moved(16.0, 6.5), Letters::new(18.5, ink).bold(), &name);
            let figure = Letters::new(18.5, ink).bold().at(Anchor::End);
            canvas.text(Point::new(WIDTH - 8.0, label + 6.5), figure, &end.to_string());
        });
    }
}

fn badge(canvas: &mut Canvas, seat: Seat, at: Point, radius: f32) {
    let colour = seat_colour(seat);
    canvas.circle(at, radius, Paint::fill(colour.fill).edged(INK, 1.2));
    emblem(canvas, seat, at, radius * 0.55, colour.ink);
}

/// A round distance of lines, so that there are at most `most`.
fn round_step(range: u32, most: u32) -> u32 {
    // The last step is large enough for every range of 32 bits.
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 1_000_000];
    steps.into_iter().find(|step| range / step <= most).unwrap_or(1_000_000_000)
}
