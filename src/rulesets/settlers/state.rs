//! Everything there is to know about a game (rules page §12): `Table` is what every viewer sees, `Secret` what only
//! its owner may learn, or no player.
//!
//! May know: resources, cards, the board. May not know: what is allowed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Board, EDGES, Edge, Hex, Spots, VERTICES, Vertex};
use super::components::Pieces;
use super::development::{DevelopmentCard, DevelopmentCards};
use super::options::{Layout, TradeBuild};
use super::resource::Bundle;
use super::trade::{Offer, OfferId};
use rules::{Seat, stored, wire, words};

#[stored]
pub struct State {
    pub table: Table,
    pub secret: Secret,
}

#[stored]
#[derive(Default)]
pub struct Secret {
    pub hands: Vec<Bundle>,
    /// Development cards that were not played, by seat.
    pub development: Vec<DevelopmentCards>,
    /// Those of the active player that they bought in this turn.
    pub bought: DevelopmentCards,
    /// What seats that have chosen give back after a seven, by seat; empty where nothing was chosen.
    pub aside: Vec<Bundle>,
    /// The deck; the top card is the last.
    pub deck: Vec<DevelopmentCard>,
}

pub type Buildings = Spots<Vertex, Building, VERTICES>;

pub type Roads = Spots<Edge, Seat, EDGES>;

/// The public part of a game.
#[wire(Settlers)]
pub struct Table {
    /// The number of the turn, counted from 1; 0 in the set-up.
    pub turn: u32,
    /// The seat whose turn it is.
    pub active: Seat,
    /// Where in the game it stands.
    pub phase: Phase,
    /// The dice of this turn, once rolled.
    pub dice: Option<[u8; 2]>,
    /// Land, numbers and harbours of the island.
    pub board: Board,
    /// The hex where the robber stands.
    pub robber: Hex,
    /// The settlements and cities by vertex.
    #[schema(value_type = std::collections::BTreeMap<String, Building>)]
    pub buildings: Buildings,
    /// The owners of roads by edge.
    #[schema(value_type = std::collections::BTreeMap<String, Seat>)]
    pub roads: Roads,
    /// What is known of each seat, by seat.
    pub players: Vec<Player>,
    /// The resource cards that no player has.
    pub bank: Bundle,
    /// How many development cards are left to buy.
    pub deck: u8,
    /// Lengths and holder of the longest route.
    pub route: Route,
    /// The seat that has the largest army.
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
    /// The corner hex where the numbers begin, if the game's options name one.
    pub start_corner: Option<Hex>,
    /// The seat that began the game.
    pub first_seat: Seat,
    /// The points that win.
    pub victory_points: u8,
    /// The most cards that a seven leaves alone.
    pub discard_limit: u8,
}

/// What is known of a seat.
#[wire(Settlers)]
#[derive(Copy, Default)]
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
#[wire(Settlers)]
#[derive(Copy)]
pub struct Building {
    /// The seat that owns it.
    pub seat: Seat,
    /// Which of the two it is.
    pub kind: BuildingKind,
}

/// The lengths of the routes, and who has the card (rules page §10.1).
#[wire(Settlers)]
#[derive(Default)]
pub struct Route {
    /// The longest route of each seat.
    pub lengths: Vec<u8>,
    /// The seat that has the card.
    pub holder: Option<Seat>,
}

/// How far the set-up is.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Founding {
    /// How many settlements with their roads lie, over all seats.
    pub placed: u8,
    /// The settlement that awaits its road.
    pub settlement: Option<Vertex>,
}

/// Resource cards of one seat.
#[wire(Settlers)]
#[derive(Copy)]
pub struct SeatCards {
    /// The seat they belong to.
    pub seat: Seat,
    /// The cards by their kinds.
    pub cards: Bundle,
}

/// A number of resource cards of one seat.
#[wire(Settlers)]
#[derive(Copy)]
pub struct CardCount {
    /// The seat they belong to.
    pub seat: Seat,
    /// How many cards there are.
    pub count: u8,
}

/// Where in the game it stands (rules page §13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
#[schema(as = SettlersPhase)]
pub enum Phase {
    /// Nothing was drawn yet.
    Blank {},
    /// Two rounds of free placement.
    Founding(Founding),
    /// The active player is to roll, or plays a card before.
    Roll {},
    /// Some seats give cards back after a seven.
    Discard {
        /// Which seats are still to choose, in seat order.
        owed: Vec<CardCount>,
    },
    /// The active player is to move the robber.
    Robber {
        /// Where the turn goes on.
        then: ResumeAt,
    },
    /// The active player lays roads free of charge.
    FreeRoads {
        /// How many roads are left.
        left: u8,
        /// Where the turn goes on.
        then: ResumeAt,
    },
    /// Trade and building, until the active player ends the turn.
    Main {},
    /// The game is over.
    Over {
        /// Why the game is over.
        ended_by: EndedBy,
        /// The seat that won by points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

/// Where a turn goes on after a card.
#[words(Settlers)]
pub enum ResumeAt {
    /// Before the roll of the dice.
    Roll,
    /// With trade and building.
    Main,
}

/// Why a game is over.
#[words(Settlers)]
pub enum EndedBy {
    /// The active player has the points that win.
    Points,
    /// The turn limit was reached; the seats are ranked as they are.
    TurnLimit,
    /// All but one have given up.
    Resignations,
}

/// The two kinds of building.
#[words(Settlers)]
pub enum BuildingKind {
    /// One point, one card from each hex.
    Settlement,
    /// Two points, two cards from each hex.
    City,
}

impl BuildingKind {
    pub const fn worth(self) -> u8 {
        match self {
            Self::Settlement => 1,
            Self::City => 2,
        }
    }
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

    pub fn playing(&self) -> impl Iterator<Item = Seat> {
        (0..self.seats()).filter(|seat| !self.has_resigned(*seat))
    }

    pub fn founding(&self) -> Option<Founding> {
        match self.phase {
            Phase::Founding(founding) => Some(founding),
            _ => None,
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    pub fn offer(&self, id: OfferId) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.id == id)
    }

    pub fn buildings_of(&self, seat: Seat) -> impl Iterator<Item = (Vertex, BuildingKind)> {
        let own = self.buildings.iter().filter(move |(_, building)| building.seat == seat);
        own.map(|(vertex, building)| (vertex, building.kind))
    }

    pub fn buildings_on(&self, hex: Hex) -> impl Iterator<Item = Building> {
        hex.vertices().into_iter().filter_map(|vertex| self.buildings.get(vertex))
    }

    pub fn roads_of(&self, seat: Seat) -> impl Iterator<Item = Edge> {
        self.roads.iter().filter(move |(_, owner)| *owner == seat).map(|(edge, _)| edge)
    }

    pub fn is_own(&self, vertex: Vertex, seat: Seat) -> bool {
        self.buildings.get(vertex).is_some_and(|building| building.seat == seat)
    }

    pub fn is_opponents(&self, vertex: Vertex, seat: Seat) -> bool {
        self.buildings.get(vertex).is_some_and(|building| building.seat != seat)
    }

    pub fn has_road_at(&self, vertex: Vertex, seat: Seat) -> bool {
        vertex.edges().any(|edge| self.roads.get(edge) == Some(seat))
    }

    pub fn knights(&self, seat: Seat) -> u8 {
        self.player(seat).played.get(DevelopmentCard::Knight)
    }

    /// The seat did something: its question is another one now.
    pub fn count_act(&mut self, seat: Seat) {
        if self.active == seat {
            self.acts = self.acts.saturating_add(1);
        } else if let Some(player) = self.player_mut(seat) {
            player.trade_acts = player.trade_acts.saturating_add(1);
        }
    }

    /// Trade and building go on; when they are entered first in a turn, after the roll, trade opens.
    pub fn enter_main(&mut self) {
        self.phase = Phase::Main {};
        self.trading_open |= !self.trading_begun;
        self.trading_begun = true;
    }

    /// After the robber or free roads: back to where the card was played. After a seven trade opens.
    pub fn resume(&mut self) {
        let (Phase::Robber { then } | Phase::FreeRoads { then, .. }) = self.phase else { return };
        match then {
            ResumeAt::Roll => self.phase = Phase::Roll {},
            ResumeAt::Main => self.enter_main(),
        }
    }
}

impl Secret {
    pub fn hand(&self, seat: Seat) -> Bundle {
        self.hands.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn development_of(&self, seat: Seat) -> DevelopmentCards {
        self.development.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn aside_of(&self, seat: Seat) -> Bundle {
        self.aside.get(usize::from(seat)).copied().unwrap_or_default()
    }
}

impl State {
    pub fn pay_out(&mut self, seat: Seat, cards: Bundle) {
        self.table.bank -= cards;
        self.change_hand(seat, |hand| *hand += cards);
    }

    pub fn pay(&mut self, seat: Seat, cards: Bundle) {
        self.table.bank += cards;
        self.change_hand(seat, |hand| *hand -= cards);
    }

    pub fn hand_over(&mut self, from: Seat, to: Seat, cards: Bundle) {
        self.change_hand(from, |hand| *hand -= cards);
        self.change_hand(to, |hand| *hand += cards);
    }

    /// How many cards a hand has is public, and counted anew.
    fn change_hand(&mut self, seat: Seat, change: impl FnOnce(&mut Bundle)) {
        let Some(hand) = self.secret.hands.get_mut(usize::from(seat)) else { return };
        change(hand);
        let count = hand.total();
        if let Some(player) = self.table.player_mut(seat) {
            player.cards = count;
        }
    }
}
