//! What is wrong with a request, as its answer says it. Nothing has changed then.

use std::borrow::Cow;

use rules::entry::{PerformError, SettleError};
use rules::reading::sentence;
use rules::{ChanceError, Refusal, TakeBackLimit};
use serde::Serialize;

use super::answer::line;
use super::request::OPS;
use super::{MAX_REQUEST_BYTES, session};

/// An error; nothing has changed.
#[derive(Debug, Serialize)]
pub(super) struct Fault {
    error: Problem,
}

#[derive(Debug, Serialize)]
struct Problem {
    #[serde(flatten)]
    refusal: Refusal,
    /// Why something can't be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<TakeBackLimit>,
}

impl Fault {
    pub fn line_too_long() -> Self {
        Self::new("line_too_long", format!("a request has at most {MAX_REQUEST_BYTES} bytes"))
    }

    pub fn malformed_json(detail: &str) -> Self {
        Self::new("malformed_json", format!("the line is not JSON: {detail}"))
    }

    pub fn malformed_request(detail: &str, field: Option<String>) -> Self {
        let fault = Self::new("malformed_request", detail.to_owned());
        match field {
            Some(field) => fault.of(field),
            None => fault,
        }
    }

    pub fn unknown_op(op: &str) -> Self {
        Self::new("unknown_op", format!("there is no `{op}`; known are {}", OPS.join(", "))).of("op")
    }

    pub fn no_game(name: Option<&str>) -> Self {
        match name {
            None => Self::new("no_game", "there is no game yet: `setup` or `load` first"),
            Some(name) => {
                Self::new("no_game", format!("there is no game `{name}`: `setup` or `load` first")).of("game")
            }
        }
    }

    pub fn too_many_games() -> Self {
        let most = session::MAX_GAMES;
        Self::new("too_many_games", format!("at most {most} games are kept: `close` one")).of("game")
    }

    pub fn long_name() -> Self {
        let most = session::MAX_NAME_BYTES;
        Self::malformed_request(&format!("a name has at most {most} bytes"), Some("game".to_owned()))
    }

    pub fn unknown_seat(seats: usize) -> Self {
        Self::new("unknown_seat", format!("the seats are 0 to {}", seats.saturating_sub(1))).of("seat")
    }

    pub fn unknown_viewer(seats: u8) -> Self {
        let last = seats.saturating_sub(1);
        Self::new("unknown_seat", format!("no game has other seats than 0 to {last}")).of("viewer")
    }

    pub fn invalid_seed() -> Self {
        Self::new("invalid_seed", "a seed is at most 32 bytes as pairs of hexadecimal digits").of("seed")
    }

    pub fn malformed_state(detail: &str) -> Self {
        Self::new("malformed_state", detail.to_owned()).of("state")
    }

    pub fn malformed_decision_ids(detail: &str) -> Self {
        Self::malformed_request(detail, Some("decision_ids".to_owned()))
    }

    pub fn impossible_state(detail: &str) -> Self {
        Self::new("impossible_state", format!("no game comes to this state: {detail}")).of("state")
    }

    pub fn high_version(most: u64) -> Self {
        Self::malformed_request(&format!("the version is at most {most}"), Some("version".to_owned()))
    }

    pub fn closed(code: &'static str, decision: &str) -> Self {
        Self::new(code, format!("`{decision}` is not open")).of("decision")
    }

    pub fn other_decision(decision: &str) -> Self {
        Self::new("wrong_decision", format!("the action does not answer `{decision}`")).of("decision")
    }

    pub fn not_awaited() -> Self {
        Self::new("not_awaited", "the game does not wait for this seat").of("seat")
    }

    pub fn no_lapse(decision: &str) -> Self {
        let detail = format!("`{decision}` may stay open: nothing is done for an absent seat");
        Self::new("no_lapse", detail).of("decision")
    }

    pub fn game_over() -> Self {
        Self::new("game_over", "the game is over")
    }

    pub fn cannot_take_back(reason: TakeBackLimit) -> Self {
        let mut fault = Self::new("cannot_take_back", why(reason)).of("version");
        fault.error.reason = Some(reason);
        fault
    }

    pub fn not_offered(versions: &[u64]) -> Self {
        let versions: Vec<String> = versions.iter().rev().map(u64::to_string).collect();
        let detail = format!("the seat can return to these versions: {}", versions.join(", "));
        Self::new("invalid_field", detail).of("version")
    }

    pub fn too_many_orders(most: usize) -> Self {
        Self::new("too_many_orders", format!("a seat has at most {most} standing orders")).of("orders")
    }

    /// Of an element of a list that the request gives: `of` names it.
    pub fn within(refusal: Refusal, of: &str) -> Self {
        let field = refusal.field.as_ref().map_or_else(|| of.to_owned(), |field| format!("{of}.{field}"));
        refusal.at_field(field).into()
    }

    pub fn malformed_event(error: &serde_json::Error, index: usize) -> Self {
        // Line and column are left out: they would count from the beginning of the event.
        Self::new("malformed_event", sentence(error)).of(format!("events[{index}]"))
    }

    pub fn into_json(self) -> String {
        line(&self)
    }

    fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Refusal::new(code, message).into()
    }

    fn of(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.error.refusal = self.error.refusal.at_field(field);
        self
    }
}

/// Why a seat can't take back, as a sentence.
fn why(reason: TakeBackLimit) -> &'static str {
    match reason {
        TakeBackLimit::NothingDone => "the seat has done nothing before it",
        TakeBackLimit::EarlierTurn => "what the seat did before belongs to an earlier turn",
        TakeBackLimit::OtherSeatActed => "another seat has acted since",
        TakeBackLimit::ChanceDrawn => "chance was drawn since",
        TakeBackLimit::SecretRevealed => "something hidden became known since",
        TakeBackLimit::AnsweredForSeat => "a lapse or a caretaker has answered for the seat since",
        TakeBackLimit::ServiceEvent => "a seat has given up since",
        TakeBackLimit::LimitReached => "the seat has taken back as often as it may in this turn",
        TakeBackLimit::TimeOver => "the time for the earlier decision is over",
        TakeBackLimit::GamePaused => "the game is paused",
        TakeBackLimit::GameOver => "the game is over",
        TakeBackLimit::OrderWouldAnswer => "a standing order of the seat would answer at once there",
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self { error: Problem { refusal, reason: None } }
    }
}

impl From<ChanceError> for Fault {
    fn from(fault: ChanceError) -> Self {
        Self::new(fault.code(), fault.to_string()).of("chance")
    }
}

impl From<SettleError> for Fault {
    fn from(unsettled: SettleError) -> Self {
        match unsettled {
            SettleError::Impossible(detail) => Self::impossible_state(&detail),
            SettleError::Misfit(misfit) => Self::impossible_state(&misfit.to_string()),
            SettleError::Chance(fault) => fault.into(),
        }
    }
}

impl From<PerformError> for Fault {
    fn from(stopped: PerformError) -> Self {
        match stopped {
            PerformError::Refused(refusal) => refusal.into(),
            PerformError::Unsettled(unsettled) => unsettled.into(),
        }
    }
}
