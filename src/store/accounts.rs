//! Accounts, and the name keys: no two accounts have names that look alike.

use diesel::{AsChangeset, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::accounts;
use super::sql::{Statement, sql, unless_taken};
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = accounts)]
pub struct AccountRow {
    pub id: Uuid,
    pub name: String,
    pub name_key: String,
    pub email: String,
    pub email_key: String,
    pub password_hash: String,
    /// The language of mails, such as `en`.
    pub language: String,
    /// When the address was verified; without that the account can't log in.
    pub verified_at: Option<Instant>,
    pub created_at: Instant,
    pub time_zone: String,
    /// A public text of players about themselves.
    pub about: String,
    /// Since when the account is deleted, and its name a pseudonym.
    pub deleted_at: Option<Instant>,
    /// May other players find the account by the beginning of its name?
    pub searchable: bool,
    /// May others who share theirs see when both are usually available?
    pub shares_availability: bool,
}

/// Stores a new account; `false` if its name, or the address of a verified one, is taken.
pub async fn insert(connection: &mut Connection, row: &AccountRow) -> Result<bool> {
    let count =
        diesel::insert_into(accounts::table).values(row).on_conflict_do_nothing().execute(connection).await?;
    Ok(count == 1)
}

pub async fn find(connection: &mut Connection, id: Uuid) -> Result<Option<AccountRow>> {
    accounts::table.find(id).select(AccountRow::as_select()).first_optional(connection).await
}

/// The next accounts after `after` that can be mailed, by id.
pub async fn verified_after(
    connection: &mut Connection,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Uuid>> {
    accounts::table
        // Every id is greater than the nil id.
        .filter(accounts::id.gt(after.unwrap_or_default()))
        .filter(accounts::verified_at.is_not_null())
        .filter(accounts::deleted_at.is_null())
        .order(accounts::id)
        .limit(limit)
        .select(accounts::id)
        .load(connection)
        .await
}

/// Finds an account and locks it until the transaction ends, also for foreign keys that refer to it.
pub async fn lock(connection: &mut Connection, id: Uuid) -> Result<Option<AccountRow>> {
    sql("SELECT hold_account($1, true)").bind(id).value::<bool>(connection).await?;
    find(connection, id).await
}

/// Locks an account until the transaction ends, so that nobody else counts or changes what belongs to it meanwhile, and
/// no recovery ends what it issued; `false` if there is none. Foreign keys that refer to the account don't wait.
///
/// The lock is taken by a function of the database. On one PostgreSQL it locks the row. On a sharded one that would lock
/// all accounts, and twelve people who create games at once wait for longer than a statement may take; an update that
/// changes nothing would lock the copies of the row in any order, and end in deadlocks. There it is an advisory lock.
pub async fn hold(tx: &mut Transaction<'_>, id: Uuid) -> Result<bool> {
    sql("SELECT hold_account($1, false)").bind(id).value(tx).await
}

pub async fn has_address(connection: &mut Connection, id: Uuid, email_key: &str) -> Result<bool> {
    let found = accounts::table.find(id).filter(accounts::email_key.eq(email_key));
    diesel::select(diesel::dsl::exists(found)).get_result(connection).await
}

pub async fn by_name(connection: &mut Connection, name_key: &str) -> Result<Option<AccountRow>> {
    accounts::table
        .filter(accounts::name_key.eq(name_key))
        .select(AccountRow::as_select())
        .first_optional(connection)
        .await
}

/// The account of a folded address: the account that has verified it, or else the newest one that may still do so.
pub async fn by_email(connection: &mut Connection, email_key: &str) -> Result<Option<AccountRow>> {
    accounts::table
        .filter(accounts::email_key.eq(email_key))
        .order((accounts::verified_at.is_null(), accounts::id.desc()))
        .select(AccountRow::as_select())
        .first_optional(connection)
        .await
}

pub async fn owner_of(connection: &mut Connection, email_key: &str) -> Result<Option<Uuid>> {
    accounts::table
        .filter(accounts::email_key.eq(email_key))
        .filter(accounts::verified_at.is_not_null())
        .select(accounts::id)
        .first_optional(connection)
        .await
}

/// Notes that an account verified its address at `now`; an account that did so before keeps its instant. `false` if
/// another account verified the same address first.
pub async fn verify(connection: &mut Connection, id: Uuid, now: Instant) -> Result<bool> {
    let unverified = accounts::table.find(id).filter(accounts::verified_at.is_null());
    unless_taken(diesel::update(unverified).set(accounts::verified_at.eq(now)).run(connection).await)
}

/// Does the account still have this password hash? It is locked as by [`hold`], so that the password does not change before
/// the transaction ends.
pub async fn still_has_password(tx: &mut Transaction<'_>, id: Uuid, password_hash: &str) -> Result<bool> {
    hold(tx, id).await?;
    let unchanged = accounts::table
        .find(id)
        .filter(accounts::password_hash.eq(password_hash))
        .filter(accounts::deleted_at.is_null());
    diesel::select(diesel::dsl::exists(unchanged)).get_result(tx).await
}

pub async fn set_password(connection: &mut Connection, id: Uuid, hash: &str) -> Result<()> {
    diesel::update(accounts::table.find(id)).set(accounts::password_hash.eq(hash)).run(connection).await
}

/// Sets the address; `false` when another account has verified the same one.
pub async fn set_address(
    connection: &mut Connection,
    id: Uuid,
    email: &str,
    email_key: &str,
) -> Result<bool> {
    let address = (accounts::email.eq(email), accounts::email_key.eq(email_key));
    unless_taken(diesel::update(accounts::table.find(id)).set(address).run(connection).await)
}

/// The columns of a profile that are to change.
#[derive(Debug, Clone, Default, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = accounts)]
pub struct ProfileColumns {
    pub name: Option<String>,
    pub name_key: Option<String>,
    pub language: Option<String>,
    pub time_zone: Option<String>,
    /// The public text about themselves.
    pub about: Option<String>,
    pub searchable: Option<bool>,
    pub shares_availability: Option<bool>,
}

/// Changes a profile; `false` when another account has the name.
pub async fn set_profile(connection: &mut Connection, id: Uuid, profile: &ProfileColumns) -> Result<bool> {
    unless_taken(diesel::update(accounts::table.find(id)).set(profile).run(connection).await)
}

/// Deletes accounts registered before `oldest` that never verified their address, so that their names are free again.
pub async fn forget_unverified(connection: &mut Connection, oldest: Instant) -> Result<()> {
    let stale = accounts::table
        .filter(accounts::verified_at.is_null())
        .filter(accounts::deleted_at.is_null())
        .filter(accounts::created_at.lt(oldest));
    let gone: Vec<Uuid> = diesel::delete(stale).returning(accounts::id).get_results(connection).await?;
    forget_mails_of(connection, gone).await
}

pub async fn forget_unverified_at(connection: &mut Connection, email_key: &str) -> Result<()> {
    let waiting = accounts::table
        .filter(accounts::email_key.eq(email_key))
        .filter(accounts::verified_at.is_null())
        .filter(accounts::deleted_at.is_null());
    let gone: Vec<Uuid> = diesel::delete(waiting).returning(accounts::id).get_results(connection).await?;
    forget_mails_of(connection, gone).await
}

async fn forget_mails_of(connection: &mut Connection, gone: Vec<Uuid>) -> Result<()> {
    // The partition of a mail is a game or an account, so no foreign key deletes mails with their account.
    sql("DELETE FROM mails WHERE partition = ANY($1)").bind(gone).run(connection).await
}

/// Gives an account these name keys in place of those that it has. `false` if another account has one of them; then the
/// transaction must be rolled back. Of two accounts that take the same key at the same moment, the second waits for the
/// first.
pub async fn claim_name_keys(connection: &mut Connection, account: Uuid, keys: &[&str]) -> Result<bool> {
    sql("DELETE FROM name_keys WHERE account_id = $1 AND key <> ALL ($2)")
        .bind(account)
        .bind(keys)
        .execute(connection)
        .await?;
    // In the order of the keys, so that two accounts that take several of the same keys can't deadlock.
    sql(
        "INSERT INTO name_keys (key, account_id) SELECT k, $1 FROM unnest($2) AS w (k) ORDER BY k ON CONFLICT DO NOTHING",
    )
    .bind(account)
    .bind(keys)
    .execute(connection)
    .await?;
    let owned: i64 = sql("SELECT count(*) AS count FROM name_keys WHERE account_id = $1 AND key = ANY ($2)")
        .bind(account)
        .bind(keys)
        .value(connection)
        .await?;
    Ok(usize::try_from(owned).is_ok_and(|owned| owned == keys.len()))
}

pub async fn any_name_key_taken(connection: &mut Connection, keys: &[&str]) -> Result<bool> {
    sql("SELECT 1 FROM name_keys WHERE key = ANY ($1) LIMIT 1").bind(keys).affects_any(connection).await
}

/// What these accounts are called.
pub async fn names(connection: &mut Connection, ids: &[Uuid]) -> Result<Vec<(Uuid, String)>> {
    accounts::table
        .filter(accounts::id.eq_any(ids))
        .select((accounts::id, accounts::name))
        .load(connection)
        .await
}
