//! Following players. Who is followed does not learn of it, and a block between two players ends it both ways.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::Tx;
use crate::service::page::{self, Page};
use crate::store::people::PersonKey;
use crate::store::{Connection, blocks, follows, people};
use crate::time_control::Instant;

/// A player whom you follow.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FollowedPlayer {
    /// The id of the player's account.
    pub account_id: Uuid,
    pub name: String,
    /// Since when you follow the player.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// `account` follows `other`; harmless to repeat. Errors: `account_not_found`, also where one of the two blocks the
/// other; `invalid_parameter` for oneself.
pub async fn follow(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    if account == other {
        return Err(Code::InvalidParameter.field("account_id", Sentence::NotFollowingYourself));
    }
    let not_found = || Code::AccountNotFound.problem();
    if !blocks::hold_pair(&mut tx.bare(), account, other).await? {
        return Err(not_found());
    }
    people::find(&mut tx.db, PersonKey::Id(other)).await?.ok_or_else(not_found)?;
    if blocks::between(&mut tx.db, account, other).await? {
        return Err(not_found());
    }
    Ok(follows::add(&mut tx.ctx.db, account, other, tx.ctx.app.now()).await?)
}

/// `account` follows `other` no more; harmless to repeat.
pub async fn unfollow(connection: &mut Connection, account: Uuid, other: Uuid) -> Result<(), Error> {
    Ok(follows::remove(connection, account, other).await?)
}

/// Whom `account` follows. Error: `invalid_parameter` for a cursor of another list.
pub async fn followed(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<FollowedPlayer>, Error> {
    let list = format!("followed by {account}");
    let place = page::place(&list, after)?;
    let rows = follows::page(connection, account, place, i64::from(limit) + 1).await?;
    let page = page::cut(&list, rows, limit, &place, |row| row.account);
    Ok(page.map(|row| FollowedPlayer { account_id: row.account, name: row.name, created_at: row.created_at }))
}
