//! The numbers of the game: cards, pieces, costs, the printed island, limits. They live in `components.json`, and a
//! game keeps those it was started with.

use std::collections::BTreeMap;

use super::board::{HEXES, Harbour, Hex, Land, NUMBERED_HEXES, SITES, Terrain};
use super::development::DevelopmentCard;
use super::refusals::Validation;
use super::resource::{Bundle, Resource};
use rules::components::{PlayerRange, ensure};
use rules::{ComponentData, stored, wire};

#[stored]
pub struct Components {
    /// How many can play; the core also takes 2, for tests.
    pub players: PlayerRange,
    /// The points with which the active player wins (§11).
    pub victory_points: u8,
    /// The most cards that a seven leaves alone (§6.3).
    pub discard_limit: u8,
    /// Rounds after which the game ends and is ranked as it stands.
    pub turn_limit_per_player: u16,
    /// The most open offers of one seat (§7.1).
    pub open_offers_per_seat: u8,
    /// The length from which the longest route counts (§10.1).
    pub longest_route_from: u8,
    /// The knights from which the largest army counts (§10.2).
    pub largest_army_from: u8,
    pub resource_cards: Bundle,
    pub pieces: Pieces,
    pub costs: Costs,
    /// Development cards by kind, in the order in which the deck is laid out before it is shuffled.
    pub development_cards: BTreeMap<DevelopmentCard, u8>,
    /// Land tiles by terrain, in the order in which they are laid out before they are shuffled.
    pub terrain: BTreeMap<Terrain, u8>,
    /// Harbours by kind, in the order in which they are laid out before they are shuffled.
    pub harbours: BTreeMap<Harbour, u8>,
    /// The numbers of the tokens A to R (§4.4).
    pub numbers_in_order_of_letters: [u8; NUMBERED_HEXES],
    /// The printed island (§4.3).
    pub standard: Island,
}

#[wire(Settlers)]
#[derive(Copy, Default)]
pub struct Pieces {
    pub roads: u8,
    pub settlements: u8,
    pub cities: u8,
}

#[stored]
#[derive(Copy)]
pub struct Costs {
    pub road: Bundle,
    pub settlement: Bundle,
    /// A city, on top of the settlement.
    pub city: Bundle,
    pub development_card: Bundle,
}

/// An island that is laid as given.
#[stored]
#[derive(Copy)]
pub struct Island {
    pub hexes: [Land; HEXES],
    pub harbours: [Harbour; SITES],
    pub robber: Hex,
}

impl ComponentData for Components {
    const STANDARD: &'static str = include_str!("components.json");

    fn check(&self) -> Validation {
        let tiles: usize = self.terrain.values().map(|&count| usize::from(count)).sum();
        // A terrain that the data does not name is one of which there is none.
        let deserts = usize::from(self.terrain.get(&Terrain::Desert).copied().unwrap_or(0));
        ensure(tiles == HEXES && tiles - deserts <= NUMBERED_HEXES, "terrain")?;
        ensure(self.harbour_deck().len() == SITES, "harbours")?;
        ensure(self.standard.robber.exists(), "standard.robber")?;
        let players = self.players;
        ensure(players.min >= 2 && players.min <= players.max && players.max <= 4, "players")?;
        let enough = Resource::ALL.into_iter().all(|kind| self.resource_cards.get(kind) >= 12);
        ensure(enough, "resource_cards")?;
        let pieces = self.pieces;
        ensure(pieces.roads >= 2 && pieces.settlements >= 2 && pieces.cities >= 1, "pieces")?;
        ensure(self.turn_limit_per_player > 0, "turn_limit_per_player")
    }
}

impl Components {
    /// The development cards in the order of the data: what the first shuffle permutes.
    pub fn deck(&self) -> Vec<DevelopmentCard> {
        laid_out(&self.development_cards)
    }

    pub fn tiles(&self) -> Vec<Terrain> {
        laid_out(&self.terrain)
    }

    pub fn harbour_deck(&self) -> Vec<Harbour> {
        laid_out(&self.harbours)
    }
}

fn laid_out<K: Copy>(counts: &BTreeMap<K, u8>) -> Vec<K> {
    counts.iter().flat_map(|(&kind, &count)| std::iter::repeat_n(kind, usize::from(count))).collect()
}
