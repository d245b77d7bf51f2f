//! The board as a viewer may see it: a picture for eyes, a page of text for readers of screens.
//!
//! May know: the view, the vocabulary, the geometry of the board. May not know: the state, or what is allowed. Both are
//! made from the same sentences in `facts`; hexes, vertices, edges and seats are called as the actions call them.

mod facts;
mod page;
mod picture;
mod words;

use super::view::View;
use crate::rules::draw::{Drawing, Names};

/// A view to be drawn, with the players' names.
#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    names: Names<'a>,
}

/// The view as a picture and as text; `names` by seat.
pub fn draw(view: &View, names: &[String]) -> Drawing {
    let scene = Scene { view, names: Names(names) };
    let (svg, board) = picture::picture(&scene);
    Drawing { svg, board, text: page::page(&scene) }
}
