//! Moving, exploring, fleeing (rules page §6).

use super::super::Outlook;
use super::best;
use super::goals;
use super::routes::Routes;
use crate::landnam::action::{Action, ExchangeFateCard, PlayMovementCard, Step};
use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::state::{Movement, Phase, Unit, UnitKind};
use rules::Legal;

/// A step must better things by this much.
const LEAST: f32 = 0.02;
/// A step that betters things by this much is better than a card that completes a house.
const LARGE: f32 = 0.5;
/// A card for more steps must better things by this much.
const LEAST_BY_CARD: f32 = 0.35;
/// Driving an outlaw off, which may leave the board for it.
const CHASE: f32 = 0.4;

/// What is reckoned once for a question: the worth of places for ships and for settlers.
struct Map<'v, 's> {
    ships: Routes<'v, 's>,
    settlers: Routes<'v, 's>,
}

impl<'v, 's> Map<'v, 's> {
    fn new(outlook: &'s Outlook<'v>) -> Self {
        Self {
            ships: Routes::new(outlook, UnitKind::Ship),
            settlers: Routes::new(outlook, UnitKind::Settler),
        }
    }

    fn of(&self, unit: Unit) -> &Routes<'v, 's> {
        if unit.kind == UnitKind::Ship { &self.ships } else { &self.settlers }
    }
}

/// The step that betters things most, a card for more steps, an exchange, or the end of the phase.
pub fn act(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let map = Map::new(outlook);
    let steps = || {
        legal.actions.iter().filter_map(|action| match action {
            Action::Step(step) => Some((value(outlook, &map, step)?, action)),
            _ => None,
        })
    };
    best(steps(), LARGE)
        .cloned()
        .or_else(|| goals::exchange(outlook, legal))
        .or_else(|| best(steps(), LEAST).cloned())
        .or_else(|| further(outlook, &map, legal))
        .or_else(|| spare(legal))
        .or_else(|| legal.actions.iter().find(|action| matches!(action, Action::EndMovement(_))).cloned())
}

fn value(outlook: &Outlook<'_>, map: &Map<'_, '_>, step: &Step) -> Option<f32> {
    let unit = outlook.table.unit(step.unit)?;
    let chases = outlook.table.unit_at(step.to).is_some_and(|other| other.seat != outlook.seat);
    let gain = map.of(unit).gain(unit, step.to) + explored_with(outlook, &step.cards);
    if chases {
        let routes = map.of(unit);
        return Some(CHASE + routes.here(step.to).max(0.0) - routes.here(unit.place));
    }
    Some(gain)
}

/// Exploration cards are worth playing for land that little comes from.
fn explored_with(outlook: &Outlook<'_>, cards: &[FateCard]) -> f32 {
    let wants = outlook.wants();
    let worth = |card: &FateCard| match card.finds().and_then(|terrain| terrain.yields()) {
        Some(kind) => wants.get(kind.index()).map_or(0.0, |wanted| 0.5 * wanted - 0.3),
        None => 0.1,
    };
    cards.iter().map(worth).sum()
}

/// A card for more steps, if the unit would use them well.
fn further(outlook: &Outlook<'_>, map: &Map<'_, '_>, legal: &Legal<Action>) -> Option<Action> {
    let Phase::Movement(Movement { unit: Some(id), steps: 0, .. }) = &outlook.table.phase else {
        return None;
    };
    let unit = outlook.table.unit(*id)?;
    let more = |action: &&Action| {
        matches!(
            action,
            Action::PlayMovementCard(PlayMovementCard { card: FateCard::FairWind | FateCard::HardRide, .. })
        )
    };
    let card = legal.actions.iter().find(more)?;
    let gains = unit.place.neighbours().iter().map(|&near| map.of(unit).gain(unit, near));
    (gains.fold(f32::MIN, f32::max) > LEAST_BY_CARD).then(|| card.clone())
}

/// A fate card that is of little use makes a resource card, where there is nothing to move for.
fn spare(legal: &Legal<Action>) -> Option<Action> {
    let exchanges = legal.actions.iter().filter_map(|action| match action {
        Action::ExchangeFateCard(ExchangeFateCard { card, .. }) => Some((1.0 - goals::kept(*card), action)),
        _ => None,
    });
    best(exchanges, 0.4).cloned()
}

pub fn flee(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let Phase::Movement(movement) = &outlook.table.phase else { return None };
    let unit = outlook.table.unit(movement.flight.as_ref()?.unit)?;
    let routes = Routes::new(outlook, unit.kind);
    let worth = |to: Place| if to == Place::OUTER { -1.0 } else { routes.at(to).max(-0.5) };
    let options = legal.actions.iter().filter_map(|action| match action {
        Action::Flee(flee) => Some((worth(flee.to), action)),
        _ => None,
    });
    best(options, f32::MIN).cloned()
}
