//! What `simulate` counts: turns, sevens, trade, cards, and where the points come from.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::development::DevelopmentCard;
use super::event::Event;
use super::state::{BuildingKind, State};
use super::{Settlers, scoring};
use rules::statistics::{Counters, ratio};
use rules::{Seat, Statistics};

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
/// Where the points of winners come from, as it is counted and as it is shown.
const SOURCES: [(&str, &str); 5] = [
    ("winners_settlements", "settlements"),
    ("winners_cities", "cities"),
    ("winners_longest_route", "longest_route"),
    ("winners_largest_army", "largest_army"),
    ("winners_victory_point_cards", "victory_point_cards"),
];

impl Statistics for Settlers {
    fn count(&self, counts: &mut Counters, state: &State, event: &Event) {
        let (name, count) = match event {
            Event::TurnBegun(_) => ("turns", 1),
            Event::DiceRolled(rolled) => {
                counts.add("sevens", rolled.dice.iter().sum::<u8>() == 7);
                ("rolls", 1)
            }
            Event::CardsDiscarded(discarded) => ("discards", discarded.discards.len() as u64),
            // Kinds that the bank could not pay after a roll.
            Event::ResourcesProduced(produced) => ("short_kinds", produced.short.len() as u64),
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
                for winner in scoring::rank(state).into_iter().filter(|place| place.rank == 1) {
                    counts.add("winners", 1_u64);
                    let points = SOURCES.into_iter().zip(points_by_source(state, winner.seat));
                    points.for_each(|((name, _), points)| counts.add(name, points));
                }
                return;
            }
            _ => return,
        };
        counts.add(name, count);
    }

    fn figures(&self, counts: &Counters, games: u64) -> Value {
        let per_game = PER_GAME.map(|name| (name, ratio(counts.get(name), games)));
        let per_roll = [
            ("sevens_per_roll", counts.ratio("sevens", "rolls")),
            ("short_kinds_per_roll", counts.ratio("short_kinds", "rolls")),
        ];
        let means = SOURCES.map(|(counted, shown)| (shown, counts.ratio(counted, "winners")));
        let mut figures = json!(BTreeMap::from_iter(per_game.into_iter().chain(per_roll)));
        figures["winners_points"] = json!(BTreeMap::from(means));
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
