//! What `simulate` counts: famines, Althings, suits, trade, and where the points come from.

use serde_json::{Value, json};

use super::event::Event;
use super::resource::Resource;
use super::state::{Side, State};
use super::{Landnam, scoring};
use rules::Statistics;
use rules::statistics::{Counters, ratio};

/// The counters of all seats: how many there were, and where their points came from.
const EVERYBODY: [&str; 5] = ["seats", "houses", "white", "red", "black"];
/// The same counters for the seats that won.
const WINNERS: [&str; 5] = ["winners", "winners_houses", "winners_white", "winners_red", "winners_black"];

impl Statistics for Landnam {
    fn count(&self, counts: &mut Counters, state: &State, event: &Event) {
        let name = match event {
            Event::DiceRolled(rolled) => {
                counts.add("althings", rolled.dice.iter().sum::<u8>() == 7);
                "rolls"
            }
            Event::HarvestYielded(_) => "harvests",
            Event::FamineStruck(famine) => {
                counts.add("famines", 1_u64);
                counts.add("famines_of_wool", famine.short.contains(&Resource::Wool));
                "harvests"
            }
            // Althings with at least one possible suit.
            Event::AlthingOpened(opened) if !opened.suits.is_empty() => "sessions",
            Event::SuitBrought(_) => "suits",
            Event::SuitWon(won) if won.side == Side::Plaintiff => "suits_won_by_plaintiffs",
            Event::SuitBrokenOff(_) => "suits_broken_off",
            Event::HandOverOffered(_) => "hand_overs_offered",
            Event::HandOverAccepted(_) => "hand_overs_accepted",
            Event::HexDiscovered(_) => "hexes_discovered",
            Event::UnitChased(_) => "units_chased",
            Event::FatePileReshuffled(_) => "piles_reshuffled",
            Event::TradeOffered(_) => "offers",
            Event::TradeMade(_) => "trades_between_players",
            Event::SupplyTraded(_) => "trades_with_supply",
            Event::GameEnded(_) => return count_points(counts, state),
            _ => return,
        };
        counts.add(name, 1_u64);
    }

    /// Rates where a rate says more than a sum.
    fn figures(&self, counts: &Counters, games: u64) -> Value {
        let per_game = |name| ratio(counts.get(name), games);
        let means = |[seats, houses, white, red, black]: [&str; 5]| {
            let mean = |source| counts.ratio(source, seats);
            json!({ "houses": mean(houses), "white": mean(white), "red": mean(red), "black": mean(black) })
        };
        let tokens = |source| counts.ratio(source, "winners");
        json!({
            "famines": counts.get("famines"),
            "famines_of_wool": counts.get("famines_of_wool"),
            "famines_per_harvest": counts.ratio("famines", "harvests"),
            "althings": counts.get("althings"),
            "althings_per_turn": counts.ratio("althings", "rolls"),
            "althings_with_possible_suits": counts.ratio("sessions", "althings"),
            "suits_per_althing": counts.ratio("suits", "althings"),
            "suits_won_by_plaintiffs": counts.ratio("suits_won_by_plaintiffs", "suits"),
            "suits_broken_off": counts.ratio("suits_broken_off", "suits"),
            "tokens_per_winner": {
                "white": tokens("winners_white"),
                "red": tokens("winners_red"),
                "black": tokens("winners_black"),
            },
            "points_per_source": { "winner": means(WINNERS), "everybody": means(EVERYBODY) },
            "per_game": {
                "hand_overs_offered": per_game("hand_overs_offered"),
                "hand_overs_accepted": per_game("hand_overs_accepted"),
                "hexes_discovered": per_game("hexes_discovered"),
                "units_chased": per_game("units_chased"),
                "piles_reshuffled": per_game("piles_reshuffled"),
                "offers": per_game("offers"),
                "trades_between_players": per_game("trades_between_players"),
                "trades_with_supply": per_game("trades_with_supply"),
            },
        })
    }
}

fn count_points(counts: &mut Counters, state: &State) {
    for ranked in scoring::rank(state) {
        let won = state.table.player(ranked.seat);
        let points = [1, state.table.houses(ranked.seat), won.white, won.red, won.black];
        for (name, count) in EVERYBODY.into_iter().zip(points) {
            counts.add(name, count);
        }
        for (name, count) in WINNERS.into_iter().zip(points).filter(|_| ranked.rank == 1) {
            counts.add(name, count);
        }
    }
}
