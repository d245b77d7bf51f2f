//! What `simulate` counts: turns, attacks, jarls, treasures, and where the points come from.

use serde_json::{Value, json};

use super::event::Event;
use super::state::{PlacementMode, State};
use super::{Nord, turn};
use rules::Statistics;
use rules::statistics::{Counters, ratio};

impl Statistics for Nord {
    fn count(&self, counts: &mut Counters, state: &State, event: &Event) {
        let sum = |points: &[u16]| points.iter().copied().map(u64::from).sum::<u64>();
        let (name, count) = match event {
            Event::TurnBegun(_) => ("turns", 1),
            Event::WorkersPlaced(placed) => {
                counts.add("workers", placed.fields.len() as u64);
                counts.add("sea_workers", placed.boats);
                ("placements", 1)
            }
            Event::SettlementAttacked(attacked) => {
                counts.add("dead", attacked.dead);
                ("attacks", 1)
            }
            Event::JarlDefeated(defeated) => {
                counts.add("jarl_points", defeated.points);
                ("jarls", 1)
            }
            Event::TreasurePlayed(played) => match played.mode {
                PlacementMode::Normal => ("negotiators", 1),
                PlacementMode::TwoAreas => ("two_areas", 1),
                PlacementMode::ManyWorkers => ("many_workers", 1),
            },
            Event::TreasureTaken(_) => ("treasures_taken", 1),
            Event::DiscardShuffled(_) => ("discards_shuffled", 1),
            Event::ScoringBegun(begun) => ("forced_scorings", begun.forced_by.is_some().into()),
            Event::MaterialsDelivered(delivered) => ("material_points", sum(&delivered.points)),
            Event::FightersFed(fed) => ("fighter_points", sum(&fed.points)),
            Event::TreasuresScored(scored) => {
                let points = scored.hands.iter().map(|hand| u64::from(hand.different + hand.equal));
                ("treasure_points", points.sum())
            }
            Event::GameEnded(_) => {
                for winner in turn::rank(&state.table).into_iter().filter(|place| place.rank == 1) {
                    counts.add("winners", 1_u64);
                    // Nothing takes points away, so that they are never below 0.
                    counts.add("winners_points", winner.points.unsigned_abs());
                }
                ("seats", state.table.seats().into())
            }
            _ => return,
        };
        counts.add(name, count);
    }

    /// Figures per game, and points by source per seat.
    fn figures(&self, counts: &Counters, games: u64) -> Value {
        let per_game = |name| ratio(counts.get(name), games);
        let per_seat = |name| counts.ratio(name, "seats");
        json!({
            "turns": per_game("turns"),
            "placements": per_game("placements"),
            "workers_per_placement": counts.ratio("workers", "placements"),
            "sea_workers": per_game("sea_workers"),
            "attacks": per_game("attacks"),
            "dead": per_game("dead"),
            "jarls": per_game("jarls"),
            "treasures_played": {
                "negotiator": per_game("negotiators"),
                "two_areas": per_game("two_areas"),
                "many_workers": per_game("many_workers"),
            },
            "treasures_taken": per_game("treasures_taken"),
            "discards_shuffled": per_game("discards_shuffled"),
            "forced_scorings": per_game("forced_scorings"),
            "winners_points": counts.ratio("winners_points", "winners"),
            "points_per_seat": {
                "materials": per_seat("material_points"),
                "fighters": per_seat("fighter_points"),
                "jarls": per_seat("jarl_points"),
                "treasures": per_seat("treasure_points"),
            },
        })
    }
}
