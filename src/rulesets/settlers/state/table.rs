//! What lies on the table for everybody to see.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Offer, OfferId, Phase};
use crate::settlers::board::{Board, EDGES, Edge, Hex, Spots, VERTICES, Vertex};
use crate::settlers::components::Pieces;
use crate::settlers::development::{DevelopmentCard, DevelopmentCards};
use crate::settlers::options::{Layout, TradeBuild};
use crate::settlers::resource::Bundle;
use rules::Seat;

/// The buildings by vertex.
pub type Buildings = Spots<Vertex, Building, VERTICES>;

/// The roads by edge.
pub type Roads = Spots<Edge, Seat, EDGES>;

/// The public part of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTable)]
pub struct Table {
    /// The number of the turn, counted from 1; 0 in the set-up.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// Where in the game it stands.
    pub phase: Phase,
    /// The dice of this turn, once rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<[u8; 2]>,
    /// The island.
    pub board: Board,
    /// Where the robber stands.
    pub robber: Hex,
    /// The settlements and cities by vertex.
    #[schema(value_type = std::collections::BTreeMap<String, Building>)]
    pub buildings: Buildings,
    /// The owners of roads by edge.
    #[schema(value_type = std::collections::BTreeMap<String, Seat>)]
    pub roads: Roads,
    /// What is known of each seat, by seat.
    pub players: Vec<Player>,
    /// The resource cards that nobody holds.
    pub bank: Bundle,
    /// How many development cards are left to buy.
    pub deck: u8,
    /// The longest route.
    pub route: Route,
    /// Who has the largest army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army_holder: Option<Seat>,
    /// Has the active player played a knight or progress card in this turn?
    pub card_played: bool,
    /// Is trade open in this turn?
    pub trading_open: bool,
    /// The open offers, in the order of their numbers.
    pub offers: Vec<Offer>,
    /// How many offers were made in the game.
    pub offers_made: u32,
    /// How often the active player has acted in this turn.
    pub acts: u16,
    /// Was trade opened in this turn? Once closed it does not open again.
    pub trading_begun: bool,
    /// Does building close trade?
    pub trade_build: TradeBuild,
    /// How the island is laid.
    pub layout: Layout,
    /// The corner hex where the numbers begin, if the table chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_corner: Option<Hex>,
    /// The seat that began.
    pub first_seat: Seat,
    /// The points that win.
    pub victory_points: u8,
    /// The most cards that a seven leaves alone.
    pub discard_limit: u8,
}

/// What is known of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlayer)]
pub struct Player {
    /// The number of resource cards in hand.
    pub cards: u8,
    /// The number of development cards in hand.
    pub development_cards: u8,
    /// The knights and progress cards that were played.
    pub played: DevelopmentCards,
    /// Pieces that are not on the board.
    pub left: Pieces,
    /// Has the seat given up?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// How often the seat has made, answered or withdrawn an offer in this turn without being active.
    pub trade_acts: u16,
}

/// A settlement or city.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersBuilding)]
pub struct Building {
    /// Whose it is.
    pub seat: Seat,
    /// Which of the two.
    pub kind: BuildingKind,
}

/// Settlement or city.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersBuildingKind)]
pub enum BuildingKind {
    /// One point, one card.
    Settlement,
    /// Two points, two cards.
    City,
}

impl BuildingKind {
    /// Points, and cards from each hex.
    pub const fn worth(self) -> u8 {
        match self {
            Self::Settlement => 1,
            Self::City => 2,
        }
    }
}

/// The lengths of the routes, and who has the card (rules page §10.1).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRoute)]
pub struct Route {
    /// The longest route of each seat.
    pub lengths: Vec<u8>,
    /// Who has the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Seat>,
}

impl Table {
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats()).filter(move |other| *other != seat)
    }

    /// What is known of a seat; nothing of one that is not there.
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.get_mut(usize::from(seat))
    }

    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.player(seat).resigned
    }

    /// The seats that have not given up.
    pub fn playing(&self) -> impl Iterator<Item = Seat> {
        (0..self.seats()).filter(|seat| !self.has_resigned(*seat))
    }

    pub fn offer(&self, id: OfferId) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.id == id)
    }

    pub fn buildings_of(&self, seat: Seat) -> impl Iterator<Item = (Vertex, BuildingKind)> {
        let own = self.buildings.iter().filter(move |(_, building)| building.seat == seat);
        own.map(|(vertex, building)| (vertex, building.kind))
    }

    pub fn roads_of(&self, seat: Seat) -> impl Iterator<Item = Edge> {
        self.roads.iter().filter(move |(_, owner)| *owner == seat).map(|(edge, _)| edge)
    }

    /// Does somebody else's building stand there?
    pub fn is_opponents(&self, vertex: Vertex, seat: Seat) -> bool {
        self.buildings.get(vertex).is_some_and(|building| building.seat != seat)
    }

    /// Does a road of the seat end there?
    pub fn has_road_at(&self, vertex: Vertex, seat: Seat) -> bool {
        vertex.edges().any(|edge| self.roads.get(edge) == Some(seat))
    }

    /// The seat whose turn it is to found: clockwise from the first seat, then back (§5).
    pub fn founder(&self, placed: u8) -> Seat {
        let seats = self.seats().max(1);
        let step = if placed < seats { placed } else { (2 * seats).saturating_sub(1 + placed) };
        (self.first_seat + step) % seats
    }

    /// How many knights a seat has played.
    pub fn knights(&self, seat: Seat) -> u8 {
        self.player(seat).played.get(DevelopmentCard::Knight)
    }
}
