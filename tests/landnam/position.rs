//! A position put together by hand: what lies where, and who holds what. Everything else is in supply.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

use rules::{Rules, Seat};
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;
use rulesets::landnam::board::Place;
use rulesets::landnam::event::{Event, MovementBegun, TradeBegun};
use rulesets::landnam::fate::FateCard;
use rulesets::landnam::number::Number;
use rulesets::landnam::resource::{Bundle, Resource};
use rulesets::landnam::state::{
    Building, BuildingKind, Phase, RedToken, State, Tile, Unit, UnitId, UnitKind,
};
use rulesets::landnam::terrain::Terrain;

use serde_json::Value;

use super::game::Game;

/// The seats, as the rules page names the players.
pub const A: Seat = 0;
pub const B: Seat = 1;
pub const C: Seat = 2;
pub const D: Seat = 3;

/// A position in the making. It is A's first turn, and the dice are to be rolled.
pub struct Position {
    rules: Landnam,
    state: State,
}

/// A place by its name.
pub fn place(name: &str) -> Place {
    name.parse().expect("a place of the board")
}

impl Position {
    /// An island of which only the mountain in the middle is known, and nobody has anything.
    pub fn with(seats: u8) -> Self {
        Self::of(Landnam::default(), seats)
    }

    /// The same with other components.
    pub fn of(rules: Landnam, seats: u8) -> Self {
        let mut state = rules.blank(&Options::default(), seats).expect("a table for so many");
        state.table.turn = 1;
        state.table.phase = Phase::Roll;
        state.secret.pile = rules.components.deck();
        Self { rules, state }
    }

    /// The same with the standard components changed.
    pub fn with_components(seats: u8, change: impl FnOnce(&mut Value)) -> Self {
        let standard = Landnam::default();
        let mut data: Value = serde_json::from_str(standard.components()).expect("components");
        change(&mut data);
        Self::of(standard.with_components(&data.to_string()).expect("playable components"), seats)
    }

    /// Changes anything else.
    pub fn change(mut self, change: impl FnOnce(&mut State)) -> Self {
        change(&mut self.state);
        self
    }

    fn lay(mut self, at: &str, tile: Tile) -> Self {
        let supply = &mut self.state.table.supply;
        supply.tiles[tile.terrain.index()] -= 1;
        if let Some(number) = tile.number {
            supply.numbers[number.index()] -= 1;
        }
        if let Some(kind) = tile.harbour {
            supply.harbours -= Bundle::of(kind, 1);
        }
        assert!(place(at).is_interior(), "{at} is no interior hex");
        assert!(self.state.table.tile(place(at)).is_none(), "{at} is known already");
        self.state.table.tiles.put(place(at), tile);
        self
    }

    /// A numbered hex.
    pub fn tile(self, at: &str, terrain: Terrain, number: u8) -> Self {
        let number = Number::try_from(number).expect("a value that markers show");
        self.lay(at, Tile { number: Some(number), ..Tile::bare(terrain) })
    }

    /// A sea hex.
    pub fn sea(self, at: &str) -> Self {
        self.lay(at, Tile::bare(Terrain::Sea))
    }

    /// A mountain besides the one in the middle.
    pub fn mountain(self, at: &str) -> Self {
        self.lay(at, Tile::bare(Terrain::Mountain))
    }

    /// A sea hex with a harbour.
    pub fn harbour(self, at: &str, kind: Resource) -> Self {
        self.lay(at, Tile { harbour: Some(kind), ..Tile::bare(Terrain::Sea) })
    }

    fn build(mut self, seat: Seat, at: &str, kind: BuildingKind) -> Self {
        let corner = at.parse().expect("a corner of an interior hex");
        self.state.table.buildings.put(corner, Building { seat, kind });
        self
    }

    /// A farm at a corner.
    pub fn farm(self, seat: Seat, at: &str) -> Self {
        self.build(seat, at, BuildingKind::Farm)
    }

    /// A town at a corner.
    pub fn town(self, seat: Seat, at: &str) -> Self {
        self.build(seat, at, BuildingKind::Town)
    }

    fn stand(mut self, seat: Seat, at: &str, kind: UnitKind) -> Self {
        let id = self.state.table.next_unit_id();
        self.state.table.units.push(Unit { id, seat, kind, place: place(at) });
        self
    }

    /// A settler on a hex. Units are numbered from 0 as they are put down.
    pub fn settler(self, seat: Seat, at: &str) -> Self {
        self.stand(seat, at, UnitKind::Settler)
    }

    /// A ship on a hex; on land it is a landed one.
    pub fn ship(self, seat: Seat, at: &str) -> Self {
        self.stand(seat, at, UnitKind::Ship)
    }

    /// A red token of `plaintiff` between the unit at a hex and his building there.
    pub fn outlaw(self, at: &str, plaintiff: Seat) -> Self {
        let unit = self.state.table.unit_at(place(at)).expect("a unit to be outlawed");
        self.token(unit.id.0, plaintiff, at)
    }

    /// A red token that lies somewhere else than its outlaw stands.
    pub fn token(mut self, unit: u8, plaintiff: Seat, hex: &str) -> Self {
        let token = RedToken { unit: UnitId(unit), plaintiff, hex: place(hex) };
        self.state.table.red_tokens.push(token);
        self
    }

    /// Resource cards out of the supply: iron, grain, timber, wool.
    pub fn hand(mut self, seat: Seat, cards: [u8; 4]) -> Self {
        assert!(self.state.secret.stock.covers(&Bundle::new(cards)), "the supply has not so many");
        self.state.secret.give(seat, Bundle::new(cards)).unwrap();
        self
    }

    /// All cards of a kind but so many go to a seat.
    pub fn stock_left(mut self, kind: Resource, left: u8, keeper: Seat) -> Self {
        let surplus = self.state.secret.stock.get(kind) - left;
        self.state.secret.give(keeper, Bundle::of(kind, surplus)).unwrap();
        self
    }

    /// Fate cards out of the draw pile.
    pub fn fate(mut self, seat: Seat, cards: &[FateCard]) -> Self {
        let secret = &mut self.state.secret;
        for card in cards {
            let index = secret.pile.iter().position(|other| other == card).expect("a card of the pile");
            secret.pile.remove(index);
            secret.fate_cards[usize::from(seat)].push(*card);
        }
        self
    }

    /// The draw pile, top first; all other cards of it are discarded in the order of the deck.
    pub fn pile(mut self, top: &[FateCard]) -> Self {
        let secret = &mut self.state.secret;
        for card in top {
            let index = secret.pile.iter().position(|other| other == card).expect("a card of the pile");
            secret.pile.remove(index);
        }
        let rest = std::mem::replace(&mut secret.pile, top.to_vec());
        self.state.table.discards.extend(rest);
        self
    }

    /// Only these stay discarded, oldest first; all other discards go to a seat.
    pub fn discards_left(mut self, oldest_first: &[FateCard], keeper: Seat) -> Self {
        let mut others = std::mem::replace(&mut self.state.table.discards, oldest_first.to_vec());
        for card in oldest_first {
            let index = others.iter().position(|other| other == card).expect("a discarded card");
            others.remove(index);
        }
        self.state.secret.fate_cards[usize::from(keeper)].extend(others);
        self
    }

    /// White, red and black tokens that a seat has already.
    pub fn tokens(mut self, seat: Seat, [white, red, black]: [u8; 3]) -> Self {
        let player = &mut self.state.table.players[usize::from(seat)];
        (player.white, player.red, player.black) = (white, red, black);
        self
    }

    /// It is another seat's turn.
    pub fn turn_of(mut self, seat: Seat) -> Self {
        self.state.table.active = seat;
        self
    }

    /// The dice are to be rolled; the game.
    pub fn before_the_roll(self) -> Game {
        Game::at(self.rules, self.state)
    }

    /// Phase 2 begins; the game.
    pub fn moving(mut self) -> Game {
        let seat = self.state.table.active;
        self.rules.apply(&mut self.state, &Event::MovementBegun(MovementBegun { seat })).unwrap();
        self.before_the_roll()
    }

    /// Phase 3 begins; the game.
    pub fn trading(mut self) -> Game {
        let seat = self.state.table.active;
        self.rules.apply(&mut self.state, &Event::TradeBegun(TradeBegun { seat })).unwrap();
        self.before_the_roll()
    }
}
