//! Builds an SVG document from shapes, groups and text, with links where a page contains the picture. There is no way
//! to add a script, a style sheet or an image.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::ops::Add;

use super::options::{GROUND_ON_PAGE, Palette, Theme};
use super::targets::{Target, TouchArea};

/// The letters of a picture, and what a browser takes if it does not have them; all of these run narrower.
const FONTS: &str = "DejaVu Sans Condensed, Roboto, Helvetica, Arial, sans-serif";

/// The size of letters where nothing else is said.
const USUAL_SIZE: f32 = 14.0;
/// The halo of letters that have one, as attributes; those of its colour come before.
const HALO: &str = " stroke-width=\"2.6\" stroke-linejoin=\"round\" paint-order=\"stroke\"";

/// A picture that is drawn from the back to the front.
#[derive(Debug)]
pub struct Canvas {
    theme: Theme,
    body: String,
    /// What is shown in several places is kept here once, by name.
    definitions: String,
    defined: BTreeSet<String>,
    /// The letters that the elements around have set; `None` where that is not known.
    around: Option<Letters<'static>>,
    /// What the addresses of places begin with, where places are links.
    places_at: Option<String>,
    has_link: bool,
    /// What is to be touched, until it is drawn above everything else.
    pub(super) targets: Vec<Target>,
}

impl Canvas {
    pub fn new(theme: Theme) -> Self {
        let around = Some(Letters::new(USUAL_SIZE, theme.palette().ink));
        Self {
            theme,
            body: String::with_capacity(40 << 10),
            definitions: String::new(),
            defined: BTreeSet::new(),
            around,
            places_at: None,
            has_link: false,
            targets: Vec::new(),
        }
    }

    /// The same whose places are links: their addresses begin with `address` and end with the name of the place.
    pub fn with_links(self, address: Option<String>) -> Self {
        Self { places_at: address, ..self }
    }

    /// The address of a place; `None` where places are no links.
    pub fn link_of(&self, place: &str) -> Option<String> {
        let begin = self.places_at.as_deref()?;
        let encoded = place.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        });
        Some(begin.to_owned() + &encoded.collect::<String>())
    }

    /// Makes a place a link where places are links; it is drawn by [`Self::draw_targets`].
    pub fn add_target(&mut self, place: &str, title: &str, area: TouchArea) {
        if self.places_at.is_some() {
            self.targets.push(Target { place: place.to_owned(), title: title.to_owned(), area });
        }
    }

    pub const fn has_links(&self) -> bool {
        self.places_at.is_some()
    }

    /// What `inside` draws, as a link.
    pub fn link(&mut self, address: &str, title: &str, inside: impl FnOnce(&mut Self)) {
        self.has_link = true;
        self.put(format_args!("<a href=\"{}\"><title>{}</title>", escape(address), escape(title)));
        inside(self);
        self.body.push_str("</a>");
    }

    pub(super) fn put_target(&mut self, area: &TouchArea, reach: f32) {
        match area {
            TouchArea::Around(at) => {
                let (x, y, reach) = (Rounded(at.x), Rounded(at.y), Rounded(reach));
                self.put(format_args!("<circle class=\"target\" cx=\"{x}\" cy=\"{y}\" r=\"{reach}\"/>"));
            }
            TouchArea::Within(corners) => {
                self.put(format_args!("<path class=\"target\" d=\"m{}z\"/>", listed(corners)));
            }
        }
    }

    /// What `inside` draws, so faint that what lies below shows: a piece that is not there yet.
    pub fn ghost(&mut self, inside: impl FnOnce(&mut Self)) {
        self.body.push_str("<g opacity=\".6\">");
        inside(self);
        self.body.push_str("</g>");
    }

    /// What `inside` draws, the grounds of tiles, as dark as the page wants them.
    pub fn as_ground(&mut self, inside: impl FnOnce(&mut Self)) {
        if self.theme != Theme::Page {
            return inside(self);
        }
        self.put(format_args!("<g fill-opacity=\"{GROUND_ON_PAGE}\">"));
        inside(self);
        self.body.push_str("</g>");
    }

    pub const fn theme(&self) -> Theme {
        self.theme
    }

    pub const fn palette(&self) -> &'static Palette {
        self.theme.palette()
    }

    /// What was drawn between `top` and `bottom` as a whole document, with a title and a description for those who
    /// can't see it.
    pub fn document(&self, width: f32, (top, bottom): (f32, f32), title: &str, description: &str) -> String {
        let (width, top, height) = (Rounded(width), Rounded(top), Rounded(bottom - top));
        let (size, ink) = (Rounded(USUAL_SIZE), self.palette().ink);
        // The role `img` would hide links from screen readers.
        let role = if self.places_at.is_some() || self.has_link { "group" } else { "img" };
        let description = match description {
            "" => String::new(),
            description => format!("<desc>{}</desc>", escape(description)),
        };
        let defs = if self.definitions.is_empty() {
            String::new()
        } else {
            format!("<defs>{}</defs>", self.definitions)
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 {top} {width} {height}\" role=\"{role}\" font-family=\"{FONTS}\" font-size=\"{size}\" \
             fill=\"{ink}\"><title>{}</title>{description}{defs}{}</svg>\n",
            escape(title),
            self.body
        )
    }

    /// Another document, as large as fits into a box at `at`. Its stamps must have other names than those of this one.
    pub(super) fn nested(&mut self, document: &str, at: Point, (width, height): (f32, f32)) {
        // Its own size stands before its view box, and gives way to that of the box.
        let Some((_, rest)) = document.split_once(" viewBox=") else { return };
        let (x, y, width, height) = (Rounded(at.x), Rounded(at.y), Rounded(width), Rounded(height));
        self.put(format_args!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox={rest}"
        ));
    }

    /// What was drawn, without a document around it. Stamps are left out.
    pub fn fragment(self) -> String {
        self.body
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
        if factor == 1.0 {
            return self.translated(at, inside);
        }
        self.put(format_args!("<g transform=\"translate({x} {y}) scale({})\">", short(factor)));
        inside(self);
        self.body.push_str("</g>");
    }

    /// Shows at `at` what `inside` draws around the origin; what has the same name is drawn once and shown often.
    pub fn stamp(&mut self, name: &str, at: Point, inside: impl FnOnce(&mut Self)) {
        if self.defined.insert(name.to_owned()) {
            // A stamp is shown in several places, so it can't inherit the letters of the place where it is drawn first.
            let (body, around) = (std::mem::take(&mut self.body), self.around.take());
            inside(self);
            let drawn = std::mem::replace(&mut self.body, body);
            self.around = around;
            let _ = write!(self.definitions, "<g id=\"{name}\">{drawn}</g>");
        }
        self.put(format_args!("<use href=\"#{name}\""));
        for (axis, value) in [("x", Rounded(at.x)), ("y", Rounded(at.y))] {
            if value.tenths() != 0 {
                self.put(format_args!(" {axis}=\"{value}\""));
            }
        }
        self.body.push_str("/>");
    }

    /// Draws `inside`, most of whose letters are these, so that they are described once.
    pub fn lettered(&mut self, letters: Letters<'static>, inside: impl FnOnce(&mut Self)) {
        self.body.push_str("<g");
        self.put_letters(letters);
        self.body.push('>');
        let around = self.around.replace(letters);
        inside(self);
        self.around = around;
        self.body.push_str("</g>");
    }

    pub fn circle(&mut self, at: Point, radius: f32, paint: Paint<'_>) {
        let (x, y, radius) = (Rounded(at.x), Rounded(at.y), Rounded(radius));
        self.shape(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), paint);
    }

    /// A rectangle from its upper left corner, with rounded corners.
    pub fn rectangle(&mut self, at: Point, width: f32, height: f32, round: f32, paint: Paint<'_>) {
        let (x, y, width, height) = (Rounded(at.x), Rounded(at.y), Rounded(width), Rounded(height));
        let place = format!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        match Rounded(round) {
            square if square.tenths() == 0 => self.shape(format_args!("{place}"), paint),
            round => self.shape(format_args!("{place} rx=\"{round}\""), paint),
        }
    }

    pub fn polygon(&mut self, points: &[Point], paint: Paint<'_>) {
        let points = listed(points);
        self.shape(format_args!("path d=\"m{points}z\""), paint);
    }

    pub fn polyline(&mut self, points: &[Point], paint: Paint<'_>) {
        let points = listed(points);
        self.shape(format_args!("path d=\"m{points}\""), paint);
    }

    /// A shape in the language of paths; `path` is the program's own text.
    pub fn path(&mut self, path: &str, paint: Paint<'_>) {
        self.shape(format_args!("path d=\"{path}\""), paint);
    }

    /// Text; `at` is on its base line.
    pub fn text(&mut self, at: Point, letters: Letters<'_>, text: &str) {
        self.put(format_args!("<text x=\"{}\" y=\"{}\"", Rounded(at.x), Rounded(at.y)));
        self.put_letters(letters);
        self.put(format_args!(">{}</text>", escape(text)));
    }

    /// Describes letters as far as the elements around do not.
    fn put_letters(&mut self, letters: Letters<'_>) {
        let around = self.around;
        let differs = |same: fn(&Letters<'_>, &Letters<'_>) -> bool| {
            around.is_none_or(|around| !same(&around, &letters))
        };
        if differs(|one, other| one.size == other.size) {
            self.put(format_args!(" font-size=\"{}\"", Rounded(letters.size)));
        }
        if differs(|one, other| one.fill == other.fill) {
            self.put(format_args!(" fill=\"{}\"", letters.fill));
        }
        if differs(|one, other| one.bold == other.bold) {
            self.body.push_str(if letters.bold { " font-weight=\"700\"" } else { " font-weight=\"400\"" });
        }
        if differs(|one, other| one.anchor == other.anchor) {
            let anchor = match letters.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            self.put(format_args!(" text-anchor=\"{anchor}\""));
        }
        if differs(|one, other| one.halo == other.halo) {
            match letters.halo {
                Some(colour) => self.put(format_args!(" stroke=\"{colour}\"{HALO}")),
                None => self.body.push_str(" stroke=\"none\""),
            }
        }
    }

    fn shape(&mut self, shape: fmt::Arguments<'_>, paint: Paint<'_>) {
        self.put(format_args!("<{shape}"));
        if self.around.is_none_or(|around| around.fill != paint.fill) {
            self.put(format_args!(" fill=\"{}\"", paint.fill));
        }
        if paint.stroke != "none" {
            self.put(format_args!(" stroke=\"{}\"", paint.stroke));
            if Rounded(paint.width).tenths() != 10 || self.is_outlined() {
                self.put(format_args!(" stroke-width=\"{}\"", Rounded(paint.width)));
            }
        } else if self.is_outlined() {
            self.body.push_str(" stroke=\"none\"");
        }
        if !paint.dashes.is_empty() {
            self.put(format_args!(" stroke-dasharray=\"{}\"", paint.dashes));
        }
        self.body.push_str("/>");
    }

    /// May the elements around give a shape an outline?
    fn is_outlined(&self) -> bool {
        self.around.is_none_or(|around| around.halo.is_some())
    }

    pub(super) fn put(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a String does not fail.
        let _ = self.body.write_fmt(text);
    }
}

/// Points one after the other in the language of paths, each from the one before: that is shortest.
fn listed(points: &[Point]) -> String {
    let mut out = String::new();
    let mut before = [0, 0];
    for point in points {
        let here = [Rounded(point.x).tenths(), Rounded(point.y).tenths()];
        for (now, then) in here.into_iter().zip(before) {
            let gap = if out.is_empty() || now < then { "" } else { " " };
            // Writing to a String does not fail.
            let _ = write!(out, "{gap}{}", Tenths(now - then));
        }
        before = here;
    }
    out
}

/// A factor with up to three places.
fn short(factor: f32) -> String {
    format!("{factor:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
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

/// A number with at most one decimal: more can't be seen, and documents stay small.
struct Rounded(f32);

impl Rounded {
    fn tenths(&self) -> i32 {
        (self.0 * 10.0).round() as i32
    }
}

impl fmt::Display for Rounded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Tenths(self.tenths()).fmt(out)
    }
}

/// A number of tenths, written as short as paths allow: no zero before the point.
struct Tenths(i32);

impl fmt::Display for Tenths {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / 10, self.0.abs() % 10);
        match (whole, part) {
            (_, 0) => write!(out, "{}{whole}", if whole == 0 { "" } else { sign }),
            (0, part) => write!(out, "{sign}.{part}"),
            (whole, part) => write!(out, "{sign}{whole}.{part}"),
        }
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
        assert_eq!(shown, ["1", "-.5", "0", "12.3", "-3.1"]);
    }

    #[test]
    fn points_are_written_one_from_the_other() {
        let points = [Point::new(1.0, -0.5), Point::new(1.5, 3.0), Point::new(1.5, 2.0)];
        assert_eq!(listed(&points), "1-.5 .5 3.5 0-1");
    }

    #[test]
    fn letters_are_described_once_and_stamps_by_themselves() {
        let mut canvas = Canvas::new(Theme::Light);
        let small = Letters::new(10.0, "#123456").at(Anchor::Middle);
        canvas.lettered(small, |canvas| {
            canvas.text(Point::new(1.0, 2.0), small, "a");
            canvas.text(Point::new(1.0, 2.0), small.bold(), "b");
            canvas.stamp("s", Point::new(0.0, 3.0), |canvas| canvas.text(Point::new(0.0, 0.0), small, "c"));
            canvas.stamp("s", Point::new(4.0, 3.0), |_| ());
        });
        let svg = canvas.document(9.0, (0.0, 9.0), "", "");
        let group =
            "<g font-size=\"10\" fill=\"#123456\" text-anchor=\"middle\"><text x=\"1\" y=\"2\">a</text>";
        assert!(svg.contains(group), "{svg}");
        assert!(svg.contains("<text x=\"1\" y=\"2\" font-weight=\"700\">b</text><use href=\"#s\" y=\"3\"/>"));
        assert_eq!(svg.matches(">c</text>").count(), 1);
        assert!(svg.contains("stroke=\"none\">c</text>"), "{svg}");
    }

    #[test]
    fn nothing_that_is_written_opens_an_element_or_ends_an_attribute() {
        assert_eq!(
            escape("<b a=\"1\">'&'</b>\u{0}\u{7}"),
            "&lt;b a=&quot;1&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;"
        );
    }
}
