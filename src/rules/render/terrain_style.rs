//! The style of a terrain in a picture: a ground and a pattern, which no two terrains of a ruleset share.

use super::canvas::{Canvas, Paint, Point};

#[derive(Debug, Clone, Copy)]
pub struct TerrainStyle {
    pub ground: &'static str,
    /// The name under which a tile of it is defined, since it is drawn many times.
    pub stamp: &'static str,
    /// The pattern as a path around the middle of a hex or square.
    path: &'static str,
    /// The colour and the width of its lines; a filled pattern has none.
    colour: &'static str,
    line_width: Option<f32>,
}

impl TerrainStyle {
    /// A pattern in lines of that width.
    pub const fn lines(
        stamp: &'static str,
        ground: &'static str,
        (colour, width): (&'static str, f32),
        path: &'static str,
    ) -> Self {
        Self { ground, stamp, path, colour, line_width: Some(width) }
    }

    pub const fn filled(
        stamp: &'static str,
        ground: &'static str,
        colour: &'static str,
        path: &'static str,
    ) -> Self {
        Self { ground, stamp, path, colour, line_width: None }
    }

    /// Around the origin.
    pub fn pattern(&self, canvas: &mut Canvas) {
        let lines = |width| Paint::line(self.colour, width);
        canvas.path(self.path, self.line_width.map_or(Paint::fill(self.colour), lines));
    }

    /// Shows a tile at `at`: `shape` draws its outline around the origin in the ground's colour, and the pattern lies on
    /// it if requested.
    pub fn tile(
        &self,
        canvas: &mut Canvas,
        at: Point,
        with_pattern: bool,
        shape: impl FnOnce(&mut Canvas, &str),
    ) {
        let name = format!("{}{}", self.stamp, if with_pattern { "" } else { "-ground" });
        canvas.stamp(&name, at, |canvas| {
            shape(canvas, &canvas.theme().ground(self.ground));
            if with_pattern {
                self.pattern(canvas);
            }
        });
    }
}
