//! Why a stream ends.

use serde::Serialize;

/// Why a stream ends; told in its last frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The token it was opened with has expired: open it anew with a fresh one.
    TokenExpired,
    /// The session was ended, the token was revoked, or the account is gone or barred.
    AccessEnded,
    /// The follower has lost his seat.
    SeatLost,
    /// The game is gone.
    GameGone,
    /// This process stops: open it anew, another one answers.
    Restart,
    /// Something broke here: open it anew.
    Broken,
}
