//! Channels of games: where the news of a game, or of every game of a club, is posted, in the formats of chat services or as
//! signed JSON.
//!
//! A post says what a spectator may know, and only that: whose turn it is and until when, that time ran out, votes, seats
//! that changed hands, how the game ended. What follows within a short time is one post. Posts hold no secret links: they
//! lead to pages that ask who their reader is. The address of a channel is a secret: it is sealed in the database, and
//! only its host is shown. In a private game nothing is posted unless every player agrees.
//!
//! Does not know how a request travels: see `src/webhooks/`.

mod agreements;
mod checked;
mod compose;
mod content;
mod formats;
mod news;
mod of_clubs;
mod outcome;
mod pictures;
mod posts;
mod settings;
mod target;

pub use agreements::{ChannelAgreement, agree, withdraw};
pub use checked::CreateChannel;
pub use compose::compose_due;
pub use content::ChannelTopic;
pub use formats::{ChannelEvent, ChannelEventData, ChannelEventLinks};
pub use of_clubs::{ClubChannel, CreatedClubChannel, create_for_club, delete_of_club, list_of_club};
pub use outcome::PostOutcome;
pub use pictures::{RequestedPicture, requested_picture};
pub use posts::{PreparedPost, claim, prepare, settle};
pub use settings::{
    Channel, ChannelDisabledReason, ChannelPost, ChannelPostStatus, CreatedChannel, UpdateChannel, create,
    delete, get, given_up, list, names, send_test, suspend_all, update,
};

use chrono::TimeDelta;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::access::AccountCredential;
use crate::service::loaded_game::LoadedGame;
use crate::service::{Ctx, Tx};
use crate::store::game_channels::{self, ChannelRow};
use crate::store::{accounts, channel_posts, games};

/// For how many days after the end of its game a channel is kept: its last post may still be on its way.
const KEPT_DAYS: i64 = 7;

/// A request of a player about the channels of a game.
#[derive(Debug, Clone, Copy)]
pub struct ChannelCaller {
    pub account: Uuid,
    /// Checked while the account is locked: a recovery of the account ends it.
    pub credential: AccountCredential,
}

/// The game for one of its players; others who may see it are refused.
async fn for_player(ctx: &mut Ctx, game: Uuid, account: Uuid) -> Result<LoadedGame, Error> {
    let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
    loaded.member()?;
    Ok(loaded)
}

/// The game for its owner, who must have a seat, and who is locked as by [`hold`].
async fn for_owner(tx: &mut Tx<'_>, game: Uuid, caller: ChannelCaller) -> Result<LoadedGame, Error> {
    let loaded = for_player(tx, game, caller.account).await?;
    hold(tx, caller).await?;
    let row = games::get(&mut tx.db, game).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    if row.owner_id == caller.account { Ok(loaded) } else { Err(Code::NotTheOwner.problem()) }
}

/// Locks the account until the transaction ends, so that a recovery of it finds what this request stores, or ends its
/// credential before.
async fn hold(tx: &mut Tx<'_>, caller: ChannelCaller) -> Result<(), Error> {
    accounts::hold(&mut tx.bare(), caller.account).await?;
    caller.credential.ensure_valid(tx).await
}

/// A channel of a game, locked until the transaction ends.
async fn lock(tx: &mut Tx<'_>, game: Uuid, id: Uuid) -> Result<ChannelRow, Error> {
    let row = game_channels::lock(&mut tx.bare(), game, id).await?;
    row.ok_or_else(|| Code::ChannelNotFound.problem())
}

/// What a secret of a channel is sealed for.
fn seal_purpose(id: Uuid) -> String {
    format!("channel {id}")
}

/// Deletes old posts, and channels whose games ended some time ago.
pub async fn delete_old(ctx: &mut Ctx) -> Result<(), Error> {
    let now = ctx.app.now();
    let oldest = now - TimeDelta::days(ctx.app.settings.webhooks.keep_days);
    channel_posts::forget(&mut ctx.db, oldest).await?;
    Ok(game_channels::forget(&mut ctx.db, now - TimeDelta::days(KEPT_DAYS)).await?)
}
