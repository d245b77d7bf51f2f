//! What counts of the pieces on the board, whatever the seats hold. Most answers that are compared leave the board as it
//! is, or do the same to it in each of the worlds; to count it takes four fifths of the time of a value.

use super::outlook::{Outlook, expected_incomes};
use super::suits::{self, Dispute};
use super::value::Features;
use crate::landnam::components::Components;
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{BuildingKind, Table};
use crate::landnam::terrain::Terrain;
use crate::landnam::trade::rates_by_seat;
use rules::{BySeat, Seat};

/// What one board gives.
#[derive(Default)]
pub struct Board {
    pub standings: BySeat<Standing>,
    pub disputes: Vec<Dispute>,
}

/// What a seat has on a board.
#[derive(Default)]
pub struct Standing {
    /// Those that follow from the board alone; `near_farm` is how near a unit is to the place of a farm.
    pub features: Features,
    pub rates: Bundle,
    pub houses: u8,
    /// May the seat make a town of a farm?
    pub expandable: bool,
}

/// The boards that were counted for one answer, by their fingerprints.
#[derive(Default)]
pub struct Boards {
    fingerprints: Vec<u64>,
    counted: Vec<Board>,
}

impl Boards {
    pub fn of(&mut self, components: &Components, table: &Table) -> &Board {
        let fingerprint = fingerprint(table);
        let known = self.fingerprints.iter().position(|known| *known == fingerprint);
        let place = known.unwrap_or(self.fingerprints.len());
        if known.is_none() {
            self.fingerprints.push(fingerprint);
            self.counted.push(Board::of(components, table));
        }
        &self.counted[place]
    }
}

/// Different for boards that differ in tiles, pieces or outlaws, but for one pair in 2⁶⁴.
fn fingerprint(table: &Table) -> u64 {
    let mut mixed: u64 = 0;
    let mut mix = |part: u64| {
        mixed = (mixed.rotate_left(5) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    };
    for unit in &table.units {
        let (id, kind) = (usize::from(unit.id.0), unit.kind.index());
        mix((unit.place.index() << 24 | id << 16 | usize::from(unit.seat) << 8 | kind) as u64);
    }
    for (corner, building) in table.buildings.iter() {
        let houses = usize::from(building.kind.houses());
        mix(1 << 32 | (corner.index() << 16 | usize::from(building.seat) << 8 | houses) as u64);
    }
    let tiles = &table.tiles;
    let terrains = Terrain::ALL.into_iter().map(|terrain| tiles.of_terrain(terrain));
    let numbers = Number::ALL.into_iter().map(|number| tiles.with_number(number));
    terrains.chain(numbers).for_each(|places| mix(places.bits()));
    for place in tiles.harbours().places() {
        let kind = table.tile(place).and_then(|tile| tile.harbour).map_or(0, Resource::index);
        mix(2 << 32 | (place.index() << 8 | kind) as u64);
    }
    for token in &table.red_tokens {
        mix(3 << 32 | u64::from(token.unit.0));
    }
    mixed
}

impl Board {
    fn of(components: &Components, table: &Table) -> Self {
        let mut board = Self { disputes: suits::disputes(table), ..Self::default() };
        let incomes = expected_incomes(table);
        let outlook = Outlook::of(components, table, &incomes);
        let (rates, houses) = (rates_by_seat(table), table.houses_by_seat());
        for (seat, standing) in (0..table.seats()).zip(&mut board.standings) {
            let place = usize::from(seat);
            (standing.rates, standing.houses) = (rates[place], houses[place]);
            count_income(&mut standing.features, &incomes[place], &standing.rates);
            count_farms(standing, table, &outlook, seat);
            standing.expandable &= standing.houses < components.pieces_per_player.houses;
            count_units(&mut standing.features, table, &outlook, seat);
        }
        board
    }
}

fn count_income(own: &mut Features, income: &[f32; 4], rates: &Bundle) {
    own.breadth = income.iter().map(|cards| cards.sqrt()).sum();
    let saved = |kind: Resource| income[kind.index()] * f32::from(4_u8.saturating_sub(rates.get(kind)));
    own.harbours = Resource::ALL.into_iter().map(saved).sum();
}

fn count_farms(own: &mut Standing, table: &Table, outlook: &Outlook<'_>, seat: Seat) {
    let buildings = table.buildings.iter();
    let farms = buildings.filter(|(_, own)| own.seat == seat && own.kind == BuildingKind::Farm);
    for (corner, _) in farms.filter(|(corner, _)| outlook.is_by_the_sea(*corner)) {
        own.expandable = true;
        own.features.town_yield += outlook.yields_at(corner, seat);
    }
}

fn count_units(own: &mut Features, table: &Table, outlook: &Outlook<'_>, seat: Seat) {
    for unit in table.units.iter().filter(|unit| unit.seat == seat) {
        if let Some(number) = table.number(unit.place).filter(|_| table.acts_as_settler(*unit)) {
            own.settler_income += 2.0 * number.chance();
        }
        own.outlaws += f32::from(u8::from(table.is_outlaw(unit.id)));
    }
    for prospect in outlook.prospects(seat) {
        own.unknown += prospect.unknown;
        if let Some((near, corner)) = prospect.berth {
            own.berths += near;
            own.berth_yield += near * outlook.yields_at(corner, seat);
            own.near_farm = own.near_farm.max(near);
        }
    }
}
