//! Carries mails out, several at the same moment: claim, send, settle. What the mails are about is their queue's.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use lettre::address::Address;

use super::attempts;
use super::meanwhile::meanwhile;
use super::shift::Shift;
use crate::app::App;
use crate::notices::{Delivered, Letter, Mailer, Undelivered, letter};
use crate::service::answers;
use crate::store::claimed_mail::{self, ClaimedMail};
use crate::store::mail_queue::Lease;
use crate::store::settled::{MailResult, Settled};
use crate::store::{Connection, Pool, StoreError, pool};

/// How long mails that are on their way may still take when the work is to end.
const GRACE: Duration = Duration::from_secs(8);
/// How long to wait before an outcome that could not be noted is noted again.
const NOTE_AGAIN: Duration = Duration::from_millis(500);
const MOST_NOTES: usize = 20;

pub struct Post {
    pub app: App,
    pub pool: Pool,
    pub mailer: Mailer,
}

pub trait Queue {
    /// A mail of it that is ours for a while.
    type Claimed: ClaimedMail;
    async fn claim(
        &self,
        post: &Post,
        connection: &mut Connection,
        lease: Lease,
        most: i64,
    ) -> Result<Vec<Self::Claimed>, StoreError>;
    /// Writes the letter at the last moment; `None` when it has nothing to say any more.
    async fn compose(
        &self,
        post: &Post,
        connection: &mut Connection,
        claimed: &Self::Claimed,
        to: &Address,
    ) -> Result<Option<Letter>, Undelivered>;
    /// What it is, for the log: nothing that a stranger may not read.
    fn label(&self, claimed: &Self::Claimed) -> String;
}

impl Post {
    fn lease(&self) -> Lease {
        let now = self.app.now();
        let seconds = i64::try_from(self.app.settings.work.lease_seconds).unwrap_or(i64::MAX);
        Lease { now, until: now + TimeDelta::try_seconds(seconds).unwrap_or(TimeDelta::MAX) }
    }

    /// Nobody sends a mail for longer than this, so that nobody else begins before.
    fn longest_sending(&self) -> Duration {
        Duration::from_secs(self.app.settings.work.lease_seconds) * 2 / 3
    }

    fn most_attempts(&self) -> i16 {
        i16::try_from(self.app.settings.work.mail_attempts).unwrap_or(i16::MAX)
    }

    async fn lend(&self) -> Result<pool::PooledConnection, Undelivered> {
        pool::acquire(&self.pool)
            .await
            .map_err(|_| Undelivered::Later("the database can't be reached".to_owned()))
    }
}

/// Empties `queue` whenever there is something in it.
pub async fn deliver(queue: &impl Queue, post: &Post, mut shift: Shift) {
    let at_once = post.app.settings.work.mails_at_once.max(1);
    let mut on_their_way = FuturesUnordered::new();
    // A claim costs about as much for one mail as for several: it is worth it for half of the places, and now and then
    // for a single one, since mails that hang must not hold the others up.
    let mut is_worth_it = true;
    while !shift.is_over() {
        if is_worth_it {
            let free = at_once - on_their_way.len();
            for claimed in meanwhile(claim(queue, post, free), &mut on_their_way).await {
                on_their_way.push(carry(queue, post, claimed));
            }
        }
        tokio::select! {
            Some(()) = on_their_way.next() => is_worth_it = on_their_way.len() * 2 <= at_once,
            _ = shift.goes_on() => is_worth_it = true,
        }
    }
    let rest = async { while on_their_way.next().await.is_some() {} };
    if tokio::time::timeout(GRACE, rest).await.is_err() {
        tracing::warn!("mails were left on their way; they are sent again when their lease is over");
    }
}

async fn claim<Q: Queue>(queue: &Q, post: &Post, free: usize) -> Vec<Q::Claimed> {
    if free == 0 {
        return vec![];
    }
    let Ok(mut connection) = pool::acquire(&post.pool).await else { return vec![] };
    let most = i64::try_from(free).unwrap_or(i64::MAX);
    queue.claim(post, &mut connection, post.lease(), most).await.unwrap_or_else(|error| {
        tracing::error!(%error, "mails could not be claimed");
        vec![]
    })
}

async fn carry<Q: Queue>(queue: &Q, post: &Post, claimed: Q::Claimed) {
    let attempt = claimed.attempt();
    let outcome = if attempt > post.most_attempts() {
        // Whoever claimed it before has never come back.
        Err(Undelivered::Never("every worker that tried it broke down".to_owned()))
    } else {
        let sending = tokio::time::timeout(post.longest_sending(), send(queue, post, &claimed));
        sending.await.unwrap_or_else(|_| Err(Undelivered::Later("sending took too long".to_owned())))
    };
    let settled = attempts::settled(&outcome, attempt, post.most_attempts(), post.app.now());
    log(&queue.label(&claimed), attempt, &settled);
    note(queue, post, &claimed, &settled).await;
    if let (Err(Undelivered::Refused { status, .. }), Settled::Finally { .. }) = (&outcome, &settled) {
        count(post, &claimed, status).await;
    }
}

/// Counts a mail against its address that the server refused for good.
async fn count(post: &Post, claimed: &impl ClaimedMail, status: &str) {
    let (Some(account), Some(address)) = (claimed.account(), claimed.address()) else { return };
    let counted = async {
        let mut connection = pool::acquire(&post.pool).await?;
        answers::undeliverable(&post.app, &mut connection, account, address, status).await
    };
    if let Err(error) = counted.await {
        tracing::warn!(%error, "a refused mail could not be counted");
    }
}

async fn send<Q: Queue>(queue: &Q, post: &Post, claimed: &Q::Claimed) -> Result<Delivered, Undelivered> {
    let Some(address) = claimed.address() else { return Ok(Delivered::Withdrawn) };
    let to = letter::address(address)?;
    let compose = async || {
        let mut connection = post.lend().await?;
        queue.compose(post, &mut connection, claimed, &to).await
    };
    let back = back(post, claimed, address).await?;
    post.mailer.deliver(&to, back.as_ref(), async || fresh(post, compose()).await).await
}

/// Where the mail comes back to if nobody can take it.
async fn back(
    post: &Post,
    claimed: &impl ClaimedMail,
    address: &str,
) -> Result<Option<Address>, Undelivered> {
    let Some(account) = claimed.account() else { return Ok(None) };
    if !post.app.settings.replies.are_taken() {
        return Ok(None);
    }
    let mut connection = post.lend().await?;
    let sender = answers::sender(&post.app, &mut connection, account, address).await;
    let sender = sender.map_err(|_| Undelivered::Later("the mail could not be addressed".to_owned()))?;
    Ok(sender.and_then(|sender| sender.parse().ok()))
}

/// A sent mail of which nobody knows would be sent twice: noting it is tried harder than anything else.
async fn note<Q: Queue>(queue: &Q, post: &Post, claimed: &Q::Claimed, settled: &Settled<'_>) {
    for _ in 0..MOST_NOTES {
        let noted = match pool::acquire(&post.pool).await {
            Ok(mut connection) => claimed_mail::settle(&mut connection, claimed, settled)
                .await
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match noted {
            Ok(true) => return,
            Ok(false) => {
                tracing::error!(
                    mail = queue.label(claimed),
                    "the lease of a mail was over before it was sent"
                );
                return;
            }
            Err(error) => {
                tracing::warn!(mail = queue.label(claimed), %error, "an outcome could not be noted")
            }
        }
        tokio::time::sleep(NOTE_AGAIN).await;
    }
}

fn log(mail: &str, attempt: i16, settled: &Settled<'_>) {
    match *settled {
        Settled::Finally { result: MailResult::Dead, problem, .. } => {
            tracing::error!(mail, attempt, problem, "a mail was given up");
        }
        Settled::Finally { result, .. } => tracing::info!(mail, attempt, result = result.word(), "a mail"),
        Settled::Again { due_at, problem } => {
            tracing::warn!(mail, attempt, problem, %due_at, "a mail will be tried again");
        }
    }
}

/// Composes within the time in which what is read stays true.
async fn fresh<T>(
    post: &Post,
    composing: impl Future<Output = Result<T, Undelivered>>,
) -> Result<T, Undelivered> {
    let most = Duration::from_millis(post.app.settings.work.fresh_milliseconds);
    let late = |_| Undelivered::Later("composing took too long".to_owned());
    tokio::time::timeout(most, composing).await.map_err(late)?
}
