//! Steps, chases and flights (rules page §6, B34).

use super::movement::march;
use super::{Verdict, exploration, outlaw};
use crate::rules::{Chance, Seat};
use crate::rulesets::landnam::action::{Flee, Step};
use crate::rulesets::landnam::board::Place;
use crate::rulesets::landnam::event::*;
use crate::rulesets::landnam::judge::steps::{Entry, Target, Way, flight, ordinary_steps};
use crate::rulesets::landnam::refusals::{asked, movement as no, refuse};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Flight, Unit};

/// A unit takes a step.
pub fn step(scribe: &mut Scribe<'_>, seat: Seat, action: &Step, chance: &mut Chance) -> Verdict {
    let march = march(scribe, seat)?;
    let unit = march.unit(action.unit)?;
    let way = march.step(unit, action.to)?;
    march.exploration_cards(way, action.to, &action.cards)?;
    choose(scribe, unit);
    match way {
        Way::Explore => exploration::explore(scribe, unit, action.to, &action.cards, chance),
        Way::Enter(entry) => approach(scribe, unit, action.to, entry),
    }
    Ok(())
}

/// The first thing done with a unit chooses it for the phase (B25).
pub fn choose(scribe: &mut Scribe<'_>, unit: Unit) {
    if scribe.table().movement().is_some_and(|movement| movement.unit.is_none()) {
        let steps = ordinary_steps(unit.kind);
        scribe.tell(Event::UnitChosen(UnitChosen { seat: unit.seat, unit: unit.id, steps }));
    }
}

/// Whoever stands there flees or is removed before the unit enters; his owner may have to be asked first.
fn approach(scribe: &mut Scribe<'_>, unit: Unit, to: Place, entry: Entry) {
    if let Some(target) = entry.against
        && !chase(scribe, unit, to, target)
    {
        return;
    }
    let drive_off = entry.against.is_some_and(|target| target.drive_off);
    enter(scribe, unit, to, entry.landfall, drive_off);
}

/// Is the chased unit out of the way at once?
fn chase(scribe: &mut Scribe<'_>, unit: Unit, hex: Place, target: Target) -> bool {
    let Target { unit: chased, drive_off } = target;
    let Ok(options) = march(scribe, unit.seat).map(|march| flight(&march, chased, unit.place)) else {
        return false;
    };
    let (owner, target) = (chased.seat, chased.id);
    scribe.tell(Event::UnitChased(UnitChased {
        seat: unit.seat,
        unit: unit.id,
        target,
        owner,
        hex,
        drive_off,
    }));
    if options.is_empty() {
        remove(scribe, chased);
        return true;
    }
    let options = options.places().collect();
    scribe.tell(Event::FlightAwaited(FlightAwaited { seat: owner, unit: target, hex, options, drive_off }));
    false
}

/// A unit without any place to flee to is out of play, and its red tokens go to their plaintiffs.
fn remove(scribe: &mut Scribe<'_>, unit: Unit) {
    scribe.tell(Event::UnitRemoved(UnitRemoved { seat: unit.seat, unit: unit.id, hex: unit.place }));
    outlaw::award_tokens(scribe, unit.id);
}

/// The unit enters a known place, which uses a step.
fn enter(scribe: &mut Scribe<'_>, unit: Unit, to: Place, landfall: bool, drive_off: bool) {
    let steps = scribe.table().movement().map_or(0, |movement| movement.steps.saturating_sub(1));
    scribe.tell(Event::UnitMoved(UnitMoved {
        seat: unit.seat,
        unit: unit.id,
        from: unit.place,
        to,
        steps,
        landfall,
        drive_off,
    }));
}

/// The owner of a chased unit lets it flee; then the chaser enters.
pub fn flee(scribe: &mut Scribe<'_>, seat: Seat, action: &Flee) -> Verdict {
    let wrong_phase = || refuse(asked::WRONG_PHASE);
    let movement = scribe.table().movement().ok_or_else(wrong_phase)?;
    let Flight { unit, hex, options, drive_off } = movement.flight.clone().ok_or_else(wrong_phase)?;
    let mover = movement.unit.and_then(|id| scribe.table().unit(id)).ok_or_else(wrong_phase)?;
    if scribe.table().unit(unit).is_none_or(|unit| unit.seat != seat) {
        return Err(wrong_phase());
    }
    if !options.contains(&action.to) {
        return Err(refuse(no::NO_FLIGHT_THERE).of("to"));
    }
    let landfall = march(scribe, mover.seat)?.opens(mover, hex)?;
    scribe.tell(Event::UnitFled(UnitFled { seat, unit, from: hex, to: action.to }));
    enter(scribe, mover, hex, landfall, drive_off);
    Ok(())
}
