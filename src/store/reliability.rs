//! How people keep to their tables, counted.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::reliability;
use super::{Connection, StoreError};

/// What is counted of somebody.
#[derive(Debug, Clone, Default, Queryable, Selectable, Insertable)]
#[diesel(table_name = reliability)]
pub struct Counts {
    pub account_id: Uuid,
    /// Public games that came to a result while he had a seat in them.
    pub games_finished: i32,
    /// Those of them in which he gave up.
    pub resigned: i32,
    /// Those of them in which a bot played for him at the end.
    pub caretaken: i32,
    /// Clocks that ran out on him.
    pub lapses: i32,
}

/// Adds to what is counted of somebody.
pub async fn add(connection: &mut Connection, more: &Counts) -> Result<(), StoreError> {
    diesel::insert_into(reliability::table)
        .values(more)
        .on_conflict(reliability::account_id)
        .do_update()
        .set((
            reliability::games_finished.eq(reliability::games_finished + more.games_finished),
            reliability::resigned.eq(reliability::resigned + more.resigned),
            reliability::caretaken.eq(reliability::caretaken + more.caretaken),
            reliability::lapses.eq(reliability::lapses + more.lapses),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// What is counted of somebody; nothing yet if there is no row.
pub async fn of(connection: &mut Connection, account: Uuid) -> Result<Option<Counts>, StoreError> {
    reliability::table.find(account).select(Counts::as_select()).first(connection).await.optional()
}
