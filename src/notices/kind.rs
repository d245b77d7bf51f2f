//! Every kind of notice about a game.

use crate::service::answers;
use crate::service::timing::NoticeKind as Timing;
use crate::service::titles::Titles;
use crate::store::occasion::Occasion;
use crate::store::outbox::Claimed;
use rules::CallKind;

/// What a notice about a game is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Call(CallKind),
    GameStarted,
    GameEnded,
    /// Something follows an answer that came by mail.
    Answer(answers::Kind),
    /// What somebody is told about his clock.
    Clock(Timing),
    /// A standing order can't apply any more.
    OrderDisarmed,
}

const CLOCKS: [Timing; 4] =
    [Timing::DeadlineNear, Timing::DeadlineNearer, Timing::LapsePlayed, Timing::Outage];

impl Kind {
    /// The kind that is stored as `word`; the calls are those that the rulesets declare.
    pub fn of(rulesets: &Titles, word: &str) -> Option<Self> {
        let call = rulesets.call_kind(word).map(Self::Call);
        let mut others = [Self::GameStarted, Self::GameEnded, Self::OrderDisarmed]
            .into_iter()
            .chain(CLOCKS.map(Self::Clock));
        call.or_else(|| others.find(|kind| kind.word() == word))
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Call(call) => call.name,
            Self::GameStarted => "game_started",
            Self::GameEnded => "game_ended",
            Self::Answer(answer) => answer.word(),
            Self::Clock(kind) => kind.word(),
            Self::OrderDisarmed => crate::service::play::DISARMED,
        }
    }

    /// Does the game wait for the one who gets it?
    pub fn is_awaited(self) -> bool {
        matches!(self, Self::Call(call) if call.is_awaited())
    }
}

/// Is the question still open, or the call of which it was the first, and does the recipient still hold the seat? A
/// warning holds until the deadline has moved, and nobody needs to be told of a lapse who has acted since.
pub fn holds(kind: Kind, notice: &Claimed, occasion: &Occasion) -> bool {
    let stands = match kind {
        Kind::GameStarted | Kind::GameEnded | Kind::OrderDisarmed | Kind::Answer(_) => true,
        Kind::Clock(Timing::Outage) => true,
        Kind::Clock(Timing::LapsePlayed) => occasion.last_own_version < Some(notice.version),
        Kind::Clock(Timing::DeadlineNear | Timing::DeadlineNearer) => occasion.is_open && occasion.is_warned,
        // An answer that asks nothing is known to whoever has acted since.
        Kind::Call(_) if notice.decision.is_none() => occasion.last_own_version < Some(notice.version),
        Kind::Call(_) => occasion.is_open || (kind.is_awaited() && occasion.still_called),
    };
    occasion.holds_seat && stands
}
