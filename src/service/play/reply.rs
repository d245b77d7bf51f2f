//! What an action is answered with: a pure function of the game, the version it led to, and the seat.

use serde::Serialize;

use super::told::ToldEvent;
use crate::description::AnyAction;
use crate::rules::{AnyGame, Decision, Json, Legal, Outcome, Seat};

/// The answer to an action.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Reply {
    /// The title, in whose terms the reply is.
    pub ruleset: &'static str,
    /// The version of the game after the action and the server's steps that followed.
    pub version: i64,
    /// What happened, as the seat that acted is told it.
    pub events: Vec<ToldEvent>,
    /// What that seat may do next.
    #[schema(value_type = Vec<Legal<AnyAction>>)]
    pub legal: Vec<Legal<Json>>,
    /// Who is asked what now.
    pub awaited: Vec<Awaited>,
    /// How the game ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// A decision that somebody is asked for. Which answers there are is between the rules and that seat.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Awaited {
    /// Who is asked.
    pub seat: Seat,
    /// The decision.
    pub decision: String,
    /// What is asked, in the words of the ruleset.
    pub kind: &'static str,
    /// Does the game wait for the answer?
    pub blocking: bool,
}

impl Reply {
    /// The answer for `seat` in a game of `ruleset`, from the game as it stands at `version`.
    pub fn of(
        ruleset: &'static str,
        game: &dyn AnyGame,
        version: i64,
        seat: Seat,
        events: Vec<ToldEvent>,
    ) -> Self {
        Self {
            ruleset,
            version,
            events,
            legal: game.legal(seat),
            awaited: awaited(game),
            outcome: game.outcome(),
        }
    }
}

/// Who is asked what.
pub fn awaited(game: &dyn AnyGame) -> Vec<Awaited> {
    let asked = game.awaiting().into_iter().filter(Decision::is_asked);
    asked
        .map(|decision| Awaited {
            seat: decision.seat,
            decision: decision.id,
            kind: decision.kind,
            blocking: decision.blocking,
        })
        .collect()
}
