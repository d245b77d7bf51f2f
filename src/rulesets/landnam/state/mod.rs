//! Everything there is to know about a game of Landnám: what is public, and what is secret.
//!
//! May know: the vocabulary (resources, terrains, cards, numbers) and the geometry of the board.
//! May not know: what is allowed, what an action does, or any component data; no log and no chance. Every
//! change comes from an event. A pending question is data here, never a closure.

mod althing;
mod movement;
mod pieces;
mod tiles;
mod trading;

pub use althing::{Althing, Party, PossibleSuit, Side, Suit};
pub use movement::{Flight, Movement, Naming, OutlawStart};
pub use pieces::{Building, BuildingKind, Buildings, RedToken, Supply, Unit, UnitId, UnitKind};
pub use tiles::{Tile, Tiles};
pub use trading::{Offer, OfferId, Trading, UnitsMade};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Corner, Place};
use super::fate::{FateCard, FateDeck};
use super::number::Number;
use super::resource::{Bundle, Resource};
use super::terrain::Terrain;
use rules::{Applied, BySeat, Misfit, OrMisfit, Seat, Shared, stored, wire, words};

#[stored]
pub struct State {
    pub table: Shared<Table>,
    /// What no player sees, or only one.
    pub secret: Shared<Secret>,
}

/// What everybody sees of the game.
#[wire]
#[derive(Default)]
pub struct Table {
    /// Counted from 1 over all seats; 0 before the set-up.
    pub turn: u32,
    pub active: Seat,
    /// This turn's dice; missing until rolled.
    pub roll: Option<[u8; 2]>,
    /// The known interior hexes, by place.
    #[schema(value_type = std::collections::BTreeMap<String, Tile>)]
    pub tiles: Tiles,
    /// The units on the board, by id.
    pub units: Vec<Unit>,
    /// Farms and towns by corner.
    #[schema(value_type = std::collections::BTreeMap<String, Building>)]
    pub buildings: Buildings,
    /// The red tokens on the board, oldest first.
    pub red_tokens: Vec<RedToken>,
    /// One for each seat, in seat order.
    pub players: Vec<Player>,
    pub supply: Supply,
    /// Fate cards played or exchanged, oldest first.
    pub discards: Vec<FateCard>,
    /// The fate cards of a game with counts of its own; missing where they are the usual ones.
    pub fate_deck: Option<FateDeck>,
    pub phase: Phase,
    /// How many offers of this turn a take-back has undone; their numbers don't come again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offers_taken_back: u16,
}

/// What a seat has won, and on which side of the island it landed.
#[wire]
#[derive(Copy, Default)]
pub struct Player {
    /// White tokens, for suits won; a point each.
    pub white: u8,
    /// Red tokens that were awarded; a point each.
    pub red: u8,
    /// Black tokens, for Althings in which nobody sued it though three suits were possible; a point each.
    pub black: u8,
    /// The side of the rim, 0 to 5, where its first ship left the outer sea; missing before.
    pub first_side: Option<u8>,
    /// Has the seat given up? Its pieces stay; it has no decisions any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
}

/// The phase of the turn and what is pending in it, told apart by `name`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// Before the game starts.
    #[default]
    SetUp,
    /// The server rolls the dice next.
    Roll,
    /// The active seat may play a harvest card.
    HarvestCard,
    /// The active seat chooses which hex ages.
    Aging {
        /// The hexes to choose from.
        candidates: Vec<Place>,
    },
    /// A 7 was rolled and there are possible suits.
    Althing(Althing),
    /// Phase 2: movement and exploration.
    Movement(Movement),
    /// Phase 3: trade, then building.
    Trading(Trading),
    Over {
        ended_by: Ending,
    },
}

/// `points`: reached at the end of a turn; `turn_limit`: everybody has had as many turns as allowed; `resignations`:
/// all but one gave up.
#[words]
pub enum Ending {
    /// A player had enough points at the end of a turn.
    Points,
    /// Everybody played as many turns as the components allow (B59).
    TurnLimit,
    /// All but one have given up.
    Resignations,
}

/// The hidden part of a game (rules page §11).
#[stored]
pub struct Secret {
    /// The resource cards in supply. Players only learn which kinds have run out.
    pub stock: Bundle,
    /// The resource cards in hand, by seat. Their number is public.
    pub hands: Vec<Bundle>,
    /// The fate cards in hand, by seat, oldest first. Their number is public.
    pub fate_cards: Vec<Vec<FateCard>>,
    /// The fate cards to be drawn, the top one first. Their number is public.
    pub pile: Vec<FateCard>,
}

fn is_zero(count: &u16) -> bool {
    *count == 0
}

impl Table {
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// What a seat has won; nothing for one that is not there, as a client may name it. What changes a seat goes
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
        (0..self.seats()).filter(|&seat| !self.has_resigned(seat))
    }

    pub fn clockwise_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats();
        (0..seats).map(move |offset| (first + offset) % seats)
    }

    pub fn tile(&self, place: Place) -> Option<Tile> {
        self.tiles.get(place)
    }

    /// What is there, if known; the rim and the outer sea are sea.
    pub fn terrain(&self, place: Place) -> Option<Terrain> {
        if place.is_interior() { self.tile(place).map(|tile| tile.terrain) } else { Some(Terrain::Sea) }
    }

    pub fn number(&self, place: Place) -> Option<Number> {
        self.tile(place)?.number
    }

    pub fn unit(&self, id: UnitId) -> Option<Unit> {
        self.units.iter().find(|unit| unit.id == id).copied()
    }

    /// The one unit on a hex; never one on the outer sea, which is never occupied (rules page §2).
    pub fn unit_at(&self, place: Place) -> Option<Unit> {
        if place == Place::OUTER {
            return None;
        }
        self.units.iter().find(|unit| unit.place == place).copied()
    }

    pub fn relocate(&mut self, id: UnitId, to: Place) -> Applied {
        let unit = self.units.iter_mut().find(|unit| unit.id == id);
        unit.or_misfit("no such unit")?.place = to;
        Ok(())
    }

    /// A hex gets another number marker; its own returns to the supply first.
    pub fn replace_number(&mut self, hex: Place, from: Number, to: Number) -> Applied {
        self.supply.return_number(from)?;
        self.supply.take_number(to)?;
        self.tiles.change(hex, |tile| tile.number = Some(to))
    }

    /// Is the unit a ship on land (rules page §6 "landed ship")?
    pub fn is_landed(&self, unit: Unit) -> bool {
        unit.kind == UnitKind::Ship && self.terrain(unit.place).is_some_and(Terrain::is_land)
    }

    /// A settler, or a landed ship, which is one in everything but movement.
    pub fn acts_as_settler(&self, unit: Unit) -> bool {
        unit.kind == UnitKind::Settler || self.is_landed(unit)
    }

    /// An outlaw is an outlaw while any token names it, wherever the token lies (rules page §5).
    pub fn is_outlaw(&self, unit: UnitId) -> bool {
        self.red_tokens.iter().any(|token| token.unit == unit)
    }

    pub fn buildings_at(&self, place: Place) -> impl Iterator<Item = (Corner, Building)> {
        place.corners().iter().filter_map(|&corner| Some((corner, self.buildings.get(corner)?)))
    }

    pub fn has_building_at(&self, seat: Seat, place: Place) -> bool {
        self.buildings_at(place).any(|(_, building)| building.seat == seat)
    }

    /// The houses of `seat` at a hex, which are the cards that it is due to them.
    pub fn houses_at(&self, seat: Seat, place: Place) -> u8 {
        let own = self.buildings_at(place).filter(|(_, building)| building.seat == seat);
        own.map(|(_, building)| building.kind.houses()).sum()
    }

    pub fn houses(&self, seat: Seat) -> u8 {
        let own = self.buildings.iter().filter(|(_, building)| building.seat == seat);
        own.map(|(_, building)| building.kind.houses()).sum()
    }

    /// The houses of every seat, by one walk over the board.
    pub fn houses_by_seat(&self) -> BySeat<u8> {
        let mut all = BySeat::default();
        for (_, building) in self.buildings.iter() {
            if let Some(houses) = all.get_mut(usize::from(building.seat)) {
                *houses += building.kind.houses();
            }
        }
        all
    }

    /// [`Table::pieces_used`] of every seat, ships and settlers, by one walk over the units.
    pub fn pieces_used_by_seat(&self) -> BySeat<[u8; UnitKind::COUNT]> {
        let mut all = BySeat::<[u8; UnitKind::COUNT]>::default();
        for unit in &self.units {
            if let Some(pieces) = all.get_mut(usize::from(unit.seat)) {
                pieces[unit.kind.index()] += 1;
            }
        }
        if let (Some(trading), Some(pieces)) = (self.trading(), all.get_mut(usize::from(self.active))) {
            UnitKind::ALL.into_iter().for_each(|kind| pieces[kind.index()] += trading.spent(kind));
        }
        all
    }

    pub fn units_of(&self, seat: Seat, kind: UnitKind) -> u8 {
        self.units.iter().filter(|unit| unit.seat == seat && unit.kind == kind).count() as u8
    }

    /// The pieces of one kind that `seat` cannot build with: on the board, or turned to a farm this turn (B53).
    pub fn pieces_used(&self, seat: Seat, kind: UnitKind) -> u8 {
        let trading = self.trading().filter(|_| seat == self.active);
        self.units_of(seat, kind) + trading.map_or(0, |trading| trading.spent(kind))
    }

    /// The lowest name that no unit on the board has.
    pub fn next_unit_id(&self) -> UnitId {
        let mut id = 0;
        while self.units.iter().any(|unit| unit.id.0 == id) {
            id += 1;
        }
        UnitId(id)
    }

    pub fn althing(&self) -> Option<&Althing> {
        match &self.phase {
            Phase::Althing(althing) => Some(althing),
            _ => None,
        }
    }

    pub fn althing_mut(&mut self) -> Result<&mut Althing, Misfit> {
        let Phase::Althing(althing) = &mut self.phase else { return Err(Misfit("no Althing is held")) };
        Ok(althing)
    }

    pub fn suit(&self) -> Option<&Suit> {
        self.althing()?.suit.as_ref()
    }

    pub fn suit_mut(&mut self) -> Result<&mut Suit, Misfit> {
        self.althing_mut()?.suit.as_mut().or_misfit("no suit is fought")
    }

    /// The data of phase 2, while it lasts.
    pub fn movement(&self) -> Option<&Movement> {
        match &self.phase {
            Phase::Movement(movement) => Some(movement),
            _ => None,
        }
    }

    pub fn movement_mut(&mut self) -> Result<&mut Movement, Misfit> {
        let Phase::Movement(movement) = &mut self.phase else { return Err(Misfit("it is not phase 2")) };
        Ok(movement)
    }

    /// The data of phase 3, while it lasts.
    pub fn trading(&self) -> Option<&Trading> {
        match &self.phase {
            Phase::Trading(trading) => Some(trading),
            _ => None,
        }
    }

    /// Each act of the active player that is counted here gives their question a new id.
    pub fn trading_mut(&mut self) -> Result<&mut Trading, Misfit> {
        let Phase::Trading(trading) = &mut self.phase else { return Err(Misfit("it is not phase 3")) };
        Ok(trading)
    }
}

impl Secret {
    // A client may name a seat that is not there: it holds nothing. What changes a hand misfits.

    pub fn hand(&self, seat: Seat) -> Bundle {
        self.hands.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn hand_size(&self, seat: Seat) -> u16 {
        self.hand(seat).sum()
    }

    pub fn fate_cards_of(&self, seat: Seat) -> &[FateCard] {
        self.fate_cards.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    pub fn has_run_out(&self, kind: Resource) -> bool {
        self.stock.get(kind) == 0
    }

    /// Which kinds have run out, in the order of [`Resource::ALL`].
    pub fn run_out(&self) -> [bool; 4] {
        Resource::ALL.map(|kind| self.has_run_out(kind))
    }

    pub fn give(&mut self, seat: Seat, cards: Bundle) -> Applied {
        self.stock.take(cards)?;
        self.hands.get_mut(usize::from(seat)).or_misfit("no such hand")?.put(cards)
    }

    pub fn take(&mut self, seat: Seat, cards: Bundle) -> Applied {
        self.hands.get_mut(usize::from(seat)).or_misfit("no such hand")?.take(cards)?;
        self.stock.put(cards)
    }

    pub fn fate_cards_mut(&mut self, seat: Seat) -> Result<&mut Vec<FateCard>, Misfit> {
        self.fate_cards.get_mut(usize::from(seat)).or_misfit("no such hand")
    }
}
