//! What a [`Overview`] says, drawn above a board: a strip of the players in two columns, and the viewer's hand as cards.
//!
//! A phone shows the picture 358 pixels wide. So no letters here are smaller than 18.5 units, which are 11 pixels then,
//! and the same words stand nowhere else on the picture.

use super::canvas::{Anchor, Canvas, Letters, Paint, Point};
use super::icon_paths::STAR;
use super::overview::{Card, Icon, Overview, PlayerOverview};
use super::phrases::Phrases;
use super::symbols::{INK, badge};
use super::text::{MARGIN, Names, SHEET_WIDTH, clip, width, wrap};
use crate::decision::Seat;

/// The size of running text, and the distance of its lines.
const LETTERS: f32 = 18.5;
const LINE: f32 = 25.0;
const NAME_LETTERS: f32 = 20.0;
const POINT_LETTERS: f32 = 24.0;

const COLUMNS: usize = 2;
const SIDE: f32 = 11.0;
const GAP: f32 = 10.0;
const CELL_WIDTH: f32 = (SHEET_WIDTH - 2.0 * SIDE - GAP) / COLUMNS as f32;
const CELL_HEIGHT: f32 = 68.0;
/// From one row of players, or of cards, to the next.
const ROW_GAP: f32 = 6.0;
const PADDING: f32 = 7.0;

const CARD_HEIGHT: f32 = 60.0;
const LEAST_CARD: f32 = 66.0;
const MOST_CARD: f32 = 200.0;

/// The colour that says who is awaited, in light and dark.
const AWAITED: &str = "#e8590c";
const GOLD: &str = "#f5c542";
const ORIGIN: Point = Point::new(0.0, 0.0);

/// The players and the hand with their places, of which the height follows.
#[derive(Debug)]
pub struct Strip<'s> {
    overview: &'s Overview,
    names: Names<'s>,
    phrases: &'s Phrases,
    goal: Vec<String>,
    label: &'s str,
    /// Each card with its left edge and its width, by row.
    cards: Vec<Vec<(&'s Card, f32, f32)>>,
    notes: Vec<String>,
}

impl<'s> Strip<'s> {
    /// `label` says whose cards are shown: `Your cards`.
    pub fn of(overview: &'s Overview, names: Names<'s>, phrases: &'s Phrases, label: &'s str) -> Self {
        let most = SHEET_WIDTH - 2.0 * MARGIN;
        let lines = |text: &String| wrap(text, LETTERS, most);
        let hand = overview.hand.as_ref();
        let notes = hand.iter().flat_map(|hand| &hand.notes).flat_map(lines).collect();
        let goal = overview.goal.iter().flat_map(lines).collect();
        let cards = hand.map(|hand| placed(&hand.cards, left_of_cards(label))).unwrap_or_default();
        Self { overview, names, phrases, goal, label, cards, notes }
    }

    pub fn height(&self) -> f32 {
        let rows = |count: usize, height: f32| count as f32 * height;
        let players = rows(self.overview.players.len().div_ceil(COLUMNS), CELL_HEIGHT + ROW_GAP);
        let cards = rows(self.cards.len(), CARD_HEIGHT + ROW_GAP);
        let lines = rows(self.goal.len() + self.notes.len(), LINE);
        (2.0 * PADDING + players + cards + lines).ceil()
    }

    /// Draws all of it from `top` down. `own` is the seat of the viewer, with the hand in a sentence.
    pub fn draw(&self, canvas: &mut Canvas, top: f32, own: Option<(Seat, &str)>) {
        let paper = Paint::fill(canvas.palette().paper);
        canvas.rectangle(Point::new(0.0, top), SHEET_WIDTH, self.height(), 0.0, paper);
        let mut y = top + PADDING;
        for row in self.overview.players.chunks(COLUMNS) {
            let mut x = SIDE;
            for player in row {
                self.player(canvas, player, Point::new(x, y));
                x += CELL_WIDTH + GAP;
            }
            y += CELL_HEIGHT + ROW_GAP;
        }
        let letters = Letters::new(LETTERS, canvas.palette().ink);
        let write = |canvas: &mut Canvas, y: &mut f32, line: &str| {
            canvas.text(Point::new(MARGIN, *y + LETTERS), letters, line);
            *y += LINE;
        };
        self.goal.iter().for_each(|line| write(canvas, &mut y, line));
        let Some((seat, said)) = own else { return };
        let title = format!("{}: {said}", self.label);
        canvas.element(&title, &[("own", &seat.to_string())], |canvas| {
            if !self.cards.is_empty() {
                self.label(canvas, seat, y);
            }
            for row in &self.cards {
                for (held, x, wide) in row {
                    card(canvas, held, Point::new(*x, y), *wide);
                }
                y += CARD_HEIGHT + ROW_GAP;
            }
            self.notes.iter().for_each(|line| write(canvas, &mut y, line));
        });
    }

    /// Draws the players alone, one below the other, as large as fits into a box at `at`.
    pub(super) fn column(&self, canvas: &mut Canvas, at: Point, (wide, high): (f32, f32)) {
        let rows = self.overview.players.len().max(1) as f32;
        let factor = (wide / CELL_WIDTH).min(high / (rows * (CELL_HEIGHT + GAP)));
        canvas.scaled(at, factor, |canvas| {
            let mut y = 0.0;
            for player in &self.overview.players {
                self.player(canvas, player, Point::new(0.0, y));
                y += CELL_HEIGHT + GAP;
            }
        });
    }

    /// Who holds the cards: the emblem of the viewer, and `Your cards`, a word in each line.
    fn label(&self, canvas: &mut Canvas, seat: Seat, y: f32) {
        let letters = Letters::new(LETTERS, canvas.palette().ink).bold();
        badge(canvas, seat, Point::new(MARGIN + 12.0, y + CARD_HEIGHT / 2.0), 12.0);
        let words: Vec<&str> = self.label.split(' ').collect();
        let first = y + CARD_HEIGHT / 2.0 + 6.5 - 11.0 * (words.len().saturating_sub(1)) as f32;
        for (line, word) in (0_u8..).zip(words) {
            let base = first + 22.0 * f32::from(line);
            canvas.text(Point::new(LABEL_LEFT, base), letters, word);
        }
    }

    fn player(&self, canvas: &mut Canvas, player: &PlayerOverview, at: Point) {
        let palette = canvas.palette();
        let ground = Paint::fill(if player.is_active { palette.active_row } else { palette.no_card.0 });
        let edge = if player.is_awaited { (AWAITED, 2.6) } else { (palette.rule, 1.0) };
        let ink = palette.ink;
        let data = data(player);
        let data: Vec<(&str, &str)> =
            data.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        canvas.element(&self.title(player), &data, |canvas| {
            canvas.rectangle(at, CELL_WIDTH, CELL_HEIGHT, 8.0, ground.edged(edge.0, edge.1));
            if player.is_awaited {
                let arrow = [(-9.5, 9.0), (4.0, 20.0), (-9.5, 31.0)].map(|(x, y)| at.moved(x, y));
                canvas.polygon(&arrow, Paint::fill(AWAITED));
            }
            badge(canvas, player.seat, at.moved(23.0, 20.0), 13.0);
            let right = CELL_WIDTH - 32.0;
            canvas.translated(at.moved(CELL_WIDTH - 18.0, 19.5), |canvas| {
                canvas.path(STAR, Paint::fill(GOLD).edged(INK, 1.2));
            });
            let points = player.points.to_string();
            let letters = Letters::new(POINT_LETTERS, ink).bold();
            canvas.text(at.moved(right, 28.0), letters.at(Anchor::End), &points);
            let room = right - width(&points, POINT_LETTERS, true) - 8.0 - 42.0;
            let name = clip(&self.names.alone(player.seat), NAME_LETTERS, true, room);
            canvas.text(at.moved(42.0, 27.0), Letters::new(NAME_LETTERS, ink).bold(), &name);
            if player.has_resigned {
                let end = 42.0 + width(&name, NAME_LETTERS, true);
                canvas.polyline(&[at.moved(42.0, 20.5), at.moved(end, 20.5)], Paint::line(ink, 2.0));
            }
            self.figures(canvas, player, at);
        });
    }

    fn figures(&self, canvas: &mut Canvas, player: &PlayerOverview, at: Point) {
        let letters = Letters::new(LETTERS, canvas.palette().ink).bold();
        let step = (CELL_WIDTH - 10.0) / player.figures.len().max(4) as f32;
        let mut x = 10.0;
        for figure in &player.figures {
            canvas.element(&figure.text, &[], |canvas| {
                tile(canvas, figure.icon, at.moved(x + 11.0, 50.0));
                canvas.text(at.moved(x + 26.0, 56.8), letters, &figure.count.to_string());
            });
            x += step;
        }
    }

    /// `Seat 1, Ada: 5 points, 3 resource cards, …`, with whether the game waits for them.
    fn title(&self, player: &PlayerOverview) -> String {
        let points = self.phrases.counted("points", player.points);
        let figures = player.figures.iter().map(|figure| figure.text.clone());
        let standing = std::iter::once(points).chain(figures).collect::<Vec<_>>().join(", ");
        let name = self.names.inside(player.seat);
        let (seat, phrases) = (player.seat, self.phrases);
        let said = phrases.say("seat_line", &[("seat", &seat), ("name", &name), ("standing", &standing)]);
        let key = match player {
            PlayerOverview { has_resigned: true, .. } => "has_resigned",
            PlayerOverview { is_awaited: true, .. } => "is_awaited",
            _ => return said,
        };
        phrases.say(key, &[("player", &said)])
    }
}

/// What programs find: the seat, its points, and each figure under the name of its icon.
fn data(player: &PlayerOverview) -> Vec<(String, String)> {
    let own =
        [("player".to_owned(), player.seat.to_string()), ("points".to_owned(), player.points.to_string())];
    let figures = player.figures.iter();
    let figures = figures.map(|figure| (figure.icon.name.replace('_', "-"), figure.count.to_string()));
    own.into_iter().chain(figures).collect()
}

const LABEL_LEFT: f32 = MARGIN + 30.0;

fn left_of_cards(label: &str) -> f32 {
    let widest = label.split(' ').map(|word| width(word, LETTERS, true)).fold(0.0, f32::max);
    LABEL_LEFT + widest + 10.0
}

/// The cards in rows, each as wide as its name. The first row begins behind the label, the others at the edge.
fn placed(cards: &[Card], left: f32) -> Vec<Vec<(&Card, f32, f32)>> {
    let mut rows: Vec<Vec<(&Card, f32, f32)>> = Vec::new();
    let mut x = left;
    for card in cards {
        let wide = (width(&card.name, LETTERS, false) + 16.0).clamp(LEAST_CARD, MOST_CARD);
        let fits = x + wide <= SHEET_WIDTH - SIDE;
        match rows.last_mut() {
            Some(row) if fits => row.push((card, x, wide)),
            None if fits => rows.push(vec![(card, x, wide)]),
            _ => {
                x = SIDE;
                rows.push(vec![(card, x, wide)]);
            }
        }
        x += wide + ROW_GAP;
    }
    rows
}

/// A card with its picture, how many there are, and its name. One that is not held, or can't be used now, is pale.
fn card(canvas: &mut Canvas, held: &Card, at: Point, wide: f32) {
    let (pale, edge) = canvas.palette().no_card;
    let Card { icon, count, name, note } = held;
    let title =
        note.as_ref().map_or_else(|| format!("{count} {name}"), |note| format!("{count} {name}: {note}"));
    canvas.element(&title, &[("card", icon.name), ("count", &count.to_string())], |canvas| {
        let is_bright = *count > 0 && note.is_none();
        let ground = if is_bright { canvas.theme().ground(icon.ground) } else { pale.to_owned() };
        let (line, ink) = if is_bright { (INK, icon.ink) } else { (edge, canvas.palette().ink) };
        let paint = Paint::fill(&ground).edged(line, 1.4);
        canvas.rectangle(
            at,
            wide,
            CARD_HEIGHT,
            7.0,
            if note.is_some() { paint.dashed("5 3") } else { paint },
        );
        let middle = at.moved(wide / 2.0, 0.0);
        let picture = middle.moved(-14.0, 20.0);
        if note.is_some() {
            tile(canvas, *icon, picture);
        } else {
            let ink = if is_bright { icon.ink } else { edge };
            canvas.translated(picture, |canvas| canvas.path(icon.path, Paint::fill(ink)));
        }
        let figure = Letters::new(POINT_LETTERS, ink).bold();
        canvas.text(middle.moved(3.0, 29.0), figure, &count.to_string());
        let letters = Letters::new(LETTERS, ink).at(Anchor::Middle);
        canvas.text(middle.moved(0.0, 53.0), letters, &clip(name, LETTERS, false, wide - 6.0));
    });
}

/// An icon on its ground, 22 units wide.
fn tile(canvas: &mut Canvas, icon: Icon, at: Point) {
    canvas.stamp(&format!("strip-{}", icon.name), at, |canvas| {
        canvas.scaled(ORIGIN, 22.0 / 24.0, |canvas| {
            let ground = canvas.theme().ground(icon.ground);
            canvas.rectangle(Point::new(-12.0, -12.0), 24.0, 24.0, 5.0, Paint::fill(&ground));
            canvas.path(icon.path, Paint::fill(icon.ink));
        });
    });
}
