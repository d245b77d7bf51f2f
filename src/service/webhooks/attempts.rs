//! Attempts: deliveries are claimed, and what follows from an attempt: success, a later retry, or a disabled webhook.

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::endpoints::{self, WebhookDisabledReason};
use super::request::{OutgoingRequest, Signing};
use super::secrets::{self, SigningSecret};
use super::url;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::{App, Ctx, Tx};
use crate::store::mails::queue::Lease;
use crate::store::webhook_deliveries::{self, AfterAttempt, ClaimedDelivery, DeliveryAttempt};
use crate::store::webhooks;
use crate::time_control::Instant;

/// The delays after each failure, in seconds, as Standard Webhooks proposes them: ten attempts over three days.
const RETRY_SECONDS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// Jitter: a delay is longer by at most this many percent, so that deliveries that failed together are not retried
/// together.
const MAX_JITTER_PERCENT: i64 = 10;
/// A webhook is disabled after this many hours in which nothing arrived.
pub const MAX_FAILING_HOURS: i64 = 24;
/// A lease is twice the time that an answer may take, and this many seconds to store the outcome.
const SETTLE_SECONDS: i64 = 5;
/// The HTTP status by which a receiver says that it wants no more requests.
const GONE: u16 = 410;

/// A claimed delivery with the secrets that sign it; this worker's until the lease ends.
pub struct SignedDelivery {
    pub claimed: ClaimedDelivery,
    /// The present secret, and the one before as long as it still signs.
    pub secrets: Vec<SigningSecret>,
}

impl SignedDelivery {
    /// What is sent. Error: a sentence for the owner, if the settings no longer allow the URL.
    pub fn request(&self, app: &App) -> Result<OutgoingRequest, String> {
        let claimed = &self.claimed;
        // What the operator allows may have changed since the URL was given.
        let target = url::target(app, &claimed.url).map_err(|why| why.english())?;
        let signing = Signing::by(claimed.id, &self.secrets);
        Ok(OutgoingRequest::post(target, claimed.body.clone()).signed(signing))
    }
}

/// How an attempt ended: with the status of an answer, or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    Answered(u16),
    /// No answer: why, in a sentence for the owner.
    Failed(String),
}

/// The lease of a request to another server that begins now.
pub fn lease(app: &App) -> Lease {
    let now = app.now();
    let seconds = i64::try_from(app.settings.webhooks.timeout_seconds).unwrap_or_default();
    Lease { now, until: now + TimeDelta::seconds(seconds * 2 + SETTLE_SECONDS) }
}

/// Claims at most `most` deliveries that are due.
pub async fn claim(ctx: &mut Ctx, most: usize) -> Result<Vec<SignedDelivery>, Error> {
    let mut deliveries = Vec::new();
    let lease = lease(&ctx.app);
    for claimed in webhook_deliveries::claim(&mut ctx.db, lease, most).await? {
        let mut secrets = Vec::new();
        for sealed in [Some(&claimed.secret), claimed.old_secret.as_ref()].into_iter().flatten() {
            secrets.push(secrets::open(ctx, claimed.webhook_id, sealed).await?);
        }
        deliveries.push(SignedDelivery { claimed, secrets });
    }
    Ok(deliveries)
}

/// Stores how an attempt ended, and disables the webhook if nothing has arrived for too long or it wants nothing more.
/// `false` when another worker had the lease by then, or the delivery was settled already.
pub async fn settle(
    ctx: &mut Ctx,
    delivery: &SignedDelivery,
    outcome: &DeliveryOutcome,
) -> Result<bool, Error> {
    let (claimed, now) = (&delivery.claimed, ctx.app.now());
    let (status, problem) = match outcome {
        DeliveryOutcome::Answered(status) => (i16::try_from(*status).ok(), problem_of_status(*status)),
        DeliveryOutcome::Failed(problem) => (None, Some(problem.clone())),
    };
    let then = match &problem {
        None => AfterAttempt::Delivered(now),
        Some(_) => {
            retry_at(claimed.id, claimed.tries, now).map_or(AfterAttempt::Failed(now), AfterAttempt::Again)
        }
    };
    ctx.transaction(async |tx| {
        let attempt = DeliveryAttempt { status, problem: problem.as_deref(), then };
        // The webhook first, as disabling it does, so that the two never deadlock.
        if problem.is_some() {
            settle_failure(tx, claimed, outcome, attempt).await
        } else {
            webhooks::note_success(&mut tx.db, claimed.webhook_id).await?;
            Ok(webhook_deliveries::settle(&mut tx.db, claimed, attempt).await?)
        }
    })
    .await
}

async fn settle_failure(
    tx: &mut Tx<'_>,
    claimed: &ClaimedDelivery,
    outcome: &DeliveryOutcome,
    attempt: DeliveryAttempt<'_>,
) -> Result<bool, Error> {
    let now = tx.app.now();
    let Some(mut row) = webhooks::note_failure(&mut tx.bare(), claimed.webhook_id, now).await? else {
        return Ok(false);
    };
    let settled = webhook_deliveries::settle(&mut tx.db, claimed, attempt).await?;
    let oldest = now - TimeDelta::hours(MAX_FAILING_HOURS);
    let why = match outcome {
        DeliveryOutcome::Answered(GONE) => WebhookDisabledReason::Gone,
        _ if row.failing_since.is_some_and(|since| since <= oldest) => WebhookDisabledReason::Failing,
        _ => return Ok(settled),
    };
    endpoints::disable(tx, &mut row, why).await?;
    webhooks::update(&mut tx.bare(), &row).await?;
    tx.mail_account(row.account_id, MailKind::WebhookDisabled).await?;
    Ok(settled)
}

/// Why an answer of that status is a failure; `None`: it is a success.
pub fn problem_of_status(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        300..=399 => Some("It answered with a redirect, which is not followed.".to_owned()),
        GONE => Some("It answered that it is gone for good.".to_owned()),
        _ => Some(format!("It answered {status}.")),
    }
}

/// When a delivery is tried again after attempt number `tries` (from 1) failed at `now`; `None`: not any more.
pub fn retry_at(id: Uuid, tries: i16, now: Instant) -> Option<Instant> {
    let index = usize::try_from(tries).ok()?.checked_sub(1)?;
    let delay = RETRY_SECONDS.get(index)?.saturating_mul(1_000);
    let longest = delay * MAX_JITTER_PERCENT / 100;
    Some(now + TimeDelta::milliseconds(delay + longest * i64::from(jitter(id, tries)) / i64::from(u16::MAX)))
}

/// A number that differs from delivery to delivery and from attempt to attempt.
fn jitter(id: Uuid, tries: i16) -> u16 {
    let digest: [u8; 32] = Sha256::digest([id.as_bytes().as_slice(), &tries.to_be_bytes()].concat()).into();
    u16::from_be_bytes([digest[0], digest[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_is_tried_ten_times_at_growing_intervals_and_never_early() {
        let now = Instant::UNIX_EPOCH;
        for id in (0..50).map(Uuid::from_u128) {
            let waits: Vec<i64> =
                (1..=9).map(|tries| (retry_at(id, tries, now).unwrap() - now).num_seconds()).collect();
            for (wait, delay) in waits.iter().zip(RETRY_SECONDS) {
                assert!((delay..=delay + delay / 10).contains(wait), "{wait} for {delay}");
            }
            assert_eq!(retry_at(id, 10, now), None);
        }
        let firsts: std::collections::BTreeSet<_> =
            (0..50).map(|id| retry_at(Uuid::from_u128(id), 2, now).unwrap()).collect();
        assert!(firsts.len() > 40);
    }

    #[test]
    fn only_success_is_success() {
        assert!([200, 201, 202, 204, 299].into_iter().all(|status| problem_of_status(status).is_none()));
        assert!(
            [100, 199, 301, 302, 307, 400, 404, 410, 429, 500, 503]
                .into_iter()
                .all(|status| problem_of_status(status).is_some())
        );
    }
}
