//! Mails to addresses whose owners did not ask for them: when the last ones left, and which addresses refuse them. Of
//! an address only a hash is stored.

use diesel::dsl::exists;
use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::refused_addresses;
use super::sql::{Statement, sql};
use super::{Connection, Result};
use time_control::Instant;

/// A mail that is about to leave, and the limit of its address.
#[derive(Debug, Clone, Copy)]
pub struct UnaskedMail<'a> {
    pub email_hash: &'a [u8],
    pub mail: Uuid,
    pub now: Instant,
    /// The second last mail must have left by this instant.
    pub hour_ago: Instant,
    /// The fourth last mail must have left by this instant.
    pub day_ago: Instant,
}

/// Counts a mail; `false` if the limit is reached, and then it is not counted. A mail counts once, however often it is
/// tried. Of two mails at the same moment the second waits for the first, since both update one row.
pub async fn count(connection: &mut Connection, mail: &UnaskedMail<'_>) -> Result<bool> {
    sql(
        "INSERT INTO unasked_mails AS u (email_hash, mails, sent_at) VALUES ($1, ARRAY[$2], ARRAY[$3]) \
         ON CONFLICT (email_hash) DO UPDATE SET \
         mails = CASE WHEN $2 = ANY (u.mails) THEN u.mails ELSE (array_prepend($2, u.mails))[1:4] END, \
         sent_at = CASE WHEN $2 = ANY (u.mails) THEN u.sent_at ELSE (array_prepend($3, u.sent_at))[1:4] END \
         WHERE $2 = ANY (u.mails) OR (coalesce(u.sent_at[2] <= $4, true) AND coalesce(u.sent_at[4] <= $5, true))",
    )
    .bind(mail.email_hash)
    .bind(mail.mail)
    .bind(mail.now)
    .bind(mail.hour_ago)
    .bind(mail.day_ago)
    .affects_any(connection)
    .await
}

/// When the last mails left for an address, the latest first.
pub async fn sent_at(connection: &mut Connection, email_hash: &[u8]) -> Result<Vec<Instant>> {
    let sent = sql("SELECT sent_at FROM unasked_mails WHERE email_hash = $1")
        .bind(email_hash)
        .optional_value(connection)
        .await?;
    // Nothing was sent to an address without a row.
    Ok(sent.unwrap_or_default())
}

/// Forgets addresses that nothing was sent to since `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<()> {
    sql("DELETE FROM unasked_mails WHERE sent_at[1] < $1").bind(oldest).run(connection).await
}

/// Is an account `a` unverified, and is its address one of the mailbox `$1`, which is an address without the tag after a
/// plus?
const UNVERIFIED_OF_MAILBOX: &str =
    "a.verified_at IS NULL AND regexp_replace(a.email_key, '^([^+@]+)[+][^@]*@', '\\1@') = $1";

/// Did somebody register with an address of this mailbox whose mail has not left?
pub async fn is_registration_waiting(connection: &mut Connection, mailbox: &str) -> Result<bool> {
    sql(format!(
        "SELECT EXISTS (SELECT 1 FROM mails m JOIN accounts a ON a.id = m.partition \
         WHERE m.kind = 'verify_address' AND m.settled_at IS NULL AND {UNVERIFIED_OF_MAILBOX}) AS found"
    ))
    .bind(mailbox)
    .value(connection)
    .await
}

/// Did somebody register after this account, which nobody has verified, with an address of this mailbox?
pub async fn is_registered_later(connection: &mut Connection, mailbox: &str, account: Uuid) -> Result<bool> {
    sql(format!(
        "SELECT EXISTS (SELECT 1 FROM accounts a, accounts o WHERE o.id = $2 AND a.created_at >= o.created_at \
         AND a.id > o.id AND {UNVERIFIED_OF_MAILBOX}) AS found"
    ))
    .bind(mailbox)
    .bind(account)
    .value(connection)
    .await
}

/// Was a later mail of the same kind queued in the partition of this one?
pub async fn is_repeated(connection: &mut Connection, partition: Uuid, mail: Uuid) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM mails m JOIN mails l ON l.partition = m.partition AND l.kind = m.kind \
         AND (l.created_at, l.id) > (m.created_at, m.id) WHERE m.partition = $1 AND m.id = $2) AS found")
    .bind(partition)
    .bind(mail)
    .value(connection)
    .await
}

/// Is the mail of an invitation on its way, or did it leave?
pub async fn is_invitation_mailed(connection: &mut Connection, game: Uuid, invitation: Uuid) -> Result<bool> {
    sql("SELECT EXISTS (SELECT 1 FROM mails WHERE partition = $1 AND payload->>'invitation' = $2 \
         AND (settled_at IS NULL OR result IN ('sent', 'collected'))) AS found")
    .bind(game)
    .bind(Some(invitation.to_string()))
    .value(connection)
    .await
}

/// Stores that an address refuses mails that it did not ask for.
pub async fn refuse(connection: &mut Connection, email_hash: &[u8], at: Instant) -> Result<()> {
    diesel::insert_into(refused_addresses::table)
        .values((refused_addresses::email_hash.eq(email_hash), refused_addresses::created_at.eq(at)))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

pub async fn allow(connection: &mut Connection, email_hashes: &[Vec<u8>]) -> Result<()> {
    let refused = refused_addresses::table.filter(refused_addresses::email_hash.eq_any(email_hashes));
    diesel::delete(refused).run(connection).await
}

pub async fn is_refused(connection: &mut Connection, email_hashes: &[Vec<u8>]) -> Result<bool> {
    let refused = refused_addresses::table.filter(refused_addresses::email_hash.eq_any(email_hashes));
    diesel::select(exists(refused)).get_result(connection).await
}
