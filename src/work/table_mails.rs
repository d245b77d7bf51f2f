//! Mails about tables.

use lettre::address::Address;

use super::post::{Post, Queue};
use super::wanted;
use crate::notices::{self, Letter, Undelivered, masked};
use crate::store::mail_queue::Lease;
use crate::store::table_mail_queue::{self, Claimed};
use crate::store::{Connection, StoreError};

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
        wanted::claim(post, connection, async |connection| {
            table_mail_queue::claim(connection, lease, most).await
        })
        .await
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

    fn label(&self, mail: &Claimed) -> String {
        let to = masked(mail.email.as_deref().unwrap_or_default());
        format!("{} {} about table {} to {to}", mail.kind, mail.id, mail.game)
    }
}
