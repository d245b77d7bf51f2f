//! What is pending: who is asked what, and everything the phase remembers.

use super::{althing, movement, trading};
use crate::landnam::question;
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words::listed;
use crate::landnam::state::Phase;
use rules::{Decision, Seat};

/// Who is awaited, and what the phase remembers.
pub fn matters(scene: &Scene<'_>) -> Vec<String> {
    let awaited = open(scene).into_iter().filter(|decision| decision.blocking);
    let mut lines: Vec<String> = awaited.map(|decision| asked(scene, &decision)).collect();
    match &scene.table.phase {
        Phase::SetUp | Phase::Roll | Phase::HarvestCard | Phase::Over { .. } => {}
        Phase::Aging { candidates } => {
            lines.push(format!("One of these hexes ages: {}.", listed(candidates)))
        }
        Phase::Althing(session) => lines.extend(althing::althing(scene, session)),
        Phase::Movement(phase) => lines.extend(movement::movement(scene, phase)),
        Phase::Trading(phase) => lines.extend(trading::trading(scene, phase)),
    }
    lines
}

/// Who may answer something without being waited for; those who are asked the same in one sentence.
pub fn invited(scene: &Scene<'_>) -> Vec<String> {
    let mut asked: Vec<(Decision, Vec<Seat>)> = Vec::new();
    for decision in open(scene).into_iter().filter(|decision| !decision.blocking) {
        let same =
            |other: &&mut (Decision, Vec<Seat>)| other.0.id == decision.id && other.0.kind == decision.kind;
        match asked.iter_mut().find(same) {
            Some((_, seats)) => seats.push(decision.seat),
            None => asked.push((decision.clone(), vec![decision.seat])),
        }
    }
    let line = |(decision, seats): &(Decision, Vec<Seat>)| {
        let kind = decision.kind.replace('_', " ");
        format!("{kind}, decision {}: {}.", decision.id, scene.names.listed(seats))
    };
    asked.iter().map(line).collect()
}

fn open(scene: &Scene<'_>) -> Vec<Decision> {
    let open = question::open(scene.table).into_iter();
    open.map(|(seat, question)| question.decision(scene.table, seat)).collect()
}

fn asked(scene: &Scene<'_>, decision: &Decision) -> String {
    let kind = decision.kind.replace('_', " ");
    format!("{} is awaited: {kind}, decision {}.", scene.name(decision.seat), decision.id)
}
