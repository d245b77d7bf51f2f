//! Replies to POSTs that carried an Idempotency-Key.

use diesel::query_dsl::methods::FilterDsl;
use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::replies;
use super::sql::Statement;
use super::{Connection, Result};
use time_control::Instant;

/// What two requests must have in common to be the same request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPlace {
    /// The caller; the nil id for strangers.
    pub account: Uuid,
    /// The operation, `POST /v1/games`.
    pub route: String,
    pub key: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replies)]
pub struct ReplyRow {
    /// SHA-256 of the request's body.
    pub body_hash: Vec<u8>,
    pub status: i16,
    /// As JSON.
    pub body: String,
    pub tag: Option<String>,
    /// The path of what the request created.
    pub location: Option<String>,
}

/// Claims the key of a request that comes for the first time; `false` if a reply made after `oldest` is stored already.
/// A request with the same key that is being answered holds the row, and this one waits for its commit.
pub async fn claim(
    connection: &mut Connection,
    place: &RequestPlace,
    body_hash: &[u8; 32],
    now: Instant,
    oldest: Instant,
) -> Result<bool> {
    let fresh = (
        replies::body_hash.eq(body_hash.as_slice()),
        replies::status.eq(0),
        replies::body.eq(""),
        replies::created_at.eq(now),
    );
    let claimed = diesel::insert_into(replies::table)
        .values((
            replies::account_id.eq(place.account),
            replies::route.eq(&place.route),
            replies::key.eq(&place.key),
            fresh,
        ))
        .on_conflict((replies::account_id, replies::route, replies::key))
        .do_update()
        .set(fresh)
        .filter(replies::created_at.lt(oldest))
        .execute(connection)
        .await?;
    Ok(claimed == 1)
}

/// Is a reply made after `oldest` stored under a key?
pub async fn is_there(connection: &mut Connection, place: &RequestPlace, oldest: Instant) -> Result<bool> {
    let kept = replies::table.find((place.account, &place.route, &place.key));
    let kept = QueryDsl::filter(kept, replies::created_at.ge(oldest));
    diesel::select(diesel::dsl::exists(kept)).get_result(connection).await
}

pub async fn find(connection: &mut Connection, place: &RequestPlace) -> Result<ReplyRow> {
    replies::table
        .find((place.account, &place.route, &place.key))
        .select(ReplyRow::as_select())
        .first(connection)
        .await
}

/// Stores the reply under a key that was claimed.
pub async fn keep(
    connection: &mut Connection,
    place: &RequestPlace,
    status: i16,
    body: &str,
    (tag, location): (Option<&str>, Option<&str>),
) -> Result<()> {
    diesel::update(replies::table.find((place.account, &place.route, &place.key)))
        .set((
            replies::status.eq(status),
            replies::body.eq(body),
            replies::tag.eq(tag),
            replies::location.eq(location),
        ))
        .run(connection)
        .await
}

pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    let old = QueryDsl::filter(replies::table, replies::created_at.lt(oldest));
    diesel::delete(old).run(connection).await
}
