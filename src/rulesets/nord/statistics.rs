//! What `simulate` counts: turns, attacks, jarls, treasures, and where the points come from.

use serde::Serialize;
use serde_json::{Value, json};

use super::event::Event;
use super::points;
use super::state::{Mode, State};
use rules::series::ratio;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    turns: u64,
    placements: u64,
    workers: u64,
    sea_workers: u64,
    attacks: u64,
    dead: u64,
    jarls: u64,
    negotiators: u64,
    two_areas: u64,
    many_workers: u64,
    treasures_taken: u64,
    discards_shuffled: u64,
    forced_scorings: u64,
    seats: u64,
    points: Points,
    winners: u64,
    winners_points: u64,
}

/// Points by source, summed over all seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Points {
    materials: u64,
    fighters: u64,
    jarls: u64,
    treasures: u64,
}

impl Points {
    fn add(&mut self, other: Self) {
        self.materials += other.materials;
        self.fighters += other.fighters;
        self.jarls += other.jarls;
        self.treasures += other.treasures;
    }
}

fn sum(points: &[u16]) -> u64 {
    points.iter().copied().map(u64::from).sum()
}

impl Statistics {
    /// Counts one event; `state` is the state after it.
    pub fn count(&mut self, state: &State, event: &Event) {
        match event {
            Event::TurnBegun(_) => self.turns += 1,
            Event::WorkersPlaced(placed) => {
                self.placements += 1;
                self.workers += placed.fields.len() as u64;
                self.sea_workers += u64::from(placed.boats);
            }
            Event::SettlementAttacked(attacked) => {
                self.attacks += 1;
                self.dead += u64::from(attacked.dead);
            }
            Event::JarlDefeated(defeated) => {
                self.jarls += 1;
                self.points.jarls += u64::from(defeated.points);
            }
            Event::TreasurePlayed(played) => match played.mode {
                Mode::Normal => self.negotiators += 1,
                Mode::TwoAreas => self.two_areas += 1,
                Mode::ManyWorkers => self.many_workers += 1,
            },
            Event::TreasureTaken(_) => self.treasures_taken += 1,
            Event::DiscardShuffled(_) => self.discards_shuffled += 1,
            Event::ScoringBegun(begun) => self.forced_scorings += u64::from(begun.forced_by.is_some()),
            Event::MaterialsDelivered(delivered) => self.points.materials += sum(&delivered.points),
            Event::FightersFed(fed) => self.points.fighters += sum(&fed.points),
            Event::TreasuresScored(scored) => {
                let worth = scored.hands.iter().map(|worth| u64::from(worth.different + worth.equal));
                self.points.treasures += worth.sum::<u64>();
            }
            Event::GameEnded(_) => self.count_end(state),
            _ => {}
        }
    }

    fn count_end(&mut self, state: &State) {
        self.seats += u64::from(state.table.seats());
        for place in points::rank(state).into_iter().filter(|place| place.rank == 1) {
            self.winners += 1;
            self.winners_points += u64::try_from(place.points).unwrap_or(0);
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.placements += other.placements;
        self.workers += other.workers;
        self.sea_workers += other.sea_workers;
        self.attacks += other.attacks;
        self.dead += other.dead;
        self.jarls += other.jarls;
        self.negotiators += other.negotiators;
        self.two_areas += other.two_areas;
        self.many_workers += other.many_workers;
        self.treasures_taken += other.treasures_taken;
        self.discards_shuffled += other.discards_shuffled;
        self.forced_scorings += other.forced_scorings;
        self.seats += other.seats;
        self.points.add(other.points);
        self.winners += other.winners;
        self.winners_points += other.winners_points;
    }

    /// The counts as figures per game, and points by source per seat.
    pub fn figures(&self, games: u64) -> Value {
        let per_game = |count: u64| ratio(count, games);
        let per_seat = |count: u64| ratio(count, self.seats);
        json!({
            "turns": per_game(self.turns),
            "placements": per_game(self.placements),
            "workers_per_placement": ratio(self.workers, self.placements),
            "sea_workers": per_game(self.sea_workers),
            "attacks": per_game(self.attacks),
            "dead": per_game(self.dead),
            "jarls": per_game(self.jarls),
            "treasures_played": {
                "negotiator": per_game(self.negotiators),
                "two_areas": per_game(self.two_areas),
                "many_workers": per_game(self.many_workers),
            },
            "treasures_taken": per_game(self.treasures_taken),
            "discards_shuffled": per_game(self.discards_shuffled),
            "forced_scorings": per_game(self.forced_scorings),
            "winners_points": ratio(self.winners_points, self.winners),
            "points_per_seat": {
                "materials": per_seat(self.points.materials),
                "fighters": per_seat(self.points.fighters),
                "jarls": per_seat(self.points.jarls),
                "treasures": per_seat(self.points.treasures),
            },
        })
    }
}
