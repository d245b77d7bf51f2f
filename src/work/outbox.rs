//! Notices about games.

use lettre::address::Address;

use super::post::{Post, Queue};
use super::wanted;
use crate::notices::{self, Letter, Undelivered, masked};
use crate::store::mail_queue::Lease;
use crate::store::outbox::{self, Claimed};
use crate::store::{Connection, StoreError};

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
        wanted::claim(post, connection, async |connection| outbox::claim(connection, lease, most).await).await
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

    fn label(&self, notice: &Claimed) -> String {
        let to = masked(notice.email.as_deref().unwrap_or_default());
        format!("{} of version {} in game {} to {to}", notice.kind, notice.version, notice.game)
    }
}
