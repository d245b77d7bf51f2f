//! What operators may do: ban accounts, void games, look after mails that could not be delivered, announce
//! things.
//!
//! Every function here trusts that its caller is an operator; `access::operator` checks it, and the command line is for
//! those who have a shell on the server. Everything is recorded in the audit log: of the account it is about, else of
//! the operator's own.

pub mod accounts;
pub mod announcements;
pub mod dead_letters;
pub mod games;
pub mod queues;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit::{self, AuditKind};
use super::identity::{Name, account_id, email_key};
use super::loaded_game::LoadedGame;
use super::log::ServiceEvent;
use super::play::{SERVICE_AUTHOR, ServiceAction, commit_service_action, retried};
use super::{access, lobby, plain};
use crate::error::{Code, Error, Sentence};
use crate::service::{Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::games::Status;
use crate::store::operators::BanRow;
use crate::store::{self, Connection};
use crate::time_control::Instant;

/// What operators see of an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AccountForOperators {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// When the address was verified; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub verified_at: Option<Instant>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Null unless the account was deleted.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deleted_at: Option<Instant>,
    /// Null unless the account is banned.
    pub ban: Option<Ban>,
    /// May it use everything under `/v1/admin`?
    pub operator: bool,
}

/// Who banned the account, when and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Ban {
    #[schema(value_type = String, format = DateTime)]
    pub banned_at: Instant,
    /// The account of the operator; the nil UUID for one who acted at the shell of the server.
    pub banned_by: Uuid,
    /// Which the banned person can read, too.
    pub reason: String,
}

/// The account that an id, a name or a mail address names.
pub async fn find_account(ctx: &mut Ctx, named: &str) -> Result<AccountForOperators, Error> {
    let row = find(&mut ctx.db, named).await?.ok_or_else(|| Code::AccountNotFound.problem())?;
    let ban = store::operators::ban_of(&mut ctx.db, row.id).await?;
    let operator = access::is_operator(ctx, row.id).await?;
    Ok(AccountForOperators {
        id: row.id,
        name: row.name,
        email: row.email,
        verified_at: row.verified_at,
        created_at: row.created_at,
        deleted_at: row.deleted_at,
        ban: ban.map(|ban| Ban { banned_at: ban.banned_at, banned_by: ban.banned_by, reason: ban.reason }),
        operator,
    })
}

async fn find(connection: &mut Connection, named: &str) -> Result<Option<AccountRow>, Error> {
    if let Some(id) = account_id(named) {
        return Ok(store::accounts::find(connection, id).await?);
    }
    if named.contains('@') {
        return Ok(store::accounts::by_email(connection, &email_key(named)).await?);
    }
    let Ok(name) = Name::try_from(named.to_owned()) else { return Ok(None) };
    Ok(store::accounts::by_name(connection, name.key()).await?)
}

const MAX_REASON_CHARS: usize = 500;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OperatorReason {
    /// Stays in the audit log, where the person concerned can read it.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

impl OperatorReason {
    /// The text to store.
    pub fn text(&self) -> Result<String, Error> {
        plain::lines("reason", &self.reason, 1, MAX_REASON_CHARS)
    }
}

/// Bans an account: its log-ins and tokens end, and no log-in opens it. Its seats stay, as those of an absent player.
/// After the commit [`super::recovery::clear_credential_caches`] must follow. Harmless to repeat.
pub async fn ban(
    tx: &mut Tx<'_>,
    operator: Uuid,
    account: Uuid,
    reason: &OperatorReason,
) -> Result<(), Error> {
    if access::is_operator(tx, account).await? {
        return Err(Code::InvalidParameter.field("account_id", Sentence::OperatorNotBanned));
    }
    let reason = reason.text()?;
    let detail = json!({"by": operator, "reason": reason});
    let row = BanRow { account_id: account, banned_by: operator, reason, banned_at: tx.app.now() };
    if !store::operators::ban(&mut tx.bare(), &row).await? {
        return Err(Code::AccountNotFound.problem());
    }
    store::sessions::end_all(&mut tx.ctx.db, account, None, tx.ctx.app.now()).await?;
    audit::record(tx, account, AuditKind::Banned, detail).await
}

/// Lifts a ban, in a transaction that is followed like that of [`ban`]. Harmless to repeat. Sessions that the ban ended
/// stay ended, but personal tokens are valid again.
pub async fn lift_ban(tx: &mut Tx<'_>, operator: Uuid, account: Uuid) -> Result<(), Error> {
    if store::operators::lift_ban(&mut tx.db, account).await? {
        audit::record(tx, account, AuditKind::BanLifted, json!({"by": operator})).await?;
    }
    Ok(())
}

/// Voids a game that has not ended: it is over at once, for everyone to see, and counts for nothing. Errors:
/// `game_not_found`, `game_not_running` for one that is over, `busy`.
pub async fn void(tx: &mut Tx<'_>, operator: Uuid, game: Uuid, reason: &str) -> Result<(), Error> {
    let not_found = || Code::GameNotFound.problem();
    let mut row = store::games::get(&mut tx.db, game).await?.ok_or_else(not_found)?;
    // Locked only before the start: an action locks the position first, and the game's row after it, if at all.
    if !row.status.is_over() && !row.status.is_in_play() {
        row = store::games::lock(&mut tx.bare(), game).await?.ok_or_else(not_found)?;
    }
    match row.status {
        status if status.is_over() => return Err(Code::GameNotRunning.because(Sentence::GameIsOver)),
        status if status.is_in_play() => void_in_play(tx, game).await?,
        _ => lobby::void(tx, row).await?,
    }
    let detail = json!({"game": game, "reason": reason});
    audit::record(tx, operator, AuditKind::GameVoided, detail).await
}

async fn void_in_play(tx: &mut Tx<'_>, game: Uuid) -> Result<(), Error> {
    let voided = ServiceAction {
        events: vec![ServiceEvent::GameVoided {}],
        status: Some(Status::Voided),
        ..ServiceAction::default()
    };
    retried(SERVICE_AUTHOR, async || {
        let loaded = LoadedGame::open_for_worker(tx, game).await?;
        Ok(commit_service_action(tx, &loaded, &voided).await?.map(|_| ()))
    })
    .await
}
