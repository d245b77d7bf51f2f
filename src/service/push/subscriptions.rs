//! The browsers of an account that are subscribed.
//!
//! Anyone who has the address of a subscription and its keys can push to that browser, so they are sealed, shown to nobody
//! and in no export. The owner knows a subscription by its label and the host of its push service.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::encryption::BrowserKeys;
use super::vapid;
use crate::error::{Code, Error, Sentence};
use crate::notifications::MailKind;
use crate::service::audit::{self, AuditKind};
use crate::service::page::Page;
use crate::service::{Ctx, Tx, accounts, plain, webhooks};
use crate::store::push::{self, PushSubscriptionRow};
use crate::time_control::Instant;

const MAX_SUBSCRIPTIONS: i64 = 20;
const MAX_LABEL_CHARS: usize = 60;

/// A browser that shows your notifications.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PushSubscription {
    pub id: Uuid,
    /// Your name for it; empty if it has none.
    pub label: String,
    /// The push service of the browser.
    pub host: String,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Since when nothing gets through; after some days it is deleted. Null if the last push did.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub failing_since: Option<Instant>,
}

/// What a browser gives you when it subscribes, as its `PushSubscription.toJSON()` names it, and a name for it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePushSubscription {
    /// Where its push service takes messages: an `https` URL with a public address.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    pub keys: PushKeys,
    /// A name of your own for it, in one line.
    #[schema(max_length = 60)]
    pub label: Option<String>,
}

/// The keys of the browser, in base64url without padding.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushKeys {
    /// A point of P-256, uncompressed: 65 bytes.
    pub p256dh: String,
    /// 16 bytes.
    pub auth: String,
}

/// The key by which push services know this server.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PushServerKey {
    /// The `applicationServerKey` with which a browser must subscribe: a point of P-256 in base64url.
    pub application_server_key: String,
}

impl From<PushSubscriptionRow> for PushSubscription {
    fn from(row: PushSubscriptionRow) -> Self {
        let PushSubscriptionRow { id, label, host, created_at, failing_since, .. } = row;
        Self { id, label, host, created_at, failing_since }
    }
}

/// What is sealed of a subscription.
#[derive(Serialize, Deserialize)]
pub(super) struct Browser {
    pub endpoint: String,
    pub keys: PushKeys,
}

impl Browser {
    /// The keys; `None` where they are none.
    pub fn keys(&self) -> Option<BrowserKeys> {
        BrowserKeys::read(&decoded(&self.keys.p256dh)?, &decoded(&self.keys.auth)?)
    }
}

/// Browsers pad base64 or not.
fn decoded(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

pub async fn public_key(ctx: &mut Ctx) -> Result<PushServerKey, Error> {
    let key = vapid::key(ctx).await?;
    Ok(PushServerKey { application_server_key: vapid::public_text(&key) })
}

pub async fn list(ctx: &mut Ctx, account: Uuid) -> Result<Page<PushSubscription>, Error> {
    let rows = push::of_account(&mut ctx.db, account).await?;
    Ok(Page::whole(rows.into_iter().map(PushSubscription::from).collect()))
}

/// Subscribes a browser, or changes the label and keys of one that is. The account is locked first: `still_valid` then
/// checks the credential of the caller, so that none subscribes a browser that outlives it. `device` is the remembered
/// device that subscribes.
pub async fn create(
    tx: &mut Tx<'_>,
    (account, device): (Uuid, Option<Uuid>),
    new: CreatePushSubscription,
    still_valid: impl AsyncFnOnce(&mut Ctx) -> Result<(), Error>,
) -> Result<PushSubscription, Error> {
    let CreatePushSubscription { endpoint, keys, label } = new;
    let target = webhooks::push_target(&tx.app, &endpoint)
        .map_err(|sentence| Code::InvalidField.field("endpoint", sentence))?;
    let label = plain::line("label", label.as_deref().unwrap_or_default(), 0, MAX_LABEL_CHARS)?;
    let browser = Browser { endpoint: target.url.into(), keys };
    if browser.keys().is_none() {
        return Err(Code::InvalidField.field("keys", Sentence::NotUsable));
    }
    accounts::owner(&mut tx.db, account).await?;
    still_valid(tx).await?;
    let endpoint_hash = Sha256::digest(&browser.endpoint).to_vec();
    if push::count_others(&mut tx.bare(), account, &endpoint_hash).await? >= MAX_SUBSCRIPTIONS {
        return Err(Code::TooManyPushSubscriptions.problem());
    }
    let row = PushSubscriptionRow {
        id: tx.app.new_id(),
        account_id: account,
        device_id: device,
        label,
        host: target.host,
        endpoint_hash,
        sealed: Vec::new(),
        created_at: tx.app.now(),
        failing_since: None,
    };
    let id = push::put(&mut tx.db, &row).await?;
    let sealed = seal(tx, id, &browser).await?;
    push::seal(&mut tx.db, id, &sealed).await?;
    let detail = json!({ "push_subscription": id, "host": row.host });
    audit::record(tx, account, AuditKind::PushSubscribed, detail).await?;
    Ok(PushSubscription { id, ..row.into() })
}

/// Error: `push_subscription_not_found`.
pub async fn delete(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    if !push::remove(&mut tx.db, account, id).await? {
        return Err(Code::PushSubscriptionNotFound.problem());
    }
    audit::record(tx, account, AuditKind::PushEnded, json!({ "push_subscription": id })).await
}

/// Queues a test to a browser. Error: `push_subscription_not_found`.
pub async fn test(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    let rows = push::of_account(&mut tx.db, account).await?;
    if rows.iter().all(|row| row.id != id) {
        return Err(Code::PushSubscriptionNotFound.problem());
    }
    let (delivery, now) = (tx.app.new_id(), tx.app.now());
    Ok(push::enqueue_test(&mut tx.db, (delivery, id), MailKind::Test.name(), now).await?)
}

async fn seal(ctx: &mut Ctx, id: Uuid, browser: &Browser) -> Result<Vec<u8>, Error> {
    let text = serde_json::to_vec(browser).map_err(|error| Error::internal("a subscription", error))?;
    webhooks::seal(ctx, &key_purpose(id), &text).await
}

pub(super) async fn open(ctx: &mut Ctx, id: Uuid, sealed: &[u8]) -> Result<Browser, Error> {
    let text = webhooks::unseal(ctx, &key_purpose(id), sealed).await?;
    serde_json::from_slice(text.expose_secret()).map_err(|error| Error::internal("a subscription", error))
}

fn key_purpose(subscription: Uuid) -> String {
    format!("push {subscription}")
}
