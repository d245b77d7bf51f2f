//! What `simulate` counts: turns, attacks, jarls, treasures, and where the points come from.

use serde::Serialize;
use serde_json::{Value, json};
use std::ops::{Index, IndexMut};
use strum::EnumCount;

use super::event::Event;
use super::state::{PlacementMode, State};
use super::turn;
use rules::series::ratio;

/// Something that is counted over all games and seats.
#[derive(Debug, Clone, Copy, EnumCount)]
enum Count {
    Turns,
    Placements,
    Workers,
    SeaWorkers,
    Attacks,
    Dead,
    Jarls,
    Negotiators,
    TwoAreas,
    ManyWorkers,
    TreasuresTaken,
    DiscardsShuffled,
    ForcedScorings,
    Seats,
    MaterialPoints,
    FighterPoints,
    JarlPoints,
    TreasurePoints,
    Winners,
    WinnersPoints,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Statistics([u64; Count::COUNT]);

impl Index<Count> for Statistics {
    type Output = u64;

    fn index(&self, count: Count) -> &u64 {
        &self.0[count as usize]
    }
}

impl IndexMut<Count> for Statistics {
    fn index_mut(&mut self, count: Count) -> &mut u64 {
        &mut self.0[count as usize]
    }
}

fn sum(points: &[u16]) -> u64 {
    points.iter().copied().map(u64::from).sum()
}

impl Statistics {
    /// Counts one event; `state` is the state after it.
    pub fn count(&mut self, state: &State, event: &Event) {
        match event {
            Event::TurnBegun(_) => self[Count::Turns] += 1,
            Event::WorkersPlaced(placed) => {
                self[Count::Placements] += 1;
                self[Count::Workers] += placed.fields.len() as u64;
                self[Count::SeaWorkers] += u64::from(placed.boats);
            }
            Event::SettlementAttacked(attacked) => {
                self[Count::Attacks] += 1;
                self[Count::Dead] += u64::from(attacked.dead);
            }
            Event::JarlDefeated(defeated) => {
                self[Count::Jarls] += 1;
                self[Count::JarlPoints] += u64::from(defeated.points);
            }
            Event::TreasurePlayed(played) => {
                self[match played.mode {
                    PlacementMode::Normal => Count::Negotiators,
                    PlacementMode::TwoAreas => Count::TwoAreas,
                    PlacementMode::ManyWorkers => Count::ManyWorkers,
                }] += 1;
            }
            Event::TreasureTaken(_) => self[Count::TreasuresTaken] += 1,
            Event::DiscardShuffled(_) => self[Count::DiscardsShuffled] += 1,
            Event::ScoringBegun(begun) => self[Count::ForcedScorings] += u64::from(begun.forced_by.is_some()),
            Event::MaterialsDelivered(delivered) => self[Count::MaterialPoints] += sum(&delivered.points),
            Event::FightersFed(fed) => self[Count::FighterPoints] += sum(&fed.points),
            Event::TreasuresScored(scored) => {
                let points = scored.hands.iter().map(|hand| u64::from(hand.different + hand.equal));
                self[Count::TreasurePoints] += points.sum::<u64>();
            }
            Event::GameEnded(_) => self.count_end(state),
            _ => {}
        }
    }

    fn count_end(&mut self, state: &State) {
        self[Count::Seats] += u64::from(state.table.seats());
        for winner in turn::rank(&state.table).into_iter().filter(|place| place.rank == 1) {
            self[Count::Winners] += 1;
            self[Count::WinnersPoints] += u64::try_from(winner.points).unwrap_or(0);
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// The counts as figures per game, and points by source per seat.
    pub fn figures(&self, games: u64) -> Value {
        let per_game = |count| ratio(self[count], games);
        let per_seat = |count| ratio(self[count], self[Count::Seats]);
        json!({
            "turns": per_game(Count::Turns),
            "placements": per_game(Count::Placements),
            "workers_per_placement": ratio(self[Count::Workers], self[Count::Placements]),
            "sea_workers": per_game(Count::SeaWorkers),
            "attacks": per_game(Count::Attacks),
            "dead": per_game(Count::Dead),
            "jarls": per_game(Count::Jarls),
            "treasures_played": {
                "negotiator": per_game(Count::Negotiators),
                "two_areas": per_game(Count::TwoAreas),
                "many_workers": per_game(Count::ManyWorkers),
            },
            "treasures_taken": per_game(Count::TreasuresTaken),
            "discards_shuffled": per_game(Count::DiscardsShuffled),
            "forced_scorings": per_game(Count::ForcedScorings),
            "winners_points": ratio(self[Count::WinnersPoints], self[Count::Winners]),
            "points_per_seat": {
                "materials": per_seat(Count::MaterialPoints),
                "fighters": per_seat(Count::FighterPoints),
                "jarls": per_seat(Count::JarlPoints),
                "treasures": per_seat(Count::TreasurePoints),
            },
        })
    }
}
