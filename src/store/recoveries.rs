//! Recovery of an account: what ends or is suspended when its password or address changes, and changes of address until
//! both addresses have agreed.

use diesel::{
    AsChangeset, ExpressionMethods, Insertable, NullableExpressionMethods, QueryDsl, Queryable, Selectable,
    SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, address_changes};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// The recovery id, which links, reply addresses and device tokens of an account must name to be valid; `None` when the
/// account is gone.
pub async fn current(connection: &mut Connection, account: Uuid) -> Result<Option<Uuid>> {
    let row = accounts::table.find(account).filter(accounts::deleted_at.is_null());
    row.select(accounts::recovery_id).first_optional(connection).await
}

/// Replaces the recovery id: links, reply addresses and device tokens that were issued before end at the commit.
pub async fn begin(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<()> {
    let row = diesel::update(accounts::table.find(account));
    row.set(accounts::recovery_id.eq(id)).run(connection).await
}

/// Deletes the stored replies that contain tokens of an account: a repeat of such a request would get a token that has
/// ended.
pub async fn forget_tokens_in_replies(connection: &mut Connection, account: Uuid) -> Result<()> {
    // Locked rows are skipped: they belong to requests that are being answered, which are checked after this
    // transaction.
    sql(
        "DELETE FROM replies WHERE (account_id, route, key) IN (SELECT account_id, route, key FROM replies \
         WHERE account_id = $1 AND route IN ('POST /v1/sessions', 'POST /v1/sessions/link/confirm', 'POST /v1/sessions/code', 'POST /v1/me/tokens', \
         'POST /v1/me/stream-tickets') FOR UPDATE SKIP LOCKED)",
    )
    .bind(account)
    .run(connection)
    .await
}

/// Suspends every active webhook of an account, and drops what waits to be sent there.
pub async fn suspend_webhooks(
    connection: &mut Connection,
    account: Uuid,
    why: &str,
    now: Instant,
) -> Result<usize> {
    sql(
        "WITH suspended AS (UPDATE webhooks SET disabled_at = $2, disabled_reason = $3 \
         WHERE account_id = $1 AND disabled_at IS NULL RETURNING id), \
         dropped AS (UPDATE webhook_deliveries d SET settled_at = $2, result = 'dropped', claimed_until = NULL \
         FROM suspended s WHERE d.webhook_id = s.id AND d.settled_at IS NULL) SELECT 1 FROM suspended",
    )
    .bind(account)
    .bind(now)
    .bind(why)
    .execute(connection)
    .await
}

/// Notes that the standing orders an account has given until now are to be suspended.
pub async fn note_orders(connection: &mut Connection, account: Uuid, now: Instant) -> Result<()> {
    let row = diesel::update(accounts::table.find(account));
    row.set(accounts::orders_suspended_at.eq(now)).run(connection).await
}

/// At most `most` accounts whose standing orders are still to be suspended, each with the instant up to which the
/// orders were given.
pub async fn noted_orders(connection: &mut Connection, most: i64) -> Result<Vec<(Uuid, Instant)>> {
    accounts::table
        .filter(accounts::orders_suspended_at.is_not_null())
        .select((accounts::id, accounts::orders_suspended_at.assume_not_null()))
        .limit(most)
        .load(connection)
        .await
}

/// Stores that the orders given up to `at` are suspended. A later instant that was noted in the meantime stays.
pub async fn orders_done(connection: &mut Connection, account: Uuid, at: Instant) -> Result<()> {
    let row = accounts::table.find(account).filter(accounts::orders_suspended_at.eq(at));
    diesel::update(row).set(accounts::orders_suspended_at.eq(None::<Instant>)).run(connection).await
}

/// The games in which an account has active standing orders that it gave up to `until`.
pub async fn games_with_orders(
    connection: &mut Connection,
    account: Uuid,
    until: Instant,
) -> Result<Vec<Uuid>> {
    sql("SELECT DISTINCT game_id FROM orders WHERE account_id = $1 AND set_at <= $2 AND disarmed_at IS NULL \
         AND suspended_at IS NULL ORDER BY game_id")
    .bind(account)
    .bind(until)
    .values(connection)
    .await
}

by_name! {
    /// A game with the number of an account's standing orders in it, active or suspended.
    #[derive(Debug, Clone)]
    pub struct OrdersOfGame {
        pub name: String,
        pub orders: i64,
    }
}

/// The games that are not over in which an account has standing orders, and how many.
pub async fn orders_by_game(connection: &mut Connection, account: Uuid) -> Result<Vec<OrdersOfGame>> {
    sql("SELECT g.name, count(*) AS orders FROM orders o JOIN games g ON g.id = o.game_id \
         WHERE o.account_id = $1 AND o.disarmed_at IS NULL AND g.status IN ('running', 'paused') \
         GROUP BY g.id, g.name ORDER BY g.id")
    .bind(account)
    .load(connection)
    .await
}

/// A change of address that waits for one mailbox or both.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = address_changes)]
#[diesel(primary_key(account_id))]
#[diesel(treat_none_as_null = true)]
pub struct AddressChangeRow {
    pub account_id: Uuid,
    /// The id that the links of this change contain.
    pub id: Uuid,
    pub email: String,
    pub email_key: String,
    pub asked_at: Instant,
    /// From this instant on the links are not valid.
    pub expires_at: Instant,
    /// When the old address agreed.
    pub approved_at: Option<Instant>,
    /// When the new address answered.
    pub proved_at: Option<Instant>,
    pub session_id: Option<Uuid>,
}

/// Stores a change as it is now, in place of an older one of the same account.
pub async fn put_address_change(connection: &mut Connection, row: &AddressChangeRow) -> Result<()> {
    diesel::insert_into(address_changes::table)
        .values(row)
        .on_conflict(address_changes::account_id)
        .do_update()
        .set(row)
        .run(connection)
        .await
}

pub async fn find_address_change(
    connection: &mut Connection,
    account: Uuid,
) -> Result<Option<AddressChangeRow>> {
    address_changes::table
        .find(account)
        .select(AddressChangeRow::as_select())
        .first_optional(connection)
        .await
}

/// Deletes a change; `false` when there was none.
pub async fn remove_address_change(connection: &mut Connection, account: Uuid) -> Result<bool> {
    diesel::delete(address_changes::table.find(account)).affects_any(connection).await
}
