//! What `simulate` counts: famines, Althings, suits, trade, and where the points come from.

use serde::Serialize;
use serde_json::{Value, json};

use super::event::Event;
use super::state::{Side, State};
use rules::Seat;
use rules::series::ratio;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    rolls: u64,
    harvests: u64,
    famines: u64,
    famines_of_wool: u64,
    althings: u64,
    /// Althings with at least one possible suit.
    sessions: u64,
    suits: u64,
    suits_won_by_plaintiffs: u64,
    suits_broken_off: u64,
    hand_overs_offered: u64,
    hand_overs_accepted: u64,
    hexes_discovered: u64,
    units_chased: u64,
    piles_reshuffled: u64,
    offers: u64,
    trades_between_players: u64,
    trades_with_supply: u64,
    winners: Points,
    everybody: Points,
}

/// Points by source, summed over seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Points {
    seats: u64,
    houses: u64,
    white: u64,
    red: u64,
    black: u64,
}

impl Points {
    fn of(state: &State, seat: Seat) -> Self {
        let won = state.table.players.get(usize::from(seat)).copied().unwrap_or_default();
        Self {
            seats: 1,
            houses: state.table.houses(seat).into(),
            white: won.white.into(),
            red: won.red.into(),
            black: won.black.into(),
        }
    }

    fn add(&mut self, other: Self) {
        self.seats += other.seats;
        self.houses += other.houses;
        self.white += other.white;
        self.red += other.red;
        self.black += other.black;
    }

    fn means(&self) -> Value {
        let mean = |sum| ratio(sum, self.seats);
        json!({
            "houses": mean(self.houses), "white": mean(self.white),
            "red": mean(self.red), "black": mean(self.black),
        })
    }
}

impl Statistics {
    /// Counts one event. At the end of a game `winners` are those who won it.
    pub fn count(&mut self, state: &State, event: &Event, winners: impl FnOnce() -> Vec<Seat>) {
        match event {
            Event::DiceRolled(rolled) => {
                self.rolls += 1;
                self.althings += u64::from(rolled.dice.iter().sum::<u8>() == 7);
            }
            Event::HarvestYielded(_) => self.harvests += 1,
            Event::FamineStruck(famine) => {
                self.harvests += 1;
                self.famines += 1;
                let wool = famine.short.contains(&super::resource::Resource::Wool);
                self.famines_of_wool += u64::from(wool);
            }
            Event::GameEnded(_) => self.count_points(state, &winners()),
            other => self.count_deed(other),
        }
    }

    fn count_deed(&mut self, event: &Event) {
        let counter = match event {
            Event::AlthingOpened(opened) if !opened.suits.is_empty() => &mut self.sessions,
            Event::SuitBrought(_) => &mut self.suits,
            Event::SuitWon(won) if won.side == Side::Plaintiff => &mut self.suits_won_by_plaintiffs,
            Event::SuitBrokenOff(_) => &mut self.suits_broken_off,
            Event::HandOverOffered(_) => &mut self.hand_overs_offered,
            Event::HandOverAccepted(_) => &mut self.hand_overs_accepted,
            Event::HexDiscovered(_) => &mut self.hexes_discovered,
            Event::UnitChased(_) => &mut self.units_chased,
            Event::FatePileReshuffled(_) => &mut self.piles_reshuffled,
            Event::TradeOffered(_) => &mut self.offers,
            Event::TradeMade(_) => &mut self.trades_between_players,
            Event::SupplyTraded(_) => &mut self.trades_with_supply,
            _ => return,
        };
        *counter += 1;
    }

    fn count_points(&mut self, state: &State, winners: &[Seat]) {
        for seat in 0..state.table.seats() {
            let points = Points::of(state, seat);
            self.everybody.add(points);
            if winners.contains(&seat) {
                self.winners.add(points);
            }
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.rolls += other.rolls;
        self.harvests += other.harvests;
        self.famines += other.famines;
        self.famines_of_wool += other.famines_of_wool;
        self.althings += other.althings;
        self.sessions += other.sessions;
        self.suits += other.suits;
        self.suits_won_by_plaintiffs += other.suits_won_by_plaintiffs;
        self.suits_broken_off += other.suits_broken_off;
        self.hand_overs_offered += other.hand_overs_offered;
        self.hand_overs_accepted += other.hand_overs_accepted;
        self.hexes_discovered += other.hexes_discovered;
        self.units_chased += other.units_chased;
        self.piles_reshuffled += other.piles_reshuffled;
        self.offers += other.offers;
        self.trades_between_players += other.trades_between_players;
        self.trades_with_supply += other.trades_with_supply;
        self.winners.add(other.winners);
        self.everybody.add(other.everybody);
    }

    /// The figures over `games` games: rates where a rate says more than a sum.
    pub fn figures(&self, games: u64) -> Value {
        let a_game = |count| ratio(count, games);
        json!({
            "famines": self.famines,
            "famines_of_wool": self.famines_of_wool,
            "famines_per_harvest": ratio(self.famines, self.harvests),
            "althings": self.althings,
            "althings_per_turn": ratio(self.althings, self.rolls),
            "althings_with_possible_suits": ratio(self.sessions, self.althings),
            "suits_per_althing": ratio(self.suits, self.althings),
            "suits_won_by_plaintiffs": ratio(self.suits_won_by_plaintiffs, self.suits),
            "suits_broken_off": ratio(self.suits_broken_off, self.suits),
            "tokens_per_winner": {
                "white": ratio(self.winners.white, self.winners.seats),
                "red": ratio(self.winners.red, self.winners.seats),
                "black": ratio(self.winners.black, self.winners.seats),
            },
            "points_per_source": { "winner": self.winners.means(), "everybody": self.everybody.means() },
            "per_game": {
                "hand_overs_offered": a_game(self.hand_overs_offered),
                "hand_overs_accepted": a_game(self.hand_overs_accepted),
                "hexes_discovered": a_game(self.hexes_discovered),
                "units_chased": a_game(self.units_chased),
                "piles_reshuffled": a_game(self.piles_reshuffled),
                "offers": a_game(self.offers),
                "trades_between_players": a_game(self.trades_between_players),
                "trades_with_supply": a_game(self.trades_with_supply),
            },
        })
    }
}
