//! What an action is answered with: a pure function of the game, the version it led to, and the seat.

use serde::Serialize;

use super::told::ToldEvent;
use crate::clock::Instant;
use crate::clocks::Deadline;
use crate::error::Error;
use rules::schemas::AnyAction;
use rules::{AnyGame, Decision, Json, Legal, Outcome, Seat};

/// The answer to an action.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Reply {
    /// The title, in whose terms the reply is.
    pub ruleset: &'static str,
    /// The version of the game that the action was decided on.
    #[serde(skip)]
    pub base: i64,
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
    /// Until when there is time, where a clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Instant>,
}

impl Reply {
    /// The answer for `seat` in a game of `ruleset`, from the game as it stands at `version`, to which `base` led.
    pub fn of(
        ruleset: &'static str,
        game: &dyn AnyGame,
        (base, version): (i64, i64),
        seat: Seat,
        events: Vec<ToldEvent>,
        deadlines: &[Deadline],
    ) -> Self {
        Self {
            ruleset,
            base,
            version,
            events,
            legal: game.legal(seat),
            awaited: awaited(game, deadlines),
            outcome: game.outcome(),
        }
    }
}

/// Who is asked what, and until when.
pub fn awaited(game: &dyn AnyGame, deadlines: &[Deadline]) -> Vec<Awaited> {
    let until = |decision: &Decision| {
        let is_its = |open: &&Deadline| open.seat == decision.seat && open.decision == decision.id;
        deadlines.iter().find(is_its).map(|open| open.deadline)
    };
    let asked = game.awaiting().into_iter().filter(Decision::is_asked);
    asked
        .map(|decision| Awaited {
            deadline: until(&decision),
            seat: decision.seat,
            decision: decision.id,
            kind: decision.kind,
            blocking: decision.blocking,
        })
        .collect()
}

/// Deadlines as they are stored with an entry.
pub fn deadlines(stored: Option<&str>) -> Result<Vec<Deadline>, Error> {
    let Some(stored) = stored else { return Ok(vec![]) };
    serde_json::from_str(stored).map_err(|error| Error::Internal(format!("deadlines do not read: {error}")))
}
