//! Mails about accounts.

use lettre::address::Address;

use super::post::{Post, Queue};
use crate::notices::{self, Letter, Undelivered, masked};
use crate::service::accounts::{answer_requests, suspend_orders};
use crate::store::account_mail_queue::{self, Claimed};
use crate::store::mail_queue::Lease;
use crate::store::{Connection, StoreError};

pub struct AccountMails;

impl Queue for AccountMails {
    type Claimed = Claimed;

    async fn claim(
        &self,
        post: &Post,
        connection: &mut Connection,
        lease: Lease,
        most: i64,
    ) -> Result<Vec<Claimed>, StoreError> {
        if let Err(error) = answer_requests(&post.app, connection).await {
            tracing::error!(%error, "what was asked for addresses could not be answered");
        }
        if let Err(error) = suspend_orders(&post.app, connection).await {
            tracing::error!(%error, "standing orders could not be suspended");
        }
        account_mail_queue::claim(connection, lease, most).await
    }

    async fn compose(
        &self,
        post: &Post,
        connection: &mut Connection,
        mail: &Claimed,
        to: &Address,
    ) -> Result<Option<Letter>, Undelivered> {
        notices::compose::account(&post.app, connection, mail, to, post.mailer.domain()).await
    }

    fn label(&self, mail: &Claimed) -> String {
        format!("{} {} to {}", mail.kind, mail.id, masked(&mail.email))
    }
}
