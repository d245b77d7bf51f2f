//! What the board promises: the income of houses and settlers, places for farms, and hexes to discover.

use crate::landnam::access::{BoardAreas, home_of};
use crate::landnam::board::{Corner, PLACES, Place, PlaceSet};
use crate::landnam::building::is_too_close;
use crate::landnam::components::Components;
use crate::landnam::state::{Table, Unit, UnitKind};
use rules::{BySeat, Seat};

/// Cards of each kind that each seat can expect from a roll (rules page §4).
pub fn expected_incomes(table: &Table) -> BySeat<[f32; 4]> {
    let mut incomes = BySeat::<[f32; 4]>::default();
    let mut settled = PlaceSet::EMPTY;
    let mut add = |seat: Seat, place: Place, cards: f32| {
        if let Some(tile) = table.tile(place)
            && let (Some(kind), Some(number), Some(income)) =
                (tile.terrain.yields(), tile.number, incomes.get_mut(usize::from(seat)))
        {
            income[kind.index()] += number.chance() * cards;
        }
    };
    for unit in table.units.iter().filter(|unit| unit.place.is_interior() && table.acts_as_settler(**unit)) {
        settled.insert(unit.place);
        add(unit.seat, unit.place, 2.0);
    }
    for (corner, building) in table.buildings.iter() {
        for place in corner.places().into_iter().filter(|place| !settled.contains(*place)) {
            add(building.seat, place, f32::from(building.kind.houses()));
        }
    }
    incomes
}

/// How useful a card of each kind is, about 1: the less of it comes in, the more.
fn wants(income: [f32; 4]) -> [f32; 4] {
    let mean = income.iter().sum::<f32>() / 4.0 + 0.1;
    income.map(|cards| (mean / (cards + 0.1)).sqrt().clamp(0.6, 1.6))
}

pub struct Outlook<'t> {
    table: &'t Table,
    areas: BoardAreas,
    wants: BySeat<[f32; 4]>,
    houses: u8,
    berths: Berths,
}

/// What a unit can come to.
#[derive(Default)]
pub struct Prospect {
    /// How near the best farm is that it may become, 1 where it stands, and its corner.
    pub berth: Option<(f32, Corner)>,
    /// How near unknown hexes are; more where there are several.
    pub unknown: f32,
}

/// What counts of something that is one step of a ship farther away. A settler goes one step a turn, a ship two.
const PER_STEP: f32 = 0.7;
/// Farther is not looked.
const STEPS: usize = 4;

impl<'t> Outlook<'t> {
    pub fn of(components: &Components, table: &'t Table, incomes: &BySeat<[f32; 4]>) -> Self {
        let areas = BoardAreas::of(table);
        let berths = Berths::of(table, &areas);
        let houses = components.pieces_per_player.houses;
        Self { table, areas, wants: incomes.map(wants), houses, berths }
    }

    pub fn is_by_the_sea(&self, corner: Corner) -> bool {
        corner.places().iter().any(|&place| self.areas.sea.contains(place))
    }

    /// What a house there yields, in useful cards a roll.
    pub fn yields_at(&self, corner: Corner, seat: Seat) -> f32 {
        let wants = &self.wants[usize::from(seat)];
        let known = corner.places().into_iter().filter_map(|place| self.table.tile(place));
        known.filter_map(|tile| Some(tile.number?.chance() * wants[tile.terrain.yields()?.index()])).sum()
    }

    /// What the units of a seat can come to, outlaws left out. Each has another corner in view, and there are no more
    /// of them than houses.
    pub fn prospects(&self, seat: Seat) -> Vec<Prospect> {
        let own = self.table.units.iter().filter(|unit| unit.seat == seat);
        let home = home_of(self.table, seat);
        let mut houses = self.houses.saturating_sub(self.table.houses(seat));
        let mut berths = self.berths;
        own.filter(|unit| !self.table.is_outlaw(unit.id))
            .map(|unit| {
                let mut prospect = self.prospect(*unit, home, &berths);
                prospect.berth = prospect.berth.filter(|_| houses > 0);
                if let Some((_, corner)) = prospect.berth {
                    houses -= 1;
                    berths.take(corner);
                }
                prospect
            })
            .collect()
    }

    fn prospect(&self, unit: Unit, home: PlaceSet, berths: &Berths) -> Prospect {
        let (open, per_step) = match unit.kind {
            UnitKind::Ship => (self.areas.sea, PER_STEP),
            UnitKind::Settler => (self.areas.numbered() | (self.areas.mountain & home), PER_STEP * PER_STEP),
        };
        let mut found = Prospect::default();
        let mut seen = PlaceSet::only(unit.place);
        let mut front = seen;
        let (mut near, mut most) = (1.0, 0.0);
        for _ in 0..STEPS {
            let mut next = PlaceSet::EMPTY;
            for place in front.places() {
                if let Some((worth, corner)) = berths.best[place.index()]
                    && worth * near > most
                {
                    most = worth * near;
                    found.berth = Some((near, corner));
                }
                let unknown = (place.near() - self.areas.known).len() as f32;
                found.unknown = found.unknown.max(near * unknown.sqrt());
                next = next | place.near();
            }
            front = (next & open) - seen - self.areas.held;
            seen = seen | front;
            near *= per_step;
        }
        found
    }
}

/// The best corner for a farm at each place with its worth, as long as no other unit has it in view.
#[derive(Clone, Copy)]
struct Berths {
    best: [Option<(f32, Corner)>; PLACES],
}

impl Berths {
    fn of(table: &Table, areas: &BoardAreas) -> Self {
        let (numbered, barren) = (areas.numbered(), areas.barren());
        let is_free = |corner: Corner| {
            table.buildings.get(corner).is_none()
                && !is_too_close(table, corner, |place| barren.contains(place))
        };
        let mut best: [Option<(f32, Corner)>; PLACES] = [None; PLACES];
        for corner in Corner::all() {
            let places = corner.places();
            if !places.iter().any(|&place| numbered.contains(place)) || !is_free(corner) {
                continue;
            }
            let yields = places.iter().map(|&place| match table.number(place) {
                Some(number) => 2.0 * number.chance(),
                None if !areas.known.contains(place) => 0.08,
                None => 0.0,
            });
            let by_the_sea = places.iter().any(|&place| areas.sea.contains(place));
            let worth = 1.0 + yields.sum::<f32>() + if by_the_sea { 0.3 } else { 0.0 };
            for place in places {
                let best = &mut best[place.index()];
                if best.is_none_or(|(most, _)| worth > most) {
                    *best = Some((worth, corner));
                }
            }
        }
        Self { best }
    }

    fn take(&mut self, corner: Corner) {
        for place in corner.places() {
            if self.best[place.index()].is_some_and(|(_, best)| best == corner) {
                self.best[place.index()] = None;
            }
        }
    }
}
