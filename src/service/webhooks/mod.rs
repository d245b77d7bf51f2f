//! Webhooks: what concerns a player, sent as signed JSON to a URL of theirs (Standard Webhooks).
//!
//! Knows what is sent, to which webhook, when it is tried again and when a webhook is given up. The facts are found in
//! what the service stores anyway (notifications, invitations, the account's stream), and a body says no more than the
//! inbox and the stream of the same account do. Does not know how it travels: see `src/webhooks/`.

mod attempts;
mod deliveries;
mod endpoints;
mod events;
mod request;
mod secrets;
mod url;

pub use attempts::{
    DeliveryOutcome, MAX_FAILING_HOURS, SignedDelivery, claim, lease, problem_of_status, retry_at, settle,
};
pub use deliveries::{
    EnqueueResult, WebhookDelivery, WebhookDeliveryStatus, about_competition, enqueue, list_deliveries,
    replay, send_test,
};
pub use endpoints::{
    CreateWebhook, CreatedWebhook, UpdateWebhook, Webhook, WebhookDisabledReason, create, delete,
    enabled_or_suspended, get, given_up, list, suspend_all, update,
};
pub use events::{
    CompetitionNews, WebhookCallData, WebhookCallEndedData, WebhookCompetitionData, WebhookCompetitionKind,
    WebhookData, WebhookDeadlineData, WebhookEvent, WebhookInvitationData, WebhookMembershipData,
    WebhookMessageData, WebhookSeatData, WebhookSeatOfferData, WebhookTestData, WebhookVoteData,
};
pub use request::{OutgoingRequest, RequestAnswer, RequestMethod, Signing};
pub use secrets::{NewWebhookSecret, RotateWebhookSecret, SigningSecret, generate_for, rotate, seal, unseal};
pub use url::{WebhookTarget, is_public, push_target, target};

use crate::error::{Code, Error};
use crate::service::{Ctx, Tx};
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{self};
use chrono::TimeDelta;
use uuid::Uuid;

/// For how many days the end of a call is remembered: longer than the search for new facts looks back.
const ENDED_CALLS_DAYS: i64 = 1;

/// A webhook of `account`, locked until the transaction ends.
async fn lock(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<WebhookRow, Error> {
    webhooks::lock(&mut tx.bare(), account, id).await?.ok_or_else(|| Code::WebhookNotFound.problem())
}

/// A webhook of `account` that must not be disabled, locked until the transaction ends.
async fn lock_enabled(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<WebhookRow, Error> {
    let row = lock(tx, account, id).await?;
    if row.disabled_at.is_some() { Err(Code::WebhookDisabled.problem()) } else { Ok(row) }
}

/// Deletes deliveries and ended calls that are too old to keep.
pub async fn delete_old(ctx: &mut Ctx) -> Result<(), Error> {
    let oldest = ctx.app.now() - TimeDelta::days(ctx.app.settings.webhooks.keep_days);
    store::webhook_deliveries::forget(&mut ctx.db, oldest).await?;
    let oldest = ctx.app.now() - TimeDelta::days(ENDED_CALLS_DAYS);
    Ok(store::webhook_facts::forget_waits(&mut ctx.db, oldest).await?)
}
