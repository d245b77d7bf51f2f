//! Players of whom one blocks the other don't meet at a table, except where a competition that both entered has paired
//! them (`create_seated`).
//!
//! What a refusal tells: only that the player and somebody at the table don't play together. It is the same whichever of
//! the two blocks the other, and comes last, where nothing else keeps the player out. So a player who blocks another can't
//! find out whether that one blocks them, too; and at a table of several, a player does not learn who blocks them. That
//! somebody does can't be hidden where a seat is free. For the same reason the list of games leaves out what the player's
//! own blocks keep them from (`store::game_lists`), but nothing because of the blocks of others: left out there, they
//! could be told from the list without a log-in, for all games at once.

use uuid::Uuid;

use super::lock;
use super::seats::{kick, leave};
use super::start::must_wait;
use crate::error::{Code, Error};
use crate::service::tag::Seen;
use crate::service::{Ctx, Tx};
use crate::store::{accounts, blocks};

/// Refuses `account` a seat beside `others` where one blocks the other. The caller has locked the game, if it has not
/// started: games are locked before accounts, here and in [`part`]. Error: `not_playing_together`.
pub async fn must_play_together(tx: &mut Tx<'_>, account: Uuid, others: &[Uuid]) -> Result<(), Error> {
    // A block holds both accounts. Either it is there by now, or it waits until the player has the seat, and finds that.
    accounts::hold(&mut tx.bare(), account).await?;
    if blocks::between_any(&mut tx.db, account, others).await? {
        return Err(Code::NotPlayingTogether.problem());
    }
    Ok(())
}

/// Parts `account` from `other`, whom it is about to block, in games that have not started: in its own games the other
/// loses the seat, in those of others the account gives up its own. What has begun goes on. Each game is a transaction of
/// its own, as nothing locks two games.
pub async fn part(ctx: &mut Ctx, account: Uuid, other: Uuid) -> Result<(), Error> {
    for game in blocks::shared_before_start(&mut ctx.db, account, other).await? {
        let parted = ctx.transaction(async |tx| {
            let locked = lock(tx, game, account, false).await?;
            if must_wait(locked.game.status).is_err() || !locked.has_seat(account) || !locked.has_seat(other)
            {
                return Ok(());
            }
            if locked.game.owner_id == account {
                kick(tx, game, account, other, &Seen::Nothing).await.map(|_| ())
            } else {
                leave(tx, game, account, &Seen::Nothing).await
            }
        });
        match parted.await {
            // The account lost its seat meanwhile.
            Err(error) if error.is(Code::GameNotFound) => {}
            parted => parted?,
        }
    }
    Ok(())
}
