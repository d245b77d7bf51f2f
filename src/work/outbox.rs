//! Notices about games.

use super::post::{Lease, Post, Queue, fresh};
use crate::notices::{self, Delivered, Undelivered, masked};
use crate::store::outbox::{self, Claimed};
use crate::store::settled::Settled;
use crate::store::{Connection, StoreError, pool};

/// The outbox.
pub struct Outbox;

impl Queue for Outbox {
    type Claimed = Claimed;

    async fn claim(&self, post: &Post, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
        let Ok(mut connection) = pool::lend(&post.pool).await else { return Ok(vec![]) };
        outbox::claim(&mut connection, lease.now, lease.until, most).await
    }

    async fn send(&self, post: &Post, notice: &Claimed) -> Result<Delivered, Undelivered> {
        // An account that is gone needs no mail.
        let Some(address) = &notice.email else { return Ok(Delivered::Withdrawn) };
        let to = notices::letter::address(address)?;
        let domain = post.mailer.domain();
        post.mailer
            .deliver(&to, async || {
                fresh(async {
                    let mut connection = post.lend().await?;
                    notices::compose::game(&post.app, &mut connection, notice, &to, domain).await
                })
                .await
            })
            .await
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
