//! How good places are for a unit, near and far.

use super::super::Outlook;
use super::super::outlook::chance;
use crate::landnam::board::{CORNERS, Corner, PLACES, Place};
use crate::landnam::resource::Resource;
use crate::landnam::state::{Unit, UnitKind};
use crate::landnam::terrain::Terrain;
use rules::Seat;

/// What is a step away counts for so much.
const PER_STEP: f32 = 0.8;
/// So many rounds of the reckoning see so many steps far.
const FAR: usize = 8;
/// A site for a farm, against cards a roll: its point, which counts less while the farm can't be paid.
const SITE: f32 = 0.8;
const SITE_TO_COME: f32 = 0.3;
/// The find of an unknown hex: a card or fate card most often, and land to settle.
const FIND: f32 = 1.0;
/// A known land neighbour makes land likelier.
const FIND_BY_LAND: f32 = 0.06;
/// To stand where somebody else could sue, without and with the cards to win.
const SUED: f32 = 0.22;
const SUED_IN_VAIN: f32 = 0.18;

/// The worth of every place for the units of one kind of a seat.
pub struct Routes<'v, 's> {
    outlook: &'s Outlook<'v>,
    kind: UnitKind,
    sites: [f32; CORNERS],
    worth: [f32; PLACES],
}

impl<'v, 's> Routes<'v, 's> {
    /// Reckons with the units where they stand; hexes held by others are not passed.
    pub fn new(outlook: &'s Outlook<'v>, kind: UnitKind) -> Self {
        let mut routes = Self { outlook, kind, sites: [0.0; CORNERS], worth: [f32::MIN; PLACES] };
        if outlook.houses_left(outlook.seat) > 0 {
            routes.find_sites();
        }
        routes.reckon();
        routes
    }

    fn find_sites(&mut self) {
        let wants = self.outlook.wants();
        let payable = self.outlook.hand.covers(&self.outlook.components.costs.farm);
        let point = if payable { SITE } else { SITE_TO_COME };
        for corner in Corner::all().filter(|&corner| self.outlook.is_site(corner)) {
            let by_the_sea = if self.outlook.is_by_the_sea(corner) { 0.1 } else { 0.0 };
            if let Some(site) = self.sites.get_mut(corner.index()) {
                *site = point + self.outlook.yields_at(corner, &wants) + by_the_sea;
            }
        }
    }

    fn reckon(&mut self) {
        let open: Vec<Place> =
            Place::hexes().chain([Place::OUTER]).filter(|&place| self.is_open(place)).collect();
        let here: Vec<f32> = open.iter().map(|&place| self.here(place)).collect();
        for (&place, &here) in open.iter().zip(&here) {
            self.set(place, here);
        }
        for _ in 0..FAR {
            let mut changed = false;
            for &place in &open {
                let best = place
                    .neighbours()
                    .iter()
                    .map(|&near| PER_STEP * self.ahead(near))
                    .fold(f32::MIN, f32::max);
                if best > self.at(place) + 0.001 {
                    self.set(place, best);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn set(&mut self, place: Place, worth: f32) {
        if let Some(cell) = self.worth.get_mut(place.index()) {
            *cell = worth;
        }
    }

    /// The worth of a place with everything that can be reached from it.
    pub fn at(&self, place: Place) -> f32 {
        self.worth.get(place.index()).copied().unwrap_or(f32::MIN)
    }

    /// The worth of going there: a find where nobody has been.
    pub fn ahead(&self, place: Place) -> f32 {
        if place.is_interior() && self.outlook.table.tile(place).is_none() {
            self.find(place)
        } else {
            self.at(place)
        }
    }

    fn find(&self, place: Place) -> f32 {
        let land = |near: &&Place| self.outlook.table.tile(**near).is_some_and(|tile| tile.terrain.is_land());
        FIND + FIND_BY_LAND * place.neighbours().iter().filter(land).count() as f32
    }

    /// May such a unit stand there, as far as can be told without cards?
    fn is_open(&self, place: Place) -> bool {
        let Some(terrain) = self.outlook.table.terrain(place) else { return false };
        let fits = match self.kind {
            UnitKind::Ship => terrain == Terrain::Sea,
            UnitKind::Settler => terrain.is_land(),
        };
        fits && self.outlook.table.unit_at(place).is_none_or(|unit| unit.seat == self.outlook.seat)
    }

    /// The worth of standing on a place at the end of the phase.
    pub fn here(&self, place: Place) -> f32 {
        self.site(place).map_or(0.0, |(_, worth)| worth).max(0.0) + self.standing(place)
    }

    /// The best site for a farm at a place.
    pub fn site(&self, place: Place) -> Option<(Corner, f32)> {
        let corners = place
            .corners()
            .iter()
            .map(|&corner| (corner, self.sites.get(corner.index()).copied().unwrap_or(0.0)));
        corners.filter(|(_, worth)| *worth > 0.0).max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// A settler yields two cards on numbered land; whoever else has built there can sue it.
    fn standing(&self, place: Place) -> f32 {
        let table = self.outlook.table;
        let Some(tile) = table.tile(place) else { return 0.0 };
        let Some(kind) = tile.harbour.or(tile.terrain.yields()) else { return 0.0 };
        let suitors = self.outlook.others().filter(|&seat| table.has_building_at(seat, place));
        let sued: f32 = suitors.map(|seat| self.sued_by(seat, kind)).sum();
        let settled = self.kind == UnitKind::Settler;
        let yields = tile.number.filter(|_| settled).map_or(0.0, |number| {
            chance(number) * (2.0 - f32::from(self.outlook.due_to_buildings(self.outlook.seat, place)))
        });
        yields + sued
    }

    /// A suit is won by who has more cards of the kind.
    fn sued_by(&self, seat: Seat, kind: Resource) -> f32 {
        let held = f32::from(self.outlook.hand.get(kind));
        if held > self.outlook.guess(seat, kind) + 2.0 { SUED_IN_VAIN } else { -SUED }
    }

    /// What a step of the unit to a neighbouring place would better, against staying.
    pub fn gain(&self, unit: Unit, to: Place) -> f32 {
        self.ahead(to) * PER_STEP.sqrt() - self.here(unit.place)
    }
}
