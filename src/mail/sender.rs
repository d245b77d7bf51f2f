//! Sends mails: claims them, composes each at the last moment, hands it to the mail server, and stores the result with
//! its reason.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use lettre::address::Address;

use super::compose::{self, Addressing};
use super::email::{self, masked};
use super::mailer::{Mailer, Unsent};
use crate::error::Error;
use crate::notifications::suppression::{is_for_good, undeliverable};
use crate::notifications::{MailResult, Withheld, delivery};
use crate::service::identity::email_key;
use crate::service::operators::announcements;
use crate::service::recovery::{answer_requests, suspend_orders};
use crate::service::replies;
use crate::service::{App, Ctx};
use crate::store::mails::queue::{self, ClaimedMail, Lane, Lease, Settlement};
use crate::store::{Pool, pool};
use crate::telemetry::metrics;
use crate::time_control::Instant;

/// The wait before storing an outcome is tried again.
const STORE_RETRY_DELAY: Duration = Duration::from_millis(500);
const MAX_STORE_ATTEMPTS: usize = 20;
/// The most rounds of one claim. A round in which no reader wants a mail now is followed by another.
const MAX_ROUNDS: usize = 100;
/// The wait after the first failure, in seconds; each further one doubles it.
const FIRST_BACKOFF_SECONDS: i64 = 30;
const MAX_BACKOFF_SECONDS: i64 = 3_600;
/// The mail is given up after this many permanent refusals. One may be a mistake of the server, such as a mailbox that
/// is being moved.
const MAX_REFUSALS: i16 = 3;
/// How long a mail waits for a mail server that can't be reached or defers it.
const MAX_WAITING_DAYS: i64 = 5;
/// The most waiting mails that one delivered mail releases. Each of these releases as many again.
const MAX_RELEASED: usize = 100;

pub struct MailSender {
    pub app: Arc<App>,
    pub pool: Pool,
    pub mailer: Mailer,
}

impl MailSender {
    /// Claims at most `most` mails of a lane that are due now by their readers' preferences, and defers the others.
    pub async fn claim(&self, lane: Lane, most: usize) -> Vec<ClaimedMail> {
        let Ok(mut ctx) = Ctx::acquire(&self.app, &self.pool).await else { return vec![] };
        if lane == Lane::Accounts {
            self.answer_accounts(&mut ctx).await;
        }
        for _ in 0..MAX_ROUNDS {
            let claimed = queue::claim(&mut ctx.db, lane, self.lease(), most).await;
            let claimed = claimed.unwrap_or_else(|error| {
                tracing::error!(%error, "mails could not be claimed");
                vec![]
            });
            let is_empty = claimed.is_empty();
            let due = delivery::apply(&self.app, self.app.kinds(), &mut ctx.db, claimed).await;
            // If the preferences can't be read, the claimed mails are tried again when their lease ends.
            let due = due.unwrap_or_else(|error| {
                tracing::error!(%error, "the preferences of readers could not be read");
                vec![]
            });
            if is_empty || !due.is_empty() {
                return due;
            }
        }
        vec![]
    }

    /// Queues mails for requested links, announcements and suspended orders. A requested link becomes a mail here and
    /// not in the request, so that the duration of a request does not tell whether its address has an account.
    async fn answer_accounts(&self, ctx: &mut Ctx) {
        if let Err(error) = answer_requests(ctx).await {
            tracing::error!(%error, "requests for addresses could not be answered");
        }
        if let Err(error) = announcements::mail_next(ctx).await {
            tracing::error!(%error, "announcements could not be mailed");
        }
        if let Err(error) = suspend_orders(ctx).await {
            tracing::error!(%error, "standing orders could not be suspended");
        }
    }

    /// Sends a claimed mail and stores the outcome.
    pub async fn deliver(&self, mail: ClaimedMail) {
        let attempt = mail.attempts;
        let mut outcome = if attempt > self.max_attempts() {
            // No worker that claimed this mail stored an outcome. A mail that crashes every worker must not be tried
            // for ever.
            Err(Unsent::Never("every worker that tried it broke down".to_owned()))
        } else {
            let sending = tokio::time::timeout(self.send_timeout(), self.send(&mail));
            // The server may have taken the mail all the same, so this counts as an attempt; if it did not, the mail
            // might be sent every hour for days.
            sending.await.unwrap_or_else(|_| Err(Unsent::Later("sending took too long".to_owned())))
        };
        if let Err(Unsent::Unreachable(_) | Unsent::Deferred(_)) = outcome
            && let Some(withheld) = self.staleness(&mail).await
        {
            outcome = Err(withheld.into());
        }
        let attempts =
            Attempts { this: attempt, most: self.max_attempts(), waiting_since: mail.waiting_since };
        let settlement = settlement(&outcome, attempts, self.app.now());
        log(&mail, &settlement);
        self.store(&mail, &settlement).await;
        if let (Err(Unsent::Refused { status, .. }), Settlement::Final { .. }) = (&outcome, &settlement) {
            self.count_refusal(&mail, status).await;
        }
        if outcome.is_ok() {
            self.release().await;
        }
    }

    /// Makes mails that wait for the mail server due, since a mail has got through.
    async fn release(&self) {
        let released = async {
            let mut connection = pool::acquire(&self.pool).await?;
            let released = queue::release(&mut connection, self.app.now(), MAX_RELEASED).await?;
            Ok::<_, Error>(released)
        };
        match released.await {
            Ok(0) => {}
            Ok(count) => {
                tracing::info!(count, "mails that waited for the mail server are due");
                self.app.events.notify();
            }
            Err(error) => tracing::warn!(%error, "mails that wait could not be released"),
        }
    }

    /// Why a mail that has to wait is stale, if it is.
    async fn staleness(&self, mail: &ClaimedMail) -> Option<Withheld> {
        let mut ctx = self.ctx().await.ok()?;
        compose::staleness(&mut ctx, mail).await.ok().flatten()
    }

    async fn send(&self, mail: &ClaimedMail) -> Result<(), Unsent> {
        let address = mail.to().ok_or(Withheld::AccountDeleted)?;
        let to = email::address(address)?;
        let back = self.return_address(mail, address).await?;
        let compose = async || {
            let mut ctx = self.ctx().await?;
            let addressing = Addressing { to: &to, domain: self.mailer.domain() };
            compose::compose(&mut ctx, mail, addressing).await
        };
        self.mailer.deliver(&to, back.as_ref(), async || self.within_freshness(compose()).await).await
    }

    /// Composes within the limit on how old the data of a mail may be when it is sent.
    async fn within_freshness<T>(
        &self,
        composing: impl Future<Output = Result<T, Unsent>>,
    ) -> Result<T, Unsent> {
        let most = Duration::from_millis(self.app.settings.work.fresh_milliseconds);
        let late = |_| Unsent::Later("composing took too long".to_owned());
        tokio::time::timeout(most, composing).await.map_err(late)?
    }

    /// The address to which the mail comes back if it can't be delivered.
    async fn return_address(&self, mail: &ClaimedMail, address: &str) -> Result<Option<Address>, Unsent> {
        let Some(account) = mail.account else { return Ok(None) };
        if !self.app.settings.replies.are_taken() {
            return Ok(None);
        }
        let mut ctx = self.ctx().await?;
        let sender = replies::envelope_sender(&mut ctx, account, address).await;
        let sender = sender.map_err(|_| Unsent::Later("the mail could not be addressed".to_owned()))?;
        Ok(sender.and_then(|sender| sender.parse().ok()))
    }

    /// Stores an outcome, with many attempts: a sent mail whose outcome is not stored would be sent again.
    async fn store(&self, mail: &ClaimedMail, settlement: &Settlement) {
        for _ in 0..MAX_STORE_ATTEMPTS {
            let stored = match pool::acquire(&self.pool).await {
                Ok(mut connection) => {
                    queue::settle(&mut connection, mail, settlement).await.map_err(|error| error.to_string())
                }
                Err(error) => Err(error.to_string()),
            };
            match stored {
                Ok(true) => return,
                Ok(false) => {
                    tracing::error!(mail = label(mail), "the lease of a mail was over before it was sent");
                    return;
                }
                Err(error) => {
                    tracing::warn!(mail = label(mail), %error, "an outcome could not be stored")
                }
            }
            tokio::time::sleep(STORE_RETRY_DELAY).await;
        }
    }

    /// Counts a permanent refusal against the address, which is suppressed after enough of them.
    async fn count_refusal(&self, mail: &ClaimedMail, status: &str) {
        let (Some(account), Some(address)) = (mail.account, mail.to()) else { return };
        let counted = async {
            let mut ctx = Ctx::acquire(&self.app, &self.pool).await?;
            undeliverable(&ctx.app, &mut ctx.db, account, &email_key(address), status).await
        };
        if let Err(error) = counted.await {
            tracing::warn!(%error, "a refused mail could not be counted");
        }
    }

    async fn ctx(&self) -> Result<Ctx, Unsent> {
        Ctx::acquire(&self.app, &self.pool)
            .await
            .map_err(|_| Unsent::Later("the database can't be reached".to_owned()))
    }

    fn lease(&self) -> Lease {
        let now = self.app.now();
        Lease { now, until: now + TimeDelta::seconds(self.app.settings.work.lease_seconds.into()) }
    }

    /// The limit for sending: shorter than the lease, so that no other worker claims a mail while it is being sent.
    fn send_timeout(&self) -> Duration {
        Duration::from_secs(self.app.settings.work.lease_seconds.into()) * 2 / 3
    }

    fn max_attempts(&self) -> i16 {
        self.app.settings.work.mail_attempts
    }
}

#[derive(Debug, Clone, Copy)]
struct Attempts {
    /// The number of this attempt, from 1.
    this: i16,
    most: i16,
    waiting_since: Option<Instant>,
}

/// What to store after an attempt that ended at `now`.
fn settlement(outcome: &Result<(), Unsent>, attempts: Attempts, now: Instant) -> Settlement {
    let Attempts { this: attempt, most, waiting_since } = attempts;
    let ended = |result, reason, problem| Settlement::Final { at: now, result, reason, problem };
    let Err(unsent) = outcome else { return ended(MailResult::Sent, None, None) };
    let withheld = |why: Withheld, problem| ended(why.result(), Some(why.reason().to_owned()), problem);
    let dead = |why: &str| ended(MailResult::Dead, Some(format!("dead: {why}")), Some(unsent.to_string()));
    let since = waiting_since.unwrap_or(now);
    let last_refusal = attempt >= most.min(MAX_REFUSALS);
    match unsent {
        Unsent::Held { until, why } => Settlement::Held { until: *until, why },
        Unsent::Withheld(why) => withheld(*why, None),
        Unsent::Unreachable(problem) | Unsent::Deferred(problem)
            if now - since < TimeDelta::days(MAX_WAITING_DAYS) =>
        {
            let is_server = matches!(unsent, Unsent::Unreachable(_));
            // The mail waits as long again as it has waited so far, so that the pauses double.
            let pause = (now - since)
                .clamp(TimeDelta::seconds(FIRST_BACKOFF_SECONDS), TimeDelta::seconds(MAX_BACKOFF_SECONDS));
            Settlement::Waiting { since, due_at: now + pause, problem: problem.clone(), is_server }
        }
        Unsent::Unreachable(problem) | Unsent::Deferred(problem) => dead(problem),
        Unsent::Later(problem) if attempt >= most => dead(problem),
        Unsent::Never(problem) if last_refusal => dead(problem),
        Unsent::Suppressed { .. } if last_refusal => {
            withheld(Withheld::AddressSuppressed, Some(unsent.to_string()))
        }
        Unsent::Refused { code, status, .. } if last_refusal || is_for_good(status) => {
            dead(&format!("{code} {status}"))
        }
        Unsent::Later(_) | Unsent::Never(_) | Unsent::Suppressed { .. } | Unsent::Refused { .. } => {
            Settlement::Again { due_at: now + backoff(attempt), problem: unsent.to_string() }
        }
    }
}

/// The wait after a failed attempt; it doubles from failure to failure.
fn backoff(attempt: i16) -> TimeDelta {
    // The bound keeps the wait from overflowing: sixteen doublings are far beyond the longest one.
    let seconds = FIRST_BACKOFF_SECONDS << (attempt - 1).clamp(0, 16);
    TimeDelta::seconds(seconds.min(MAX_BACKOFF_SECONDS))
}

/// What a mail is, for the log: nothing that a stranger may not read.
fn label(mail: &ClaimedMail) -> String {
    let to = masked(mail.to().unwrap_or_default());
    match (mail.game(), mail.version) {
        (Some(game), Some(version)) => format!("{} of version {version} in game {game} to {to}", mail.kind),
        (Some(game), None) => format!("{} {} in game {game} to {to}", mail.kind, mail.key.id),
        (None, _) => format!("{} {} to {to}", mail.kind, mail.key.id),
    }
}

/// Logs an outcome, and counts it.
fn log(mail: &ClaimedMail, settlement: &Settlement) {
    metrics::mail_tried(match settlement {
        Settlement::Final { result, .. } => result.word(),
        Settlement::Again { .. } => "retried",
        Settlement::Waiting { .. } => "waiting",
        Settlement::Held { .. } | Settlement::Collected { .. } => "held",
    });
    let (label, attempt, caused_by) = (label(mail), mail.attempts, mail.request.map(tracing::field::display));
    match settlement {
        Settlement::Final { result: MailResult::Dead, reason, .. } => {
            tracing::error!(mail = label, attempt, caused_by, reason, "a mail was given up");
        }
        Settlement::Final { result, reason, .. } => {
            let result = result.word();
            tracing::info!(mail = label, attempt, caused_by, result, reason, "a mail");
        }
        Settlement::Again { due_at, problem } | Settlement::Waiting { due_at, problem, .. } => {
            tracing::warn!(mail = label, attempt, caused_by, problem, %due_at, "a mail will be tried again");
        }
        Settlement::Held { .. } | Settlement::Collected { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later() -> Result<(), Unsent> {
        Err(Unsent::Later("busy".to_owned()))
    }

    fn never() -> Result<(), Unsent> {
        Err(Unsent::Never("no such mailbox".to_owned()))
    }

    fn refused(status: &str) -> Result<(), Unsent> {
        let (sentence, status) = ("no".to_owned(), status.to_owned());
        Err(Unsent::Refused { code: 550, sentence, status })
    }

    /// The wait in seconds, or how it ended and why.
    fn after(outcome: &Result<(), Unsent>, attempt: i16) -> Result<i64, String> {
        let now = Instant::UNIX_EPOCH;
        let attempts = Attempts { this: attempt, most: 8, waiting_since: None };
        match settlement(outcome, attempts, now) {
            Settlement::Again { due_at, .. } => Ok((due_at - now).num_seconds()),
            Settlement::Final { result, reason, .. } => {
                Err(reason.unwrap_or_else(|| result.word().to_owned()))
            }
            other => unreachable!("no such attempt ends so: {other:?}"),
        }
    }

    /// The wait in seconds after so many seconds of waiting, or how it ended.
    fn after_waiting(unsent: Unsent, seconds: i64) -> Result<i64, String> {
        let now = Instant::UNIX_EPOCH;
        let waiting_since = (seconds > 0).then(|| now - TimeDelta::seconds(seconds));
        // Whatever the attempts: waiting is none.
        match settlement(&Err(unsent), Attempts { this: 9, most: 8, waiting_since }, now) {
            Settlement::Waiting { since, due_at, .. } => {
                assert_eq!(since, waiting_since.unwrap_or(now));
                Ok((due_at - now).num_seconds())
            }
            Settlement::Final { reason, .. } => Err(reason.unwrap_or_default()),
            other => unreachable!("no wait ends so: {other:?}"),
        }
    }

    #[test]
    fn what_can_not_leave_waits_for_five_days() {
        let unreachable = || Unsent::Unreachable("no answer".to_owned());
        let deferred = || Unsent::Deferred("450".to_owned());
        for (seconds, pause) in
            [(0, 30), (30, 30), (60, 60), (2_000, 2_000), (9_000, 3_600), (431_999, 3_600)]
        {
            assert_eq!(after_waiting(unreachable(), seconds), Ok(pause), "{seconds}");
            assert_eq!(after_waiting(deferred(), seconds), Ok(pause), "{seconds}");
        }
        assert_eq!(after_waiting(unreachable(), 432_000), Err("dead: no answer".to_owned()));
        assert_eq!(after_waiting(deferred(), 432_000), Err("dead: 450".to_owned()));
    }

    #[test]
    fn the_pauses_double_up_to_an_hour() {
        let pauses: Vec<_> = (1..=8).map(|attempt| after(&later(), attempt)).collect();
        let dead = Err("dead: busy".to_owned());
        let expected = [Ok(30), Ok(60), Ok(120), Ok(240), Ok(480), Ok(960), Ok(1920), dead];
        assert_eq!(pauses, expected);
    }

    #[test]
    fn a_server_that_says_never_is_believed_the_third_time() {
        let pauses: Vec<_> = (1..=3).map(|attempt| after(&never(), attempt)).collect();
        assert_eq!(pauses, [Ok(30), Ok(60), Err("dead: no such mailbox".to_owned())]);
    }

    #[test]
    fn an_address_that_there_is_not_is_tried_once_and_a_policy_three_times() {
        assert_eq!(after(&refused("5.1.1"), 1), Err("dead: 550 5.1.1".to_owned()));
        let pauses: Vec<_> = (1..=3).map(|attempt| after(&refused("5.7.1"), attempt)).collect();
        assert_eq!(pauses, [Ok(30), Ok(60), Err("dead: 550 5.7.1".to_owned())]);
    }

    #[test]
    fn what_left_or_has_nothing_to_say_is_over() {
        assert_eq!(after(&Ok(()), 1), Err("sent".to_owned()));
        for withheld in Withheld::ALL {
            assert_eq!(after(&Err(Unsent::Withheld(*withheld)), 1), Err(withheld.reason().to_owned()));
        }
    }

    #[test]
    fn a_suppressed_address_is_no_dead_letter() {
        let suppressed = Err(Unsent::Suppressed { status: "5.1.1".to_owned() });
        assert_eq!(after(&suppressed, 3), Err(Withheld::AddressSuppressed.reason().to_owned()));
    }
}
