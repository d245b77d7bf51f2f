//! The numbers of the game: cards, pieces, costs, the printed island, limits. They live in `components.json`, and a
//! game keeps those it was started with.

use std::collections::BTreeMap;

use super::board::{HEXES, Harbour, Hex, Land, NUMBERED_HEXES, SITES, Terrain};
use super::development::DevelopmentCard;
use super::refusals::Validation;
use super::resource::{Bundle, Resource};
use rules::components::{PlayerRange, ensure};
use rules::{ComponentData, wire};

#[wire(Settlers)]
pub struct Components {
    /// For how many players the game is made.
    // The core also takes 2, for tests.
    pub players: PlayerRange,
    /// The points with which the active player wins.
    // §11
    pub victory_points: u8,
    /// The most cards that a seven leaves alone.
    // §6.3
    pub discard_limit: u8,
    /// Rounds after which the game ends and is ranked as it stands.
    pub turn_limit_per_player: u16,
    /// How many offers a seat may have open at a time.
    // §7.1
    pub open_offers_per_seat: u8,
    /// The length from which the longest route counts.
    // §10.1
    pub longest_route_from: u8,
    /// The knights from which the largest army counts.
    // §10.2
    pub largest_army_from: u8,
    /// The cards that the bank has before the game.
    pub resource_cards: Bundle,
    /// What each player can have on the board.
    pub pieces: Pieces,
    /// The cards that each thing is paid with.
    pub costs: Costs,
    /// Development cards by kind, in the order in which the deck is laid out before it is shuffled.
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub development_cards: BTreeMap<DevelopmentCard, u8>,
    /// Land tiles by terrain, in the order in which they are laid out before they are shuffled.
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub terrain: BTreeMap<Terrain, u8>,
    /// Harbours by kind, in the order in which they are laid out before they are shuffled.
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub harbours: BTreeMap<Harbour, u8>,
    /// The numbers of the tokens A to R, which are laid in a spiral from a corner of the island.
    // §4.4
    #[schema(value_type = Vec<u8>)]
    pub numbers_in_order_of_letters: [u8; NUMBERED_HEXES],
    /// The printed island, on which games with the layout `standard` are played.
    // §4.3
    pub standard: Island,
}

#[wire(Settlers)]
#[derive(Copy, Default)]
pub struct Pieces {
    pub roads: u8,
    pub settlements: u8,
    pub cities: u8,
}

/// The price of each thing that can be built or bought.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Costs {
    pub road: Bundle,
    pub settlement: Bundle,
    /// What is paid on top of the settlement that becomes a city.
    pub city: Bundle,
    pub development_card: Bundle,
}

/// An island that is laid as given.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Island {
    /// The 19 land hexes, in the order of their numbers.
    #[schema(value_type = Vec<Land>)]
    pub hexes: [Land; HEXES],
    /// The kinds of the nine harbours, in the order of `harbours` of the geometry.
    #[schema(value_type = Vec<Harbour>)]
    pub harbours: [Harbour; SITES],
    /// The hex where the robber stands before the first turn.
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
