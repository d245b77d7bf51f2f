//! The data of operators: who they are, bans, the audit log (append only), announcements, and reports about players.

use diesel::dsl::exists;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::pages::{Place, greatest_first};
use super::schema::{announcements, audit_log, bans, operators, reports};
use super::sql::Statement;
use super::{Connection, Result, Transaction, accounts};
use time_control::Instant;

/// Makes an account an operator; `false` if it is one already.
pub async fn add(connection: &mut Connection, account: Uuid, now: Instant) -> Result<bool> {
    let row = (operators::account_id.eq(account), operators::made_at.eq(now));
    diesel::insert_into(operators::table).values(row).on_conflict_do_nothing().affects_any(connection).await
}

/// `false` if the account was not made an operator.
pub async fn remove(connection: &mut Connection, account: Uuid) -> Result<bool> {
    diesel::delete(operators::table.find(account)).affects_any(connection).await
}

/// Was the account made an operator? Those of the settings are not known here.
pub async fn is_operator(connection: &mut Connection, account: Uuid) -> Result<bool> {
    diesel::select(exists(operators::table.find(account))).get_result(connection).await
}

/// Every account that was made an operator.
pub async fn all(connection: &mut Connection) -> Result<Vec<Uuid>> {
    operators::table.select(operators::account_id).order(operators::account_id).load(connection).await
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = bans)]
pub struct BanRow {
    pub account_id: Uuid,
    pub banned_by: Uuid,
    pub reason: String,
    pub banned_at: Instant,
}

/// Bans an account; an earlier ban keeps its instant and gets the new reason. `false` if there is no such account. The
/// account stays locked until the transaction ends, so that a log-in at the same moment comes before or after the ban.
pub async fn ban(tx: &mut Transaction<'_>, row: &BanRow) -> Result<bool> {
    if !accounts::hold(tx, row.account_id).await? {
        return Ok(false);
    }
    diesel::insert_into(bans::table)
        .values(row)
        .on_conflict(bans::account_id)
        .do_update()
        .set((bans::banned_by.eq(row.banned_by), bans::reason.eq(&row.reason)))
        .execute(tx)
        .await?;
    Ok(true)
}

/// Lifts a ban; `false` if there is none.
pub async fn lift_ban(connection: &mut Connection, account: Uuid) -> Result<bool> {
    diesel::delete(bans::table.find(account)).affects_any(connection).await
}

pub async fn ban_of(connection: &mut Connection, account: Uuid) -> Result<Option<BanRow>> {
    bans::table.find(account).select(BanRow::as_select()).first_optional(connection).await
}

pub async fn is_banned(connection: &mut Connection, account: Uuid) -> Result<bool> {
    diesel::select(exists(bans::table.find(account))).get_result(connection).await
}

/// An entry of the audit log: something done by or to an account.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log)]
pub struct AuditRow {
    pub id: Uuid,
    /// The account; the nil id if it is unknown.
    pub account_id: Uuid,
    pub kind: String,
    pub at: Instant,
    /// The network address that the request came from, if it came from outside.
    pub address: Option<String>,
    /// A small JSON object without secrets.
    pub detail: String,
}

pub async fn add_audit(connection: &mut Connection, row: &AuditRow) -> Result<()> {
    diesel::insert_into(audit_log::table).values(row).run(connection).await
}

/// At most `limit` entries about an account from a place on, newest first.
pub async fn page_of_audit(
    connection: &mut Connection,
    account: Uuid,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<AuditRow>> {
    let query = audit_log::table
        .filter(audit_log::account_id.eq(account))
        .limit(limit)
        .select(AuditRow::as_select())
        .into_boxed();
    greatest_first!(query, audit_log::id, place).load(connection).await
}

pub async fn forget_audit(connection: &mut Connection, oldest: Instant) -> Result<()> {
    diesel::delete(audit_log::table.filter(audit_log::at.lt(oldest))).run(connection).await
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = announcements)]
pub struct AnnouncementRow {
    pub id: Uuid,
    pub text: String,
    pub made_by: Uuid,
    pub created_at: Instant,
    /// From this instant on the announcement is not shown.
    pub expires_at: Instant,
}

pub async fn add_announcement(connection: &mut Connection, row: &AnnouncementRow) -> Result<()> {
    diesel::insert_into(announcements::table).values(row).run(connection).await
}

/// At most `limit` announcements that are valid at `now` from a place on, newest first.
pub async fn page_of_announcements(
    connection: &mut Connection,
    now: Instant,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<AnnouncementRow>> {
    let query = announcements::table
        .filter(announcements::expires_at.gt(now))
        .limit(limit)
        .select(AnnouncementRow::as_select())
        .into_boxed();
    greatest_first!(query, announcements::id, place).load(connection).await
}

/// An announcement that is valid at `now`.
pub async fn announcement(
    connection: &mut Connection,
    id: Uuid,
    now: Instant,
) -> Result<Option<AnnouncementRow>> {
    let row = announcements::table.find(id).filter(announcements::expires_at.gt(now));
    row.select(AnnouncementRow::as_select()).first_optional(connection).await
}

/// An announcement that has not been mailed to every account yet, and the last account that it was mailed to.
pub async fn unmailed_announcement(
    connection: &mut Connection,
    now: Instant,
) -> Result<Option<(Uuid, Option<Uuid>)>> {
    let unmailed = announcements::table
        .filter(announcements::expires_at.gt(now).and(announcements::mailed_at.is_null()))
        .order(announcements::id);
    unmailed.select((announcements::id, announcements::mailed_up_to)).first_optional(connection).await
}

/// Records that every account up to `account` has been mailed an announcement.
pub async fn announcement_mailed_up_to(connection: &mut Connection, id: Uuid, account: Uuid) -> Result<()> {
    let row = announcements::table.find(id);
    diesel::update(row).set(announcements::mailed_up_to.eq(account)).run(connection).await
}

/// Records that everybody has been mailed an announcement.
pub async fn announcement_mailed(connection: &mut Connection, id: Uuid, now: Instant) -> Result<()> {
    let row = announcements::table.find(id);
    diesel::update(row).set(announcements::mailed_at.eq(now)).run(connection).await
}

/// Ends an announcement; `false` if there is none that is valid.
pub async fn end_announcement(connection: &mut Connection, id: Uuid, now: Instant) -> Result<bool> {
    let row = announcements::table.find(id).filter(announcements::expires_at.gt(now));
    diesel::update(row).set(announcements::expires_at.eq(now)).affects_any(connection).await
}

/// A report of a player to the operators about another player.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = reports)]
pub struct ReportRow {
    pub id: Uuid,
    /// The account that is reported.
    pub account_id: Uuid,
    /// `None`: the owner of an address without an account reports it.
    pub reported_by: Option<Uuid>,
    pub game_id: Uuid,
    /// May be empty.
    pub text: String,
    pub created_at: Instant,
    pub closed_at: Option<Instant>,
}

pub async fn add_report(connection: &mut Connection, row: &ReportRow) -> Result<()> {
    diesel::insert_into(reports::table).values(row).run(connection).await
}

/// At most `limit` open reports from a place on, newest first.
pub async fn page_of_reports(
    connection: &mut Connection,
    place: Place<Uuid>,
    limit: i64,
) -> Result<Vec<ReportRow>> {
    let query = reports::table
        .filter(reports::closed_at.is_null())
        .limit(limit)
        .select(ReportRow::as_select())
        .into_boxed();
    greatest_first!(query, reports::id, place).load(connection).await
}

pub async fn latest_open_report(connection: &mut Connection) -> Result<Option<ReportRow>> {
    let open = reports::table.filter(reports::closed_at.is_null()).order(reports::id.desc());
    open.select(ReportRow::as_select()).first_optional(connection).await
}

/// Closes a report; `false` if there is none that is open.
pub async fn close_report(connection: &mut Connection, id: Uuid, now: Instant) -> Result<bool> {
    let open = reports::table.find(id).filter(reports::closed_at.is_null());
    diesel::update(open).set(reports::closed_at.eq(now)).affects_any(connection).await
}
