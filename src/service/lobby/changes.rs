//! The changes of a game before its start, for its followers.

use serde::{Deserialize, Serialize};
use strum::EnumDiscriminants;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::service::Tx;
use crate::service::stored_json::encode;
use crate::store::feeds;
use crate::time_control::Instant;

/// A change in a game before the start, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum_discriminants(
    name(LobbyChangeKind),
    derive(Serialize, ToSchema),
    serde(rename_all = "snake_case"),
    doc = "What can happen in a game before it starts. More kinds may be added."
)]
pub enum LobbyChange {
    /// A player took a seat.
    SeatTaken {
        account: Uuid,
    },
    /// A player gave the seat up.
    SeatLeft {
        account: Uuid,
    },
    /// A player did not confirm in time, and has no seat any more.
    SeatLost {
        account: Uuid,
    },
    /// The owner sent a player away.
    PlayerKicked {
        account: Uuid,
    },
    /// Another player owns the game.
    OwnerChanged {
        account: Uuid,
    },
    /// The owner changed the settings; players who had confirmed must do so again.
    TermsChanged {},
    /// The game is full, and every player is asked to confirm to be there.
    ConfirmationAsked {
        until: Instant,
    },
    /// A player confirmed to be there.
    PresenceConfirmed {
        account: Uuid,
    },
    GameCancelled {},
    /// No other player has joined for too long.
    GameExpired {},
    GameVoided {},
    /// Everybody is there; what follows are the events of the game.
    GameStarted {},
}

impl LobbyChange {
    /// The player whom the change is about.
    pub fn about(&self) -> Option<Uuid> {
        match self {
            Self::SeatTaken { account }
            | Self::SeatLeft { account }
            | Self::SeatLost { account }
            | Self::PlayerKicked { account }
            | Self::OwnerChanged { account }
            | Self::PresenceConfirmed { account } => Some(*account),
            Self::TermsChanged {}
            | Self::ConfirmationAsked { .. }
            | Self::GameCancelled {}
            | Self::GameExpired {}
            | Self::GameVoided {}
            | Self::GameStarted {} => None,
        }
    }
}

/// Stores changes, in this order, for the followers of the game.
pub async fn record_changes(tx: &mut Tx<'_>, game: Uuid, changes: &[LobbyChange]) -> Result<(), Error> {
    let events = changes.iter().map(encode).collect::<Result<Vec<_>, _>>()?;
    let about: Vec<_> = changes.iter().map(LobbyChange::about).collect();
    Ok(feeds::add_changes(&mut tx.ctx.db, game, &events, &about, tx.ctx.app.now()).await?)
}
