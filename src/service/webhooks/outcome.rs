//! What follows from an attempt to send something.

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::pause;
use super::shown::WebhookDisabled;
use super::vault::{self, SigningSecret};
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::service::App;
use crate::store::mails::queue::Lease;
use crate::store::webhook_deliveries::{self, AfterAttempt, ClaimedDelivery, DeliveryAttempt};
use crate::store::{self, Connection, Tx, webhooks};
use crate::time_control::Instant;

/// The waits after each failure, in seconds, as Standard Webhooks proposes them: ten attempts over three days.
const PAUSES: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// By how much at most a wait is longer than that, in hundredths, so that what failed together comes back one by one.
const MOST_SPREAD: i64 = 10;
/// For how long nothing may arrive before a webhook is disabled, in hours.
const MOST_FAILING_HOURS: i64 = 24;
/// For how long what is being sent is left to its worker, in seconds, beyond twice the time that an answer may take.
const SETTLING_SECONDS: i64 = 5;
/// Says that a webhook is not to be called any more.
const GONE: u16 = 410;

/// Something that is ours to send for a while.
pub struct Parcel {
    /// What it is and where it goes.
    pub claimed: ClaimedDelivery,
    /// What signs it: the present secret, and while it is good the one before.
    pub secrets: Vec<SigningSecret>,
}

/// How an attempt ended: with the status of an answer, or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    Answered(u16),
    /// It was not, in a few words for its owner.
    Failed(String),
}

/// Claims at most `most` parcels that are due.
pub async fn claim(app: &App, connection: &mut Connection, most: usize) -> Result<Vec<Parcel>, Error> {
    let now = app.now();
    let seconds = i64::try_from(app.settings.webhooks.timeout_seconds).unwrap_or_default();
    let until = now + TimeDelta::seconds(seconds * 2 + SETTLING_SECONDS);
    let mut parcels = Vec::new();
    for claimed in webhook_deliveries::claim(connection, Lease { now, until }, most).await? {
        let mut secrets = Vec::new();
        for sealed in [Some(&claimed.secret), claimed.old_secret.as_ref()].into_iter().flatten() {
            secrets.push(vault::open(app, connection, claimed.webhook_id, sealed).await?);
        }
        parcels.push(Parcel { claimed, secrets });
    }
    Ok(parcels)
}

/// Notes how an attempt ended, and disables the webhook if nothing has arrived for too long or nothing is to come any
/// more. `false` when the lease had passed to somebody else, or nobody waits for it any more.
pub async fn settle(
    app: &App,
    connection: &mut Connection,
    parcel: &Parcel,
    outcome: &DeliveryOutcome,
) -> Result<bool, Error> {
    let (claimed, now) = (&parcel.claimed, app.now());
    let (status, problem) = match outcome {
        DeliveryOutcome::Answered(status) => (i16::try_from(*status).ok(), told(*status)),
        DeliveryOutcome::Failed(problem) => (None, Some(problem.clone())),
    };
    let then = match &problem {
        None => AfterAttempt::Delivered(now),
        Some(_) => {
            again(claimed.id, claimed.tries, now).map_or(AfterAttempt::Failed(now), AfterAttempt::Again)
        }
    };
    store::transaction(connection, async |connection| {
        let attempt = DeliveryAttempt { status, problem: problem.as_deref(), then };
        // The webhook first, as disabling it does, so that the two never deadlock.
        if problem.is_some() {
            failed(app, connection, claimed, outcome, attempt).await
        } else {
            webhooks::note_success(connection, claimed.webhook_id).await?;
            Ok(webhook_deliveries::settle(connection, claimed, attempt).await?)
        }
    })
    .await
}

async fn failed(
    app: &App,
    tx: &mut Tx<'_>,
    claimed: &ClaimedDelivery,
    outcome: &DeliveryOutcome,
    attempt: DeliveryAttempt<'_>,
) -> Result<bool, Error> {
    let now = app.now();
    let Some(mut row) = webhooks::note_failure(tx, claimed.webhook_id, now).await? else {
        return Ok(false);
    };
    let settled = webhook_deliveries::settle(tx, claimed, attempt).await?;
    let oldest = now - TimeDelta::hours(MOST_FAILING_HOURS);
    let why = match outcome {
        DeliveryOutcome::Answered(GONE) => WebhookDisabled::Gone,
        _ if row.failing_since.is_some_and(|since| since <= oldest) => WebhookDisabled::Failing,
        _ => return Ok(settled),
    };
    pause::disable(app, tx, &mut row, why).await?;
    webhooks::update(tx, &row).await?;
    enqueue::to_account(app, tx, row.account_id, MailKind::WebhookDisabled, None).await?;
    Ok(settled)
}

/// What is wrong with an answer of that status; `None`: nothing.
fn told(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        300..=399 => Some("It wants to send us elsewhere, and we don't follow.".to_owned()),
        GONE => Some("It answered that it is gone for good.".to_owned()),
        _ => Some(format!("It answered {status}.")),
    }
}

/// When a delivery is tried again after attempt number `tries` (from 1) failed at `now`; `None`: not any more.
fn again(id: Uuid, tries: i16, now: Instant) -> Option<Instant> {
    let index = usize::try_from(tries).ok()?.checked_sub(1)?;
    let pause = PAUSES.get(index)?.saturating_mul(1_000);
    let spread = i64::from(chance(id, tries)) * pause * MOST_SPREAD / 100 / i64::from(u16::MAX);
    Some(now + TimeDelta::milliseconds(pause + spread))
}

/// A number that differs from delivery to delivery and from attempt to attempt.
fn chance(id: Uuid, tries: i16) -> u16 {
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
                (1..=9).map(|tries| (again(id, tries, now).unwrap() - now).num_seconds()).collect();
            for (wait, pause) in waits.iter().zip(PAUSES) {
                assert!((pause..=pause + pause / 10).contains(wait), "{wait} for {pause}");
            }
            assert_eq!(again(id, 10, now), None);
        }
        let firsts: std::collections::BTreeSet<_> =
            (0..50).map(|id| again(Uuid::from_u128(id), 2, now).unwrap()).collect();
        assert!(firsts.len() > 40);
    }

    #[test]
    fn only_success_is_success() {
        assert!([200, 201, 202, 204, 299].into_iter().all(|status| told(status).is_none()));
        assert!(
            [100, 199, 301, 302, 307, 400, 404, 410, 429, 500, 503]
                .into_iter()
                .all(|status| told(status).is_some())
        );
    }
}
