//! Mails that follow answers: receipts, exact errors, the next question.

use lettre::address::Address;

use super::post::{Post, Queue};
use crate::notices::{self, Letter, Undelivered, masked};
use crate::store::answer_mail_queue::{self, Claimed};
use crate::store::mail_queue::Lease;
use crate::store::{Connection, StoreError};

/// The mails that follow answers and wait.
pub struct AnswerMails;

impl Queue for AnswerMails {
    type Claimed = Claimed;

    async fn claim(
        &self,
        _post: &Post,
        connection: &mut Connection,
        lease: Lease,
        most: i64,
    ) -> Result<Vec<Claimed>, StoreError> {
        answer_mail_queue::claim(connection, lease, most).await
    }

    async fn compose(
        &self,
        post: &Post,
        connection: &mut Connection,
        mail: &Claimed,
        to: &Address,
    ) -> Result<Option<Letter>, Undelivered> {
        notices::compose::answer(&post.app, connection, mail, to, post.mailer.domain()).await
    }

    fn label(&self, mail: &Claimed) -> String {
        let to = masked(mail.email.as_deref().unwrap_or_default());
        format!("{} {} in game {} to {to}", mail.kind, mail.id, mail.game)
    }
}
