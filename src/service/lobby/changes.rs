//! What is told of a table before the start, to whoever follows it. Everything of it can be seen at the table, too.

use serde::Serialize;
use uuid::Uuid;

use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::store::{Connection, feeds};

/// Something that happened at a table before the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableChange {
    /// Somebody sat down.
    SeatTaken {
        account: Uuid,
    },
    /// Somebody got up.
    SeatLeft {
        account: Uuid,
    },
    /// Somebody did not confirm in time, and has no seat any more.
    SeatLost {
        account: Uuid,
    },
    /// The owner sent somebody away.
    PlayerKicked {
        account: Uuid,
    },
    /// Somebody else has the table.
    OwnerChanged {
        account: Uuid,
    },
    /// The owner set the table anew; what people had confirmed is asked again.
    TermsChanged {},
    /// The table is full, and everybody is asked to confirm to be there.
    ConfirmationAsked {
        /// Until when.
        until: Instant,
    },
    /// Somebody confirmed to be there.
    PresenceConfirmed {
        account: Uuid,
    },
    TableCancelled {},
    /// Nobody came to the table any more.
    TableExpired {},
    TableVoided {},
    /// Everybody is there; what follows are the events of the game.
    GameStarted {},
}

impl TableChange {
    fn about(&self) -> Option<Uuid> {
        match self {
            Self::SeatTaken { account }
            | Self::SeatLeft { account }
            | Self::SeatLost { account }
            | Self::PlayerKicked { account }
            | Self::OwnerChanged { account }
            | Self::PresenceConfirmed { account } => Some(*account),
            Self::TermsChanged {}
            | Self::ConfirmationAsked { .. }
            | Self::TableCancelled {}
            | Self::TableExpired {}
            | Self::TableVoided {}
            | Self::GameStarted {} => None,
        }
    }
}

/// Writes down what happened, in this order, for whoever follows the table.
pub async fn note(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    changes: &[TableChange],
) -> Result<(), Error> {
    let events = changes.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
    let events = events.map_err(|error| Error::Internal(error.to_string()))?;
    let about: Vec<_> = changes.iter().map(TableChange::about).collect();
    Ok(feeds::add_changes(connection, game, &events, &about, app.now()).await?)
}
