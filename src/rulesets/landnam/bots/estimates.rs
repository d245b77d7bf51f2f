//! What a bot makes of what its seat knows: what hexes give, what others may have, where a farm may stand.

use crate::landnam::board::{Corner, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::scoring;
use crate::landnam::state::BuildingKind;
use crate::landnam::terrain::Terrain;
use crate::landnam::view::SeatKnowledge;
use rules::Seat;

pub fn chance(number: Number) -> f32 {
    (6.0 - f32::from(number.value().abs_diff(7))) / 36.0
}

impl SeatKnowledge<'_> {
    pub fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.table.seats()).filter(|&seat| seat != self.seat)
    }

    pub fn lacking(&self, seat: Seat) -> i32 {
        (i32::from(self.components.victory_points) - scoring::points(self.table, seat)).max(0)
    }

    /// What a hex is due to a seat when its number is rolled (rules page §4).
    pub fn due(&self, seat: Seat, place: Place) -> u8 {
        match self.table.unit_at(place).filter(|unit| self.table.acts_as_settler(*unit)) {
            Some(settler) => 2 * u8::from(settler.seat == seat),
            None => self.table.houses_at(seat, place),
        }
    }

    /// Cards of each kind a seat can expect from a roll.
    pub fn income(&self, seat: Seat) -> [f32; 4] {
        let mut income = [0.0; 4];
        for (place, tile) in self.table.tiles.iter() {
            if let (Some(kind), Some(number)) = (tile.terrain.yields(), tile.number) {
                income[kind.index()] += chance(number) * f32::from(self.due(seat, place));
            }
        }
        income
    }

    /// An estimate of the cards of a kind in the hand of a seat: its number of cards, split as its income is.
    pub fn guess(&self, seat: Seat, kind: Resource) -> f32 {
        if seat == self.seat {
            return f32::from(self.hand.get(kind));
        }
        let income = self.income(seat).map(|cards| cards + 0.1);
        f32::from(self.hand_size(seat)) * income[kind.index()] / income.iter().sum::<f32>()
    }

    /// How useful a card of a kind is, about 1: the less of it comes in, the more.
    pub fn wants(&self) -> [f32; 4] {
        let income = self.income(self.seat);
        let mean = income.iter().sum::<f32>() / 4.0 + 0.1;
        income.map(|cards| (mean / (cards + 0.1)).sqrt().clamp(0.6, 1.6))
    }

    /// What a corner would bring a farm, in useful cards a roll.
    pub fn yields_at(&self, corner: Corner, wants: &[f32; 4]) -> f32 {
        let mut sum = 0.0;
        for place in corner.places() {
            sum += match self.table.tile(place) {
                Some(tile) => match (tile.terrain.yields(), tile.number) {
                    (Some(kind), Some(number)) => chance(number) * wants[kind.index()],
                    _ => 0.0,
                },
                None if place.is_interior() => 0.05,
                None => 0.0,
            };
        }
        sum
    }

    /// May a farm stand there (rules page §8 Farm, B51, B52)?
    pub fn is_site(&self, corner: Corner) -> bool {
        let barren = |place: Place| self.table.terrain(place).is_some_and(Terrain::is_barren);
        self.table.buildings.get(corner).is_none()
            && corner.places().iter().any(|&place| self.table.number(place).is_some())
            && corner.edges().iter().all(|edge| {
                self.table.buildings.get(edge.to).is_none() || edge.between.iter().all(|&place| barren(place))
            })
    }

    /// May a farm there be expanded: does it stand by the sea (rules page §8 Town)?
    pub fn may_be_expanded(&self, corner: Corner) -> bool {
        corner.places().iter().any(|&place| self.table.terrain(place) == Some(Terrain::Sea))
    }

    pub fn town_sites(&self) -> impl Iterator<Item = Corner> + '_ {
        let farms = self.table.buildings.iter();
        farms
            .filter(|(_, building)| building.seat == self.seat && building.kind == BuildingKind::Farm)
            .map(|(corner, _)| corner)
            .filter(|&corner| self.may_be_expanded(corner))
    }
}
