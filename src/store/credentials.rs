//! The credentials of requests beside sessions: tokens of players and of apps, tickets that open one stream once, and the keys that
//! sign access tokens. Of tokens and tickets only the hash is stored.

use diesel::{
    ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods, QueryDsl, Queryable, Selectable,
    SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{bans, personal_tokens, signing_keys, stream_tickets};
use super::sql::Statement;
use super::{Connection, Result, Transaction, accounts};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = personal_tokens)]
pub struct PersonalTokenRow {
    pub id: Uuid,
    pub account_id: Uuid,
    pub name: String,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    pub scopes: String,
    pub created_at: Instant,
    /// From this instant on the token is not valid.
    pub expires_at: Instant,
    /// When it was last used, to some minutes.
    pub last_used_at: Option<Instant>,
    /// What an app was allowed; `None` for a token that its owner made.
    pub grant_id: Option<Uuid>,
}

pub async fn add_personal_token(connection: &mut Connection, row: &PersonalTokenRow) -> Result<()> {
    diesel::insert_into(personal_tokens::table).values(row).run(connection).await
}

/// How many tokens that an account made are valid at `now`. The account stays locked until the transaction ends, so that two
/// requests don't count the same tokens.
pub async fn count_personal_tokens(tx: &mut Transaction<'_>, account: Uuid, now: Instant) -> Result<i64> {
    accounts::hold(tx, account).await?;
    personal_tokens::table
        .filter(personal_tokens::account_id.eq(account))
        .filter(personal_tokens::expires_at.gt(now))
        .filter(personal_tokens::grant_id.is_null())
        .count()
        .get_result(tx)
        .await
}

/// At most `limit` tokens that an account made from a place on, newest first.
pub async fn page_of_personal_tokens(
    connection: &mut Connection,
    account: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<PersonalTokenRow>> {
    let query = personal_tokens::table
        .filter(personal_tokens::account_id.eq(account))
        .filter(personal_tokens::grant_id.is_null())
        .limit(limit)
        .select(PersonalTokenRow::as_select())
        .into_boxed();
    greatest_first!(query, personal_tokens::id, place).load(connection).await
}

/// The token of this hash, and whether its owner is banned.
pub async fn personal_token(
    connection: &mut Connection,
    hash: &[u8; 32],
) -> Result<Option<(PersonalTokenRow, bool)>> {
    personal_tokens::table
        .left_join(bans::table.on(bans::account_id.eq(personal_tokens::account_id)))
        .filter(personal_tokens::token_hash.eq(hash.as_slice()))
        .select((PersonalTokenRow::as_select(), bans::account_id.nullable().is_not_null()))
        .first_optional(connection)
        .await
}

/// The token of that id, as long as it is stored.
pub async fn token_of_id(connection: &mut Connection, id: Uuid) -> Result<Option<PersonalTokenRow>> {
    personal_tokens::table.find(id).select(PersonalTokenRow::as_select()).first_optional(connection).await
}

pub async fn record_use(connection: &mut Connection, id: Uuid, now: Instant) -> Result<()> {
    diesel::update(personal_tokens::table.find(id))
        .set(personal_tokens::last_used_at.eq(now))
        .run(connection)
        .await
}

/// Removes a token of an account; `false` if there is none of that id.
pub async fn remove_personal_token(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<bool> {
    let row = personal_tokens::table
        .find(id)
        .filter(personal_tokens::account_id.eq(account))
        .filter(personal_tokens::grant_id.is_null());
    diesel::delete(row).affects_any(connection).await
}

/// Removes every token of an account; returns how many there were.
pub async fn remove_personal_tokens(connection: &mut Connection, account: Uuid) -> Result<usize> {
    let rows = personal_tokens::table.filter(personal_tokens::account_id.eq(account));
    diesel::delete(rows).execute(connection).await
}

pub async fn forget_personal_tokens(connection: &mut Connection, oldest: Instant) -> Result<()> {
    let expired = personal_tokens::table.filter(personal_tokens::expires_at.lt(oldest));
    diesel::delete(expired).run(connection).await
}

/// A ticket as it is stored: its hash, never the ticket itself.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = stream_tickets)]
pub struct StreamTicketRow {
    /// SHA-256 of the ticket.
    pub ticket_hash: Vec<u8>,
    pub account_id: Uuid,
    pub session_id: Option<Uuid>,
    pub token_id: Option<Uuid>,
    /// The path of the only stream that the ticket opens.
    pub path: String,
    /// From this instant on the ticket is not valid.
    pub expires_at: Instant,
    /// When the stream that the ticket opens ends.
    pub ends_at: Option<Instant>,
}

pub async fn add_stream_ticket(connection: &mut Connection, ticket: &StreamTicketRow) -> Result<()> {
    diesel::insert_into(stream_tickets::table).values(ticket).run(connection).await
}

/// Uses a ticket up. Of two requests at the same moment only one gets it, since the row is deleted.
pub async fn use_stream_ticket(connection: &mut Connection, hash: &[u8]) -> Result<Option<StreamTicketRow>> {
    diesel::delete(stream_tickets::table.find(hash))
        .returning(StreamTicketRow::as_returning())
        .get_optional(connection)
        .await
}

pub async fn remove_stream_tickets(connection: &mut Connection, account: Uuid) -> Result<()> {
    let rows = stream_tickets::table.filter(stream_tickets::account_id.eq(account));
    diesel::delete(rows).run(connection).await
}

pub async fn forget_stream_tickets(connection: &mut Connection, now: Instant) -> Result<()> {
    diesel::delete(stream_tickets::table.filter(stream_tickets::expires_at.lt(now))).run(connection).await
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = signing_keys)]
pub struct SigningKeyRow {
    /// Names the key in the tokens it signed.
    pub id: Uuid,
    /// 32 random bytes.
    pub secret: Vec<u8>,
    pub created_at: Instant,
}

/// Every key, oldest first.
pub async fn signing_keys(connection: &mut Connection) -> Result<Vec<SigningKeyRow>> {
    signing_keys::table
        .order((signing_keys::created_at, signing_keys::id))
        .select(SigningKeyRow::as_select())
        .load(connection)
        .await
}

pub async fn add_signing_key(
    connection: &mut Connection,
    id: Uuid,
    secret: &[u8],
    created_at: Instant,
) -> Result<()> {
    diesel::insert_into(signing_keys::table)
        .values(SigningKeyRow { id, secret: secret.to_vec(), created_at })
        .run(connection)
        .await
}
