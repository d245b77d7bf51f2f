//! Suppressed addresses: they get no more mail, because what was sent to them was not delivered.
//!
//! A failure is *for good* if its status is about the address itself: there is no such mailbox or domain. It suppresses
//! the address at once. Every other failure (a policy, a mailbox that is full, a server that never answered) may pass:
//! the address is suppressed only after several in a row over some days. A failure counts alike whether a bounce
//! reports it or the server that the mail is handed to. A row of failures ends when the player answers by mail, changes
//! the address or resumes mail, and when no mail has failed for a while.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::app::Environment;
use crate::error::Error;
use crate::store::{self, Connection, suppressed_addresses};
use crate::time_control::Instant;

/// An address is suppressed after this many failures in a row, if `MIN_DAYS` have passed, too.
const MAX_FAILURES: i16 = 5;
/// The least number of days between the first and the last failure of a row that suppresses an address.
const MIN_DAYS: i64 = 3;
/// Failures that are further apart, in days, are not in a row.
const APART_DAYS: i64 = 7;

/// The suppression of an account's address: since when, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppressedAddress {
    pub at: Instant,
    /// The status that its mail server gave, such as `5.1.1`.
    pub status: String,
}

/// Does the enhanced status (RFC 3463) say that the address will never take mail?
pub fn is_for_good(status: &str) -> bool {
    match status {
        // Both are about the address of the sender.
        "5.1.7" | "5.1.8" => false,
        // The mailbox is disabled; there is no way to the domain.
        "5.2.1" | "5.4.4" => true,
        _ => status.starts_with("5.1."),
    }
}

/// Counts a mail to an account that was not delivered: the address that compares as `key` failed with the enhanced
/// status `status`. Nothing is counted if the account has another address by now.
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

/// Counts a failure that may pass; `true` if the row of failures is now long enough to suppress the address.
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

/// Ends the row of failures of an account, since mail has reached it.
pub async fn delivered(connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    Ok(suppressed_addresses::clear_failures(connection, account).await?)
}

/// The suppression of the present address of an account; `None` if mail is sent to it.
pub async fn suppressed(
    connection: &mut Connection,
    account: Uuid,
) -> Result<Option<SuppressedAddress>, Error> {
    let stop = suppressed_addresses::of(connection, account).await?;
    Ok(stop.map(|stop| SuppressedAddress { at: stop.stopped_at, status: stop.status }))
}

/// Lifts the suppression of the address of an account.
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
