//! Moving, exploring, fleeing, and how good places are for a unit, near and far (rules page §6).

use super::{best_action, building, chance};
use crate::landnam::action::{Action, PlayMovementCard, Step};
use crate::landnam::board::{CORNERS, Corner, PLACES, Place};
use crate::landnam::fate::FateCard;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Movement, Phase, Unit, UnitKind};
use crate::landnam::terrain::Terrain;
use crate::landnam::view::SeatKnowledge;
use rules::{Legal, Seat};

/// A step must better things by this much.
const LEAST_GAIN: f32 = 0.02;
/// A step that betters things by this much is better than a card that completes a house.
const LARGE_GAIN: f32 = 0.5;
/// A card for more steps must better things by this much.
const LEAST_BY_CARD: f32 = 0.35;
/// The worth of driving off an outlaw, which may have to leave the board.
const CHASE: f32 = 0.4;

/// What is reckoned once for a question: the worth of places for ships and for settlers.
struct RouteMap<'v, 's> {
    ships: Routes<'v, 's>,
    settlers: Routes<'v, 's>,
}

impl<'v, 's> RouteMap<'v, 's> {
    fn new(known: &'s SeatKnowledge<'v>) -> Self {
        Self { ships: Routes::new(known, UnitKind::Ship), settlers: Routes::new(known, UnitKind::Settler) }
    }

    fn of(&self, unit: Unit) -> &Routes<'v, 's> {
        if unit.kind == UnitKind::Ship { &self.ships } else { &self.settlers }
    }
}

/// The step that betters things most, a card for more steps, an exchange, or the end of the phase.
pub fn act(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let map = RouteMap::new(known);
    let step = |least: f32| {
        best_action(legal, least, |action| match action {
            Action::Step(step) => value(known, &map, step),
            _ => None,
        })
    };
    step(LARGE_GAIN)
        .or_else(|| building::completing_exchange(known, legal))
        .or_else(|| step(LEAST_GAIN))
        .or_else(|| further(known, &map, legal))
        .or_else(|| spare(legal))
        .or_else(|| legal.find(|action| matches!(action, Action::EndMovement(_))))
}

fn value(known: &SeatKnowledge<'_>, map: &RouteMap<'_, '_>, step: &Step) -> Option<f32> {
    let unit = known.table.unit(step.unit)?;
    let chases = known.table.unit_at(step.to).is_some_and(|other| other.seat != known.seat);
    let gain = map.of(unit).gain(unit, step.to) + explored_with(known, &step.cards);
    if chases {
        let routes = map.of(unit);
        return Some(CHASE + routes.here(step.to).max(0.0) - routes.here(unit.place));
    }
    Some(gain)
}

/// Exploration cards are worth playing for land that little comes from.
fn explored_with(known: &SeatKnowledge<'_>, cards: &[FateCard]) -> f32 {
    let wants = known.wants();
    let worth = |card: &FateCard| match card.finds().and_then(|terrain| terrain.yields()) {
        Some(kind) => 0.5 * wants[kind.index()] - 0.3,
        None => 0.1,
    };
    cards.iter().map(worth).sum()
}

/// A card for more steps, if the unit would use them well.
fn further(known: &SeatKnowledge<'_>, map: &RouteMap<'_, '_>, legal: &Legal<Action>) -> Option<Action> {
    let Phase::Movement(Movement { unit: Some(id), steps: 0, .. }) = &known.table.phase else {
        return None;
    };
    let unit = known.table.unit(*id)?;
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
    best_action(legal, 0.4, |action| match action {
        Action::ExchangeFateCard(exchange) => Some(1.0 - building::worth_keeping(exchange.card)),
        _ => None,
    })
}

pub fn flee(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let Phase::Movement(movement) = &known.table.phase else { return None };
    let unit = known.table.unit(movement.flight.as_ref()?.unit)?;
    let routes = Routes::new(known, unit.kind);
    let worth = |to: Place| if to == Place::OUTER { -1.0 } else { routes.at(to).max(-0.5) };
    best_action(legal, f32::MIN, |action| match action {
        Action::Flee(flee) => Some(worth(flee.to)),
        _ => None,
    })
}

/// What is one step farther away counts for this share.
const PER_STEP: f32 = 0.8;
/// How many steps far a unit plans; each round of the computation sees one step farther.
const ROUNDS: usize = 8;
/// A site for a farm, against cards a roll: its point, which counts less while the farm can't be paid.
const SITE: f32 = 0.8;
const SITE_TO_COME: f32 = 0.3;
/// The find of an unknown hex: a card or fate card most often, and land to settle.
const FIND: f32 = 1.0;
/// A known land neighbour makes land likelier.
const FIND_BY_LAND: f32 = 0.06;
/// To stand where another seat could sue, without and with the cards to win.
const SUED: f32 = 0.22;
const SUED_IN_VAIN: f32 = 0.18;

/// The worth of every place for the units of one kind of a seat.
pub struct Routes<'v, 's> {
    known: &'s SeatKnowledge<'v>,
    kind: UnitKind,
    sites: [f32; CORNERS],
    worth: [f32; PLACES],
}

impl<'v, 's> Routes<'v, 's> {
    /// Assumes that the units stay where they are; hexes with units of others are not passed.
    pub fn new(known: &'s SeatKnowledge<'v>, kind: UnitKind) -> Self {
        let mut routes = Self { known, kind, sites: [0.0; CORNERS], worth: [f32::MIN; PLACES] };
        if known.houses_left() > 0 {
            routes.find_sites();
        }
        routes.reckon();
        routes
    }

    fn find_sites(&mut self) {
        let wants = self.known.wants();
        let payable = self.known.hand.covers(&self.known.components.costs.farm);
        let point = if payable { SITE } else { SITE_TO_COME };
        for corner in Corner::all().filter(|&corner| self.known.is_site(corner)) {
            let expandable = if self.known.may_be_expanded(corner) { 0.1 } else { 0.0 };
            self.sites[corner.index()] = point + self.known.yields_at(corner, &wants) + expandable;
        }
    }

    fn reckon(&mut self) {
        let open: Vec<Place> =
            Place::hexes().chain([Place::OUTER]).filter(|&place| self.is_open(place)).collect();
        let here: Vec<f32> = open.iter().map(|&place| self.here(place)).collect();
        for (&place, &here) in open.iter().zip(&here) {
            self.worth[place.index()] = here;
        }
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &place in &open {
                let best = place
                    .neighbours()
                    .iter()
                    .map(|&near| PER_STEP * self.ahead(near))
                    .fold(f32::MIN, f32::max);
                if best > self.at(place) + 0.001 {
                    self.worth[place.index()] = best;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// The worth of a place with everything that can be reached from it.
    pub fn at(&self, place: Place) -> f32 {
        self.worth[place.index()]
    }

    /// The worth of going there: a find on an unknown hex.
    fn ahead(&self, place: Place) -> f32 {
        if place.is_interior() && self.known.table.tile(place).is_none() {
            self.find(place)
        } else {
            self.at(place)
        }
    }

    fn find(&self, place: Place) -> f32 {
        let land = |near: &&Place| self.known.table.tile(**near).is_some_and(|tile| tile.terrain.is_land());
        FIND + FIND_BY_LAND * place.neighbours().iter().filter(land).count() as f32
    }

    /// May such a unit stand there, as far as can be known without cards?
    fn is_open(&self, place: Place) -> bool {
        let Some(terrain) = self.known.table.terrain(place) else { return false };
        let fits = match self.kind {
            UnitKind::Ship => terrain == Terrain::Sea,
            UnitKind::Settler => terrain.is_land(),
        };
        fits && self.known.table.unit_at(place).is_none_or(|unit| unit.seat == self.known.seat)
    }

    /// The worth of standing on a place at the end of the phase.
    fn here(&self, place: Place) -> f32 {
        self.site(place).map_or(0.0, |(_, worth)| worth).max(0.0) + self.worth_of_standing(place)
    }

    fn site(&self, place: Place) -> Option<(Corner, f32)> {
        let corners = place.corners().iter().map(|&corner| (corner, self.sites[corner.index()]));
        corners.filter(|(_, worth)| *worth > 0.0).max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// A settler yields two cards on numbered land; others who have built there can sue it.
    fn worth_of_standing(&self, place: Place) -> f32 {
        let table = self.known.table;
        let Some(tile) = table.tile(place) else { return 0.0 };
        let Some(kind) = tile.harbour.or(tile.terrain.yields()) else { return 0.0 };
        let suitors = self.known.others().filter(|&seat| table.has_building_at(seat, place));
        let sued: f32 = suitors.map(|seat| self.sued_by(seat, kind)).sum();
        let settled = self.kind == UnitKind::Settler;
        let yields = tile.number.filter(|_| settled).map_or(0.0, |number| {
            chance(number) * (2.0 - f32::from(table.houses_at(self.known.seat, place)))
        });
        yields + sued
    }

    /// A suit is won by who has more cards of the kind.
    fn sued_by(&self, seat: Seat, kind: Resource) -> f32 {
        let in_hand = f32::from(self.known.hand.get(kind));
        if in_hand > self.known.guess(seat, kind) + 2.0 { SUED_IN_VAIN } else { -SUED }
    }

    /// What a step of the unit to a neighbouring place would better, against staying.
    fn gain(&self, unit: Unit, to: Place) -> f32 {
        self.ahead(to) * PER_STEP.sqrt() - self.here(unit.place)
    }
}
