//! Building, and the end of the turn (rules page §8, B43–B55).

use super::{Verdict, trade, turn};
use crate::landnam::action::*;
use crate::landnam::board::{Corner, Place};
use crate::landnam::event::*;
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{asked, refuse};
use crate::landnam::resource::Bundle;
use crate::landnam::state::UnitKind;
use crate::landnam::validate::unit_acts::Aging;
use crate::landnam::validate::works::Works;
use rules::{Refusal, Seat};

pub(super) fn decide(recorder: &mut Recorder<'_>, seat: Seat, action: &Action) -> Verdict {
    match action {
        Action::BuildUnit(action) => unit(recorder, seat, action),
        Action::BuildShipOnOuter(_) => ship_on_outer(recorder, seat),
        Action::BuildFarm(action) => farm(recorder, seat, action),
        Action::BuildTown(action) => town(recorder, seat, action),
        Action::BuildHarbour(action) => harbour(recorder, seat, action),
        Action::AgeHex(action) => age(recorder, seat, action),
        Action::EndTurn(_) => {
            trade::close_offers(recorder);
            turn::end(recorder);
            Ok(())
        }
        _ => Err(refuse(asked::WRONG_PHASE)),
    }
}

/// Phase 3 as `seat` sees it.
fn works<'s>(recorder: &'s Recorder<'_>, seat: Seat) -> Result<Works<'s>, Refusal> {
    Works::of(recorder.player_view(seat)).ok_or_else(|| refuse(asked::WRONG_PHASE))
}

/// Something is built, which ends trade for good (B43).
fn build(recorder: &mut Recorder<'_>, event: Event) -> Verdict {
    trade::close(recorder);
    recorder.record(event);
    Ok(())
}

/// A building makes a unit.
fn unit(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildUnit) -> Verdict {
    let BuildUnit { unit: kind, corner, hex } = *action;
    let cost = works(recorder, seat)?.unit(kind, corner, hex)?;
    new_unit(recorder, seat, kind, Some(corner), hex, cost)
}

/// A ship on the outer sea, which needs no building.
fn ship_on_outer(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    let cost = works(recorder, seat)?.ship_on_outer()?;
    new_unit(recorder, seat, UnitKind::Ship, None, Place::OUTER, cost)
}

fn new_unit(
    recorder: &mut Recorder<'_>,
    seat: Seat,
    kind: UnitKind,
    corner: Option<Corner>,
    hex: Place,
    cost: Bundle,
) -> Verdict {
    let unit = recorder.table().next_unit_id();
    build(recorder, Event::UnitBuilt(UnitBuilt { seat, unit, kind, corner, hex, cost }))
}

/// A unit becomes a farm.
fn farm(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildFarm) -> Verdict {
    let corner = action.corner;
    let (unit, cost) = works(recorder, seat)?.farm(action.unit, corner)?;
    let (hex, kind, unit) = (unit.place, unit.kind, unit.id);
    build(recorder, Event::FarmBuilt(FarmBuilt { seat, unit, kind, hex, corner, cost }))
}

fn town(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildTown) -> Verdict {
    let corner = action.corner;
    let cost = works(recorder, seat)?.town(corner)?;
    build(recorder, Event::TownBuilt(TownBuilt { seat, corner, cost }))
}

fn harbour(recorder: &mut Recorder<'_>, seat: Seat, action: &BuildHarbour) -> Verdict {
    let resource = action.resource;
    let (unit, cost) = works(recorder, seat)?.harbour(action.unit, resource)?;
    let (hex, unit) = (unit.place, unit.id);
    build(recorder, Event::HarbourBuilt(HarbourBuilt { seat, unit, hex, resource, cost }))
}

/// A settler ages its hex.
fn age(recorder: &mut Recorder<'_>, seat: Seat, action: &AgeHex) -> Verdict {
    let Aging { unit, from, to, cost } = works(recorder, seat)?.aging(action.unit)?;
    let (hex, unit) = (unit.place, unit.id);
    build(recorder, Event::HexAgedForPay(HexAgedForPay { seat, unit, hex, from, to, cost }))
}
