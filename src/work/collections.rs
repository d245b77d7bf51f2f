//! Mails that hold several notices.

use lettre::address::Address;

use super::post::{Post, Queue};
use crate::notices::{self, Letter, Undelivered, masked};
use crate::store::mail_collections::{self, Claimed};
use crate::store::mail_queue::Lease;
use crate::store::{Connection, StoreError};

pub struct Collections;

impl Queue for Collections {
    type Claimed = Claimed;

    async fn claim(
        &self,
        _post: &Post,
        connection: &mut Connection,
        lease: Lease,
        most: i64,
    ) -> Result<Vec<Claimed>, StoreError> {
        mail_collections::claim(connection, lease, most).await
    }

    async fn compose(
        &self,
        post: &Post,
        connection: &mut Connection,
        mail: &Claimed,
        to: &Address,
    ) -> Result<Option<Letter>, Undelivered> {
        notices::compose::collection(&post.app, connection, mail, to, post.mailer.domain()).await
    }

    fn label(&self, mail: &Claimed) -> String {
        let to = masked(mail.email.as_deref().unwrap_or_default());
        format!("{} {} to {to}", mail.kind, mail.id)
    }
}
