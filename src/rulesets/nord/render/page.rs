//! The page of text: a map in characters, then everything in sentences, in an order that makes sense when read aloud.

use super::{Scene, facts};
use crate::nord::board::{Field, Ground};
use crate::nord::terrain::Terrain;
use rules::render::{SquareMap, paragraph};

/// How the map is read; the sentences below it say the same in words.
const KEY: [&str; 2] = [
    "M mountain, F forest, K karst, C karst with a cairn, ? a treasure on it, ~ sea, @ the small dragon boat, s1 a \
     settlement; a figure behind is the seat of the worker there. Columns are numbered above, rows on the left: the field \
     in column 4 and row 6 is 4,6.",
    "The sentences below hold everything that the map shows, and fighters and jarls.",
];

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
    let settlements = scene.board().settlements();
    let mut settlements: Vec<String> =
        settlements.map(|(settlement, _)| facts::settlement(scene, settlement)).collect();
    settlements.push(facts::boat(scene));
    part(&mut out, "Settlements", &settlements);
    part(&mut out, "Areas, from the north", &facts::areas(scene));
    part(&mut out, "At sea", &facts::sea_workers(scene));
    part(&mut out, "Large dragon boat", &facts::dragon_boat(scene));
    part(&mut out, "Supply", &facts::supply(scene));
    out
}

fn part(out: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    out.push('\n');
    out.push_str(&paragraph(title));
    lines.iter().for_each(|line| out.push_str(&paragraph(&format!("- {line}"))));
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let line = |seat| {
        let (name, standing) = (scene.name(seat), facts::standing(scene, seat));
        format!("Seat {seat}, {name}: {standing}. {}", facts::details(scene, seat).join(" "))
    };
    scene.seats().map(line).collect()
}

fn map(scene: &Scene<'_>) -> String {
    let extent = scene.extent();
    let mut map = SquareMap::new(extent.first, extent.columns, extent.rows);
    extent.fields().for_each(|field| map.inside((field.x, field.y), &signs(scene, field)));
    map.to_string()
}

fn signs(scene: &Scene<'_>, field: Field) -> String {
    let table = scene.table();
    let ground = scene.board().cell(field).map_or(Ground::Sea, |cell| scene.board().ground(cell));
    let letter = match ground {
        Ground::Settlement(settlement) => return settlement.to_string(),
        Ground::Boat => return "@".to_owned(),
        Ground::Land(land) if land.cairn => 'C',
        Ground::Land(land) => match land.terrain {
            Terrain::Mountain => 'M',
            Terrain::Forest => 'F',
            Terrain::Karst => 'K',
        },
        Ground::Sea | Ground::Rim => '~',
    };
    match table.workers.get(field) {
        Some(seat) => format!("{letter}{seat}"),
        None if table.treasures.contains(&field) => format!("{letter}?"),
        None => letter.to_string(),
    }
}
