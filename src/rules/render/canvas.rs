//! An SVG document in the making. Only shapes, groups and text: no script, no style sheet, no link, no image.

use std::fmt::Write;

use super::escape::escape;
use super::paint::{Anchor, Letters, Paint};
use super::point::{Point, Short};

/// The letters of a picture, and what a browser takes if it does not have them; all of these run narrower.
const FONTS: &str = "DejaVu Sans Condensed, Roboto, Helvetica, Arial, sans-serif";

/// A picture that is drawn from the back to the front.
#[derive(Debug, Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    /// An empty canvas.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was drawn so far as a whole document, with a title and a description for those who don't see it.
    pub fn document(&self, width: f32, height: f32, title: &str, description: &str) -> String {
        let (width, height) = (Short(width), Short(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\">\
             <title>{}</title><desc>{}</desc>{}</svg>\n",
            escape(title),
            escape(description),
            self.body
        )
    }

    /// What `inside` draws, as one thing: with a title, which is read aloud and shown on a long touch, and with
    /// `data-…` attributes, by which programs find it.
    pub fn thing(&mut self, title: &str, data: &[(&str, &str)], inside: impl FnOnce(&mut Self)) {
        self.body.push_str("<g");
        for (name, value) in data {
            self.put(format_args!(" data-{name}=\"{}\"", escape(value)));
        }
        self.put(format_args!("><title>{}</title>", escape(title)));
        inside(self);
        self.body.push_str("</g>");
    }

    /// What `inside` draws around the origin, moved to `at`.
    pub fn moved(&mut self, at: Point, inside: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g transform=\"translate({} {})\">", Short(at.x), Short(at.y)));
        inside(self);
        self.body.push_str("</g>");
    }

    /// What `inside` draws around the origin, `factor` times as large and moved to `at`.
    pub fn scaled(&mut self, at: Point, factor: f32, inside: impl FnOnce(&mut Self)) {
        let (x, y) = (Short(at.x), Short(at.y));
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
        self.put(format_args!("<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>", Short(at.x), Short(at.y)));
    }

    pub fn circle(&mut self, at: Point, radius: f32, paint: Paint<'_>) {
        let (x, y, radius) = (Short(at.x), Short(at.y), Short(radius));
        self.shape(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), paint);
    }

    /// A rectangle from its upper left corner, with rounded corners.
    pub fn rectangle(&mut self, at: Point, width: f32, height: f32, round: f32, paint: Paint<'_>) {
        let (x, y, width, height, round) =
            (Short(at.x), Short(at.y), Short(width), Short(height), Short(round));
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
        let (x, y, size) = (Short(at.x), Short(at.y), Short(size));
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
            self.put(format_args!(" stroke=\"{}\" stroke-width=\"{}\"", paint.stroke, Short(paint.width)));
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
        points.iter().map(|point| format!("{},{}", Short(point.x), Short(point.y))).collect();
    pairs.join(" ")
}
