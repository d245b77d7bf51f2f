//! How a shape is filled and outlined, and how text is set.

#[derive(Debug, Clone, Copy)]
pub struct Paint<'a> {
    /// The colour inside; `none` leaves it open.
    pub fill: &'a str,
    /// The colour of the outline; `none` for no outline.
    pub stroke: &'a str,
    pub width: f32,
    /// Lengths of dashes and gaps of the outline; empty for a whole line.
    pub dashes: &'a str,
}

impl<'a> Paint<'a> {
    /// Filled, without an outline.
    pub const fn fill(fill: &'a str) -> Self {
        Self { fill, stroke: "none", width: 0.0, dashes: "" }
    }

    /// An outline only.
    pub const fn line(stroke: &'a str, width: f32) -> Self {
        Self { fill: "none", stroke, width, dashes: "" }
    }

    pub const fn edged(self, stroke: &'a str, width: f32) -> Self {
        Self { stroke, width, ..self }
    }

    pub const fn dashed(self, dashes: &'a str) -> Self {
        Self { dashes, ..self }
    }
}

/// Where a text lies beside its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone, Copy)]
pub struct Letters<'a> {
    pub size: f32,
    pub bold: bool,
    pub fill: &'a str,
    pub anchor: Anchor,
    /// A rim around the letters that lifts them off a busy ground, by its colour.
    pub halo: Option<&'a str>,
}

impl<'a> Letters<'a> {
    /// Plain text that begins at its point.
    pub const fn new(size: f32, fill: &'a str) -> Self {
        Self { size, bold: false, fill, anchor: Anchor::Start, halo: None }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Around its point, or ending at it.
    pub const fn at(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub const fn halo(self, colour: &'a str) -> Self {
        Self { halo: Some(colour), ..self }
    }
}
