//! What lists show of a game without reading its state. All of it is public.

use serde::{Deserialize, Serialize};

use crate::rules::{AnyGame, Decision, Seat};

/// Where a game is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of the turn, counted from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// Points by seat.
    pub points: Vec<i32>,
    /// The seats that the game waits for.
    pub awaited: Vec<Seat>,
}

impl Summary {
    /// Of a game in which these decisions are open.
    pub fn of(game: &dyn AnyGame, open: &[Decision]) -> Self {
        let (turn, active) = game.turn();
        let mut awaited: Vec<Seat> =
            open.iter().filter(|decision| decision.blocking).map(|decision| decision.seat).collect();
        awaited.dedup();
        Self { turn, active, points: game.points(), awaited }
    }
}
