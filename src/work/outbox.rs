//! Notices about games.

use lettre::address::Address;
use uuid::Uuid;

use super::post::{Post, Queue};
use super::wanted::{MOST_ROUNDS, wanted};
use crate::notices::{self, Letter, Undelivered, masked};
use crate::store::mail_queue::Lease;
use crate::store::outbox::{self, Claimed};
use crate::store::settled::Settled;
use crate::store::{Connection, StoreError};

/// The outbox.
pub struct Outbox;

impl Queue for Outbox {
    type Claimed = Claimed;

    async fn claim(
        &self,
        post: &Post,
        connection: &mut Connection,
        lease: Lease,
        most: i64,
    ) -> Result<Vec<Claimed>, StoreError> {
        for _ in 0..MOST_ROUNDS {
            let claimed = outbox::claim(connection, lease, most).await?;
            let is_empty = claimed.is_empty();
            let wanted = wanted(&post.app, connection, claimed).await;
            if is_empty || !wanted.is_empty() {
                return Ok(wanted);
            }
        }
        Ok(vec![])
    }

    fn address<'c>(&self, notice: &'c Claimed) -> Option<&'c str> {
        notice.email.as_deref()
    }

    fn account(&self, notice: &Claimed) -> Option<Uuid> {
        Some(notice.account)
    }

    async fn compose(
        &self,
        post: &Post,
        connection: &mut Connection,
        notice: &Claimed,
        to: &Address,
    ) -> Result<Option<Letter>, Undelivered> {
        notices::compose::game(&post.app, connection, notice, to, post.mailer.domain()).await
    }

    async fn settle(
        &self,
        connection: &mut Connection,
        notice: &Claimed,
        settled: &Settled<'_>,
    ) -> Result<bool, StoreError> {
        outbox::settle(connection, notice, settled).await
    }

    fn attempt(&self, notice: &Claimed) -> i16 {
        notice.attempts
    }

    fn label(&self, notice: &Claimed) -> String {
        let to = masked(notice.email.as_deref().unwrap_or_default());
        format!("{} of version {} in game {} to {to}", notice.kind, notice.version, notice.game)
    }
}
