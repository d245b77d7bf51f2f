//! Webhooks: what concerns a player, sent as signed JSON to an address of theirs (Standard Webhooks).
//!
//! Knows what is sent, to which webhook, when it is tried again and when a webhook is given up. What is sent is found in
//! what the service stores anyway (notices, invitations, the person's stream), and says no more than the inbox and the
//! stream of the same person do. Does not know how it travels.

mod body;
mod change;
mod deliveries;
mod feed;
mod make;
mod outcome;
mod pause;
mod public;
mod secret;
mod shown;
mod topic;
mod trial;
mod url;
mod vault;

pub use body::{WebhookBody, WebhookData, WebhookLinks};
pub use change::{WebhookChange, change, remove};
pub use deliveries::{WebhookDeliveries, WebhookDelivery, WebhookDeliveryState, deliveries, replay};
pub use feed::{Found, feed};
pub use make::{MadeWebhook, WebhookRequest, make};
pub use outcome::{DeliveryOutcome, Parcel, claim, settle};
pub use pause::{at_work_or_suspended, given_up, suspend_all};
pub use public::is_public;
pub use secret::{NewWebhookSecret, WebhookSecretRequest, rotate};
pub use shown::{Webhook, WebhookDisabled, WebhookList, list, show};
pub use topic::WebhookTopic;
pub use trial::test;
pub use url::{WebhookTarget, target};

use crate::error::{Code, Error};
use crate::service::App;
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{self, Connection, Tx};
use chrono::TimeDelta;
use uuid::Uuid;

/// How long it is remembered that a call has ended, in days: longer than it takes to find it again.
const ENDS_KEPT_DAYS: i64 = 1;

/// A webhook of `account`, locked until the transaction ends. Error: `webhook_not_found`.
async fn hold(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<WebhookRow, Error> {
    webhooks::lock(tx, account, id).await?.ok_or_else(|| Code::WebhookNotFound.problem())
}

/// The same, which must not be disabled. Errors: `webhook_not_found`, `webhook_disabled`.
async fn hold_enabled(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<WebhookRow, Error> {
    let row = hold(tx, account, id).await?;
    if row.disabled_at.is_some() { Err(Code::WebhookDisabled.problem()) } else { Ok(row) }
}

pub async fn forget(app: &App, connection: &mut Connection) -> Result<(), Error> {
    let oldest = app.now() - TimeDelta::days(app.settings.webhooks.keep_days);
    store::webhook_deliveries::forget(connection, oldest).await?;
    let oldest = app.now() - TimeDelta::days(ENDS_KEPT_DAYS);
    Ok(store::webhook_facts::forget_waits(connection, oldest).await?)
}
