//! A die.

use super::canvas::Canvas;
use super::paint::Paint;
use super::palette::{INK, PAPER};
use super::point::Point;

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
