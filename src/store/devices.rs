//! Browsers that open their member's pages by a cookie, by the hash of its secret.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods, QueryDsl,
    Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::accounts::AccountRow;
use super::schema::{accounts, bans, devices};
use super::sql::Statement;
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = devices, check_for_backend(diesel::pg::Pg))]
pub struct DeviceRow {
    pub account_id: Uuid,
    pub id: Uuid,
    /// SHA-256 of the secret in the cookie.
    pub secret_hash: Vec<u8>,
    pub label: String,
    pub created_at: Instant,
    pub last_used_at: Instant,
}

/// A device, its account as it is now, and whether that is banned.
pub type FoundDevice = (DeviceRow, AccountRow, bool);

pub async fn add(connection: &mut Connection, row: &DeviceRow) -> Result<()> {
    diesel::insert_into(devices::table).values(row).run(connection).await
}

/// The device with this secret, if it was used after `oldest`.
pub async fn find(
    connection: &mut Connection,
    account: Uuid,
    secret_hash: &[u8],
    oldest: Instant,
) -> Result<Option<FoundDevice>> {
    devices::table
        .inner_join(accounts::table.on(accounts::id.eq(devices::account_id)))
        .left_join(bans::table.on(bans::account_id.eq(devices::account_id)))
        .filter(devices::account_id.eq(account).and(devices::secret_hash.eq(secret_hash)))
        .filter(devices::last_used_at.gt(oldest).and(accounts::deleted_at.is_null()))
        .select((DeviceRow::as_select(), AccountRow::as_select(), bans::account_id.nullable().is_not_null()))
        .first_optional(connection)
        .await
}

/// Finds a device and locks it until the transaction ends, so that it is not ended before what it makes is stored.
pub async fn lock(tx: &mut Transaction<'_>, account: Uuid, id: Uuid) -> Result<Option<DeviceRow>> {
    devices::table.find((account, id)).select(DeviceRow::as_select()).for_update().first_optional(tx).await
}

/// Is there such a device, of an account that is not banned?
pub async fn is_valid(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<bool> {
    let found = devices::table
        .left_join(bans::table.on(bans::account_id.eq(devices::account_id)))
        .filter(devices::account_id.eq(account).and(devices::id.eq(id)).and(bans::account_id.is_null()))
        .select(devices::id)
        .first_optional::<Uuid>(connection)
        .await?;
    Ok(found.is_some())
}

/// The devices of an account that were used after `oldest`, the last used one first.
pub async fn list(connection: &mut Connection, account: Uuid, oldest: Instant) -> Result<Vec<DeviceRow>> {
    devices::table
        .filter(devices::account_id.eq(account).and(devices::last_used_at.gt(oldest)))
        .order((devices::last_used_at.desc(), devices::id))
        .select(DeviceRow::as_select())
        .load(connection)
        .await
}

pub async fn note_use(connection: &mut Connection, account: Uuid, id: Uuid, now: Instant) -> Result<()> {
    diesel::update(devices::table.find((account, id)))
        .set(devices::last_used_at.eq(now))
        .run(connection)
        .await
}

/// Ends a device; `false` if there is none of this id.
pub async fn remove(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<bool> {
    diesel::delete(devices::table.find((account, id))).affects_any(connection).await
}

/// Ends every device of an account, those that were not used for too long, too.
pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<()> {
    diesel::delete(devices::table.filter(devices::account_id.eq(account))).run(connection).await
}

/// Deletes the devices that were not used since `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    diesel::delete(devices::table.filter(devices::last_used_at.lt(oldest))).run(connection).await
}
