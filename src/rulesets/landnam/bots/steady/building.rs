//! Building, and the end of the turn (rules page §8).

use super::super::Outlook;
use super::routes::Routes;
use super::{best, goals, harvest, trading};
use crate::landnam::action::Action;
use crate::landnam::board::Place;
use crate::landnam::state::UnitKind;
use rules::Legal;

/// Cards beyond these are spent on harbours and aging.
const PLENTY: u16 = 6;

/// A unit is not built for a place worth less.
const LEAST_BERTH: f32 = 0.1;
/// So many of a kind are enough to spend some of them so.
const SPARE: u8 = 4;

/// Trades towards what is wanted, builds what is most worth, then ends the turn.
pub fn act(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let goals = goals::all(outlook);
    let affordable = goals.first().is_some_and(|&goal| outlook.hand.covers(&goal));
    if !affordable && let Some(trade) = trading::towards(outlook, legal, &goals) {
        return Some(trade);
    }
    house(outlook, legal)
        .or_else(|| unit(outlook, legal))
        .or_else(|| luxury(outlook, legal))
        .or_else(|| legal.actions.iter().find(|action| matches!(action, Action::EndTurn(_))).cloned())
}

/// A town before a farm; each where it yields most.
fn house(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let wants = outlook.wants();
    let houses = legal.actions.iter().filter_map(|action| match action {
        Action::BuildTown(town) => Some((10.0 + outlook.yields_at(town.corner, &wants), action)),
        Action::BuildFarm(farm) => {
            let expandable = if outlook.is_by_the_sea(farm.corner) { 0.1 } else { 0.0 };
            Some((1.0 + outlook.yields_at(farm.corner, &wants) + expandable, action))
        }
        _ => None,
    });
    best(houses, 0.0).cloned()
}

fn unit(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    if !goals::wants_units(outlook) {
        return None;
    }
    let ships = Routes::new(outlook, UnitKind::Ship);
    let settlers = Routes::new(outlook, UnitKind::Settler);
    let units = legal.actions.iter().filter_map(|action| match action {
        Action::BuildUnit(built) if built.unit == UnitKind::Ship => Some((ships.at(built.hex), action)),
        Action::BuildUnit(built) => Some((settlers.at(built.hex), action)),
        Action::BuildShipOnOuter(_) => Some((ships.at(Place::OUTER) * 0.9, action)),
        _ => None,
    });
    best(units, LEAST_BERTH).cloned()
}

/// What cards can be spent on when there are plenty.
fn luxury(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    if outlook.hand.total() < PLENTY {
        return None;
    }
    let luxuries = legal.actions.iter().filter_map(|action| match action {
        Action::BuildHarbour(harbour) => {
            let held = outlook.hand.get(harbour.resource);
            (held >= SPARE).then_some((f32::from(held), action))
        }
        Action::AgeHex(aged) => {
            let tile = outlook.table.tile(outlook.table.unit(aged.unit)?.place)?;
            let held = outlook.hand.get(tile.terrain.yields()?);
            let rises = harvest::rises(tile.number?, &outlook.table.supply.numbers);
            (held >= SPARE && rises).then_some((1.0, action))
        }
        _ => None,
    });
    best(luxuries, 0.0).cloned()
}
