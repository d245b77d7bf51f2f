//! What happens at a table beside the rules of its title.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::Instant;
use rules::Seat;

/// Something that the table did, whatever the title; everybody is told it as it is. No title has events of these types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// A seat gave up. What it has stays on the board; it is asked nothing any more, and is ranked behind all others.
    SeatResigned {
        /// Who.
        seat: Seat,
    },
    /// Somebody put something to the vote.
    VoteOpened {
        /// The vote.
        vote: Uuid,
        /// What about.
        kind: VoteKind,
        /// Who opened it; this seat has said yes.
        seat: Seat,
        /// Of `replace_seat`: the seat that somebody else shall have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Seat>,
        /// Of `replace_seat`: the account that shall have it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<Uuid>,
        /// Of `replace_seat`: the bot that shall play there until the owner returns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// Until when votes are taken.
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
    },
    /// A seat voted.
    BallotCast {
        /// The vote.
        vote: Uuid,
        /// Who.
        seat: Seat,
        /// What it said.
        ballot: Ballot,
    },
    /// A vote was carried; what follows from it is an event of its own.
    VoteCarried {
        /// The vote.
        vote: Uuid,
        /// What about.
        kind: VoteKind,
    },
    /// A vote came to nothing.
    VoteFailed {
        /// The vote.
        vote: Uuid,
        /// What about.
        kind: VoteKind,
        /// Why.
        why: WhyFailed,
    },
    /// A seat may be taken by somebody else.
    SeatOffered {
        /// The seat.
        seat: Seat,
        /// To this account; left out: to whoever comes first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<Uuid>,
        /// Until when.
        #[schema(value_type = String, format = DateTime)]
        expires_at: Instant,
    },
    /// Somebody else has the seat from now on.
    SeatReplaced {
        /// The seat.
        seat: Seat,
        /// Who has it now.
        account: Uuid,
        /// Who had it until then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        former: Option<Uuid>,
    },
    /// A bot plays for the owner of a seat until he returns.
    CaretakerSeated {
        /// The seat.
        seat: Seat,
        /// The bot.
        bot: String,
    },
    /// The owner of a seat plays himself again.
    OwnerReturned {
        /// The seat.
        seat: Seat,
    },
    /// Nobody can act until the table goes on.
    GamePaused {},
    /// The game goes on.
    GameResumed {},
    /// Every clock that is open has so many hours more.
    ClocksExtended {
        /// How many.
        hours: i64,
    },
    /// A decision has another deadline, because the time of the seat's owner counts otherwise than before.
    DeadlineMoved {
        /// The seat.
        seat: Seat,
        /// The decision.
        decision: String,
        /// Until when there is time now; left out while the clock stands still.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>, format = DateTime)]
        deadline: Option<Instant>,
    },
    /// The service was down, and nothing could lapse. That time counts for nobody: clocks stood still, and every deadline
    /// has been moved by what fell into it.
    ServiceOutage {
        /// Since when.
        #[schema(value_type = String, format = DateTime)]
        from: Instant,
        /// Until when.
        #[schema(value_type = String, format = DateTime)]
        until: Instant,
        /// For how many minutes.
        minutes: i64,
    },
    /// The table ended the game; it is ranked as it stands.
    GameEndedByVote {},
    /// The game was called off, without a result.
    GameCancelled {},
    /// An operator struck the game out; no result counts.
    GameVoided {},
}

/// What a table can vote about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoteKind {
    /// Let the game rest.
    Pause,
    /// Go on.
    Resume,
    /// Give every open decision 48 hours more.
    ExtendClocks,
    /// End the game now and rank it as it stands.
    EndByRanking,
    /// Call the game off, without a result.
    Cancel,
    /// Give a seat to somebody else, or let a bot play for its owner.
    ReplaceSeat,
}

impl VoteKind {
    pub const ALL: [Self; 6] =
        [Self::Pause, Self::Resume, Self::ExtendClocks, Self::EndByRanking, Self::Cancel, Self::ReplaceSeat];

    /// The word that is stored and shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::ExtendClocks => "extend_clocks",
            Self::EndByRanking => "end_by_ranking",
            Self::Cancel => "cancel",
            Self::ReplaceSeat => "replace_seat",
        }
    }

    /// The kind that a stored word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// What somebody says in a vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ballot {
    /// For it.
    Yes,
    /// Against it.
    No,
}

/// Why a vote came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhyFailed {
    /// Too many said no.
    Refused,
    /// Too few had said yes when its time was over.
    Expired,
    /// Whoever opened it took it back.
    Withdrawn,
}

impl WhyFailed {
    pub fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
        }
    }
}
