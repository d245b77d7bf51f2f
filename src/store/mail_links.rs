//! The links of mails, each of which opens a page. They are stored by the hash of their secret.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods,
    PgExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use strum::{EnumString, IntoStaticStr};
use uuid::Uuid;

use super::schema::{accounts, bans, mail_links};
use super::sql::{Statement, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum LinkPurpose {
    Seat,
    Invitation,
    SeatOffer,
    Account,
    SignUp,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = mail_links)]
pub struct MailLinkRow {
    /// The game or the account that the link belongs to; a link for signing up has an id of its own here.
    pub partition: Uuid,
    /// SHA-256 of the secret part.
    pub secret_hash: Vec<u8>,
    /// The word of a [`LinkPurpose`].
    pub purpose: String,
    /// The account that the link was mailed to; `None`: an address without an account.
    pub account_id: Option<Uuid>,
    /// The address that a link for signing up was mailed to.
    pub email: Option<String>,
    /// The address of a link for signing up, or the invited address, as addresses are compared.
    pub email_key: Option<String>,
    /// `None`: the link is about no seat, or was mailed before the seats were dealt.
    pub seat: Option<i16>,
    pub invitation_id: Option<Uuid>,
    /// The recovery id of the account when the link was mailed: [`crate::recoveries::current`].
    pub recovery_id: Option<Uuid>,
    pub created_at: Instant,
    pub expires_at: Option<Instant>,
    /// The partitions of the links that this link was made from, step by step, the mailed one first; `None`: this link
    /// was mailed.
    pub opened_from: Option<Vec<Uuid>>,
    /// The hash of the link that this link was made from.
    pub opened_by: Option<Vec<u8>>,
    /// The secret of this link, sealed with the secret of the link that it was made from.
    pub sealed_secret: Option<Vec<u8>>,
}

/// A link, and its account as it is now.
#[derive(Debug, Clone, Queryable)]
pub struct FoundLink {
    pub link: MailLinkRow,
    /// The present recovery id of the account; `None`: the account is gone, or the link has none.
    pub recovery_id: Option<Uuid>,
    pub is_banned: bool,
}

impl FoundLink {
    /// Was the link mailed after the last recovery of its account?
    pub fn is_current(&self) -> bool {
        self.link.account_id.is_none() || self.link.recovery_id == self.recovery_id
    }
}

/// Adds a link. If it is mailed, the earlier links of the same account, partition and purpose expire at `others_until`.
pub async fn add(connection: &mut Connection, link: &MailLinkRow, others_until: Instant) -> Result<()> {
    if let Some(account) = link.account_id.filter(|_| link.opened_by.is_none()) {
        let earlier = mail_links::table
            .filter(mail_links::partition.eq(link.partition))
            .filter(mail_links::account_id.eq(account).and(mail_links::purpose.eq(&link.purpose)))
            .filter(mail_links::expires_at.is_null());
        diesel::update(earlier).set(mail_links::expires_at.eq(others_until)).execute(connection).await?;
    }
    diesel::insert_into(mail_links::table).values(link).run(connection).await
}

pub async fn find(
    connection: &mut Connection,
    partition: Uuid,
    secret_hash: &[u8],
) -> Result<Option<FoundLink>> {
    let account = mail_links::account_id.eq(accounts::id.nullable()).and(accounts::deleted_at.is_null());
    mail_links::table
        .left_join(accounts::table.on(account))
        .left_join(bans::table.on(mail_links::account_id.eq(bans::account_id.nullable())))
        .filter(mail_links::partition.eq(partition).and(mail_links::secret_hash.eq(secret_hash)))
        .select((
            MailLinkRow::as_select(),
            accounts::recovery_id.nullable(),
            bans::account_id.nullable().is_not_null(),
        ))
        .first_optional(connection)
        .await
}

/// Finds a link and locks it until the transaction ends, so that it is not ended before what is made from it is stored.
pub async fn lock(
    tx: &mut Transaction<'_>,
    partition: Uuid,
    secret_hash: &[u8],
) -> Result<Option<MailLinkRow>> {
    mail_links::table
        .find((partition, secret_hash))
        .select(MailLinkRow::as_select())
        .for_update()
        .first_optional(tx)
        .await
}

/// The latest link like `wanted` that was made from the same link as `wanted`, that was made after `oldest`, and that
/// is valid beyond `until`.
pub async fn find_opened(
    connection: &mut Connection,
    wanted: &MailLinkRow,
    (oldest, until): (Instant, Instant),
) -> Result<Option<MailLinkRow>> {
    let is_valid = mail_links::expires_at.is_null().or(mail_links::expires_at.gt(until).assume_not_null());
    mail_links::table
        .filter(mail_links::partition.eq(wanted.partition).and(mail_links::purpose.eq(&wanted.purpose)))
        .filter(mail_links::account_id.is_not_distinct_from(wanted.account_id))
        .filter(mail_links::recovery_id.is_not_distinct_from(wanted.recovery_id))
        .filter(mail_links::seat.is_not_distinct_from(wanted.seat))
        .filter(mail_links::invitation_id.is_not_distinct_from(wanted.invitation_id))
        .filter(mail_links::opened_by.is_not_distinct_from(wanted.opened_by.as_deref()))
        .filter(mail_links::created_at.gt(oldest).and(is_valid))
        .order(mail_links::created_at.desc())
        .select(MailLinkRow::as_select())
        .first_optional(connection)
        .await
}

/// Ends every link of an account that was made, in one step or several, from a link of `partition`.
pub async fn remove_opened_from(connection: &mut Connection, partition: Uuid, account: Uuid) -> Result<()> {
    sql("DELETE FROM mail_links WHERE account_id = $2 AND $1 = ANY(opened_from)")
        .bind(partition)
        .bind(account)
        .run(connection)
        .await
}

/// Ends every link of one purpose that an account has to a game, or to itself.
pub async fn remove_all(
    connection: &mut Connection,
    partition: Uuid,
    account: Uuid,
    purpose: LinkPurpose,
) -> Result<()> {
    let links = mail_links::table
        .filter(mail_links::partition.eq(partition).and(mail_links::account_id.eq(account)))
        .filter(mail_links::purpose.eq(<&str>::from(purpose)));
    diesel::delete(links).run(connection).await
}

/// Ends every link that was mailed to an address before an account had it.
pub async fn remove_all_to(connection: &mut Connection, email_key: &str) -> Result<()> {
    let links = mail_links::table.filter(mail_links::email_key.eq(email_key));
    diesel::delete(links).run(connection).await
}

/// Deletes links that expired at `now`, and those mailed before `oldest`.
pub async fn forget(connection: &mut Connection, now: Instant, oldest: Instant) -> Result<()> {
    let links =
        mail_links::table.filter(mail_links::expires_at.lt(now)).or_filter(mail_links::created_at.lt(oldest));
    diesel::delete(links).run(connection).await
}
