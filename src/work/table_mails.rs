//! Mails about tables.

use lettre::address::Address;
use uuid::Uuid;

use super::post::{Post, Queue};
use super::wanted::{MOST_ROUNDS, wanted};
use crate::notices::{self, Letter, Undelivered, masked};
use crate::store::mail_queue::Lease;
use crate::store::settled::Settled;
use crate::store::table_mail_queue::{self, Claimed};
use crate::store::{Connection, StoreError};

/// The mails about tables that wait.
pub struct TableMails;

impl Queue for TableMails {
    type Claimed = Claimed;

    async fn claim(
        &self,
        post: &Post,
        connection: &mut Connection,
        lease: Lease,
        most: i64,
    ) -> Result<Vec<Claimed>, StoreError> {
        for _ in 0..MOST_ROUNDS {
            let claimed = table_mail_queue::claim(connection, lease, most).await?;
            let is_empty = claimed.is_empty();
            let wanted = wanted(&post.app, connection, claimed).await;
            if is_empty || !wanted.is_empty() {
                return Ok(wanted);
            }
        }
        Ok(vec![])
    }

    fn address<'c>(&self, mail: &'c Claimed) -> Option<&'c str> {
        mail.email.as_deref()
    }

    fn account(&self, mail: &Claimed) -> Option<Uuid> {
        mail.account
    }

    async fn compose(
        &self,
        post: &Post,
        connection: &mut Connection,
        mail: &Claimed,
        to: &Address,
    ) -> Result<Option<Letter>, Undelivered> {
        notices::compose::table(&post.app, connection, mail, to, post.mailer.domain()).await
    }

    async fn settle(
        &self,
        connection: &mut Connection,
        mail: &Claimed,
        settled: &Settled<'_>,
    ) -> Result<bool, StoreError> {
        table_mail_queue::settle(connection, mail, settled).await
    }

    fn attempt(&self, mail: &Claimed) -> i16 {
        mail.attempts
    }

    fn label(&self, mail: &Claimed) -> String {
        let to = masked(mail.email.as_deref().unwrap_or_default());
        format!("{} {} about table {} to {to}", mail.kind, mail.id, mail.game)
    }
}
