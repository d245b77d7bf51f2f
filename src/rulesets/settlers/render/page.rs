//! The page of text: a map in characters, then everything in sentences, in an order that makes sense when read aloud.

use super::{Scene, facts, words};
use crate::settlers::board::{Hex, SITES, Spot, Vertex};
use crate::settlers::state::BuildingKind;
use rules::render::{Grid, paragraph};

/// How the map is read; the sentences below it say the same in words.
const KEY: [&str; 2] = [
    "In a hex: #its number, terrain and the number that is rolled for it, R for the robber. Between hexes: the vertices by \
     number; 18s0 is a settlement of seat 0 at vertex 18, 18c0 a city.",
    "The sentences below hold everything that the map shows, and the roads and harbours.",
];

/// Columns and rows of one drawing unit.
const WIDE: i16 = 6;
const HIGH: i16 = 2;

/// The whole page, in lines of at most 78 columns.
pub fn page(scene: &Scene<'_>) -> String {
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}: {}.", facts::turn(scene), facts::phase(scene)));
    facts::matters(scene).iter().chain(&facts::own(scene)).for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    KEY.iter().for_each(|line| out.push_str(&paragraph(line)));
    part(&mut out, "Players", &players(scene));
    let lands = scene.view.table.board.lands().map(|(hex, land)| facts::land(scene, hex, land));
    part(&mut out, "Hexes, from the north, each row from the west", &lands.collect::<Vec<String>>());
    let harbours: Vec<String> = (0..SITES).map(|site| facts::harbour(scene, site)).collect();
    part(&mut out, "Harbours, clockwise from the north-west", &harbours);
    part(&mut out, "Bank", &facts::bank(scene));
    out
}

fn part(out: &mut String, title: &str, lines: &[String]) {
    out.push('\n');
    out.push_str(&paragraph(title));
    lines.iter().for_each(|line| out.push_str(&paragraph(&format!("- {line}"))));
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let seats = scene.view.seats.iter();
    seats
        .map(|seat| {
            let standing = facts::standing(scene, seat);
            let details = facts::details(scene, seat).join(" ");
            format!("Seat {}, {}: {standing}. {details}", seat.seat, scene.name(seat.seat))
        })
        .collect()
}

/// The island in characters: hexes with terrain and number, vertices with what stands there.
fn map(scene: &Scene<'_>) -> String {
    let table = &scene.view.table;
    let mut grid = Grid::new(78, 36);
    let place = |(x, y): (i8, i8)| {
        let column = (i16::from(x) + 5) * WIDE + 4;
        let row = (i16::from(y) + 8) * HIGH;
        (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0))
    };
    for vertex in Vertex::all() {
        let (column, row) = place(vertex.point());
        let building = table.buildings.get(vertex).map_or_else(String::new, |building| {
            let kind = if building.kind == BuildingKind::City { 'c' } else { 's' };
            format!("{kind}{}", building.seat)
        });
        grid.centre(column, row, 6, &format!("{}{building}", vertex.0));
    }
    for (hex, land) in table.board.lands() {
        let (column, row) = place(hex.centre());
        let robber = if table.robber == hex { " R" } else { "" };
        let number = land.number.map_or_else(String::new, |number| format!(" {number}"));
        let terrain: String = words::terrain(land.terrain).chars().take(4).collect();
        grid.centre(column, row, 6, &format!("#{}{robber}", Hex::index(hex)));
        grid.centre(column, row + 1, 7, &format!("{terrain}{number}"));
    }
    grid.to_string()
}
