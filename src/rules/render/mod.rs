//! The tools by which rulesets render: a canvas, layouts of hexes and squares, colours and emblems of seats, text.
//!
//! May know: hexes, seats and arithmetic. May not know: any ruleset, a state, or how an SVG becomes pixels. A picture
//! is made from a *view* and the names of the players, so that it can show nothing its viewer may not see.

mod board_layout;
mod canvas;
mod card;
mod chart;
pub mod icon_paths;
mod inline;
mod options;
mod overview;
mod phrases;
mod places;
mod sheet;
mod strip;
mod symbols;
mod targets;
mod text;

pub use board_layout::{Grid, HexMap, HexPlan, SquareMap, SquarePlan, paragraph};
pub use canvas::{Anchor, Canvas, Letters, Paint, Point, escape};
pub use card::{CARD_HEIGHT, CARD_WIDTH, CardFacts, card};
pub use chart::{TurnPoints, chart};
pub use inline::symbols;
pub use options::{Marks, Palette, PictureParts, PlaceLabels, RenderOptions, Theme, page_style};
pub use overview::{Card, Cost, CostPart, Figure, Hand, Icon, Overview, PlayerOverview};
pub use phrases::{Phrases, Value};
pub use places::{Compass, PlaceNames, beside, told_apart};
pub use sheet::{
    DICE_WIDTH, HEADING, Heading, ROW_LEFT, WHITE, dice, heading, page_part, player_name, rolled, turn_name,
};
pub use strip::Strip;
pub use symbols::{
    Emblem, GroundColour, INK, PAPER, PlaceMark, SeatColour, SeatStyle, TerrainStyle, badge, die, emblem,
    large_link, seat_colour,
};
pub use targets::TouchArea;
pub use text::{MARGIN, Names, Panel, SHEET_WIDTH, TEXT, clip, fitting, width, wrap};

/// One view of a game, rendered twice: the whole picture and the text each contain every fact of the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedBoard {
    /// A picture that stands by itself: an SVG document without scripts, styles or references to anything outside.
    pub svg: String,
    /// The same as text, in lines of at most 78 columns of a fixed width, sensible when read from top to bottom.
    pub text: String,
}
