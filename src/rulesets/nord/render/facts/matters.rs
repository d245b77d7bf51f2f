//! Where the game stands, and what lies beside the island.

use super::super::Scene;
use super::super::words;
use crate::nord::state::{Figure, Mode, Phase};

/// `Turn 12`, or the set-up.
pub fn turn(scene: &Scene<'_>) -> String {
    match scene.table().turn {
        0 => "Set-up".to_owned(),
        turn => format!("Turn {turn}"),
    }
}

/// Where in the game it stands, with who is awaited.
pub fn phase(scene: &Scene<'_>) -> String {
    let table = scene.table();
    let active = scene.name(table.active);
    match &table.phase {
        Phase::Blank {} => "nothing lies on the table yet".to_owned(),
        Phase::ChooseStart {} => format!("{active} chooses a settlement to begin in"),
        Phase::Turn {} if table.this_turn.played.is_some() => format!("{active} is to place workers"),
        Phase::Turn {} => format!("{active} is to play"),
        Phase::Attack {} => format!("{active} must attack"),
        Phase::Over { ended_by } => format!("over: {}", ended_by.word().replace('_', " ")),
    }
}

/// `raw materials` or `fighters`.
fn scoring(number: u8) -> &'static str {
    if number % 2 == 1 { "raw materials" } else { "fighters" }
}

/// What lies open besides the board: the next scoring, what was done in this turn, who is linked.
pub fn matters(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    let mut lines = Vec::new();
    if (1..=4).contains(&table.next_scoring) {
        let number = table.next_scoring;
        let free = i32::try_from(table.free_places()).unwrap_or(i32::MAX);
        let places = words::count(free, "free place");
        lines.push(format!(
            "Next scoring: number {number}, {}; {places} in the large dragon boat.",
            scoring(number)
        ));
    }
    let this = &table.this_turn;
    if let Some(kind) = this.played {
        let allows = match this.mode {
            Mode::Normal => "",
            Mode::TwoAreas => ": the workers of this turn may stand in two areas",
            Mode::ManyWorkers => ": more workers in this turn",
        };
        lines.push(format!("{} has played the treasure {}{allows}.", scene.name(table.active), kind.name()));
    }
    if !this.placed.is_empty() {
        lines.push(format!("Placed in this turn: {}.", words::fields(&this.placed)));
    }
    let links: Vec<String> =
        scene.view.links.pairs().map(|[one, other]| format!("{one} with {other}")).collect();
    if !links.is_empty() {
        lines.push(format!("Linked are {}.", links.join(", ")));
    }
    if !scene.view.boat_links.is_empty() {
        let linked = words::settlements(&scene.view.boat_links);
        lines.push(format!("Linked with the small dragon boat: {linked}."));
    }
    lines
}

/// What only the viewer sees.
pub fn own(scene: &Scene<'_>) -> Vec<String> {
    let Some(own) = &scene.view.own else { return Vec::new() };
    let mut lines = vec![format!("You hold {}.", words::treasures(own.treasures))];
    if !own.taken.is_empty() {
        let taken = own.taken.iter().map(|taken| format!("{} on {}", taken.treasure.name(), taken.field));
        lines.push(format!("Taken with your last placement: {}.", taken.collect::<Vec<_>>().join(", ")));
    }
    lines
}

/// What lies in a place of the large dragon boat.
pub fn figure(scene: &Scene<'_>, figure: Figure) -> String {
    match figure {
        Figure::Man { seat } => format!("dead man of {}", scene.name(seat)),
        Figure::Jarl { seat } => format!("jarl of {}", scene.name(seat)),
        Figure::NeutralJarl {} => "neutral jarl".to_owned(),
        Figure::UnusedJarl {} => "unused jarl".to_owned(),
    }
}

/// The places of the large dragon boat in order.
pub fn dragon_boat(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    let taken = table.places.iter().zip(&table.dragon_boat);
    let mut lines: Vec<String> =
        taken.map(|(number, lies)| format!("Place {number}: {}.", figure(scene, *lies))).collect();
    let free = table.places.iter().skip(table.dragon_boat.len()).map(u8::to_string);
    let free: Vec<String> = free.collect();
    if !free.is_empty() {
        lines.push(format!("Free places: {}.", free.join(", ")));
    }
    lines
}

pub fn supply(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    vec![format!(
        "{} in the general supply; {} in the draw pile; played: {}.",
        words::count(table.boats, "fishing boat"),
        words::count(table.draw_pile, "treasure"),
        words::pile(&table.discard),
    )]
}
