//! Blocking players. Who is blocked is not told.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::audit::{self, AuditKind};
use crate::service::lobby;
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::{Connection, accounts, blocks, follows, friends};
use crate::time_control::Instant;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlockedAccount {
    pub account_id: Uuid,
    /// The same as `account_id`.
    #[schema(deprecated)]
    pub account: Uuid,
    pub name: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// How often a block is tried again because the two sat down together meanwhile.
const TRIES: usize = 5;

/// `account` blocks `other`: they are no friends, neither follows the other, and they sit at no table together that waits for its
/// start. Harmless to repeat. `beside` is done in the same transaction. Errors: `account_not_found`, `invalid_parameter`
/// for oneself.
pub async fn block(
    ctx: &mut Ctx,
    account: Uuid,
    other: Uuid,
    beside: impl AsyncFn(&mut Tx<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if account == other {
        return Err(Code::InvalidParameter.field("account_id", Sentence::NotYourself));
    }
    if accounts::find(&mut ctx.db, other).await?.is_none() {
        return Err(Code::AccountNotFound.problem());
    }
    let mut tried = 0;
    loop {
        lobby::part(ctx, account, other).await?;
        let blocked = ctx.transaction(async |tx| {
            beside(tx).await?;
            add(tx, account, other).await
        });
        tried += 1;
        match blocked.await {
            Err(error) if error.is(Code::Busy) && tried < TRIES => {}
            blocked => return blocked,
        }
    }
}

/// Error: `busy` if the two have sat down together meanwhile.
async fn add(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    // Nobody follows or asks between the two meanwhile, and neither sits down anywhere.
    blocks::hold_pair(&mut tx.bare(), account, other).await?;
    if !blocks::shared_before_start(&mut tx.db, account, other).await?.is_empty() {
        return Err(Code::Busy.problem());
    }
    let now = tx.app.now();
    follows::end_between(&mut tx.db, account, other).await?;
    // A request of the other is refused, and not deleted: that they would see.
    friends::end(&mut tx.db, account, other, now).await?;
    blocks::add(&mut tx.db, account, other, now).await?;
    audit::record(tx, account, AuditKind::Blocked, json!({ "account": other })).await
}

/// `account` blocks `other` no more; harmless to repeat.
pub async fn unblock(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    blocks::remove(&mut tx.db, account, other).await?;
    audit::record(tx, account, AuditKind::Unblocked, json!({ "account": other })).await
}

/// The accounts that `account` blocks. Error: `invalid_parameter` for a cursor of another list.
pub async fn blocked(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<BlockedAccount>, Error> {
    let list = format!("blocks of {account}");
    let place = page::place(&list, after)?;
    let rows = blocks::page(connection, account, place, i64::from(limit) + 1).await?;
    let page = page::cut(&list, rows, limit, &place, |row| row.account);
    Ok(page.map(|row| BlockedAccount {
        account_id: row.account,
        account: row.account,
        name: row.name,
        created_at: row.created_at,
    }))
}
