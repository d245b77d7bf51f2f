//! A mail that a worker has claimed, whichever table it waits in.

use uuid::Uuid;

use super::mail_queue::{Key, MailQueue};
use super::settled::Settled;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A mail that is ours until its lease ends.
pub trait ClaimedMail {
    /// The queue it was claimed from.
    fn queue(&self) -> &'static MailQueue;
    fn key(&self) -> Key<'_>;
    fn claimed_until(&self) -> Instant;
    /// The number of this attempt, from 1.
    fn attempt(&self) -> i16;
    /// Who gets it; `None`: an address without an account.
    fn account(&self) -> Option<Uuid>;
    /// Where it goes; `None`: an account that is gone needs no mail.
    fn address(&self) -> Option<&str>;
}

/// Notes how `mail` ended; `false` when the lease had passed to somebody else.
pub async fn settle(
    connection: &mut Connection,
    mail: &impl ClaimedMail,
    settled: &Settled<'_>,
) -> Result<bool, StoreError> {
    mail.queue().settle(connection, mail.key(), mail.claimed_until(), settled).await
}
