//! The players' agreement to a channel of their private game. Without that of every player nothing is posted there; who
//! joins, or takes a seat over, is asked anew.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{for_player, lock};
use crate::error::Error;
use crate::service::Tx;
use crate::store::{channel_posts, game_channels};

/// Whether a player agrees to a channel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChannelAgreement {
    pub account_id: Uuid,
    /// The same as `account_id`.
    #[schema(deprecated)]
    pub account: Uuid,
    pub agrees: bool,
}

/// The caller agrees to a channel. Harmless to repeat.
pub async fn agree(tx: &mut Tx<'_>, (game, id): (Uuid, Uuid), account: Uuid) -> Result<(), Error> {
    for_player(tx, game, account).await?;
    lock(tx, game, id).await?;
    let now = tx.app.now();
    Ok(game_channels::agree(&mut tx.db, (game, id), account, now).await?)
}

/// The caller withdraws their agreement to a channel: in a private game nothing is posted there from now on, not even
/// what waits. In other games nobody is asked, and it changes nothing.
pub async fn withdraw(tx: &mut Tx<'_>, (game, id): (Uuid, Uuid), account: Uuid) -> Result<(), Error> {
    for_player(tx, game, account).await?;
    // The channel is locked before its posts, as by the worker that stores how a post ended.
    lock(tx, game, id).await?;
    game_channels::disagree(&mut tx.db, (game, id), account).await?;
    if !game_channels::may_post(&mut tx.db, game, id).await? {
        let now = tx.app.now();
        channel_posts::drop_waiting(&mut tx.db, (game, id), false, now).await?;
    }
    Ok(())
}
