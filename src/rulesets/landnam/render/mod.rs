//! The board as a viewer may see it: a picture for eyes, a page of text for readers of screens.
//!
//! May know: the view, the questions that follow from it, the vocabulary, the geometry of the board. May not know: the
//! state, or what is allowed. Both are made from the same sentences in `facts`; hexes, corners, units and seats are
//! called as the actions call them, so that a move can be typed from what is seen.

mod facts;
mod page;
mod picture;
mod scene;
mod words;

use rules::render::{Names, RenderedBoard};

use super::view::View;
use scene::Scene;

/// The view as a picture and as text; `names` by seat.
pub fn render(view: &View, names: &[String]) -> RenderedBoard {
    let scene = Scene { view, table: &view.table, names: Names(names) };
    let (svg, board) = picture::picture(&scene);
    RenderedBoard { svg, board, text: page::page(&scene) }
}
