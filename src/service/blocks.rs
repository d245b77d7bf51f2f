//! The block list: the accounts whose messages and invitations a player does not get. Blocked accounts do not learn of
//! it.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit::{self, AuditKind};
use super::cursor;
use crate::error::{Code, Error, Sentence};
use crate::service::Tx;
use crate::service::page::Page;
use crate::store::{self, Connection};
use crate::time_control::Instant;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlockedAccount {
    /// The id of the blocked account.
    pub account: Uuid,
    pub name: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// `account` blocks `other`, in a transaction; harmless to repeat. Errors: `account_not_found`,
/// `invalid_parameter` for oneself.
pub async fn add(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    if account == other {
        return Err(Code::InvalidParameter.field("account_id", Sentence::NotYourself));
    }
    if store::accounts::find(&mut tx.db, other).await?.is_none() {
        return Err(Code::AccountNotFound.problem());
    }
    store::people::add_block(&mut tx.ctx.db, account, other, tx.ctx.app.now()).await?;
    audit::record(tx, account, AuditKind::Blocked, json!({ "account": other })).await
}

/// `account` blocks `other` no more, in a transaction; harmless to repeat.
pub async fn remove(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    store::people::remove_block(&mut tx.db, account, other).await?;
    audit::record(tx, account, AuditKind::Unblocked, json!({ "account": other })).await
}

/// The accounts that `account` blocks. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<BlockedAccount>, Error> {
    let list = format!("blocks of {account}");
    let place = cursor::place(&list, after)?;
    let mut rows = store::people::page_of_blocks(connection, account, place, i64::from(limit) + 1).await?;
    let cursors = cursor::cut(&list, &mut rows, limit, &place, |row| row.account);
    let blocks = rows.into_iter();
    let blocks =
        blocks.map(|row| BlockedAccount { account: row.account, name: row.name, created_at: row.created_at });
    Ok(Page::new(blocks.collect(), cursors))
}
