//! Everything public, and the viewer's own treasures, in plain sentences: the picture and the page both take them from
//! here.
//!
//! May know: the scene. May not know: how a picture or a page is laid out.

use super::Scene;
use crate::nord::board::{Field, Ground, Settlement};
use crate::nord::state::{Figure, Jarl, Phase, PlacementMode};
use crate::nord::treasures::Treasures;
use rules::Seat;
use rules::render::counted;

/// Where in the game it stands, with the player who is awaited.
pub fn phase(scene: &Scene<'_>) -> String {
    let table = scene.table();
    let active = scene.name(table.active);
    match &table.phase {
        Phase::Blank {} => "nothing lies on the table yet".to_owned(),
        Phase::ChooseStart {} => format!("{active} chooses a settlement to begin in"),
        Phase::Turn {} if table.this_turn.played.is_some() => format!("{active} is to place workers"),
        Phase::Turn {} => format!("{active} is to play"),
        Phase::Attack {} => format!("{active} must attack"),
        Phase::Over { ended_by } => format!("over: {}", ended_by.to_string().replace('_', " ")),
    }
}

/// `raw materials` or `fighters`.
pub fn scoring(number: u8) -> &'static str {
    if number % 2 == 1 { "raw materials" } else { "fighters" }
}

/// What lies open besides the board: the next scoring, what was done in this turn, who is linked.
pub fn public_facts(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    let mut lines = Vec::new();
    if (1..=4).contains(&table.next_scoring) {
        let number = table.next_scoring;
        let free = i32::try_from(table.free_places()).unwrap_or(i32::MAX);
        let places = counted(free, "free place");
        lines.push(format!(
            "Next scoring: number {number}, {}; {places} in the large dragon boat.",
            scoring(number)
        ));
    }
    let this = &table.this_turn;
    if let Some(kind) = this.played {
        let allows = match this.mode {
            PlacementMode::Normal => "",
            PlacementMode::TwoAreas => ": the workers of this turn may stand in two areas",
            PlacementMode::ManyWorkers => ": more workers in this turn",
        };
        lines.push(format!("{} has played the treasure {}{allows}.", scene.name(table.active), kind.name()));
    }
    if !this.placed.is_empty() {
        lines.push(format!("Placed in this turn: {}.", listed(&this.placed)));
    }
    let links: Vec<String> =
        scene.view.links.pairs().map(|[one, other]| format!("{one} with {other}")).collect();
    if !links.is_empty() {
        lines.push(format!("Linked are {}.", links.join(", ")));
    }
    if !scene.view.boat_links.is_empty() {
        let linked = listed(&scene.view.boat_links);
        lines.push(format!("Linked with the small dragon boat: {linked}."));
    }
    lines
}

pub fn own(scene: &Scene<'_>) -> Vec<String> {
    let Some(own) = &scene.view.own else { return Vec::new() };
    let mut lines = vec![format!("You hold {}.", treasures(own.treasures))];
    if !own.taken.is_empty() {
        let taken = own.taken.iter().map(|taken| format!("{} on {}", taken.treasure.name(), taken.field));
        lines.push(format!("Taken with your last placement: {}.", taken.collect::<Vec<_>>().join(", ")));
    }
    lines
}

pub fn figure(scene: &Scene<'_>, figure: Figure) -> String {
    match figure {
        Figure::Man { seat } => format!("dead man of {}", scene.name(seat)),
        Figure::Jarl { seat } => format!("jarl of {}", scene.name(seat)),
        Figure::NeutralJarl {} => "neutral jarl".to_owned(),
        Figure::UnusedJarl {} => "unused jarl".to_owned(),
    }
}

pub fn dragon_boat(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    let taken = table.places.iter().zip(&table.dragon_boat);
    let mut lines: Vec<String> =
        taken.map(|(number, lies)| format!("Place {number}: {}.", figure(scene, *lies))).collect();
    let free: Vec<String> = table.places.iter().skip(table.dragon_boat.len()).map(u8::to_string).collect();
    if !free.is_empty() {
        lines.push(format!("Free places: {}.", free.join(", ")));
    }
    lines
}

pub fn supply(scene: &Scene<'_>) -> Vec<String> {
    let table = scene.table();
    vec![format!(
        "{} in the general supply; {} in the draw pile; played: {}.",
        counted(table.boats, "fishing boat"),
        counted(table.draw_pile, "treasure"),
        treasures(table.discard.iter().copied().collect()),
    )]
}

pub fn settlement(scene: &Scene<'_>, settlement: Settlement) -> String {
    let table = scene.table();
    let place = scene.board().field_of(settlement).map_or_else(String::new, |field| format!(" on {field}"));
    let garrison = table.garrison(settlement);
    let jarl = garrison.jarl.map_or_else(|| "no jarl".to_owned(), |jarl| scene.jarl(jarl));
    let fighters = scene.seats().filter(|seat| garrison.fighters_of(*seat) > 0);
    let fighters = fighters.map(|seat| format!("{} of {}", garrison.fighters_of(seat), scene.name(seat)));
    let fighters = joined(fighters, ", ", "none");
    format!("Settlement {settlement}{place}: {jarl}; fighters: {fighters}")
}

pub fn boat(scene: &Scene<'_>) -> String {
    format!("The small dragon boat lies on {}", scene.board().island.dragon_boat)
}

/// A field with what lies and stands there.
pub fn field(scene: &Scene<'_>, field: Field) -> String {
    let ground = match scene.board().ground_of(field) {
        Ground::Land(land) if land.cairn => format!("{} with a cairn", <&str>::from(land.terrain)),
        Ground::Land(land) => <&str>::from(land.terrain).to_owned(),
        _ => "sea".to_owned(),
    };
    format!("{field}: {ground}{}", on(scene, field, false))
}

/// `, a worker of Ada` or `, a treasure lies here`; of a cairn only if requested.
fn on(scene: &Scene<'_>, field: Field, with_cairn: bool) -> String {
    let table = scene.table();
    let cairn = with_cairn && scene.board().land(field).is_some_and(|land| land.cairn);
    if let Some(seat) = table.workers.get(field) {
        let cairn = if cairn { "cairn, " } else { "" };
        return format!(", {cairn}worker of {}", scene.name(seat));
    }
    match (table.treasures.contains(&field), cairn) {
        (true, _) => ", treasure".to_owned(),
        (false, true) => ", bare cairn".to_owned(),
        (false, false) => String::new(),
    }
}

pub fn areas(scene: &Scene<'_>) -> Vec<String> {
    let areas = scene.board().areas.iter();
    let field = |field: &Field| match on(scene, *field, true).strip_prefix(", ") {
        Some(on) => format!("{field} ({on})"),
        None => field.to_string(),
    };
    areas
        .map(|area| {
            let fields: Vec<String> = area.fields.iter().map(field).collect();
            format!("{}: {}", <&str>::from(area.terrain), fields.join("; "))
        })
        .collect()
}

pub fn sea_workers(scene: &Scene<'_>) -> Vec<String> {
    let at_sea = scene.table().sea_workers();
    at_sea.map(|(field, seat)| format!("{field}: sea worker of {}", scene.name(seat))).collect()
}

/// Points, men and treasures of a seat in one line.
pub fn summary(scene: &Scene<'_>, seat: Seat) -> String {
    let player = scene.table().player(seat);
    format!(
        "{}, {} at home, {}",
        counted(player.score, "point"),
        men(player.supply),
        counted(player.treasures, "treasure"),
    )
}

pub fn details(scene: &Scene<'_>, seat: Seat) -> Vec<String> {
    let table = scene.table();
    let fighters = table.settlements.iter().filter(|(_, garrison)| garrison.fighters_of(seat) > 0);
    let fighters =
        fighters.map(|(settlement, garrison)| format!("{} in {settlement}", garrison.fighters_of(seat)));
    let fighters = joined(fighters, ", ", "none");
    let jarl = table.settlements.iter().find(|(_, garrison)| garrison.jarl == Some(Jarl::Own { seat }));
    let jarl = jarl.map_or_else(String::new, |(settlement, _)| format!(" Their jarl is in {settlement}."));
    let workers = || table.workers.iter().filter(|(_, owner)| *owner == seat).map(|(field, _)| field);
    let (land, sea): (Vec<Field>, Vec<Field>) =
        workers().partition(|field| scene.board().land(*field).is_some());
    let mut lines = vec![
        format!("Fighters: {fighters}.{jarl}"),
        format!("Workers on land: {}; at sea: {}.", listed(&land), listed(&sea)),
    ];
    let shown = scene.view.shown.as_ref().and_then(|hands| hands.get(usize::from(seat)));
    if let Some(hand) = shown {
        lines.push(format!("Held at the end {}.", treasures(*hand)));
    }
    if table.has_resigned(seat) {
        lines.push("Has given up.".to_owned());
    }
    lines
}

/// `2 axe, 1 gold`; `no treasures`.
fn treasures(treasures: Treasures) -> String {
    joined(treasures.kinds().map(|(kind, count)| format!("{count} {}", kind.name())), ", ", "no treasures")
}

pub fn men(count: u8) -> String {
    format!("{count} {}", if count == 1 { "man" } else { "men" })
}

/// `4,6; 4,7 and 5,6`, with semicolons, since fields have commas in them; `none`.
fn listed<T: ToString>(things: &[T]) -> String {
    match things {
        [] => "none".to_owned(),
        [one] => one.to_string(),
        [all @ .., last] => {
            format!("{} and {}", joined(all.iter().map(T::to_string), "; ", ""), last.to_string())
        }
    }
}

/// The parts with something between them; `none` where there are none.
fn joined(parts: impl Iterator<Item = String>, between: &str, none: &str) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { none.to_owned() } else { parts.join(between) }
}
