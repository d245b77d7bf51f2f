//! Building, and the end of the turn (rules page §8, B43–B55).

use super::{Verdict, trade, turn};
use crate::rules::{Refusal, Seat};
use crate::rulesets::landnam::action::*;
use crate::rulesets::landnam::board::{Corner, Place};
use crate::rulesets::landnam::event::*;
use crate::rulesets::landnam::judge::unit_acts::Aging;
use crate::rulesets::landnam::judge::works::Works;
use crate::rulesets::landnam::refusals::{asked, refuse};
use crate::rulesets::landnam::resource::Bundle;
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::UnitKind;

/// Answers a question of building.
pub(super) fn decide(scribe: &mut Scribe<'_>, seat: Seat, action: &Action) -> Verdict {
    match action {
        Action::BuildUnit(action) => unit(scribe, seat, action),
        Action::BuildShipOnOuter(_) => ship_on_outer(scribe, seat),
        Action::BuildFarm(action) => farm(scribe, seat, action),
        Action::BuildTown(action) => town(scribe, seat, action),
        Action::BuildHarbour(action) => harbour(scribe, seat, action),
        Action::AgeHex(action) => age(scribe, seat, action),
        Action::EndTurn(_) => {
            trade::close_offers(scribe);
            turn::end(scribe);
            Ok(())
        }
        _ => Err(refuse(asked::WRONG_PHASE)),
    }
}

/// Phase 3 as `seat` sees it.
fn works<'s>(scribe: &'s Scribe<'_>, seat: Seat) -> Result<Works<'s>, Refusal> {
    Works::of(scribe.sight(seat)).ok_or_else(|| refuse(asked::WRONG_PHASE))
}

/// Something is built, which ends trade for good (B43).
fn build(scribe: &mut Scribe<'_>, event: Event) -> Verdict {
    trade::close(scribe);
    scribe.tell(event);
    Ok(())
}

/// A building makes a unit.
fn unit(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildUnit) -> Verdict {
    let BuildUnit { unit: kind, corner, hex } = *action;
    let cost = works(scribe, seat)?.unit(kind, corner, hex)?;
    new_unit(scribe, seat, kind, Some(corner), hex, cost)
}

/// A ship on the outer sea, which needs no building.
fn ship_on_outer(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    let cost = works(scribe, seat)?.ship_on_outer()?;
    new_unit(scribe, seat, UnitKind::Ship, None, Place::OUTER, cost)
}

fn new_unit(
    scribe: &mut Scribe<'_>,
    seat: Seat,
    kind: UnitKind,
    corner: Option<Corner>,
    hex: Place,
    cost: Bundle,
) -> Verdict {
    let unit = scribe.table().next_unit_id();
    build(scribe, Event::UnitBuilt(UnitBuilt { seat, unit, kind, corner, hex, cost }))
}

/// A unit becomes a farm.
fn farm(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildFarm) -> Verdict {
    let corner = action.corner;
    let (unit, cost) = works(scribe, seat)?.farm(action.unit, corner)?;
    let (hex, kind, unit) = (unit.place, unit.kind, unit.id);
    build(scribe, Event::FarmBuilt(FarmBuilt { seat, unit, kind, hex, corner, cost }))
}

/// A farm becomes a town.
fn town(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildTown) -> Verdict {
    let corner = action.corner;
    let cost = works(scribe, seat)?.town(corner)?;
    build(scribe, Event::TownBuilt(TownBuilt { seat, corner, cost }))
}

/// A ship builds a harbour.
fn harbour(scribe: &mut Scribe<'_>, seat: Seat, action: &BuildHarbour) -> Verdict {
    let resource = action.resource;
    let (unit, cost) = works(scribe, seat)?.harbour(action.unit, resource)?;
    let (hex, unit) = (unit.place, unit.id);
    build(scribe, Event::HarbourBuilt(HarbourBuilt { seat, unit, hex, resource, cost }))
}

/// A settler ages its hex.
fn age(scribe: &mut Scribe<'_>, seat: Seat, action: &AgeHex) -> Verdict {
    let Aging { unit, from, to, cost } = works(scribe, seat)?.aging(action.unit)?;
    let (hex, unit) = (unit.place, unit.id);
    build(scribe, Event::HexAgedForPay(HexAgedForPay { seat, unit, hex, from, to, cost }))
}
