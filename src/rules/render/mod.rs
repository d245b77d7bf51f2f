//! What rulesets draw themselves with: a canvas, the places of hexes and squares, colours and emblems of seats, text.
//!
//! May know: hexes, seats and arithmetic. May not know: any title, a state, or how an SVG becomes pixels. A drawing is
//! made from a *view* and the names of the players, so that it can show nothing its viewer may not see.

mod canvas;
mod chart;
mod dice;
mod drawing;
mod emblem;
mod escape;
mod grid;
mod hex_map;
mod hex_plan;
mod letters;
mod names;
mod paint;
mod palette;
mod panel;
mod paragraph;
mod point;
mod square_map;
mod square_plan;

pub use canvas::Canvas;
pub use chart::{Standing, chart};
pub use dice::die;
pub use drawing::RenderedBoard;
pub use emblem::{badge, emblem};
pub use escape::escape;
pub use grid::Grid;
pub use hex_map::HexMap;
pub use hex_plan::HexPlan;
pub use letters::{clip, width, wrap};
pub use names::Names;
pub use paint::{Anchor, Letters, Paint};
pub use palette::{INK, PAPER, SeatColour, seat_colour};
pub use panel::{MARGIN, Panel, SHEET_WIDTH, TEXT};
pub use paragraph::paragraph;
pub use point::Point;
pub use square_map::SquareMap;
pub use square_plan::SquarePlan;
