//! When players' time counts, and the games to which a change has not been applied yet.

use chrono::{NaiveDate, NaiveTime};
use diesel::sql_types::{Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::{
    AsChangeset, ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, QueryableByName,
    Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{availability, availability_due, seats, vacations};
use super::sql::sql;
use super::{Connection, StoreError, Transaction};
use crate::time_control::Instant;

/// The nights and days off of an account.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = availability, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
pub struct AvailabilityRow {
    pub account_id: Uuid,
    /// When the night begins, by the player's wall clock.
    pub sleep_from: Option<NaiveTime>,
    /// When the night ends.
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

#[derive(QueryableByName)]
struct DueChange {
    #[diesel(sql_type = SqlUuid)]
    game_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    account_id: Uuid,
}

pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<AvailabilityRow>, StoreError> {
    availability::table.find(account).select(AvailabilityRow::as_select()).first(connection).await.optional()
}

pub async fn set(connection: &mut Connection, row: &AvailabilityRow) -> Result<(), StoreError> {
    diesel::insert_into(availability::table)
        .values(row)
        .on_conflict(availability::account_id)
        .do_update()
        .set(row)
        .execute(connection)
        .await?;
    Ok(())
}

/// The vacations of an account, past ones too, the earliest first.
pub async fn vacations(connection: &mut Connection, account: Uuid) -> Result<Vec<VacationRow>, StoreError> {
    vacations::table
        .filter(vacations::account_id.eq(account))
        .order(vacations::first_day)
        .select(VacationRow::as_select())
        .load(connection)
        .await
}

pub async fn book(connection: &mut Connection, vacation: &VacationRow) -> Result<(), StoreError> {
    diesel::insert_into(vacations::table).values(vacation).execute(connection).await?;
    Ok(())
}

/// Sets the last day of a vacation.
pub async fn end_vacation(
    connection: &mut Connection,
    account: Uuid,
    id: Uuid,
    last_day: NaiveDate,
) -> Result<(), StoreError> {
    diesel::update(vacations::table.find((account, id)))
        .set(vacations::last_day.eq(last_day))
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn cancel(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<(), StoreError> {
    diesel::delete(vacations::table.find((account, id))).execute(connection).await?;
    Ok(())
}

/// Copies the availability of its player to a seat, as JSON; `None`: every hour counts.
pub async fn copy_to_seat(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    availability: Option<&str>,
) -> Result<(), StoreError> {
    diesel::update(seats::table.find((game, seat)))
        .set(seats::availability.eq(availability))
        .execute(connection)
        .await?;
    Ok(())
}

/// Queues a changed availability for every game with a clock in which the account plays.
pub async fn note_change(connection: &mut Connection, account: Uuid, at: Instant) -> Result<(), StoreError> {
    sql(
        "INSERT INTO availability_due (game_id, account_id, due_at) SELECT s.game_id, s.account_id, $2 \
         FROM seats s JOIN games g ON g.id = s.game_id WHERE s.account_id = $1 AND g.clock IS NOT NULL \
         AND g.status IN ('running', 'paused') ON CONFLICT (game_id, account_id) DO UPDATE SET due_at = excluded.due_at",
    )
    .bind::<SqlUuid, _>(account)
    .bind::<Timestamptz, _>(at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Claims a changed availability that has not been applied to a game, and returns the game and the account; only one of
/// `account`, if it is given. The row stays locked until the transaction ends.
pub async fn claim_change(
    tx: &mut Transaction<'_>,
    account: Option<Uuid>,
    now: Instant,
) -> Result<Option<(Uuid, Uuid)>, StoreError> {
    let due: Vec<DueChange> = sql("SELECT game_id, account_id FROM availability_due \
         WHERE due_at <= $1 AND ($2 IS NULL OR account_id = $2) ORDER BY due_at LIMIT 8")
    .bind::<Timestamptz, _>(now)
    .bind::<Nullable<SqlUuid>, _>(account)
    .load(tx)
    .await?;
    for DueChange { game_id, account_id } in due {
        // Another worker may have applied the change or put it off in the meantime.
        let change =
            availability_due::table.find((game_id, account_id)).filter(availability_due::due_at.le(now));
        let change = change.select((availability_due::game_id, availability_due::account_id));
        if let Some(claimed) = change.for_update().skip_locked().get_result(tx).await.optional()? {
            return Ok(Some(claimed));
        }
    }
    Ok(None)
}

pub async fn change_done(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<(), StoreError> {
    diesel::delete(availability_due::table.find((game, account))).execute(connection).await?;
    Ok(())
}

pub async fn put_off_change(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    until: Instant,
) -> Result<(), StoreError> {
    diesel::update(availability_due::table.find((game, account)))
        .set(availability_due::due_at.eq(until))
        .execute(connection)
        .await?;
    Ok(())
}
