//! What happened becomes something to send.

use super::body::WebhookBody;
use super::topic::{WebhookTopic, calls, fact_kinds};
use crate::error::Error;
use crate::service::App;
use crate::store::webhook_deliveries::{self, NewDelivery};
use crate::store::webhook_facts::EndedCalls;
use crate::store::webhook_facts::{self, WebhookFact};
use crate::store::{self, Connection};

/// The most facts that are written at once.
const MOST: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// There is no webhook at all.
    NoWebhook,
    Nothing,
    /// Something, and perhaps there is more.
    Something,
}

/// Writes what webhooks are to be told and have not been. Any number of processes may do so at the same time.
pub async fn feed(app: &App, connection: &mut Connection) -> Result<Found, Error> {
    let now = app.now();
    let horizons = webhook_facts::horizons(connection).await?;
    if horizons.is_empty() {
        return Ok(Found::NoWebhook);
    }
    webhook_facts::begin_waits(connection, &calls(app.kinds()), WebhookTopic::NO_LONGER_AWAITED.name())
        .await?;
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let facts = webhook_facts::new(connection, now, &fact_kinds(app.kinds()), most).await?;
    let new = facts.iter().map(|fact| delivery(app, fact)).collect::<Result<Vec<_>, _>>()?;
    let told = EndedCalls {
        deliveries: facts.iter().map(|fact| fact.id).collect(),
        webhooks: facts.iter().map(|fact| fact.webhook_id).collect(),
        games: facts.iter().map(|fact| fact.game_id).collect(),
    };
    if !new.is_empty() {
        store::transaction(connection, async |connection| {
            webhook_deliveries::insert(connection, &new).await?;
            Ok::<_, Error>(webhook_facts::end_waits(connection, &told, now).await?)
        })
        .await?;
    }
    // As long as there is more, it must be found again.
    if new.len() < MOST {
        webhook_facts::advance_horizons(connection, now, &horizons).await?;
    }
    Ok(if new.is_empty() { Found::Nothing } else { Found::Something })
}

fn delivery(app: &App, fact: &WebhookFact) -> Result<NewDelivery, Error> {
    let now = app.now();
    Ok(NewDelivery {
        id: fact.id,
        webhook_id: fact.webhook_id,
        topic: fact.topic.clone(),
        game_id: Some(fact.game_id),
        body: WebhookBody::of(app, fact).text()?,
        happened_at: fact.happened_at,
        place: fact.place,
        created_at: now,
        due_at: now,
        attempts: 0,
        tries: 0,
    })
}
