//! What `simulate` counts: turns, sevens, trade, cards, and where the points come from.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::development::DevelopmentCard;
use super::event::Event;
use super::scoring;
use super::state::{BuildingKind, State};
use rules::Seat;
use rules::series::ratio;

/// What is shown as a mean per game.
const PER_GAME: [&str; 12] = [
    "turns",
    "discards",
    "offers",
    "trades_between_players",
    "trades_with_bank",
    "roads",
    "settlements",
    "cities",
    "development_cards",
    "knights",
    "progress_cards",
    "longest_routes_moved",
];
/// Where points come from.
const SOURCES: [&str; 5] = ["settlements", "cities", "longest_route", "largest_army", "victory_point_cards"];
const ROLLS: &str = "rolls";
const SEVENS: &str = "sevens";
/// Kinds that the bank could not pay after a roll.
const SHORT_KINDS: &str = "short_kinds";

/// Sums over games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    counts: BTreeMap<&'static str, u64>,
    winners: u64,
    /// The winners' points, by source.
    winners_points: [u64; SOURCES.len()],
}

impl Statistics {
    /// Counts one event; `state` is the state after it.
    pub fn count(&mut self, state: &State, event: &Event) {
        let (name, count) = match event {
            Event::TurnBegun(_) => ("turns", 1),
            Event::DiceRolled(rolled) => {
                let is_seven = rolled.dice.iter().sum::<u8>() == 7;
                *self.counts.entry(SEVENS).or_default() += u64::from(is_seven);
                (ROLLS, 1)
            }
            Event::CardsDiscarded(discarded) => ("discards", discarded.discards.len() as u64),
            Event::ResourcesProduced(produced) => (SHORT_KINDS, produced.short.len() as u64),
            Event::TradeOffered(_) => ("offers", 1),
            Event::TradeMade(_) => ("trades_between_players", 1),
            Event::MaritimeTraded(_) => ("trades_with_bank", 1),
            Event::RoadBuilt(_) => ("roads", 1),
            Event::SettlementBuilt(_) => ("settlements", 1),
            Event::CityBuilt(_) => ("cities", 1),
            Event::DevelopmentCardBought(_) => ("development_cards", 1),
            Event::KnightPlayed(_) => ("knights", 1),
            Event::RoadBuildingPlayed(_) | Event::YearOfPlentyPlayed(_) | Event::MonopolyPlayed(_) => {
                ("progress_cards", 1)
            }
            Event::LongestRouteMoved(_) => ("longest_routes_moved", 1),
            Event::GameEnded(_) => {
                for place in scoring::rank(state).into_iter().filter(|place| place.rank == 1) {
                    self.winners += 1;
                    self.add_points(points_by_source(state, place.seat));
                }
                return;
            }
            _ => return,
        };
        *self.counts.entry(name).or_default() += count;
    }

    pub fn add(&mut self, other: &Self) {
        for (name, count) in &other.counts {
            *self.counts.entry(name).or_default() += count;
        }
        self.winners += other.winners;
        self.add_points(other.winners_points);
    }

    fn add_points(&mut self, points: [u64; SOURCES.len()]) {
        self.winners_points.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
    }

    /// The counts as figures per game, and the winners' points by source.
    pub fn figures(&self, games: u64) -> Value {
        let counted = |name: &str| self.counts.get(name).copied().unwrap_or(0);
        let per_game = PER_GAME.map(|name| (name, ratio(counted(name), games)));
        let rolls = counted(ROLLS);
        let per_roll = [
            ("sevens_per_roll", ratio(counted(SEVENS), rolls)),
            ("short_kinds_per_roll", ratio(counted(SHORT_KINDS), rolls)),
        ];
        let means = SOURCES.into_iter().zip(self.winners_points.map(|points| ratio(points, self.winners)));
        let mut figures = json!(BTreeMap::from_iter(per_game.into_iter().chain(per_roll)));
        figures["winners_points"] = json!(BTreeMap::from_iter(means));
        figures
    }
}

/// In the order of [`SOURCES`].
fn points_by_source(state: &State, seat: Seat) -> [u64; SOURCES.len()] {
    let table = &state.table;
    let count = |wanted| table.buildings_of(seat).filter(|(_, kind)| *kind == wanted).count() as u64;
    let cards = state.secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
    [
        count(BuildingKind::Settlement),
        2 * count(BuildingKind::City),
        2 * u64::from(table.route.holder == Some(seat)),
        2 * u64::from(table.army_holder == Some(seat)),
        cards.into(),
    ]
}
