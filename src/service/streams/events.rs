//! The events of streams as clients read them: one type for each, told apart by a tag.
//!
//! `http/openapi/events.rs` describes the two unions, of a game's stream and of an account's. The tag is the name of the
//! server-sent event as well, so that a client may go by either.

use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::service::lobby::{LobbyChange, LobbyChangeKind};
use crate::service::messages::Message;
use crate::service::play::{RedactedEvent, put_event_texts, redact_stored};
use crate::service::stored_json::{decode, raw};
use crate::store::competitions::{CompetitionMark, CompetitionStatus};
use crate::store::feeds::LobbyChangeRow;
use crate::store::history::EntryRow;
use crate::texts::GameSentences;
use crate::time_control::{Deadline, Instant};
use rules::{AnyRuleset, Json, Seat, Viewer};

/// The tag of [`GameUpdated`].
pub const GAME_EVENTS: &str = "game_events";

/// An event of a stream. `P` says where a stream of that sort begins.
#[derive(Debug, Serialize, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StreamEvent<P> {
    /// The first event of a stream: the events after this place follow.
    Opened(P),
    /// The place that the client named is no longer in the history: the client must read everything again, and the
    /// events after this place follow.
    Reset(P),
    LobbyChange(LobbyChanged),
    GameEvents(GameUpdated),
    Message(MessagePosted),
    Notification(NotificationRaised),
    CompetitionChanged(CompetitionChanged),
    End(StreamEnded),
}

impl<P> StreamEvent<P> {
    /// The tag, which is the name of the server-sent event.
    pub fn name(&self) -> &'static str {
        self.into()
    }
}

/// Where the stream of a game begins.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameStreamPlace {
    pub game_id: Uuid,
    /// Events after this version follow; -1 before the start of the game.
    #[schema(minimum = -1)]
    pub version: i64,
    /// Messages after this number follow; 0: all of them.
    #[schema(minimum = 0)]
    pub last_message: i64,
}

/// Where the stream of an account begins.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountStreamPlace {
    /// Events of the stream after this number follow; 0: all of them. The `id` of each event begins with its number.
    #[schema(minimum = 0)]
    pub number: i64,
}

/// Where the stream of a player's public games begins.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonStreamPlace {
    /// The account of the player whose games are followed.
    pub account_id: Uuid,
}

/// Where the stream of a competition begins.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompetitionStreamPlace {
    pub competition_id: Uuid,
}

/// Something that is shown of a competition changed: a round was paired, a game began or ended, somebody signed up or left,
/// its organisers changed or corrected something. Read again what you show of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompetitionChanged {
    pub competition_id: Uuid,
    pub status: CompetitionStatus,
    /// How many rounds are paired.
    #[schema(minimum = 0)]
    pub round: i32,
    /// How many tables these rounds have.
    #[schema(minimum = 0)]
    pub tables: i64,
    /// How many of these tables have finished their game.
    #[schema(minimum = 0)]
    pub tables_over: i64,
}

impl CompetitionChanged {
    pub fn new(mark: &CompetitionMark) -> Self {
        let CompetitionMark { competition, status, round, tables, tables_over, mark: _ } = *mark;
        Self { competition_id: competition, status, round, tables, tables_over }
    }
}

/// Somebody came or went, or the terms changed, in a game that has not started.
#[derive(Debug, Serialize, ToSchema)]
pub struct LobbyChanged {
    pub game_id: Uuid,
    /// Its number among the changes of this game, from 1 and without gaps.
    #[schema(minimum = 1)]
    pub number: i64,
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    pub kind: LobbyChangeKind,
    /// The player who took, left or lost a seat, was sent away, owns the game now or confirmed; null for other kinds.
    pub account: Option<Uuid>,
    /// With `confirmation_asked`: until when every player is to confirm; null for other kinds.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub until: Option<Instant>,
}

impl LobbyChanged {
    pub fn new(row: LobbyChangeRow) -> Result<Self, Error> {
        let change: LobbyChange = decode("a change of a game before its start", &row.event)?;
        let (kind, account) = (LobbyChangeKind::from(&change), change.about());
        let until = match change {
            LobbyChange::ConfirmationAsked { until } => Some(until),
            _ => None,
        };
        Ok(Self { game_id: row.game_id, number: row.change, at: row.created_at, kind, account, until })
    }
}

/// A game that is played came to another version.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameUpdated {
    pub game_id: Uuid,
    /// As far as your seat may know it, or a spectator.
    pub update: GameUpdate,
}

/// What happened at one version of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameUpdate {
    pub ruleset: &'static str,
    #[schema(minimum = 0)]
    pub version: i64,
    /// In the order in which they happened; empty where nothing did that you may know of.
    pub events: Vec<RedactedEvent>,
    /// Until when there is time from then on, decision by decision; left out where no clock runs, and in the middle of
    /// what happened at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Vec<Deadline>>)]
    pub deadlines: Option<Json>,
}

impl GameUpdated {
    /// What `viewer` may see of an entry of the log.
    pub fn new(
        game: Uuid,
        ruleset: &dyn AnyRuleset,
        entry: &EntryRow,
        viewer: Viewer,
    ) -> Result<Self, Error> {
        let events = redact_stored(ruleset, std::slice::from_ref(entry), viewer)?;
        let deadlines = entry.deadlines.clone().map(raw).transpose()?;
        let update = GameUpdate { ruleset: ruleset.id(), version: entry.version, events, deadlines };
        Ok(Self { game_id: game, update })
    }

    /// The same with what a log says of each event.
    pub fn in_words(mut self, sentences: Option<&GameSentences<'_>>) -> Self {
        if let Some(sentences) = sentences {
            put_event_texts(&mut self.update.events, sentences);
        }
        self
    }
}

/// Somebody sent a message that you may read.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagePosted {
    pub game_id: Uuid,
    pub message: Message,
}

/// Something in a running game concerns you: a decision is open for you, a vote was opened, your time runs out.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationRaised {
    pub game_id: Uuid,
    /// The version of the game that led to it.
    #[schema(minimum = 0)]
    pub version: i64,
    /// The seat that it is about: yours, or the one that you are offered.
    pub seat: Seat,
    pub kind: NotificationKind,
    /// Null if it is about no decision.
    pub decision_id: Option<String>,
    /// The same as `decision_id`.
    #[schema(deprecated)]
    pub decision: Option<String>,
    /// Null if it is about no vote.
    pub vote_id: Option<Uuid>,
}

// `http/openapi/rulesets.rs` adds the list, since calls belong to the rulesets.
/// What you are notified of in a game that is played: a call of your seat (see `CallKind`), or something that is the
/// same in every ruleset. More kinds may be added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String)]
pub struct NotificationKind(pub &'static str);

/// The stream is over, and nothing follows.
#[derive(Debug, Serialize, ToSchema)]
pub struct StreamEnded {
    /// Why it ends, which says whether to open it again.
    pub reason: StreamEndReason,
}

/// Why a stream ends. `game_over`: the game is over, and everything that happened in it was sent. `game_gone`: it is gone,
/// or you may not see it any more. `seat_lost`: you have no seat in it any more; as a spectator you may open the stream
/// again. `person_gone`: the player is gone, or you may not follow them any more. `competition_over`: the competition is
/// over, and everything that changed in it was sent. `competition_gone`: you may not see it any more. `token_expired`:
/// open it again with a fresh token. `access_ended`: log in again. `restart`, `internal_error`: open it again. More reasons
/// may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StreamEndReason {
    /// The game is over, with a result or without, and everything that happened in it was sent: don't open it again.
    GameOver,
    /// The token that it was opened with has expired: open it again with a fresh one.
    TokenExpired,
    /// The session was ended, the token was revoked, or the account is gone or banned: log in again.
    AccessEnded,
    /// You have no seat in the game any more: as a spectator you may open it again.
    SeatLost,
    /// The game is gone, or you may not see it any more: don't open it again.
    GameGone,
    /// The player whose games are followed is gone, or you may not follow them any more: don't open it again.
    PersonGone,
    /// The competition is over or was called off, and everything that changed in it was sent: don't open it again.
    CompetitionOver,
    /// You may not see the competition any more: don't open it again.
    CompetitionGone,
    /// This process of the server stops: open it again, another one answers.
    Restart,
    /// An internal error: open it again.
    InternalError,
}
