//! What lists show of a game without reading its state. All of it is public.

use serde::{Deserialize, Serialize};

use crate::clock::Instant;
use rules::{AnyGame, Decision, Seat};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of the turn, counted from 1.
    pub turn: u32,
    pub active: Seat,
    /// Points by seat.
    pub points: Vec<i32>,
    /// The seats that the game waits for.
    pub awaited: Vec<Seat>,
    /// The next deadline, where a clock runs.
    #[serde(default)]
    pub deadline: Option<Instant>,
}

impl Summary {
    /// Of a game in which these decisions are open, until that instant.
    pub fn of(game: &dyn AnyGame, open: &[Decision], deadline: Option<Instant>) -> Self {
        let (turn, active) = game.turn();
        let mut awaited: Vec<Seat> =
            open.iter().filter(|decision| decision.blocking).map(|decision| decision.seat).collect();
        awaited.dedup();
        Self { turn, active, points: game.points(), awaited, deadline }
    }
}
