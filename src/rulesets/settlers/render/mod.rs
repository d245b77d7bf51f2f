//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the vocabulary, the geometry of the board. May not know: the state, or what is allowed. Both are
//! made from the same sentences in `text`; hexes, vertices, edges and seats have the ids that actions use.

mod picture;
mod text;

use super::Settlers;
use super::view::View;
use rules::render::{Names, RenderedBoard};
use rules::{Render, Seat};

#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    names: Names<'a>,
}

impl Scene<'_> {
    fn name(&self, seat: Seat) -> String {
        self.names.inside(seat)
    }
}

impl Render for Settlers {
    fn render(&self, view: &View, names: &[String]) -> RenderedBoard {
        let scene = Scene { view, names: Names(names) };
        let (svg, board) = picture::picture(&scene);
        RenderedBoard { svg, board, text: text::page(&scene) }
    }
}
