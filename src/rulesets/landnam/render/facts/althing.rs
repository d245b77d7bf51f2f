//! The Althing in session.

use crate::landnam::render::scene::Scene;
use crate::landnam::state::{Althing, Party, PossibleSuit, Side, Suit};

/// The suit being fought, the course so far, the possible suits.
pub fn althing(scene: &Scene<'_>, althing: &Althing) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(suit) = &althing.suit {
        lines.extend(fought(scene, suit));
    }
    let first = althing.first.map(|seat| format!("{} was named to go first.", scene.name(seat)));
    let suitor = althing.suitor.map(|seat| format!("It is {} time to sue.", scene.whose(seat)));
    let brought = Some(format!("Suits brought so far: {}.", althing.brought));
    let course: Vec<String> = [first, suitor, brought].into_iter().flatten().collect();
    lines.push(course.join(" "));
    lines.extend(althing.suits.iter().map(|suit| possible(scene, suit)));
    lines
}

fn possible(scene: &Scene<'_>, suit: &PossibleSuit) -> String {
    let (unit, who) = (suit.unit.0, scene.name(suit.plaintiff));
    let (whose, kind) = (scene.whose(suit.defendant), suit.resource.name());
    let how = if suit.brought { "has sued" } else { "may sue" };
    format!("{who} {how} over {whose} unit {unit} on {} for {kind}.", suit.hex)
}

fn fought(scene: &Scene<'_>, suit: &Suit) -> Vec<String> {
    let what = format!(
        "Suit {}: {} sues over {} on {} for {}.",
        suit.number,
        scene.name(suit.plaintiff),
        scene.unit_and_owner(suit.unit),
        suit.hex,
        suit.resource.name()
    );
    let answering = match suit.answering {
        Side::Plaintiff => "The plaintiff's side",
        Side::Defendant => "The defence",
    };
    let needed = format!(
        "{answering} must answer with at least {} {}, or concede (answers so far: {}).",
        suit.needed(),
        suit.resource.name(),
        suit.answers
    );
    let sides = Side::BOTH.map(|side| party(scene, side, suit.party(side)));
    [what].into_iter().chain(sides).chain([needed]).collect()
}

fn party(scene: &Scene<'_>, side: Side, party: &Party) -> String {
    let side = match side {
        Side::Plaintiff => "Plaintiff's side",
        Side::Defendant => "Defence",
    };
    let mut line = format!("{side}: {} leads, {} staked", scene.name(party.principal), party.total);
    for (seat, added) in party.earlier.iter().zip(&party.added) {
        line.push_str(&format!("; {} led earlier and added {added} times", scene.name(*seat)));
    }
    if !party.asked.is_empty() {
        line.push_str(&format!("; asked to take over so far: {}", scene.names.listed(&party.asked)));
    }
    if let Some(seat) = party.offer {
        line.push_str(&format!("; {} is being asked now", scene.name(seat)));
    }
    line.push('.');
    line
}
