//! The board as a viewer may see it: a picture, and text for screen readers.
//!
//! May know: the view, the vocabulary, the geometry of the board. May not know: the state, or what is allowed. Both are
//! made from the same sentences in `facts`; fields, settlements and seats have the ids that actions use.

mod facts;
mod island;
mod picture;

use super::Nord;
use super::board::{Board, Field, Ground, Rectangle};
use super::state::{Jarl, Table};
use super::view::View;
use rules::render::{Names, RenderedBoard, SquareMap, page_part, paragraph, turn_name};
use rules::{Render, Seat};

impl Render for Nord {
    fn render(&self, view: &View, names: &[String]) -> RenderedBoard {
        let scene = Scene { view, names: Names(names) };
        let (svg, board) = picture::picture(&scene);
        RenderedBoard { svg, board, text: page(&scene) }
    }
}

#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    view: &'a View,
    names: Names<'a>,
}

impl<'a> Scene<'a> {
    fn table(&self) -> &'a Table {
        &self.view.table
    }

    fn board(&self) -> &'a Board {
        &self.view.table.board
    }

    fn name(&self, seat: Seat) -> String {
        self.names.inside(seat)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.table().seats()
    }

    /// `neutral jarl`, or `jarl of Ada`.
    fn jarl(&self, jarl: Jarl) -> String {
        match jarl {
            Jarl::Neutral {} => "neutral jarl".to_owned(),
            Jarl::Own { seat } => format!("jarl of {}", self.name(seat)),
        }
    }

    /// What is shown of the world: land, small dragon boat and workers, with one field of sea around.
    fn extent(&self) -> Rectangle {
        let land = self.board().island.land().map(|(field, ..)| field);
        let workers = self.table().workers.iter().map(|(field, _)| field);
        let seen: Vec<Field> = land.chain(workers).chain([self.board().island.dragon_boat]).collect();
        Rectangle::around(seen.into_iter(), 1)
    }
}

/// How the map is read; the sentences below it say the same in words.
const KEY: [&str; 2] = [
    "M mountain, F forest, K karst, C karst with a cairn, ? a treasure on it, ~ sea, @ the small dragon boat, s1 a \
     settlement; a figure behind is the seat of the worker there. Columns are numbered above, rows on the left: the field \
     in column 4 and row 6 is 4,6.",
    "The sentences below hold everything that the map shows, and fighters and jarls.",
];

/// The page of text, in lines of at most 78 columns: a map in characters, then everything in sentences, in an order
/// that makes sense when read aloud.
fn page(scene: &Scene<'_>) -> String {
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}: {}.", turn_name(scene.table().turn), facts::phase(scene)));
    facts::public_facts(scene).iter().chain(&facts::own(scene)).for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    KEY.iter().for_each(|line| out.push_str(&paragraph(line)));
    page_part(&mut out, "Players", &players(scene));
    let settlements = scene.board().settlements();
    let mut settlements: Vec<String> =
        settlements.map(|(settlement, _)| facts::settlement(scene, settlement)).collect();
    settlements.push(facts::boat(scene));
    page_part(&mut out, "Settlements", &settlements);
    page_part(&mut out, "Areas, from the north", &facts::areas(scene));
    page_part(&mut out, "At sea", &facts::sea_workers(scene));
    page_part(&mut out, "Large dragon boat", &facts::dragon_boat(scene));
    page_part(&mut out, "Supply", &facts::supply(scene));
    out
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let line = |seat| {
        let (name, summary) = (scene.name(seat), facts::summary(scene, seat));
        format!("Seat {seat}, {name}: {summary}. {}", facts::details(scene, seat).join(" "))
    };
    scene.seats().map(line).collect()
}

fn map(scene: &Scene<'_>) -> String {
    let extent = scene.extent();
    let mut map = SquareMap::new((extent.left, extent.top), extent.columns, extent.rows);
    extent.fields().for_each(|field| map.inside((field.x, field.y), &signs(scene, field)));
    map.to_string()
}

/// The letter of a field and what lies or stands on it.
fn signs(scene: &Scene<'_>, field: Field) -> String {
    let table = scene.table();
    let letter = match scene.board().ground_of(field) {
        Ground::Settlement(settlement) => return settlement.to_string(),
        Ground::Boat => return "@".to_owned(),
        Ground::Land(land) => land.terrain.letter(land.cairn),
        Ground::Sea | Ground::Rim => '~',
    };
    match table.workers.get(field) {
        Some(seat) => format!("{letter}{seat}"),
        None if table.treasures.contains(&field) => format!("{letter}?"),
        None => letter.to_string(),
    }
}
