//! An SVG document in the making. Only shapes, groups and text: no script, no style sheet, no link, no image.

use std::fmt::{self, Write};
use std::ops::Add;

/// The letters of a picture, and what a browser takes if it does not have them; all of these run narrower.
const FONTS: &str = "DejaVu Sans Condensed, Roboto, Helvetica, Arial, sans-serif";

/// A picture that is drawn from the back to the front.
#[derive(Debug, Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    pub fn new() -> Self {
        Self::default()
    }

    /// What was drawn so far as a whole document, with a title and a description for those who can't see it.
    pub fn document(&self, width: f32, height: f32, title: &str, description: &str) -> String {
        let (width, height) = (Rounded(width), Rounded(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\">\
             <title>{}</title><desc>{}</desc>{}</svg>\n",
            escape(title),
            escape(description),
            self.body
        )
    }

    /// What `inside` draws, as one element: with a title, which is read aloud and shown on a long touch, and with
    /// `data-…` attributes, by which programs find it.
    pub fn element(&mut self, title: &str, data: &[(&str, &str)], inside: impl FnOnce(&mut Self)) {
        self.body.push_str("<g");
        for (name, value) in data {
            self.put(format_args!(" data-{name}=\"{}\"", escape(value)));
        }
        self.put(format_args!("><title>{}</title>", escape(title)));
        inside(self);
        self.body.push_str("</g>");
    }

    /// The same with values that are made for it.
    pub fn element_with(&mut self, title: &str, data: &[(&str, String)], inside: impl FnOnce(&mut Self)) {
        let data: Vec<(&str, &str)> = data.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.element(title, &data, inside);
    }

    /// What `inside` draws around the origin, moved to `at`.
    pub fn translated(&mut self, at: Point, inside: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g transform=\"translate({} {})\">", Rounded(at.x), Rounded(at.y)));
        inside(self);
        self.body.push_str("</g>");
    }

    /// What `inside` draws around the origin, `factor` times as large and moved to `at`.
    pub fn scaled(&mut self, at: Point, factor: f32, inside: impl FnOnce(&mut Self)) {
        let (x, y) = (Rounded(at.x), Rounded(at.y));
        self.put(format_args!("<g transform=\"translate({x} {y}) scale({factor:.3})\">"));
        inside(self);
        self.body.push_str("</g>");
    }

    /// What `inside` draws around the origin is kept under `name` and shown only where it is stamped.
    pub fn stamp(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.put(format_args!("<defs><g id=\"{name}\">"));
        inside(self);
        self.body.push_str("</g></defs>");
    }

    /// Shows a stamp at `at`.
    pub fn stamped(&mut self, name: &str, at: Point) {
        self.put(format_args!("<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>", Rounded(at.x), Rounded(at.y)));
    }

    pub fn circle(&mut self, at: Point, radius: f32, paint: Paint<'_>) {
        let (x, y, radius) = (Rounded(at.x), Rounded(at.y), Rounded(radius));
        self.shape(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), paint);
    }

    /// A rectangle from its upper left corner, with rounded corners.
    pub fn rectangle(&mut self, at: Point, width: f32, height: f32, round: f32, paint: Paint<'_>) {
        let (x, y, width, height, round) =
            (Rounded(at.x), Rounded(at.y), Rounded(width), Rounded(height), Rounded(round));
        self.shape(
            format_args!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\""),
            paint,
        );
    }

    pub fn polygon(&mut self, points: &[Point], paint: Paint<'_>) {
        let points = listed(points);
        self.shape(format_args!("polygon points=\"{points}\""), paint);
    }

    pub fn polyline(&mut self, points: &[Point], paint: Paint<'_>) {
        let points = listed(points);
        self.shape(format_args!("polyline points=\"{points}\""), paint);
    }

    /// A shape in the language of paths; `path` is the program's own text.
    pub fn path(&mut self, path: &str, paint: Paint<'_>) {
        self.shape(format_args!("path d=\"{path}\""), paint);
    }

    /// Text; `at` is on its base line.
    pub fn text(&mut self, at: Point, letters: Letters<'_>, text: &str) {
        let Letters { size, bold, fill, anchor, halo } = letters;
        let (x, y, size) = (Rounded(at.x), Rounded(at.y), Rounded(size));
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\""));
        if bold {
            self.body.push_str(" font-weight=\"700\"");
        }
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => self.body.push_str(" text-anchor=\"middle\""),
            Anchor::End => self.body.push_str(" text-anchor=\"end\""),
        }
        if let Some(colour) = halo {
            self.put(format_args!(
                " stroke=\"{colour}\" stroke-width=\"2.6\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            ));
        }
        self.put(format_args!(">{}</text>", escape(text)));
    }

    fn shape(&mut self, shape: std::fmt::Arguments<'_>, paint: Paint<'_>) {
        self.put(format_args!("<{shape} fill=\"{}\"", paint.fill));
        if paint.stroke != "none" {
            self.put(format_args!(" stroke=\"{}\" stroke-width=\"{}\"", paint.stroke, Rounded(paint.width)));
        }
        if !paint.dashes.is_empty() {
            self.put(format_args!(" stroke-dasharray=\"{}\"", paint.dashes));
        }
        self.body.push_str("/>");
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String does not fail.
        let _ = self.body.write_fmt(text);
    }
}

fn listed(points: &[Point]) -> String {
    let pairs: Vec<String> =
        points.iter().map(|point| format!("{},{}", Rounded(point.x), Rounded(point.y))).collect();
    pairs.join(" ")
}

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
    pub const fn fill(fill: &'a str) -> Self {
        Self { fill, stroke: "none", width: 0.0, dashes: "" }
    }

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

/// A point, in units of the picture; `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The point `x` to the right and `y` down.
    pub fn moved(self, x: f32, y: f32) -> Self {
        Self::new(self.x + x, self.y + y)
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.moved(other.x, other.y)
    }
}

/// A number with at most one decimal place: more can't be seen, and documents stay small.
struct Rounded(f32);

impl fmt::Display for Rounded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        if tenths % 10 == 0 {
            return write!(out, "{}", tenths / 10);
        }
        let sign = if tenths < 0 { "-" } else { "" };
        write!(out, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    }
}

/// `text` as it stands in an element or an attribute of XML. Characters that XML can't contain are left out.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [1.0, -0.46, 0.04, 12.25, -3.1].map(|n| Rounded(n).to_string()).into();
        assert_eq!(shown, ["1", "-0.5", "0", "12.3", "-3.1"]);
    }

    #[test]
    fn nothing_that_is_written_opens_an_element_or_ends_an_attribute() {
        assert_eq!(
            escape("<b a=\"1\">'&'</b>\u{0}\u{7}"),
            "&lt;b a=&quot;1&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;"
        );
    }
}
