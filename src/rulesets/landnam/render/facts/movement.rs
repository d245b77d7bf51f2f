//! Phase 2 in progress.

use crate::landnam::render::scene::Scene;
use crate::landnam::render::words::listed;
use crate::landnam::state::{Flight, Movement, Naming};

/// What was moved, and what is pending.
pub fn movement(scene: &Scene<'_>, movement: &Movement) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(movement.flight.as_ref().map(|flight| flees(scene, flight)));
    lines.extend(movement.naming.map(names));
    lines.push(mover(scene, movement));
    lines.extend(effects(movement));
    if !movement.chased.is_empty() {
        let chased = movement.chased.iter().map(|unit| unit.0);
        lines.push(format!("Units chased in this phase: {}.", listed(chased)));
    }
    if !movement.outlaws.is_empty() {
        let stood = movement.outlaws.iter().map(|(unit, place)| format!("unit {} on {place}", unit.0));
        lines.push(format!("Outlaws when the phase began: {}.", listed(stood)));
    }
    lines
}

fn mover(scene: &Scene<'_>, movement: &Movement) -> String {
    let acts = movement.acts;
    match movement.unit {
        Some(unit) => format!(
            "{} is moved; steps left: {}; acts in this phase: {acts}.",
            scene.unit_and_owner(unit),
            movement.steps
        ),
        None => format!("No unit is chosen yet; acts in this phase: {acts}."),
    }
}

fn effects(movement: &Movement) -> Option<String> {
    let stopped = movement.stopped_at.map(|place| format!("stopped at {place}"));
    let effects: Vec<String> = [
        movement.landfall.then(|| "landfall ready".to_owned()),
        movement.mountain_trail.then(|| "mountain trail open".to_owned()),
        movement.drive_off.then(|| "drive off ready".to_owned()),
        movement.on_outer.then(|| "it has entered the outer sea".to_owned()),
        stopped,
    ]
    .into_iter()
    .flatten()
    .collect();
    (!effects.is_empty()).then(|| format!("In effect: {}.", effects.join("; ")))
}

fn flees(scene: &Scene<'_>, flight: &Flight) -> String {
    let why = if flight.drive_off { "driven off" } else { "chased" };
    let (unit, options) = (scene.unit_and_owner(flight.unit), listed(&flight.options));
    format!("{unit} is {why} and must flee from {} to one of: {options}.", flight.hex)
}

fn names(naming: Naming) -> String {
    format!("The number of {} is to be named; without a word it is {}.", naming.hex, naming.default.value())
}
