//! The numbers of the game: tiles, markers, cards, costs, tables, limits. Every number that the rules page does
//! not take from the sources lives in `components.json`, so that a group that owns the game can set its own.
//!
//! May know: the vocabulary (resources, terrains, numbers, cards). May not know: a game in progress.

mod check;
mod exploration_table;

use std::collections::BTreeMap;

use super::fate::{FateCard, SubPhase};
use super::number::Number;
use super::resource::{Bundle, Resource};
use super::terrain::Terrain;
pub use exploration_table::ExplorationTable;
use rules::components::PlayerRange;
use rules::{ComponentData, refusal::Validation, stored};

#[stored]
pub struct Components {
    pub players: PlayerRange,
    /// The shape of the board, which is fixed; other values are refused.
    pub board: BoardShape,
    pub pieces_per_player: Pieces,
    pub starting_resources_each: u8,
    /// A turn that ends with a player at this many points ends the game.
    pub victory_points: u8,
    /// Tiles by terrain, without the mountain in the middle and the rim.
    pub terrain_tiles: BTreeMap<Terrain, u8>,
    pub number_markers: BTreeMap<u8, u8>,
    pub harbour_markers: Bundle,
    pub resource_cards: Bundle,
    pub costs: Costs,
    pub exploration_table: ExplorationTable,
    /// The fate cards, in the order in which the deck is laid out before it is shuffled.
    pub fate_deck: Vec<CardCount>,
    /// Rounds after which the game ends whatever the points are (B59).
    pub turn_limit_per_player: u16,
    /// Offers and counter-offers of one seat in one turn (B60).
    pub offers_per_seat_and_turn: u8,
}

/// The board as the data describes it.
#[stored]
#[derive(Copy)]
pub struct BoardShape {
    /// The distance from the centre to the outermost interior hexes.
    pub interior_radius: u8,
    pub centre: Terrain,
    pub rim: Terrain,
}

#[stored]
#[derive(Copy)]
pub struct Pieces {
    /// Houses: one for a farm, two for a town.
    pub houses: u8,
    pub settlers: u8,
    /// Ships, the one that begins on the outer sea included.
    pub ships: u8,
}

#[stored]
#[derive(Copy)]
pub struct Costs {
    pub farm: Bundle,
    /// A town, on top of the farm.
    pub town: Bundle,
    pub settler: Bundle,
    pub ship: Bundle,
    pub harbour: OfItsKind,
    pub aging: OfItsKind,
}

/// A cost in cards of the kind that the harbour or hex is about.
#[stored]
#[derive(Copy)]
pub struct OfItsKind {
    pub of_its_kind: u8,
}

impl OfItsKind {
    pub fn of(self, kind: Resource) -> Bundle {
        Bundle::of(kind, self.of_its_kind)
    }
}

#[stored]
#[derive(Copy)]
pub struct CardCount {
    pub id: FateCard,
    /// Its marking; the effect decides it, the data repeats it for readers.
    pub phase: SubPhase,
    pub count: u8,
}

impl ComponentData for Components {
    const STANDARD: &'static str = include_str!("../components.json");

    fn check(&self) -> Validation {
        check::check(self)
    }
}

impl Components {
    // A kind that the data does not name is one of which there are none.

    /// The tiles of the supply, by [`Terrain::index`].
    pub fn tiles(&self) -> [u8; Terrain::ALL.len()] {
        Terrain::ALL.map(|terrain| self.terrain_tiles.get(&terrain).copied().unwrap_or(0))
    }

    /// The number markers of the supply, by [`Number::index`].
    pub fn markers(&self) -> [u8; Number::COUNT] {
        Number::ALL.map(|number| self.number_markers.get(&number.value()).copied().unwrap_or(0))
    }

    /// Every fate card, in the order of the data: what the first shuffle permutes.
    pub fn deck(&self) -> Vec<FateCard> {
        self.fate_deck.iter().flat_map(|row| std::iter::repeat_n(row.id, usize::from(row.count))).collect()
    }
}
