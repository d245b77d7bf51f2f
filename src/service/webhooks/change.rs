//! A webhook is changed or removed by its owner.

use serde_json::json;
use uuid::Uuid;

use super::shown::{Webhook, WebhookDisabled};
use super::topic::WebhookTopic;
use super::{hold, make, pause, url};
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::access::Grant;
use crate::service::audit;
use crate::store::{Connection, Tx, webhooks};

/// What is to be set anew; what is left out stays as it is.
#[derive(Debug, Clone, Default)]
pub struct WebhookChange {
    pub url: Option<String>,
    pub description: Option<String>,
    pub topics: Option<Vec<WebhookTopic>>,
    /// Of which games; an inner `None` means all.
    pub games: Option<Option<Vec<Uuid>>>,
    pub enabled: Option<bool>,
}

/// Changes a webhook of an account that proved itself with `grant`; to be called in a transaction. Errors:
/// `webhook_not_found`, `invalid_field`, `session_ended`, `token_invalid`.
pub async fn change(
    app: &App,
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Grant),
    id: Uuid,
    asked: WebhookChange,
) -> Result<Webhook, Error> {
    let mut row = hold(tx, account, id).await?;
    // The row is held by now, so a webhook that was just suspended is not resumed by whom that was to shut out.
    grant.must_hold(app, tx).await?;
    if let Some(given) = &asked.url {
        let given = url::checked(app, given)?;
        if given != row.url {
            // Another place has not failed yet.
            (row.url, row.failing_since) = (given, None);
        }
    }
    if let Some(given) = &asked.description {
        row.description = make::description(given)?;
    }
    if let Some(given) = &asked.topics {
        row.topics = WebhookTopic::kept(app.kinds(), given)?;
    }
    if let Some(given) = asked.games {
        row.games = make::games(tx, account, given).await?;
    }
    match asked.enabled {
        Some(true) if row.disabled_at.is_some() => pause::enable(app, tx, &mut row).await?,
        Some(false) if row.disabled_at.is_none() => {
            pause::disable(app, tx, &mut row, WebhookDisabled::Owner).await?;
        }
        _ => {}
    }
    webhooks::update(tx, &row).await?;
    Ok(Webhook::of(app, row))
}

/// Removes a webhook; to be called in a transaction. Error: `webhook_not_found`.
pub async fn remove(app: &App, connection: &mut Connection, account: Uuid, id: Uuid) -> Result<(), Error> {
    if !webhooks::remove(connection, account, id).await? {
        return Err(Code::WebhookNotFound.problem());
    }
    audit::record(connection, app, account, audit::AuditKind::WebhookRemoved, json!({"webhook": id})).await
}
