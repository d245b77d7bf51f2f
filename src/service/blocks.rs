//! The block list: whom somebody does not want to hear from. The blocked one is not told.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit::{self, Kind};
use super::cursor;
use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::store::{self, Connection};

/// Somebody whom the caller blocks.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Block {
    /// Who.
    pub account: Uuid,
    /// By which name.
    pub name: String,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// A page of the block list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Blocks {
    /// Who is blocked.
    pub blocks: Vec<Block>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// `account` blocks `other`; harmless to repeat; to be called in a transaction. Errors: `account_not_found`,
/// `invalid_parameter` for oneself.
pub async fn add(app: &App, connection: &mut Connection, account: Uuid, other: Uuid) -> Result<(), Error> {
    if account == other {
        return Err(Code::InvalidParameter.field("account_id", "Nobody can block himself."));
    }
    if store::accounts::find(connection, other).await?.is_none() {
        return Err(Code::AccountNotFound.problem());
    }
    store::people::add_block(connection, account, other, app.now()).await?;
    audit::note(connection, app, account, Kind::Blocked, json!({ "account": other })).await
}

/// `account` blocks `other` no more; harmless to repeat; to be called in a transaction.
pub async fn remove(app: &App, connection: &mut Connection, account: Uuid, other: Uuid) -> Result<(), Error> {
    store::people::remove_block(connection, account, other).await?;
    audit::note(connection, app, account, Kind::Unblocked, json!({ "account": other })).await
}

/// Whom `account` blocks. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Blocks, Error> {
    let list = format!("blocks of {account}");
    let after = after.map(|after| cursor::read(&list, after)).transpose()?;
    let mut rows = store::people::page_of_blocks(connection, account, after, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |row| row.account);
    let blocks = rows.into_iter();
    let blocks = blocks.map(|row| Block { account: row.account, name: row.name, created_at: row.created_at });
    Ok(Blocks { blocks: blocks.collect(), next_cursor })
}
