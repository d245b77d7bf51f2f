//! Invitations to games: of an account, or of the owner of a mail address. Which account an invited address belongs to
//! is found when that account reads its invitations, and is never stored.

use diesel::dsl::{exists, not};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods, QueryDsl,
    Queryable,
};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{accounts, blocks, games, invitations};
use super::sql::{Statement, text_columns};
use super::{Connection, Result};
use time_control::Instant;

text_columns! {
    /// `withdrawn`: the owner took it back; `closed`: the game started or ended first.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum InvitationStatus {
        /// The invited player has not answered.
        Open,
        /// The invited player took a seat.
        Accepted,
        /// The invited player declined it.
        Declined,
        /// The owner took it back.
        Withdrawn,
        /// The game started or ended first.
        Closed,
    }
}

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = invitations)]
pub struct InvitationRow {
    pub game_id: Uuid,
    /// Sortable by time.
    pub id: Uuid,
    /// The account that is invited by name.
    pub account_id: Option<Uuid>,
    /// The address that is invited, as it was given.
    pub email: Option<String>,
    pub email_key: Option<String>,
    pub invited_by: Uuid,
    pub state: InvitationStatus,
    /// Is a seat reserved while the invitation is open?
    pub reserves: bool,
    pub created_at: Instant,
    /// When the invitation was answered or withdrawn.
    pub decided_at: Option<Instant>,
}

/// Adds an invitation; an earlier one to the same account or address is replaced.
pub async fn add(connection: &mut Connection, row: &InvitationRow) -> Result<()> {
    if let Some(earlier) = of_same(connection, row.game_id, row.account_id, row.email_key.as_deref()).await? {
        diesel::delete(invitations::table.find((row.game_id, earlier.id))).execute(connection).await?;
    }
    diesel::insert_into(invitations::table).values(row).run(connection).await
}

/// The earlier invitation of the same account or address.
pub async fn of_same(
    connection: &mut Connection,
    game: Uuid,
    account: Option<Uuid>,
    email_key: Option<&str>,
) -> Result<Option<InvitationRow>> {
    let query = invitations::table.filter(invitations::game_id.eq(game)).into_boxed();
    let query = match (account, email_key) {
        (Some(account), _) => query.filter(invitations::account_id.eq(account)),
        // Who is not invited by name is invited by an address; no address is empty.
        (None, key) => query.filter(invitations::email_key.eq(key.unwrap_or_default())),
    };
    query.first_optional(connection).await
}

pub async fn find(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<Option<InvitationRow>> {
    invitations::table.find((game, id)).first_optional(connection).await
}

/// How many of a game's invitations are open, and how many of these reserve a seat.
pub async fn count_open(connection: &mut Connection, game: Uuid) -> Result<(usize, usize)> {
    let reserves: Vec<bool> = invitations::table
        .filter(invitations::game_id.eq(game).and(invitations::state.eq(InvitationStatus::Open)))
        .select(invitations::reserves)
        .load(connection)
        .await?;
    Ok((reserves.len(), reserves.iter().filter(|reserves| **reserves).count()))
}

/// Which of the open invitations to an account are read.
#[derive(Debug, Clone, Copy)]
pub struct ReachingFilter {
    /// The account, invited by name or by its verified address, where neither blocks the other.
    pub account: Uuid,
    pub game: Option<Uuid>,
    /// Where the page begins.
    pub place: Place<Uuid>,
    pub limit: i64,
}

/// Open invitations to an account, newest first.
pub async fn reaching(connection: &mut Connection, which: ReachingFilter) -> Result<Vec<InvitationRow>> {
    let key = accounts::table
        .filter(accounts::id.eq(which.account).and(accounts::verified_at.is_not_null()))
        .filter(accounts::deleted_at.is_null())
        .select(accounts::email_key.nullable())
        .single_value();
    let forth = blocks::account_id.eq(which.account).and(blocks::blocked_id.eq(invitations::invited_by));
    let back = blocks::blocked_id.eq(which.account).and(blocks::account_id.eq(invitations::invited_by));
    let blocked = blocks::table.filter(forth.or(back));
    let to_me = invitations::account_id.eq(which.account).or(invitations::email_key.eq(key));
    let mut query = invitations::table
        .filter(invitations::state.eq(InvitationStatus::Open))
        .filter(to_me)
        .filter(not(exists(blocked)))
        .limit(which.limit)
        .into_boxed();
    if let Some(game) = which.game {
        query = query.filter(invitations::game_id.eq(game));
    }
    greatest_first!(query, invitations::id, which.place).load(connection).await
}

/// Id, name and ruleset of games, for invited players.
pub async fn tables(connection: &mut Connection, ids: &[Uuid]) -> Result<Vec<(Uuid, String, String)>> {
    games::table
        .filter(games::id.eq_any(ids))
        .select((games::id, games::name, games::ruleset))
        .load(connection)
        .await
}

pub async fn names(connection: &mut Connection, ids: &[Uuid]) -> Result<Vec<(Uuid, String)>> {
    accounts::table
        .filter(accounts::id.eq_any(ids))
        .select((accounts::id, accounts::name))
        .load(connection)
        .await
}

/// A page of a game's invitations, newest first, with the names of the accounts that were invited by name.
pub async fn page(
    connection: &mut Connection,
    game: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<(InvitationRow, Option<String>)>> {
    let query = invitations::table
        .left_join(accounts::table.on(invitations::account_id.eq(accounts::id.nullable())))
        .filter(invitations::game_id.eq(game))
        .limit(limit)
        .select((invitations::all_columns, accounts::name.nullable()))
        .into_boxed();
    greatest_first!(query, invitations::id, place).load(connection).await
}

/// Ends open invitations of a game: these, or all of them.
pub async fn decide(
    connection: &mut Connection,
    game: Uuid,
    ids: Option<&[Uuid]>,
    state: InvitationStatus,
    at: Instant,
) -> Result<()> {
    let open = invitations::game_id.eq(game).and(invitations::state.eq(InvitationStatus::Open));
    let set = (invitations::state.eq(state), invitations::decided_at.eq(at));
    match ids {
        Some(ids) => {
            let these = invitations::table.filter(open.and(invitations::id.eq_any(ids)));
            diesel::update(these).set(set).run(connection).await
        }
        None => diesel::update(invitations::table.filter(open)).set(set).run(connection).await,
    }
}

/// The games with an open invitation to `account` by name.
pub async fn games_waiting_for(connection: &mut Connection, account: Uuid) -> Result<Vec<Uuid>> {
    invitations::table
        .filter(invitations::account_id.eq(account).and(invitations::state.eq(InvitationStatus::Open)))
        .select(invitations::game_id)
        .load(connection)
        .await
}
