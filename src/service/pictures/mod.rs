//! Pictures of games: what a ruleset drew, delivered for a viewer and a version, as SVG, as pixels, as text.
//!
//! Knows who sits where and how an SVG becomes a PNG; knows nothing of what is in the drawing. What a viewer may see was
//! decided by the view that the ruleset drew.

mod asked;
mod board;
mod chart;
mod fonts;
mod pixels;
mod png;
mod recent;
mod shades;
mod studio;

pub use asked::Asked;
pub use board::draw;
pub use chart::chart;
pub use png::png;
pub use studio::{Studio, WIDTHS};
