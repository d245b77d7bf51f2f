//! The colours and emblems of seats, and dice.

use super::canvas::{Canvas, Paint, Point};
use crate::decision::Seat;

pub const INK: &str = "#1d252b";
pub const PAPER: &str = "#fbf9f4";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatColour {
    pub fill: &'static str,
    pub ink: &'static str,
}

/// Colours that people with any kind of colour vision can tell apart; never the only difference between two things:
/// blue, orange, yellow, pink, black and white, after Okabe and Ito, spread in lightness.
const SEATS: [SeatColour; 6] = [
    SeatColour { fill: "#0061a8", ink: "#ffffff" },
    SeatColour { fill: "#e8590c", ink: "#ffffff" },
    SeatColour { fill: "#ffe11a", ink: INK },
    SeatColour { fill: "#d678b0", ink: INK },
    SeatColour { fill: "#22262a", ink: "#ffffff" },
    SeatColour { fill: "#ffffff", ink: INK },
];

pub fn seat_colour(seat: Seat) -> SeatColour {
    SEATS[usize::from(seat) % SEATS.len()]
}

/// Draws the emblem of a seat around `at`: circle, triangle, square, diamond, star, cross.
pub fn emblem(canvas: &mut Canvas, seat: Seat, at: Point, radius: f32, colour: &str) {
    let paint = Paint::fill(colour);
    match seat % 6 {
        0 => canvas.circle(at, radius * 0.88, paint),
        1 => canvas.polygon(&around(at, radius * 1.15, 3, 0.0), paint),
        2 => canvas.polygon(&around(at, radius * 1.15, 4, 0.125), paint),
        3 => canvas.polygon(&around(at, radius * 1.2, 4, 0.0), paint),
        4 => canvas.polygon(&star(at, radius * 1.25), paint),
        _ => canvas.path(&cross(at, radius), Paint::line(colour, radius * 0.7)),
    }
}

/// The emblem of a seat on a disc of its colour.
pub fn badge(canvas: &mut Canvas, seat: Seat, at: Point, radius: f32) {
    let (colour, middle) = (seat_colour(seat), Point::new(0.0, 0.0));
    canvas.stamp(&format!("badge{seat}-{radius}"), at, |canvas| {
        canvas.circle(middle, radius, Paint::fill(colour.fill).edged("#ffffff", 2.6));
        canvas.circle(middle, radius, Paint::line(INK, 1.1));
        emblem(canvas, seat, middle, radius * 0.55, colour.ink);
    });
}

/// The corners of a regular shape; the first one straight up, turned by a part of a whole turn.
fn around(at: Point, radius: f32, corners: u8, turned: f32) -> Vec<Point> {
    (0..corners).map(|corner| spoke(at, radius, f32::from(corner) / f32::from(corners) + turned)).collect()
}

fn star(at: Point, radius: f32) -> Vec<Point> {
    let length = |corner: u8| if corner.is_multiple_of(2) { radius } else { radius * 0.42 };
    (0..10).map(|corner| spoke(at, length(corner), f32::from(corner) / 10.0)).collect()
}

fn spoke(at: Point, length: f32, part: f32) -> Point {
    let angle = part * std::f32::consts::TAU;
    at.moved(angle.sin() * length, -angle.cos() * length)
}

fn cross(at: Point, radius: f32) -> String {
    let (x, y, r) = (at.x, at.y, radius * 0.8);
    format!(
        "M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}",
        x - r,
        y - r,
        x + r,
        y + r,
        x - r,
        y + r,
        x + r,
        y - r
    )
}

/// Draws a die that shows `face`, 36 units wide, from its upper left corner.
pub fn die(canvas: &mut Canvas, at: Point, face: u8) {
    canvas.rectangle(at, 36.0, 36.0, 7.0, Paint::fill(PAPER).edged(INK, 1.0));
    let spots: &[(u8, u8)] = match face {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (0, 2), (2, 0), (2, 2)],
        5 => &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
        _ => &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
    };
    for (column, row) in spots {
        let spot = at.moved(8.5 + 9.5 * f32::from(*column), 8.5 + 9.5 * f32::from(*row));
        canvas.circle(spot, 3.6, Paint::fill(INK));
    }
}
