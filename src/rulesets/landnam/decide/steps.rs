//! Steps, chases and flights (rules page §6, B34).

use super::movement::march;
use super::{Verdict, exploration, outlaw};
use crate::landnam::action::{Flee, Step};
use crate::landnam::board::Place;
use crate::landnam::event::*;
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{asked, movement as no, refuse};
use crate::landnam::state::{Flight, Unit};
use crate::landnam::validate::steps::{Entry, Target, Way, flight, ordinary_steps};
use rules::{Chance, Seat};

/// A unit takes a step.
pub fn step(recorder: &mut Recorder<'_>, seat: Seat, action: &Step, chance: &mut Chance) -> Verdict {
    let march = march(recorder, seat)?;
    let unit = march.unit(action.unit)?;
    let way = march.step(unit, action.to)?;
    march.exploration_cards(way, action.to, &action.cards)?;
    choose(recorder, unit);
    match way {
        Way::Explore => exploration::explore(recorder, unit, action.to, &action.cards, chance),
        Way::Enter(entry) => approach(recorder, unit, action.to, entry),
    }
    Ok(())
}

/// The first thing done with a unit chooses it for the phase (B25).
pub fn choose(recorder: &mut Recorder<'_>, unit: Unit) {
    if recorder.table().movement().is_some_and(|movement| movement.unit.is_none()) {
        let steps = ordinary_steps(unit.kind);
        recorder.record(Event::UnitChosen(UnitChosen { seat: unit.seat, unit: unit.id, steps }));
    }
}

/// Whoever stands there flees or is removed before the unit enters; his owner may have to be asked first.
fn approach(recorder: &mut Recorder<'_>, unit: Unit, to: Place, entry: Entry) {
    if let Some(target) = entry.against
        && !chase(recorder, unit, to, target)
    {
        return;
    }
    let drive_off = entry.against.is_some_and(|target| target.drive_off);
    enter(recorder, unit, to, entry.landfall, drive_off);
}

/// Is the chased unit out of the way at once?
fn chase(recorder: &mut Recorder<'_>, unit: Unit, hex: Place, target: Target) -> bool {
    let Target { unit: chased, drive_off } = target;
    let Ok(options) = march(recorder, unit.seat).map(|march| flight(&march, chased, unit.place)) else {
        return false;
    };
    let (owner, target) = (chased.seat, chased.id);
    recorder.record(Event::UnitChased(UnitChased {
        seat: unit.seat,
        unit: unit.id,
        target,
        owner,
        hex,
        drive_off,
    }));
    if options.is_empty() {
        remove(recorder, chased);
        return true;
    }
    let options = options.places().collect();
    recorder.record(Event::FlightAwaited(FlightAwaited {
        seat: owner,
        unit: target,
        hex,
        options,
        drive_off,
    }));
    false
}

/// A unit without any place to flee to is out of play, and its red tokens go to their plaintiffs.
fn remove(recorder: &mut Recorder<'_>, unit: Unit) {
    recorder.record(Event::UnitRemoved(UnitRemoved { seat: unit.seat, unit: unit.id, hex: unit.place }));
    outlaw::award_tokens(recorder, unit.id);
}

/// The unit enters a known place, which uses a step.
fn enter(recorder: &mut Recorder<'_>, unit: Unit, to: Place, landfall: bool, drive_off: bool) {
    let steps = recorder.table().movement().map_or(0, |movement| movement.steps.saturating_sub(1));
    recorder.record(Event::UnitMoved(UnitMoved {
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
pub fn flee(recorder: &mut Recorder<'_>, seat: Seat, action: &Flee) -> Verdict {
    let wrong_phase = || refuse(asked::WRONG_PHASE);
    let movement = recorder.table().movement().ok_or_else(wrong_phase)?;
    let Flight { unit, hex, options, drive_off } = movement.flight.clone().ok_or_else(wrong_phase)?;
    let mover = movement.unit.and_then(|id| recorder.table().unit(id)).ok_or_else(wrong_phase)?;
    if recorder.table().unit(unit).is_none_or(|unit| unit.seat != seat) {
        return Err(wrong_phase());
    }
    if !options.contains(&action.to) {
        return Err(refuse(no::NO_FLIGHT_THERE).of("to"));
    }
    let landfall = march(recorder, mover.seat)?.opens(mover, hex)?;
    recorder.record(Event::UnitFled(UnitFled { seat, unit, from: hex, to: action.to }));
    enter(recorder, mover, hex, landfall, drive_off);
    Ok(())
}
