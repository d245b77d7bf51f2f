//! How a game ended, or stands.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::decision::Seat;

/// How a game ended: why, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Why it is over, in the ruleset's words, such as `points` or `turn_limit`.
    pub ended_by: String,
    /// Best first; equal seats share a rank.
    pub ranking: Vec<RankedSeat>,
}

impl Outcome {
    /// The places of all who share the first rank.
    pub fn winners(&self) -> impl Iterator<Item = &RankedSeat> {
        self.ranking.iter().filter(|place| place.rank == 1)
    }
}

/// What every seat has from one source of points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreSource {
    /// In the ruleset's words, such as `cities`; its text is in the section `score_sources`.
    pub name: &'static str,
    /// By seat.
    pub points: Vec<i32>,
}

impl ScoreSource {
    pub fn new(name: &'static str, seats: impl Iterator<Item = Seat>, points: impl Fn(Seat) -> i32) -> Self {
        Self { name, points: seats.map(points).collect() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RankedSeat {
    /// 1 for the winner; after two winners comes 3.
    pub rank: u8,
    pub seat: Seat,
    pub points: i32,
}

/// The seats `0..seats`, best first. What `standing` says decides, the greater the better; seats of equal standing
/// share a rank.
pub fn rank<S: Ord>(
    seats: u8,
    standing: impl Fn(Seat) -> S,
    points: impl Fn(Seat) -> i32,
) -> Vec<RankedSeat> {
    let mut standings: Vec<(S, Seat)> = (0..seats).map(|seat| (standing(seat), seat)).collect();
    standings.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let better = |standing: &S| standings.iter().filter(|(other, _)| other > standing).count();
    let ranked = |(standing, seat): &(S, Seat)| RankedSeat {
        // Fewer than there are seats are better.
        rank: better(standing) as u8 + 1,
        seat: *seat,
        points: points(*seat),
    };
    standings.iter().map(ranked).collect()
}
