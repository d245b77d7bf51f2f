//! What the boards of all rulesets show alike: the colours and emblems of seats, dice, tiles of terrain, and marks.

use serde::Serialize;
use utoipa::ToSchema;

use super::canvas::{Canvas, Paint, Point};
use super::options::{Palette, Theme};
use super::phrases::Phrases;
use super::targets::TouchArea;
use crate::decision::Seat;

pub const INK: &str = "#1d252b";
pub const PAPER: &str = "#fbf9f4";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatColour {
    pub fill: &'static str,
    pub ink: &'static str,
}

/// Colours that people with any kind of colour vision can tell apart; never the only difference between two things:
/// blue, orange, yellow, pink, black and white, after Okabe and Ito, spread in lightness.
const SEATS: [SeatColour; 6] = [
    SeatColour { fill: "#0061a8", ink: "#ffffff" },
    SeatColour { fill: "#e8590c", ink: "#ffffff" },
    SeatColour { fill: "#ffe11a", ink: INK },
    SeatColour { fill: "#d678b0", ink: INK },
    SeatColour { fill: "#22262a", ink: "#ffffff" },
    SeatColour { fill: "#ffffff", ink: INK },
];

pub fn seat_colour(seat: Seat) -> SeatColour {
    SEATS[usize::from(seat) % SEATS.len()]
}

/// A shape beside the colour, so that nobody needs colours to tell seats apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Emblem {
    Circle,
    Triangle,
    Square,
    Diamond,
    Star,
    Cross,
}

/// What is filled to draw an emblem.
enum Outline {
    Circle(f32),
    Polygon(Vec<Point>),
}

impl Emblem {
    const fn of(seat: Seat) -> Self {
        match seat % 6 {
            0 => Self::Circle,
            1 => Self::Triangle,
            2 => Self::Square,
            3 => Self::Diamond,
            4 => Self::Star,
            _ => Self::Cross,
        }
    }

    /// Its outline around `at`. The shapes differ in radius, since they are to look equally large.
    fn outline(self, at: Point, radius: f32) -> Outline {
        Outline::Polygon(match self {
            Self::Circle => return Outline::Circle(radius * 0.88),
            Self::Triangle => around(at, radius * 1.15, 3, 0.0),
            Self::Square => around(at, radius * 1.15, 4, 0.125),
            Self::Diamond => around(at, radius * 1.2, 4, 0.0),
            Self::Star => star(at, radius * 1.25),
            Self::Cross => cross(at, radius),
        })
    }

    /// The same as the path of an SVG, around the origin.
    fn path(self, radius: f32) -> String {
        match self.outline(Point::new(0.0, 0.0), radius) {
            Outline::Circle(radius) => {
                format!(
                    "M{radius:.1} 0A{radius:.1} {radius:.1} 0 1 1 -{radius:.1} 0A{radius:.1} {radius:.1} 0 1 1 {radius:.1} 0z"
                )
            }
            Outline::Polygon(points) => {
                let points: Vec<String> =
                    points.iter().map(|at| format!("{:.1} {:.1}", at.x, at.y)).collect();
                format!("M{}z", points.join("L"))
            }
        }
    }
}

/// The radius of an emblem on a disc, as a part of that of the disc.
const ON_DISC: f32 = 0.55;

/// The look of a seat in pictures, on pages and in emails: the same on light and on dark ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatStyle {
    pub seat: Seat,
    /// What its pieces are filled with, as `#rrggbb`.
    #[schema(example = "#0061a8", pattern = "^#[0-9a-f]{6}$")]
    pub colour: &'static str,
    /// What is readable on its colour: for the emblem and for figures.
    #[schema(example = "#ffffff", pattern = "^#[0-9a-f]{6}$")]
    pub ink: &'static str,
    pub emblem: Emblem,
    /// The emblem as the `d` of an SVG path, to be filled with `ink` on a disc of `colour` around 0,0 with the radius 100.
    #[schema(example = "M0.0 -63.2L54.8 31.6L-54.8 31.6z")]
    pub emblem_path: String,
}

impl SeatStyle {
    pub fn of(seat: Seat) -> Self {
        let SeatColour { fill, ink } = seat_colour(seat);
        let emblem = Emblem::of(seat);
        Self { seat, colour: fill, ink, emblem, emblem_path: emblem.path(100.0 * ON_DISC) }
    }
}

/// The colour of a kind of ground in the pictures of the server, by theme.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroundColour {
    /// A terrain as the view names it; `sea` or `outer` for what surrounds the hexes or fields, `unknown` for what nobody
    /// has seen.
    #[schema(example = "forest")]
    pub ground: &'static str,
    /// In a picture with `theme=light`, as `#rrggbb`.
    #[schema(example = "#5f9a5b", pattern = "^#[0-9a-f]{6}$")]
    pub light: String,
    /// In a picture with `theme=dark`, likewise.
    #[schema(example = "#4f814c", pattern = "^#[0-9a-f]{6}$")]
    pub dark: String,
}

impl GroundColour {
    /// The ground of tiles in that style.
    pub fn of(ground: &'static str, style: TerrainStyle) -> Self {
        let shown = |theme: Theme| theme.ground(style.ground);
        Self { ground, light: shown(Theme::Light), dark: shown(Theme::Dark) }
    }

    /// What lies around the tiles.
    pub fn around(ground: &'static str, colour: fn(&Palette) -> &'static str) -> Self {
        let shown = |theme: Theme| colour(theme.palette()).to_owned();
        Self { ground, light: shown(Theme::Light), dark: shown(Theme::Dark) }
    }
}

/// Draws the emblem of a seat around `at`.
pub fn emblem(canvas: &mut Canvas, seat: Seat, at: Point, radius: f32, colour: &str) {
    let paint = Paint::fill(colour);
    match Emblem::of(seat).outline(at, radius) {
        Outline::Circle(radius) => canvas.circle(at, radius, paint),
        Outline::Polygon(points) => canvas.polygon(&points, paint),
    }
}

/// The emblem of a seat on a disc of its colour.
pub fn badge(canvas: &mut Canvas, seat: Seat, at: Point, radius: f32) {
    let (colour, middle) = (seat_colour(seat), Point::new(0.0, 0.0));
    canvas.stamp(&format!("badge{seat}-{radius}"), at, |canvas| {
        canvas.circle(middle, radius, Paint::fill(colour.fill).edged("#ffffff", 2.6));
        canvas.circle(middle, radius, Paint::line(INK, 1.1));
        emblem(canvas, seat, middle, radius * ON_DISC, colour.ink);
    });
}

/// The corners of a regular shape; the first one straight up, turned by a part of a whole turn.
fn around(at: Point, radius: f32, corners: u8, turned: f32) -> Vec<Point> {
    (0..corners).map(|corner| spoke(at, radius, f32::from(corner) / f32::from(corners) + turned)).collect()
}

fn star(at: Point, radius: f32) -> Vec<Point> {
    let length = |corner: u8| if corner.is_multiple_of(2) { radius } else { radius * 0.42 };
    (0..10).map(|corner| spoke(at, length(corner), f32::from(corner) / 10.0)).collect()
}

fn spoke(at: Point, length: f32, part: f32) -> Point {
    let angle = part * std::f32::consts::TAU;
    at.moved(angle.sin() * length, -angle.cos() * length)
}

/// Two bars across each other.
fn cross(at: Point, radius: f32) -> Vec<Point> {
    let (long, half) = (radius * 1.13, radius * 0.35);
    let bar = [(half, -long), (half, -half), (long, -half)];
    let turned = |(x, y): (f32, f32), quarters: u8| match quarters {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    };
    let corners = (0..4).flat_map(|quarters| bar.map(|corner| turned(corner, quarters)));
    // Each point is turned by an eighth, since the cross stands on two feet.
    let eighth = std::f32::consts::FRAC_1_SQRT_2;
    corners.map(|(x, y)| at.moved((x - y) * eighth, (x + y) * eighth)).collect()
}

/// Draws a die that shows `face`, 36 units wide, from its upper left corner.
pub fn die(canvas: &mut Canvas, at: Point, face: u8) {
    canvas.rectangle(at, 36.0, 36.0, 7.0, Paint::fill(PAPER).edged(INK, 1.0));
    let spots: &[(u8, u8)] = match face {
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (0, 2), (2, 0), (2, 2)],
        5 => &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
        _ => &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
    };
    for (column, row) in spots {
        let spot = at.moved(8.5 + 9.5 * f32::from(*column), 8.5 + 9.5 * f32::from(*row));
        canvas.circle(spot, 3.6, Paint::fill(INK));
    }
}

/// The style of a terrain: a ground and a pattern, which no two terrains of a ruleset share.
#[derive(Debug, Clone, Copy)]
pub struct TerrainStyle {
    pub ground: &'static str,
    /// The name under which its tile is defined once, to be drawn many times.
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

    /// Shows a tile at `at`: `shape` draws its outline around the origin in the ground's colour, and the pattern lies
    /// on it if requested.
    pub fn tile(
        &self,
        canvas: &mut Canvas,
        at: Point,
        with_pattern: bool,
        shape: impl FnOnce(&mut Canvas, &str),
    ) {
        let name = format!("{}{}", self.stamp, if with_pattern { "" } else { "-ground" });
        canvas.stamp(&name, at, |canvas| {
            let ground = canvas.theme().ground(self.ground);
            canvas.as_ground(|canvas| shape(canvas, &ground));
            if with_pattern {
                self.pattern(canvas);
            }
        });
    }
}

/// A mark on a board: what changed last, where the viewer may act, or what they chose. They differ in their pattern, so
/// that nobody needs colours to distinguish them: a whole white line between dark ones, and broken ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceMark {
    Changed,
    Legal,
    Chosen,
}

impl PlaceMark {
    const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Legal => "legal",
            Self::Chosen => "chosen",
        }
    }

    /// The dark line below and the light one on it.
    const fn paints(self) -> [Paint<'static>; 2] {
        match self {
            Self::Changed => [Paint::line(INK, 6.6), Paint::line("#ffffff", 4.0)],
            Self::Legal => [Paint::line(INK, 3.6), Paint::line("#ffffff", 2.0).dashed("4 4")],
            Self::Chosen => [Paint::line(INK, 5.6), Paint::line("#ffe600", 3.4).dashed("7 4")],
        }
    }

    fn drawn(
        self,
        canvas: &mut Canvas,
        phrases: &Phrases,
        (place, said): (&str, &str),
        area: impl FnOnce() -> TouchArea,
        lines: impl FnOnce(&mut Canvas),
    ) {
        let title = phrases.say(self.name(), &[("place", &said)]);
        if self == Self::Legal && canvas.has_links() {
            // What is touched lies above it and has its title.
            lines(canvas);
            canvas.add_target(place, &title, area());
        } else {
            canvas.element(&title, &[(self.name(), place)], lines);
        }
    }

    /// Marks a place by its outline, and it is touched within. `place` has the name that marks use, and the words for
    /// people.
    pub fn outline(self, canvas: &mut Canvas, phrases: &Phrases, place: (&str, &str), outline: &[Point]) {
        self.drawn(
            canvas,
            phrases,
            place,
            || TouchArea::Within(outline.to_vec()),
            |canvas| self.polygon(canvas, outline),
        );
    }

    /// The same where something else than its inside is touched.
    pub fn outline_touched(
        self,
        canvas: &mut Canvas,
        phrases: &Phrases,
        place: (&str, &str),
        (outline, area): (&[Point], TouchArea),
    ) {
        self.drawn(canvas, phrases, place, || area, |canvas| self.polygon(canvas, outline));
    }

    fn polygon(self, canvas: &mut Canvas, outline: &[Point]) {
        self.paints().into_iter().for_each(|paint| canvas.polygon(outline, paint));
    }

    /// Marks a place by a ring, and it is touched around its middle.
    pub fn ring(self, canvas: &mut Canvas, phrases: &Phrases, place: (&str, &str), at: Point, radius: f32) {
        self.drawn(
            canvas,
            phrases,
            place,
            || TouchArea::Around(at),
            |canvas| {
                // There may be dozens of them.
                canvas.stamp(&format!("{}-{radius}", self.name()), at, |canvas| {
                    let middle = Point::new(0.0, 0.0);
                    self.paints().into_iter().for_each(|paint| canvas.circle(middle, radius, paint));
                });
            },
        );
    }
}

/// A link to the board drawn large, with its middle at `at`: a magnifier on a disc, as large as a finger needs.
pub fn large_link(canvas: &mut Canvas, phrases: &Phrases, address: Option<&str>, at: Point) {
    let Some(address) = address else { return };
    let palette = canvas.palette();
    canvas.link(address, &phrases.text("large_board"), |canvas| {
        canvas.put_target(&TouchArea::Around(at), 24.0);
        canvas.circle(at, 20.0, Paint::fill(palette.paper).edged(palette.ink, 1.4));
        canvas.circle(at.moved(-2.5, -2.5), 7.5, Paint::line(palette.ink, 2.6));
        canvas.polyline(&[at.moved(3.2, 3.2), at.moved(10.0, 10.0)], Paint::line(palette.ink, 4.0));
        canvas.path(&magnified(at.moved(-2.5, -2.5)), Paint::line(palette.ink, 1.8));
    });
}

/// A plus sign.
fn magnified(at: Point) -> String {
    format!("M{:.1} {:.1}h7M{:.1} {:.1}v7", at.x - 3.5, at.y, at.x, at.y - 3.5)
}
