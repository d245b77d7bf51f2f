//! What was sent to a webhook, and what is sent to it again.

use chrono::DateTime;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::WebhookBody;
use super::hold_enabled;
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::cursor;
use crate::store::webhook_deliveries::{self, DeliveryRow};
use crate::store::{Connection, Tx, webhooks};
use crate::time_control::Instant;

/// A page of what is sent to a webhook, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDeliveries {
    /// The deliveries.
    pub deliveries: Vec<WebhookDelivery>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// Something that is sent to a webhook, and what became of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// Names it: the `webhook-id` of every attempt.
    pub id: Uuid,
    /// The topic, or `test`.
    pub topic: String,
    /// The game it is about; null in a test.
    pub game_id: Option<Uuid>,
    /// What is sent.
    pub body: WebhookBody,
    /// What became of it.
    pub state: WebhookDeliveryState,
    /// How often it was tried.
    pub attempts: i16,
    /// When last; null before the first time.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub tried_at: Option<Instant>,
    /// The HTTP status of the last answer; null when there was none.
    pub status: Option<i16>,
    /// What was wrong with the last attempt, in a few words; null when nothing was.
    pub problem: Option<String>,
    /// When it is tried next; null when it is not.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Instant>,
    /// When it was settled; null while it waits.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub settled_at: Option<Instant>,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// What became of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookDeliveryState {
    /// It will be sent, for the first time or again.
    Waiting,
    /// It was answered with a status from 200 to 299.
    Delivered,
    /// It was tried ten times over three days, in vain.
    Failed,
    /// The webhook was disabled before it arrived.
    Dropped,
}

/// A page of what is sent to a webhook of `account`. Errors: `webhook_not_found`, `invalid_parameter`.
pub async fn deliveries(
    connection: &mut Connection,
    account: Uuid,
    id: Uuid,
    given: Option<&str>,
    limit: u16,
) -> Result<WebhookDeliveries, Error> {
    let list = format!("deliveries to {id}");
    webhooks::find(connection, account, id).await?.ok_or_else(|| Code::WebhookNotFound.problem())?;
    let after = given.map(|given| read(&cursor::read_text(&list, given)?)).transpose()?;
    let mut rows = webhook_deliveries::page(connection, id, after, i64::from(limit) + 1).await?;
    let more = rows.len() > usize::from(limit);
    rows.truncate(usize::from(limit));
    let next_cursor = rows.last().filter(|_| more).map(|last| {
        cursor::write_text(&list, &format!("{} {}", last.created_at.timestamp_micros(), last.id))
    });
    Ok(WebhookDeliveries {
        deliveries: rows.into_iter().map(WebhookDelivery::of).collect::<Result<_, _>>()?,
        next_cursor,
    })
}

fn read(text: &str) -> Result<(Instant, Uuid), Error> {
    let read = text.split_once(' ').and_then(|(micros, id)| {
        Some((DateTime::from_timestamp_micros(micros.parse().ok()?)?, Uuid::parse_str(id).ok()?))
    });
    read.ok_or_else(|| Code::InvalidParameter.field("cursor", "This is no cursor of this list."))
}

/// Sends a delivery again at once, under its own id, and then as often as a new one; to be called in a transaction.
/// Errors: `webhook_not_found`, `webhook_disabled`, `delivery_not_found`.
pub async fn replay(
    app: &App,
    tx: &mut Tx<'_>,
    account: Uuid,
    webhook: Uuid,
    id: Uuid,
) -> Result<WebhookDelivery, Error> {
    hold_enabled(tx, account, webhook).await?;
    let renewed = webhook_deliveries::renew(tx, webhook, id, app.now()).await?;
    WebhookDelivery::of(renewed.ok_or_else(|| Code::DeliveryNotFound.problem())?)
}

impl WebhookDelivery {
    pub(super) fn of(row: DeliveryRow) -> Result<Self, Error> {
        let state = match row.result.as_deref() {
            None => WebhookDeliveryState::Waiting,
            Some("delivered") => WebhookDeliveryState::Delivered,
            Some("dropped") => WebhookDeliveryState::Dropped,
            Some(_) => WebhookDeliveryState::Failed,
        };
        Ok(Self {
            id: row.id,
            topic: row.topic,
            game_id: row.game_id,
            body: WebhookBody::read(&row.body)?,
            state,
            attempts: row.attempts,
            tried_at: row.tried_at,
            status: row.status,
            problem: row.problem,
            next_attempt_at: (state == WebhookDeliveryState::Waiting).then_some(row.due_at),
            settled_at: row.settled_at,
            created_at: row.created_at,
        })
    }
}
