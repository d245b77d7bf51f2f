//! What a ruleset hands back when it is asked to draw.

/// One view of a game, drawn twice over: the picture and the text each hold every fact of the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedBoard {
    /// A picture that stands by itself: an SVG document without scripts, styles or references to anything outside.
    pub svg: String,
    /// The upper part of the picture alone, for where the rest is told in words: a document by itself as well.
    pub board: String,
    /// The same as text, in lines of at most 78 columns of a fixed width, sensible when read from top to bottom.
    pub text: String,
}
