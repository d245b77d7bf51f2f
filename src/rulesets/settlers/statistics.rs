//! What `simulate` counts: turns, sevens, trade, cards, and where the points come from.

use serde::Serialize;
use serde_json::{Value, json};

use super::development::DevelopmentCard;
use super::event::Event;
use super::points;
use super::state::{BuildingKind, State};
use rules::Seat;
use rules::series::ratio;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    turns: u64,
    rolls: u64,
    sevens: u64,
    discards: u64,
    /// Kinds that the bank could not pay after a roll.
    short: u64,
    offers: u64,
    trades_between_players: u64,
    trades_with_bank: u64,
    roads: u64,
    settlements: u64,
    cities: u64,
    development_cards: u64,
    knights: u64,
    progress_cards: u64,
    longest_routes_moved: u64,
    winners: Points,
}

/// Points by source, summed over winners.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Points {
    seats: u64,
    settlements: u64,
    cities: u64,
    longest_route: u64,
    largest_army: u64,
    victory_point_cards: u64,
}

impl Points {
    fn of(state: &State, seat: Seat) -> Self {
        let table = &state.table;
        let count = |wanted| table.buildings_of(seat).filter(|(_, kind)| *kind == wanted).count() as u64;
        let cards = state.secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
        Self {
            seats: 1,
            settlements: count(BuildingKind::Settlement),
            cities: 2 * count(BuildingKind::City),
            longest_route: 2 * u64::from(table.route.holder == Some(seat)),
            largest_army: 2 * u64::from(table.army_holder == Some(seat)),
            victory_point_cards: cards.into(),
        }
    }

    fn add(&mut self, other: Self) {
        self.seats += other.seats;
        self.settlements += other.settlements;
        self.cities += other.cities;
        self.longest_route += other.longest_route;
        self.largest_army += other.largest_army;
        self.victory_point_cards += other.victory_point_cards;
    }
}

impl Statistics {
    /// Counts one event; `state` is the state after it.
    pub fn count(&mut self, state: &State, event: &Event) {
        match event {
            Event::TurnBegun(_) => self.turns += 1,
            Event::DiceRolled(rolled) => {
                self.rolls += 1;
                self.sevens += u64::from(rolled.dice.iter().sum::<u8>() == 7);
            }
            Event::CardsDiscarded(discarded) => self.discards += discarded.discards.len() as u64,
            Event::ResourcesProduced(produced) => self.short += produced.short.len() as u64,
            Event::TradeOffered(_) => self.offers += 1,
            Event::TradeMade(_) => self.trades_between_players += 1,
            Event::MaritimeTraded(_) => self.trades_with_bank += 1,
            Event::RoadBuilt(_) => self.roads += 1,
            Event::SettlementBuilt(_) => self.settlements += 1,
            Event::CityBuilt(_) => self.cities += 1,
            Event::DevelopmentCardBought(_) => self.development_cards += 1,
            Event::KnightPlayed(_) => self.knights += 1,
            Event::RoadBuildingPlayed(_) | Event::YearOfPlentyPlayed(_) | Event::MonopolyPlayed(_) => {
                self.progress_cards += 1;
            }
            Event::LongestRouteMoved(_) => self.longest_routes_moved += 1,
            Event::GameEnded(_) => {
                let winners = points::rank(state).into_iter().filter(|place| place.rank == 1);
                winners.for_each(|place| self.winners.add(Points::of(state, place.seat)));
            }
            _ => {}
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.rolls += other.rolls;
        self.sevens += other.sevens;
        self.discards += other.discards;
        self.short += other.short;
        self.offers += other.offers;
        self.trades_between_players += other.trades_between_players;
        self.trades_with_bank += other.trades_with_bank;
        self.roads += other.roads;
        self.settlements += other.settlements;
        self.cities += other.cities;
        self.development_cards += other.development_cards;
        self.knights += other.knights;
        self.progress_cards += other.progress_cards;
        self.longest_routes_moved += other.longest_routes_moved;
        self.winners.add(other.winners);
    }

    /// The counts as figures per game, and the winners' points by source.
    pub fn figures(&self, games: u64) -> Value {
        let per_game = |count: u64| ratio(count, games);
        let mean = |sum: u64| ratio(sum, self.winners.seats);
        json!({
            "turns": per_game(self.turns),
            "sevens_per_roll": ratio(self.sevens, self.rolls),
            "discards": per_game(self.discards),
            "short_kinds_per_roll": ratio(self.short, self.rolls),
            "offers": per_game(self.offers),
            "trades_between_players": per_game(self.trades_between_players),
            "trades_with_bank": per_game(self.trades_with_bank),
            "roads": per_game(self.roads),
            "settlements": per_game(self.settlements),
            "cities": per_game(self.cities),
            "development_cards": per_game(self.development_cards),
            "knights": per_game(self.knights),
            "progress_cards": per_game(self.progress_cards),
            "longest_routes_moved": per_game(self.longest_routes_moved),
            "winners_points": {
                "settlements": mean(self.winners.settlements),
                "cities": mean(self.winners.cities),
                "longest_route": mean(self.winners.longest_route),
                "largest_army": mean(self.winners.largest_army),
                "victory_point_cards": mean(self.winners.victory_point_cards),
            },
        })
    }
}
