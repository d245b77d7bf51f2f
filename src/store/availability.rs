//! When players' time counts, and the games to which a change has not been applied yet.

use chrono::{NaiveDate, NaiveTime};
use diesel::dsl::{exists, not};
use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods,
    QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, availability, availability_due, blocks, seats, vacations};
use super::sql::{Statement, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

/// The nights and days off of an account.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = availability, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct AvailabilityRow {
    pub account_id: Uuid,
    /// When the night begins, by the player's wall clock.
    pub sleep_from: Option<NaiveTime>,
    pub sleep_until: Option<NaiveTime>,
    /// Days of the week, from 0 for Monday.
    pub days_off: Vec<i16>,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = vacations, check_for_backend(diesel::pg::Pg))]
pub struct VacationRow {
    pub account_id: Uuid,
    pub id: Uuid,
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
}

pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<AvailabilityRow>> {
    availability::table.find(account).select(AvailabilityRow::as_select()).first_optional(connection).await
}

pub async fn set(connection: &mut Connection, row: &AvailabilityRow) -> Result<()> {
    diesel::insert_into(availability::table)
        .values(row)
        .on_conflict(availability::account_id)
        .do_update()
        .set(row)
        .run(connection)
        .await
}

/// The nights and days off of an account that shares them.
#[derive(Debug, Clone, Queryable)]
pub struct SharingRow {
    pub account: Uuid,
    pub name: String,
    pub time_zone: String,
    pub sleep_from: Option<NaiveTime>,
    pub sleep_until: Option<NaiveTime>,
    /// Days of the week, from 0 for Monday; `None`: none were set.
    pub days_off: Option<Vec<i16>>,
}

/// Those of `others` who share their availability with `account`, and the account itself if it shares its own, in the
/// order of their names; none where one of the two blocks the other.
pub async fn sharing(connection: &mut Connection, account: Uuid, others: &[Uuid]) -> Result<Vec<SharingRow>> {
    let forth = blocks::account_id.eq(account).and(blocks::blocked_id.eq(accounts::id));
    let back = blocks::blocked_id.eq(account).and(blocks::account_id.eq(accounts::id));
    accounts::table
        .left_join(availability::table.on(availability::account_id.eq(accounts::id)))
        .filter(accounts::id.eq(account).or(accounts::id.eq_any(others)))
        .filter(accounts::shares_availability)
        .filter(accounts::verified_at.is_not_null().and(accounts::deleted_at.is_null()))
        .filter(not(exists(blocks::table.filter(forth.or(back)))))
        .order((accounts::name, accounts::id))
        .select((
            accounts::id,
            accounts::name,
            accounts::time_zone,
            availability::sleep_from.nullable(),
            availability::sleep_until.nullable(),
            availability::days_off.nullable(),
        ))
        .load(connection)
        .await
}

/// The vacations of an account, past ones too, the earliest first.
pub async fn vacations(connection: &mut Connection, account: Uuid) -> Result<Vec<VacationRow>> {
    vacations::table
        .filter(vacations::account_id.eq(account))
        .order(vacations::first_day)
        .select(VacationRow::as_select())
        .load(connection)
        .await
}

pub async fn book(connection: &mut Connection, vacation: &VacationRow) -> Result<()> {
    diesel::insert_into(vacations::table).values(vacation).run(connection).await
}

pub async fn end_vacation(
    connection: &mut Connection,
    account: Uuid,
    id: Uuid,
    last_day: NaiveDate,
) -> Result<()> {
    diesel::update(vacations::table.find((account, id)))
        .set(vacations::last_day.eq(last_day))
        .run(connection)
        .await
}

pub async fn cancel(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<()> {
    diesel::delete(vacations::table.find((account, id))).run(connection).await
}

/// Copies the availability of its player to a seat, as JSON; `None`: every hour counts.
pub async fn copy_to_seat(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    availability: Option<&str>,
) -> Result<()> {
    diesel::update(seats::table.find((game, seat)))
        .set(seats::availability.eq(availability))
        .run(connection)
        .await
}

/// Queues a changed availability for every game with a clock in which the account plays.
pub async fn note_change(connection: &mut Connection, account: Uuid, at: Instant) -> Result<()> {
    sql(
        "INSERT INTO availability_due (game_id, account_id, due_at) SELECT s.game_id, s.account_id, $2 \
         FROM seats s JOIN games g ON g.id = s.game_id WHERE s.account_id = $1 AND g.clock IS NOT NULL \
         AND g.status IN ('running', 'paused') ON CONFLICT (game_id, account_id) DO UPDATE SET due_at = excluded.due_at",
    )
    .bind(account)
    .bind(at)
    .run(connection)
    .await
}

/// Claims a changed availability that has not been applied to a game, and returns the game and the account; only one of
/// `account`, if it is given. The row stays locked until the transaction ends.
pub async fn claim_change(
    tx: &mut Transaction<'_>,
    account: Option<Uuid>,
    now: Instant,
) -> Result<Option<(Uuid, Uuid)>> {
    let due: Vec<(Uuid, Uuid)> = sql("SELECT game_id, account_id FROM availability_due \
         WHERE due_at <= $1 AND ($2 IS NULL OR account_id = $2) ORDER BY due_at LIMIT 8")
    .bind(now)
    .bind(account)
    .values(tx)
    .await?;
    for key in due {
        // Another worker may have applied the change or put it off in the meantime.
        let change = availability_due::table.find(key).filter(availability_due::due_at.le(now));
        let change = change.select((availability_due::game_id, availability_due::account_id));
        if let Some(claimed) = change.for_update().skip_locked().get_optional(tx).await? {
            return Ok(Some(claimed));
        }
    }
    Ok(None)
}

pub async fn change_done(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<()> {
    diesel::delete(availability_due::table.find((game, account))).run(connection).await
}

pub async fn put_off_change(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    until: Instant,
) -> Result<()> {
    diesel::update(availability_due::table.find((game, account)))
        .set(availability_due::due_at.eq(until))
        .run(connection)
        .await
}
