//! The life of a mail that waits: claimed by one worker at a time, settled once.
//!
//! A claim is a lease and no lock: the conversation with a mail server must not keep a row locked, and a worker that
//! dies leaves its mails to others as soon as the lease is over. Due mails are found by a plain read, and each is
//! claimed by an update of its own row that only one worker can win; so nothing here ever locks across games.

use diesel::deserialize;
use diesel::pg::Pg;
use diesel::row::NamedRow;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::MailPayload;
use crate::sql::{Field, Statement, by_name, sql, text_columns};
use crate::{Connection, Result};
use time_control::Instant;

/// This many claims whose worker never came back count as one attempt. Workers are killed for other reasons, too; but a
/// mail that crashes every worker must not be tried for ever.
const ABANDONED_ATTEMPT: i16 = 8;

/// A part of the queue. Lanes don't wait for each other: a log-in link leaves at once while thousands of game mails
/// wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Mails about accounts, such as a log-in link that its reader waits for, and digests.
    Accounts,
    /// Mails about games, and announcements, which go to everybody.
    Games,
}

#[derive(Debug, Clone, Copy)]
pub struct Lease {
    /// Mails that are due at this instant can be claimed.
    pub now: Instant,
    /// From this instant on another worker can claim the mail.
    pub until: Instant,
}

by_name! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct MailKey {
        /// The game, the account or the announcement that the mail belongs to.
        pub partition: Uuid,
        pub id: Uuid,
    }

    /// A mail that this worker has claimed until the lease ends, and the reader.
    #[derive(Debug, Clone)]
    pub struct ClaimedMail {
        pub key: MailKey,
        pub kind: String,
        /// The account of the reader; `None`: an address without an account.
        pub account: Option<Uuid>,
        address: Option<String>,
        pub seat: Option<i16>,
        pub version: Option<i64>,
        pub decision: Option<String>,
        pub payload: MailPayload,
        /// The request that caused the mail.
        pub request: Option<Uuid>,
        /// When what the mail says became true.
        pub created_at: Instant,
        /// The number of this attempt, from 1.
        pub attempts: i16,
        /// Identifies the lease; `None` for a mail that was collected or never queued, which can't be settled.
        claimed_until: Option<Instant>,
        /// Since when the mail server has not been reached, or has not taken the mail.
        pub waiting_since: Option<Instant>,
        /// Why the mail was last put off although it was due; `None` if it never was.
        pub held: Option<String>,
        /// `None` once the account is gone, and for an address without an account.
        pub reader: Option<MailReader>,
    }

    #[derive(Debug, Clone)]
    pub struct MailReader {
        pub name: String,
        pub email: String,
        pub language: String,
        pub time_zone: String,
        pub verified_at: Option<Instant>,
    }
}

const COLUMNS: &str = "partition, id, kind, account_id AS account, address, seat, version, decision, \
    payload::text AS payload, request, created_at, attempts, claimed_until, waiting_since, held";

impl Field for Option<MailReader> {
    /// A row of `mails` has no columns of the reader, who is found by another statement.
    fn read<'a>(_: &impl NamedRow<'a, Pg>, _: &str) -> deserialize::Result<Self> {
        Ok(None)
    }
}

impl ClaimedMail {
    /// A mail that was never queued, for the items of the inbox that a digest lists beside its collected mails.
    pub fn unqueued(partition: Uuid, kind: &str, account: Uuid, reader: &MailReader, at: Instant) -> Self {
        Self {
            key: MailKey { partition, id: Uuid::nil() },
            kind: kind.to_owned(),
            account: Some(account),
            address: None,
            seat: None,
            version: None,
            decision: None,
            payload: MailPayload::default(),
            request: None,
            created_at: at,
            attempts: 0,
            claimed_until: None,
            waiting_since: None,
            held: None,
            reader: Some(reader.clone()),
        }
    }

    /// The game that the mail is about; `None` for mails about an account or an address, for digests and announcements.
    pub fn game(&self) -> Option<Uuid> {
        // The partition of a mail about an account is that account. An address without an account is mailed about a
        // game by an invitation only.
        let is_about_game = match self.account {
            _ if self.payload.announcement.is_some() => false,
            Some(account) => account != self.key.partition,
            None => self.payload.invitation.is_some(),
        };
        is_about_game.then_some(self.key.partition)
    }

    /// The address that the mail is sent to; `None` once its account is gone.
    pub fn to(&self) -> Option<&str> {
        // A mail about an account may go to an address that is not the account's (yet). It ends with the account, too.
        if self.account.is_some() && self.reader.is_none() {
            return None;
        }
        self.address.as_deref().or(self.reader.as_ref().map(|reader| reader.email.as_str()))
    }

    pub fn name(&self) -> &str {
        self.reader.as_ref().map_or("", |reader| &reader.name)
    }

    pub fn language(&self) -> &str {
        self.reader.as_ref().map_or("", |reader| &reader.language)
    }
}

/// Of the unsettled notifications with a version for one reader and game, only the oldest can be claimed, so that they
/// arrive in the order in which they became true. A notification that the reader's preferences put off does not block
/// the later ones; one that waits for the mail server does, whatever its attempts.
///
/// The condition is a subquery of one value, which is a look-up for each mail; `NOT EXISTS` may be planned as a join
/// with all mails that wait.
const IN_ORDER: &str = "NOT coalesce((SELECT true FROM mails b WHERE b.partition = m.partition \
    AND b.account_id = m.account_id AND b.settled_at IS NULL \
    AND NOT ((b.held IS NOT NULL OR b.attempts = 0) AND b.waiting_since IS NULL AND b.due_at > m.due_at) AND (b.version, b.kind) < (m.version, m.kind) \
    LIMIT 1), false)";

/// How many due mails are read when `most` are to be claimed: more than `most`, since other workers claim some of them
/// first. The number is written into the text of the statement: without a bound in it PostgreSQL plans for a third of
/// all mails that wait. It is a power of two, so that each connection prepares only a few texts.
pub fn most_found(most: usize) -> usize {
    most.clamp(8, 1024).next_power_of_two() * 4
}

/// Claims at most `most` mails of a lane that are due, the longest due first.
pub async fn claim(
    connection: &mut Connection,
    lane: Lane,
    lease: Lease,
    most: usize,
) -> Result<Vec<ClaimedMail>> {
    let mut claimed = Vec::new();
    for key in due(connection, lane, lease.now, most).await? {
        if claimed.len() == most {
            break;
        }
        claimed.extend(claim_one(connection, key, lease).await?);
    }
    Ok(claimed)
}

async fn due(connection: &mut Connection, lane: Lane, now: Instant, most: usize) -> Result<Vec<MailKey>> {
    // Each condition is that of a partial index over its lane.
    let of_lane = match lane {
        Lane::Accounts => "m.partition = m.account_id",
        Lane::Games => "m.partition IS DISTINCT FROM m.account_id",
    };
    sql(format!(
        "SELECT m.partition, m.id FROM mails m WHERE m.settled_at IS NULL AND {of_lane} AND m.due_at <= $1 \
         AND (m.claimed_until IS NULL OR m.claimed_until <= $1) AND {IN_ORDER} \
         ORDER BY m.due_at, m.version, m.created_at LIMIT {}",
        most_found(most)
    ))
    .bind(now)
    .load(connection)
    .await
}

/// Claims one mail, unless another worker was faster.
async fn claim_one(connection: &mut Connection, key: MailKey, lease: Lease) -> Result<Option<ClaimedMail>> {
    // The attempt is counted here and not when it is settled, so that a mail that kills its worker has a count, too.
    let mail: Option<ClaimedMail> = sql(format!(
        "UPDATE mails SET attempts = attempts + CASE WHEN claimed_until IS NULL \
         OR abandoned % {ABANDONED_ATTEMPT} = {ABANDONED_ATTEMPT} - 1 THEN 1 ELSE 0 END, \
         abandoned = abandoned + (claimed_until IS NOT NULL)::int, claimed_until = $4 \
         WHERE partition = $1 AND id = $2 AND settled_at IS NULL AND due_at <= $3 \
         AND (claimed_until IS NULL OR claimed_until <= $3) RETURNING {COLUMNS}"
    ))
    .bind(key.partition)
    .bind(key.id)
    .bind(lease.now)
    .bind(lease.until)
    .get_optional(connection)
    .await?;
    let Some(mut mail) = mail else { return Ok(None) };
    if let Some(account) = mail.account {
        mail.reader = reader(connection, account).await?;
    }
    Ok(Some(mail))
}

async fn reader(connection: &mut Connection, account: Uuid) -> Result<Option<MailReader>> {
    sql(
        "SELECT name, email, language, time_zone, verified_at FROM accounts WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(account)
    .get_optional(connection)
    .await
}

/// The mails that were collected in a digest: those about games in play first, then those about games before their
/// start, each oldest first. They are settled, so no lease is held on them.
pub async fn collected(connection: &mut Connection, digest: &ClaimedMail) -> Result<Vec<ClaimedMail>> {
    let mut mails: Vec<ClaimedMail> = sql(format!(
        "SELECT {COLUMNS} FROM mails m WHERE collected_in = $1 \
         ORDER BY seat IS NULL, created_at, m.partition, version, kind, m.id"
    ))
    .bind(digest.key.id)
    .load(connection)
    .await?;
    mails.iter_mut().for_each(|mail| mail.reader = digest.reader.clone());
    Ok(mails)
}

text_columns! {
    /// The result of a mail that has left the queue.
    pub enum MailResult {
        Sent,
        Collected,
        /// What the mail says was no longer true.
        Stale,
        /// The preferences or the address of the reader forbid the mail.
        Suppressed,
        Dead,
        /// The mail was dead, and an operator has dropped it.
        Dropped,
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    Final {
        at: Instant,
        result: MailResult,
        /// Why the mail was not sent; `None` if it was.
        reason: Option<String>,
        /// Why the last attempt failed, without addresses and passwords.
        problem: Option<String>,
    },
    Again {
        due_at: Instant,
        /// Why the attempt failed, without addresses and passwords.
        problem: String,
    },
    /// The mail server was not reached, or did not take the mail for now (4xx). That is no attempt.
    Waiting {
        since: Instant,
        due_at: Instant,
        /// Why the attempt failed, without addresses and passwords.
        problem: String,
        /// Does the server take no mail at all, rather than not this one?
        is_server: bool,
    },
    /// The mail is put off, by the reader's preferences or by the limit of its address. That is no attempt.
    Held {
        until: Instant,
        why: &'static str,
    },
    Collected {
        at: Instant,
        into: Uuid,
    },
}

/// Settles a claimed mail; `false` when the lease had passed to another worker.
pub async fn settle(
    connection: &mut Connection,
    mail: &ClaimedMail,
    settlement: &Settlement,
) -> Result<bool> {
    // `claimed_until` identifies the lease: a worker that comes too late must not settle the claim of another one.
    let statement = |set: &str| {
        sql(format!(
            "UPDATE mails SET claimed_until = NULL, {set} \
             WHERE partition = $1 AND id = $2 AND claimed_until = $3 AND settled_at IS NULL"
        ))
        .bind(mail.key.partition)
        .bind(mail.key.id)
        .bind(mail.claimed_until)
    };
    let statement = match settlement {
        Settlement::Final { at, result, reason, problem } => {
            statement("settled_at = $4, result = $5, reason = $6, problem = $7")
                .bind(at)
                .bind(*result)
                .bind(reason)
                .bind(problem)
        }
        Settlement::Again { due_at, problem } => {
            statement("due_at = $4, problem = $5").bind(due_at).bind(problem)
        }
        // `claim_one` has counted an attempt, and waiting is none. A mail that gets through shows that the server can
        // be reached, and `release` brings forward the mails that wait. It shows nothing about a mail that the server
        // itself defers: that one is brought forward once only (`released`), or each mail that is sent would have it
        // tried again.
        Settlement::Waiting { since, due_at, problem, is_server } => statement(
            "attempts = greatest(attempts - 1, 0), waiting_since = $4, due_at = $5, problem = $6, \
                 released = released AND NOT $7",
        )
        .bind(since)
        .bind(due_at)
        .bind(problem)
        .bind(*is_server),
        Settlement::Held { until, why } => statement(
            "attempts = greatest(attempts - 1, 0), waiting_since = NULL, released = false, due_at = $4, \
                 held = $5",
        )
        .bind(until)
        .bind(*why),
        Settlement::Collected { at, into } => {
            statement("settled_at = $4, result = 'collected', collected_in = $5").bind(at).bind(into)
        }
    };
    statement.affects_any(connection).await
}

/// Makes at most `most` mails that wait for the mail server due at `now`, after another mail got through; returns how
/// many.
pub async fn release(connection: &mut Connection, now: Instant, most: usize) -> Result<usize> {
    let waiting: Vec<MailKey> = sql(format!(
        "SELECT partition, id FROM mails WHERE settled_at IS NULL AND waiting_since IS NOT NULL AND released IS NOT TRUE \
         AND due_at > $1 ORDER BY waiting_since LIMIT {most}"
    ))
    .bind(now)
    .load(connection)
    .await?;
    let mut released = 0;
    // One by one, like every claim: no statement locks rows of several games.
    for key in waiting {
        released += sql(
            "UPDATE mails SET due_at = $3, released = true WHERE partition = $1 AND id = $2 AND settled_at IS NULL \
             AND waiting_since IS NOT NULL AND released IS NOT TRUE AND due_at > $3 AND claimed_until IS NULL",
        )
        .bind(key.partition)
        .bind(key.id)
        .bind(now)
        .execute(connection)
        .await?;
    }
    Ok(released)
}
