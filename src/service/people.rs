//! Players as everyone may see them: who they are, and their finished public games; and the accounts whose messages and
//! invitations a player does not get, because they block them. Blocked accounts do not learn of it.
//!
//! Nothing here depends on a game that is not public, so that no one learns of one from its players. Names are found
//! whole, never searched for, and mail addresses not at all. A deleted account is not found.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::service::audit::{self, AuditKind};
use crate::service::identity::{Name, account_id};
use crate::service::page::{self, Page};
use crate::service::ratings::{self, PlayerRating, RatingChange, Reliability};
use crate::service::{Ctx, Tx, stored_json};
use crate::store::games::Game;
use crate::store::people::{self, PersonKey, PublicAccount};
use crate::store::{self, Connection};
use crate::time_control::Instant;
use rules::Outcome;

/// What everybody may see of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// Never changes, even with the name.
    pub id: Uuid,
    pub name: String,
    /// What the player says about themselves.
    pub about: String,
    /// When the account was registered.
    #[schema(value_type = String, format = DateTime)]
    pub member_since: Instant,
    /// One for each ruleset with rated games.
    pub ratings: Vec<PlayerRating>,
    /// From public games alone.
    pub reliability: Reliability,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FinishedGame {
    pub id: Uuid,
    pub ruleset: String,
    pub name: String,
    /// The seat of that player.
    pub seat: i16,
    pub outcome: Option<Outcome>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Instant>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished_at: Option<Instant>,
}

/// A player by id or by name.
pub async fn show(connection: &mut Connection, named: &str) -> Result<Profile, Error> {
    let PublicAccount { id, name, about, created_at } = find(connection, named).await?;
    let ratings = ratings::ratings_of(connection, id).await?;
    let reliability = ratings::reliability_of(connection, id).await?;
    Ok(Profile { id, name, about, member_since: created_at, ratings, reliability })
}

/// The finished public games of a player, a page at a time. Errors: `account_not_found`, `invalid_parameter` for a
/// cursor of another list.
pub async fn games(
    connection: &mut Connection,
    named: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<FinishedGame>, Error> {
    let named = find(connection, named).await?.id;
    let list = format!("finished games of {named}");
    let place = page::place(&list, after)?;
    let games = people::games(connection, named, place, i64::from(limit) + 1).await?;
    page::cut(&list, games, limit, &place, |(game, _)| game.id).try_map(finished)
}

/// How the rating for a ruleset came about, a page at a time. Errors: `account_not_found`, `ruleset_not_found`,
/// `invalid_parameter` for a cursor of another list.
pub async fn rating_history(
    ctx: &mut Ctx,
    named: &str,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<RatingChange>, Error> {
    let named = find(&mut ctx.db, named).await?.id;
    ratings::history(ctx, named, ruleset, after, limit).await
}

async fn find(connection: &mut Connection, named: &str) -> Result<PublicAccount, Error> {
    let known = match (account_id(named), Name::try_from(named.to_owned())) {
        (Some(id), _) => people::find(connection, PersonKey::Id(id)).await?,
        (None, Ok(name)) => people::find(connection, PersonKey::Key(name.key())).await?,
        (None, Err(_)) => None,
    };
    known.ok_or_else(|| Code::AccountNotFound.problem())
}

fn finished((game, seat): (Game, i16)) -> Result<FinishedGame, Error> {
    let outcome = game.outcome.as_deref().map(|text| stored_json::decode("an outcome", text)).transpose()?;
    Ok(FinishedGame {
        id: game.id,
        ruleset: game.ruleset,
        name: game.name,
        seat,
        outcome,
        started_at: game.started_at,
        finished_at: game.finished_at,
    })
}

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

/// `account` blocks `other`; harmless to repeat. Errors: `account_not_found`, `invalid_parameter` for oneself.
pub async fn block(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    if account == other {
        return Err(Code::InvalidParameter.field("account_id", Sentence::NotYourself));
    }
    if store::accounts::find(&mut tx.db, other).await?.is_none() {
        return Err(Code::AccountNotFound.problem());
    }
    people::add_block(&mut tx.ctx.db, account, other, tx.ctx.app.now()).await?;
    audit::record(tx, account, AuditKind::Blocked, json!({ "account": other })).await
}

/// `account` blocks `other` no more; harmless to repeat.
pub async fn unblock(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    people::remove_block(&mut tx.db, account, other).await?;
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
    let rows = people::page_of_blocks(connection, account, place, i64::from(limit) + 1).await?;
    let page = page::cut(&list, rows, limit, &place, |row| row.account);
    Ok(page.map(|row| BlockedAccount {
        account_id: row.account,
        account: row.account,
        name: row.name,
        created_at: row.created_at,
    }))
}
