//! The numbers of the game: cards, pieces, costs, the printed island, limits. They live in `components.json`, and a
//! game keeps those it was started with.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::board::{HEXES, Hex, LETTERED, Land, SITES};
use super::development::DevelopmentCard;
use super::resource::{Bundle, Resource};
use super::terrain::{Harbour, Terrain};
use rules::Refusal;
use rules::reading::{self, ensure};

/// The components a game is played with when its table brings none of its own.
pub const STANDARD: &str = include_str!("components.json");

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// How many can play; the core also takes 2, for tests.
    pub players: Players,
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
    /// Resource cards by kind.
    pub resource_cards: Bundle,
    pub pieces: Pieces,
    pub costs: Costs,
    /// Development cards by kind, in the order in which the deck is laid out before it is shuffled.
    pub development_cards: BTreeMap<DevelopmentCard, u8>,
    /// Land tiles by terrain, in the order in which they are laid out before they are shuffled.
    pub terrain: BTreeMap<Terrain, u8>,
    /// Harbours by kind.
    pub harbours: BTreeMap<String, u8>,
    /// The numbers of the tokens A to R (§4.4).
    pub numbers_in_order_of_letters: [u8; LETTERED],
    /// The printed island (§4.3).
    pub standard: Island,
}

/// The smallest and the largest number of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    pub min: u8,
    pub max: u8,
}

/// Pieces of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPieces)]
pub struct Pieces {
    /// Roads.
    pub roads: u8,
    /// Settlements.
    pub settlements: u8,
    /// Cities.
    pub cities: u8,
}

/// The costs of building (§8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    pub road: Bundle,
    pub settlement: Bundle,
    /// A city, on top of the settlement.
    pub city: Bundle,
    pub development_card: Bundle,
}

/// An island that is laid as given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Island {
    /// The land hexes, by number.
    pub hexes: [Land; HEXES],
    /// The kinds of the harbours, by site.
    pub harbours: [Harbour; SITES],
    pub robber: Hex,
}

impl Components {
    /// Reads and checks components. The refusal names the field that is wrong.
    pub fn read(json: &str) -> Result<Self, Refusal> {
        let components: Self = reading::components(json)?;
        components.check()?;
        Ok(components)
    }

    /// The components of this version of the rules.
    pub fn standard() -> Self {
        match Self::read(STANDARD) {
            Ok(components) => components,
            Err(refusal) => unreachable!("the components in the source can't be played: {refusal}"),
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        let tiles: usize = self.terrain.values().map(|&count| usize::from(count)).sum();
        let deserts = usize::from(self.terrain.get(&Terrain::Desert).copied().unwrap_or(0));
        ensure(tiles == HEXES && tiles - deserts <= LETTERED, "terrain")?;
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

    /// The development cards in the order of the data: what the first shuffle permutes.
    pub fn deck(&self) -> Vec<DevelopmentCard> {
        let rows = self.development_cards.iter();
        rows.flat_map(|(&card, &count)| std::iter::repeat_n(card, usize::from(count))).collect()
    }

    /// The land tiles in the order of the data.
    pub fn tiles(&self) -> Vec<Terrain> {
        let rows = self.terrain.iter();
        rows.flat_map(|(&terrain, &count)| std::iter::repeat_n(terrain, usize::from(count))).collect()
    }

    /// The harbours in the order of their kinds: generic, then as resources are ordered.
    pub fn harbour_deck(&self) -> Vec<Harbour> {
        let kinds = [
            ("generic", Harbour::Generic),
            ("lumber", Harbour::Lumber),
            ("brick", Harbour::Brick),
            ("wool", Harbour::Wool),
            ("grain", Harbour::Grain),
            ("ore", Harbour::Ore),
        ];
        let count = |name: &str| self.harbours.get(name).copied().map_or(0, usize::from);
        kinds.into_iter().flat_map(|(name, kind)| std::iter::repeat_n(kind, count(name))).collect()
    }
}
