//! Suppressed addresses: they get no more mail, because what was sent to them was not delivered.
//!
//! A failure is *for good* where the status speaks of the address itself: there is no such mailbox or domain. Then the
//! address is stopped at once. Every other failure (a policy, a mailbox that is full, a server that never answered) may
//! pass: it stops the address only after several in a row over some days. It makes no difference whether a report says
//! so or the server to which a mail is handed over. A row ends when the player answers by mail, changes the address or
//! resumes mail, and when nothing failed for a while.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::app::Environment;
use crate::error::Error;
use crate::store::{self, Connection, suppressed_addresses};
use crate::time_control::Instant;

/// An address is suppressed after this many failures in a row,
const MAX_FAILURES: i16 = 5;
/// if at least this many days lie between the first and the last of them.
const MIN_DAYS: i64 = 3;
/// Failures that are further apart, in days, are not in a row.
const APART_DAYS: i64 = 7;

/// Since when an account's address gets no mail, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppressedAddress {
    /// Since when.
    pub at: Instant,
    /// The status that its mail server gave, such as `5.1.1`.
    pub status: String,
}

/// Does the enhanced status (RFC 3463) say that the address will never take mail?
pub fn is_for_good(status: &str) -> bool {
    match status {
        // They speak of the sender.
        "5.1.7" | "5.1.8" => false,
        // The mailbox is disabled; there is no way to the domain.
        "5.2.1" | "5.4.4" => true,
        _ => status.starts_with("5.1."),
    }
}

/// Counts a mail that its account did not get, to the address that compares as `key`, with the enhanced status that was
/// given. Nothing happens when the account has another address by now.
pub async fn undeliverable(
    app: &Environment,
    connection: &mut Connection,
    account: Uuid,
    key: &str,
    status: &str,
) -> Result<(), Error> {
    let account = store::accounts::find(connection, account).await?;
    let Some(account) = account.filter(|account| account.email_key == key) else { return Ok(()) };
    if !is_for_good(status) && !is_one_too_many(app, connection, account.id, key).await? {
        tracing::warn!(account = %account.id, status, "a mail was not delivered");
        return Ok(());
    }
    tracing::warn!(account = %account.id, status, "mail is not delivered: the address gets no more");
    let stop = suppressed_addresses::SuppressedAddressRow {
        account_id: account.id,
        email_key: key.to_owned(),
        status: status.to_owned(),
        stopped_at: app.now(),
    };
    Ok(suppressed_addresses::stop(connection, &stop).await?)
}

/// Counts a failure that may pass; `true` when there were enough of them.
async fn is_one_too_many(
    app: &Environment,
    connection: &mut Connection,
    account: Uuid,
    email_key: &str,
) -> Result<bool, Error> {
    let now = app.now();
    let row_ended = now - TimeDelta::days(APART_DAYS);
    let row = suppressed_addresses::count_failure(connection, account, email_key, now, row_ended).await?;
    Ok(row.failures >= MAX_FAILURES && now - row.first_at >= TimeDelta::days(MIN_DAYS))
}

/// Mail has reached the account: failures before that are in a row with none to come.
pub async fn delivered(connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    Ok(suppressed_addresses::clear_failures(connection, account).await?)
}

/// Since when and why the present address of an account gets no mail; `None` if it does.
pub async fn suppressed(
    connection: &mut Connection,
    account: Uuid,
) -> Result<Option<SuppressedAddress>, Error> {
    let stop = suppressed_addresses::of(connection, account).await?;
    Ok(stop.map(|stop| SuppressedAddress { at: stop.stopped_at, status: stop.status }))
}

/// Lets mail flow again to the address of an account.
pub async fn resume(connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    suppressed_addresses::lift(connection, account).await?;
    delivered(connection, account).await
}

#[cfg(test)]
mod tests {
    use super::is_for_good;

    #[test]
    fn only_what_speaks_of_the_address_is_for_good() {
        for status in ["5.1.1", "5.1.2", "5.1.10", "5.2.1", "5.4.4"] {
            assert!(is_for_good(status), "{status}");
        }
        for status in ["5.0.0", "5.1.7", "5.1.8", "5.2.2", "5.3.4", "5.7.1", "5.7.26", "4.1.1", "4.4.7"] {
            assert!(!is_for_good(status), "{status}");
        }
    }
}
