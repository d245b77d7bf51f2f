//! The page of text: a map in characters, then everything in sentences, in an order that makes sense when read aloud.

mod map;

use super::facts;
use super::scene::Scene;
use super::words;
use rules::render::paragraph;

/// The whole page, in lines of at most 78 columns.
pub fn page(scene: &Scene<'_>) -> String {
    let heading = facts::heading(scene);
    let mut page = Page::default();
    page.say(&format!("{}. {}. {}.", heading.turn, heading.whose, heading.phase));
    heading.rolled().iter().for_each(|rolled| page.say(rolled));
    facts::matters(scene).iter().for_each(|line| page.say(line));
    facts::own(scene).iter().for_each(|line| page.say(line));
    page.gap();
    page.out.push_str(&map::map(scene));
    map::KEY.iter().for_each(|line| page.say(line));
    page.part("Players", players(scene));
    page.part("Hexes, from the north, each row from the west", hexes(scene));
    page.part("Buildings", buildings(scene));
    page.part("Supply", facts::supply(scene));
    page.part("May be answered, but nobody waits", facts::invited(scene));
    page.out
}

#[derive(Default)]
struct Page {
    out: String,
}

impl Page {
    fn say(&mut self, text: &str) {
        self.out.push_str(&paragraph(text));
    }

    fn gap(&mut self) {
        self.out.push('\n');
    }

    fn part(&mut self, title: &str, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        self.gap();
        self.say(title);
        lines.iter().for_each(|line| self.say(&format!("- {line}")));
    }
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let seat = |seat: &crate::landnam::view::SeatView| {
        let player = scene.table.players.get(usize::from(seat.seat)).copied().unwrap_or_default();
        let name = scene.name(seat.seat);
        let mut parts = vec![format!("Seat {}, {name}: {}", seat.seat, facts::standing(seat))];
        parts.push(facts::tokens(player));
        parts.push(facts::units(scene, seat));
        parts.extend(facts::buildings(scene, seat));
        parts.push(facts::supplies(seat));
        format!("{}.", parts.join("; "))
    };
    scene.view.seats.iter().map(seat).collect()
}

/// The interior, then what is on the rim, then the outer sea.
fn hexes(scene: &Scene<'_>) -> Vec<String> {
    let all = scene.in_reading_order();
    let shown = all.iter().filter(|(place, _)| {
        place.is_interior()
            || scene.table.unit_at(*place).is_some()
            || scene.tokens_on(*place).next().is_some()
    });
    let lines = shown.map(|&(place, hex)| facts::hex(scene, place, hex));
    lines.chain([facts::outer(scene)]).collect()
}

fn buildings(scene: &Scene<'_>) -> Vec<String> {
    let all = scene.table.buildings.iter();
    all.map(|(corner, building)| {
        let hexes = words::listed(corner.places());
        format!(
            "{corner}: {} {}, at the hexes {hexes}",
            scene.whose(building.seat),
            words::building(building.kind)
        )
    })
    .collect()
}
