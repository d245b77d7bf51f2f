//! Links that anyone may request for an address: the requests, and the newest link or code of each kind that an account
//! was sent. An older one contains another id and is no longer valid.

use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable,
    SelectableHelper,
};
use diesel_async::RunQueryDsl;
use strum::IntoStaticStr;
use uuid::Uuid;

use super::schema::{address_requests, one_time_links};
use super::sql::Statement;
use super::{Connection, Result, Transaction};
use time_control::Instant;

/// What a one-time link or a mailed code does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LinkKind {
    ResetPassword,
    LogIn,
    RememberDevice,
    MakeToken,
    ExportData,
    DeleteAccount,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = one_time_links, primary_key(account_id, kind))]
pub struct OneTimeLink {
    pub id: Uuid,
    pub requested_at: Instant,
    /// From this instant on the link is not valid.
    pub expires_at: Instant,
}

/// Stores a link in place of an older one of the same kind, which is no longer valid.
pub async fn put(
    connection: &mut Connection,
    account: Uuid,
    kind: LinkKind,
    link: &OneTimeLink,
) -> Result<()> {
    let key = (one_time_links::account_id.eq(account), one_time_links::kind.eq(<&str>::from(kind)));
    diesel::insert_into(one_time_links::table)
        .values((key, link))
        .on_conflict((one_time_links::account_id, one_time_links::kind))
        .do_update()
        .set((link, one_time_links::tries.eq(0)))
        .run(connection)
        .await
}

pub async fn find(connection: &mut Connection, account: Uuid, kind: LinkKind) -> Result<Option<OneTimeLink>> {
    let row = one_time_links::table.find((account, <&str>::from(kind)));
    row.select(OneTimeLink::as_select()).first_optional(connection).await
}

/// Counts that a code is typed, and returns it; `None` if there is none at `now`, or it was typed `most` times before.
pub async fn count_try(
    connection: &mut Connection,
    account: Uuid,
    kind: LinkKind,
    (now, most): (Instant, i16),
) -> Result<Option<OneTimeLink>> {
    let usable = one_time_links::table
        .find((account, <&str>::from(kind)))
        .filter(one_time_links::expires_at.gt(now).and(one_time_links::tries.lt(most)));
    diesel::update(usable)
        .set(one_time_links::tries.eq(one_time_links::tries + 1))
        .returning(OneTimeLink::as_returning())
        .get_optional(connection)
        .await
}

/// Uses a link up; `false` if it is not the newest one, was used before, or has expired at `now`.
pub async fn use_up(
    connection: &mut Connection,
    account: Uuid,
    kind: LinkKind,
    id: Uuid,
    now: Instant,
) -> Result<bool> {
    let usable = one_time_links::table
        .find((account, <&str>::from(kind)))
        .filter(one_time_links::id.eq(id))
        .filter(one_time_links::expires_at.gt(now));
    diesel::delete(usable).affects_any(connection).await
}

/// Ends every link of an account.
pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<()> {
    let links = one_time_links::table.filter(one_time_links::account_id.eq(account));
    diesel::delete(links).run(connection).await
}

/// A request that was not answered yet.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = address_requests)]
pub struct AddressRequest {
    pub id: Uuid,
    /// The name of the kind of mail that answers the request.
    pub kind: String,
    pub email_key: String,
    /// The language of a mail to an address without an account.
    pub language: Option<String>,
}

pub async fn add_request(connection: &mut Connection, request: &AddressRequest, now: Instant) -> Result<()> {
    diesel::insert_into(address_requests::table)
        .values((
            address_requests::id.eq(request.id),
            address_requests::kind.eq(&request.kind),
            address_requests::email_key.eq(&request.email_key),
            address_requests::created_at.eq(now),
            address_requests::language.eq(&request.language),
        ))
        .run(connection)
        .await
}

/// The oldest requests, at most `limit`. Locks nothing.
pub async fn requests(connection: &mut Connection, limit: i64) -> Result<Vec<AddressRequest>> {
    address_requests::table
        .order((address_requests::created_at, address_requests::id))
        .select(AddressRequest::as_select())
        .limit(limit)
        .load(connection)
        .await
}

/// Takes one request, to be answered in the same transaction; `false` if another worker was faster.
pub async fn take_request(tx: &mut Transaction<'_>, id: Uuid) -> Result<bool> {
    diesel::delete(address_requests::table.find(id)).affects_any(tx).await
}
