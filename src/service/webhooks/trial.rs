//! Something is sent to see whether it arrives.

use uuid::Uuid;

use super::body::WebhookBody;
use super::deliveries::WebhookDelivery;
use super::hold_enabled;
use crate::error::{Code, Error};
use crate::service::App;
use crate::store::Tx;
use crate::store::webhook_deliveries::{self, NewDelivery};

/// Sends a test at once; to be called in a transaction. Errors: `webhook_not_found`, `webhook_disabled`.
pub async fn test(app: &App, tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<WebhookDelivery, Error> {
    hold_enabled(tx, account, id).await?;
    let now = app.now();
    let body = WebhookBody::of_test(account, now);
    let new = NewDelivery {
        id: app.new_id(),
        webhook_id: id,
        topic: body.topic.clone(),
        game_id: None,
        body: body.text()?,
        happened_at: now,
        place: 0,
        created_at: now,
        due_at: now,
        attempts: 0,
        tries: 0,
    };
    let delivery = new.id;
    webhook_deliveries::insert(tx, &[new]).await?;
    let row = webhook_deliveries::find(tx, id, delivery).await?;
    WebhookDelivery::of(row.ok_or_else(|| Code::DeliveryNotFound.problem())?)
}
