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
use rules::{Applied, Misfit, OrMisfit, Seat, Shared, stored, wire, words};

#[stored]
pub struct State {
    pub table: Shared<Table>,
    pub secret: Shared<Secret>,
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

/// What everybody sees of the game.
#[wire(Settlers)]
pub struct Table {
    /// Counted from 1 over all seats; 0 in the set-up.
    pub turn: u32,
    pub active: Seat,
    pub phase: Phase,
    /// This turn's dice; missing until rolled.
    pub dice: Option<[u8; 2]>,
    pub board: Board,
    pub robber: Hex,
    /// Settlements and cities by vertex.
    #[schema(value_type = std::collections::BTreeMap<String, Building>)]
    pub buildings: Buildings,
    /// The owning seat of each road, by edge.
    #[schema(value_type = std::collections::BTreeMap<String, Seat>)]
    pub roads: Roads,
    /// One for each seat, in seat order.
    pub players: Vec<Player>,
    /// The resource cards that nobody holds.
    pub bank: Bundle,
    pub deck: u8,
    pub route: Route,
    /// The seat with the largest army; missing while nobody has three knights.
    pub army_holder: Option<Seat>,
    /// Has the active seat played its development card of this turn?
    pub card_played: bool,
    /// Can the active seat make and receive offers now?
    pub trading_open: bool,
    /// Open offers, oldest first.
    pub offers: Vec<Offer>,
    /// How many offers were made in the game; the next gets the number after.
    pub offers_made: u32,
    /// How many actions the active seat took in this turn.
    pub acts: u16,
    /// Was trade opened in this turn? Once closed it stays closed.
    pub trading_begun: bool,
    /// May a seat trade after it has built?
    pub trade_build: TradeBuild,
    /// How the island was laid.
    pub layout: Layout,
    /// The corner where the numbers begin, if the options name one.
    pub start_corner: Option<Hex>,
    pub first_seat: Seat,
    pub victory_points: u8,
    pub discard_limit: u8,
}

/// What everybody knows of a seat.
#[wire(Settlers)]
#[derive(Copy, Default)]
pub struct Player {
    pub cards: u8,
    pub development_cards: u8,
    /// Its development cards that lie open, by kind.
    pub played: DevelopmentCards,
    /// The pieces it can still build.
    pub left: Pieces,
    /// Its pieces stay; it has no decisions any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// How often it has made, answered or withdrawn offers in this turn while another seat was active.
    pub trade_acts: u16,
}

#[wire(Settlers)]
#[derive(Copy)]
pub struct Building {
    pub seat: Seat,
    pub kind: BuildingKind,
}

/// The longest routes and who holds the two points for them.
#[wire(Settlers)]
#[derive(Default)]
pub struct Route {
    /// The longest route of each seat, in roads, in seat order.
    pub lengths: Vec<u8>,
    /// The seat that holds the card; missing while nobody does.
    pub holder: Option<Seat>,
}

/// The set-up: each seat founds two settlements with a road each.
#[wire(Settlers)]
#[derive(Copy)]
pub struct Founding {
    /// How many settlements with their roads lie, over all seats.
    pub placed: u8,
    /// The settlement to which the next road must lead; missing when a settlement is next.
    pub settlement: Option<Vertex>,
}

#[wire(Settlers)]
#[derive(Copy)]
pub struct SeatCards {
    pub seat: Seat,
    pub cards: Bundle,
}

/// How many resource cards of one seat.
#[wire(Settlers)]
#[derive(Copy)]
pub struct CardCount {
    pub seat: Seat,
    pub count: u8,
}

/// What the game waits for, told apart by `name`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
#[schema(as = SettlersPhase)]
pub enum Phase {
    /// Before the game starts.
    Blank {},
    /// Two rounds of free placement.
    Founding(Founding),
    /// The active seat must roll; it may play a development card before.
    Roll {},
    /// After a roll of 7 some seats must give cards back.
    Discard {
        /// The seats that have not chosen yet, with how many cards they owe.
        owed: Vec<CardCount>,
    },
    /// The active seat must move the robber.
    Robber { then: ResumeAt },
    /// The active seat lays roads that cost nothing.
    FreeRoads {
        /// How many it may still lay.
        left: u8,
        then: ResumeAt,
    },
    /// The active seat trades, builds and buys until it ends its turn.
    Main {},
    Over {
        ended_by: EndedBy,
        /// Missing if the turn limit or resignations ended the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

/// Where the turn goes on: before the roll or after it.
#[words(Settlers)]
pub enum ResumeAt {
    /// Before the roll of the dice.
    Roll,
    /// With trade and building.
    Main,
}

/// `points`: reached in the seat's own turn; `turn_limit`: the seats are ranked as they are; `resignations`: all but one
/// gave up.
#[words(Settlers)]
pub enum EndedBy {
    /// The active player has the points that win.
    Points,
    /// The turn limit was reached; the seats are ranked as they are.
    TurnLimit,
    /// All but one have given up.
    Resignations,
}

/// A city takes the place of a settlement and yields double.
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

    /// What is known of a seat; nothing of one that is not there, as a client may name it. What changes a seat goes
    /// through [`Table::player_mut`].
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Misfit> {
        self.players.get_mut(usize::from(seat)).or_misfit("no such seat")
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
    pub fn count_act(&mut self, seat: Seat) -> Applied {
        let is_active = self.active == seat;
        let acts = if is_active { &mut self.acts } else { &mut self.player_mut(seat)?.trade_acts };
        *acts = acts.checked_add(1).or_misfit("more acts than a turn can have")?;
        Ok(())
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
    // A client may name a seat that is not there: it holds nothing. What changes a hand misfits.

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
    pub fn pay_out(&mut self, seat: Seat, cards: Bundle) -> Applied {
        self.table.bank.take(cards)?;
        self.change_hand(seat, |hand| hand.put(cards))
    }

    pub fn pay(&mut self, seat: Seat, cards: Bundle) -> Applied {
        self.change_hand(seat, |hand| hand.take(cards))?;
        self.table.bank.put(cards)
    }

    pub fn hand_over(&mut self, from: Seat, to: Seat, cards: Bundle) -> Applied {
        self.change_hand(from, |hand| hand.take(cards))?;
        self.change_hand(to, |hand| hand.put(cards))
    }

    /// How many cards a hand has is public, and counted anew.
    fn change_hand(&mut self, seat: Seat, change: impl FnOnce(&mut Bundle) -> Applied) -> Applied {
        let hand = self.secret.hands.get_mut(usize::from(seat)).or_misfit("no such hand")?;
        change(hand)?;
        self.table.player_mut(seat)?.cards = hand.total();
        Ok(())
    }
}
