//! Notices about games on their way out.

use diesel::Queryable;
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::claimed_mail::ClaimedMail;
use super::mail_queue::{Key, Lease, MailQueue};
use super::reading::Reading;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A notice that was claimed, and who gets it.
#[derive(Debug, Clone, Queryable)]
pub struct Claimed {
    pub game: Uuid,
    pub version: i64,
    pub seat: i16,
    pub kind: String,
    /// Who holds that seat, or did when it was written.
    pub account: Uuid,
    pub decision: Option<String>,
    pub attempts: i16,
    pub claimed_until: Instant,
    /// When it became true.
    pub created_at: Instant,
    /// The recipient's name; `None` once the account is gone, as are the next two.
    pub name: Option<String>,
    pub email: Option<String>,
    pub language: Option<String>,
}

type Columns = (
    SqlUuid,
    BigInt,
    SmallInt,
    Text,
    SqlUuid,
    Nullable<Text>,
    SmallInt,
    Timestamptz,
    Timestamptz,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
);

/// Of one recipient and game only the oldest unsettled notice is ever claimed: they arrive in the order in which they
/// became true. A notice of messages waits longer, and neither holds others up nor is held up; nor does one hold up
/// others that waits, by its reader's wish, for longer than they do. As a subquery of one value it is a look-up for each
/// notice; `NOT EXISTS` may become a join with all that wait.
const IN_ORDER: &str = "AND NOT coalesce((SELECT true FROM outbox b WHERE b.game_id = m.game_id \
    AND b.account_id = m.account_id AND b.settled_at IS NULL AND b.kind <> 'message' AND m.kind <> 'message' \
    AND NOT ((b.held IS NOT NULL OR b.attempts = 0) AND b.due_at > m.due_at) AND (b.version, b.kind) < (m.version, m.kind) \
    LIMIT 1), false)";

pub(super) static QUEUE: MailQueue = MailQueue {
    table: "outbox",
    key: &["game_id", "version", "seat", "kind"],
    game: "game_id",
    held: "held",
    besides: IN_ORDER,
    then: "version",
    read: "c.game_id, c.version, c.seat, c.kind, c.account_id, c.decision, c.attempts, c.claimed_until, \
           c.created_at, a.name, a.email, a.language \
           FROM claimed c LEFT JOIN accounts a ON a.id = c.account_id AND a.deleted_at IS NULL",
};

/// Claims at most `most` notices that are due.
pub async fn claim(connection: &mut Connection, lease: Lease, most: i64) -> Result<Vec<Claimed>, StoreError> {
    QUEUE.claim::<Columns>(lease, most).load(connection).await
}

/// The notices that went into the mail `into`, oldest first. Their leases are over.
pub async fn collected(connection: &mut Connection, into: Uuid) -> Result<Vec<Claimed>, StoreError> {
    use super::schema::{accounts, outbox};
    use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl};
    let owner = accounts::id.eq(outbox::account_id).and(accounts::deleted_at.is_null());
    outbox::table
        .left_join(accounts::table.on(owner))
        .filter(outbox::collected_in.eq(into))
        .order((outbox::created_at, outbox::game_id, outbox::version, outbox::kind))
        .select((
            outbox::game_id,
            outbox::version,
            outbox::seat,
            outbox::kind,
            outbox::account_id,
            outbox::decision,
            outbox::attempts,
            outbox::due_at,
            outbox::created_at,
            accounts::name.nullable(),
            accounts::email.nullable(),
            accounts::language.nullable(),
        ))
        .load(connection)
        .await
}

impl ClaimedMail for Claimed {
    fn queue(&self) -> &'static MailQueue {
        &QUEUE
    }

    fn key(&self) -> Key<'_> {
        Key::Notice(self.game, self.version, self.seat, &self.kind)
    }

    fn claimed_until(&self) -> Instant {
        self.claimed_until
    }

    fn attempt(&self) -> i16 {
        self.attempts
    }

    fn account(&self) -> Option<Uuid> {
        Some(self.account)
    }

    fn address(&self) -> Option<&str> {
        self.email.as_deref()
    }
}

impl Reading for Claimed {
    fn game(&self) -> Uuid {
        self.game
    }

    fn kind(&self) -> &str {
        &self.kind
    }

    fn written_at(&self) -> Instant {
        self.created_at
    }
}
