//! Where an invitation stands, as a word of the API.

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Error;
use crate::store::invitations;

/// Where an invitation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvitationState {
    /// The invited has not answered.
    Open,
    /// The invited sat down.
    Accepted,
    /// The invited does not want to.
    Declined,
    /// The owner took it back.
    Withdrawn,
    /// The table started or came to its end first.
    Closed,
}

impl InvitationState {
    /// The state that a stored word names.
    pub fn of(word: &str) -> Result<Self, Error> {
        match word {
            invitations::OPEN => Ok(Self::Open),
            invitations::ACCEPTED => Ok(Self::Accepted),
            invitations::DECLINED => Ok(Self::Declined),
            invitations::WITHDRAWN => Ok(Self::Withdrawn),
            invitations::CLOSED => Ok(Self::Closed),
            other => Err(Error::Internal(format!("an invitation is stored as {other}"))),
        }
    }
}
