//! Mails about accounts.

use super::post::{Lease, Post, Queue, fresh};
use crate::notices::{self, Delivered, Undelivered, masked};
use crate::service::accounts::answer_requests;
use crate::store::account_mail_queue::{self, Claimed};
use crate::store::settled::Settled;
use crate::store::{Connection, StoreError, pool};

/// The mails about accounts that wait.
pub struct AccountMails;

impl Queue for AccountMails {
    type Claimed = Claimed;

    async fn claim(&self, post: &Post, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
        let Ok(mut connection) = pool::lend(&post.pool).await else { return Ok(vec![]) };
        if let Err(error) = answer_requests(&post.app, &mut connection).await {
            tracing::error!(%error, "what was asked for addresses could not be answered");
        }
        account_mail_queue::claim(&mut connection, lease.now, lease.until, most).await
    }

    async fn send(&self, post: &Post, mail: &Claimed) -> Result<Delivered, Undelivered> {
        let to = notices::letter::address(&mail.email)?;
        let domain = post.mailer.domain();
        post.mailer
            .deliver(&to, async || {
                fresh(async {
                    let mut connection = post.lend().await?;
                    notices::compose::account(&post.app, &mut connection, mail, &to, domain).await
                })
                .await
            })
            .await
    }

    async fn settle(
        &self,
        connection: &mut Connection,
        mail: &Claimed,
        settled: &Settled<'_>,
    ) -> Result<bool, StoreError> {
        account_mail_queue::settle(connection, mail, settled).await
    }

    fn attempt(&self, mail: &Claimed) -> i16 {
        mail.attempts
    }

    fn label(&self, mail: &Claimed) -> String {
        format!("{} {} to {}", mail.kind, mail.id, masked(&mail.email))
    }
}
