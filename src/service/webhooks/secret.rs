//! The secret of a webhook gives way to a new one; for a while both sign, so that nothing is lost meanwhile.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{hold, vault};
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::access::Grant;
use crate::service::audit;
use crate::store::{Tx, webhooks};
use crate::time_control::Instant;

/// For how many hours the old secret signs if nothing is said, and at most.
const USUAL_HOURS: u16 = 24;
const MOST_HOURS: u16 = 168;

/// How a secret is changed.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookSecretRequest {
    /// For how many hours the present secret signs beside the new one, 0 to 168; 24 if left out.
    #[schema(maximum = 168)]
    pub keep_old_hours: Option<u16>,
}

/// A new secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewWebhookSecret {
    /// What signs from now on, `whsec_` and base64. It is shown here and never again.
    pub secret: String,
    /// Until when the old one signs, too; null: it does not any more.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub old_secret_until: Option<Instant>,
}

/// Makes a new secret; to be called in a transaction. Errors: `webhook_not_found`, `invalid_field`.
pub async fn rotate(
    app: &App,
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Grant),
    id: Uuid,
    asked: &WebhookSecretRequest,
) -> Result<NewWebhookSecret, Error> {
    let hours = asked.keep_old_hours.unwrap_or(USUAL_HOURS);
    if hours > MOST_HOURS {
        let sentence = format!("The old secret signs for 0 to {MOST_HOURS} hours more.");
        return Err(Code::InvalidField.field("keep_old_hours", sentence));
    }
    let mut row = hold(tx, account, id).await?;
    grant.must_hold(app, tx).await?;
    let (secret, sealed) = vault::make(app, tx, id).await?;
    let old = std::mem::replace(&mut row.secret, sealed);
    let until = (hours > 0).then(|| app.now() + TimeDelta::hours(i64::from(hours)));
    (row.old_secret, row.old_secret_until) = (until.map(|_| old), until);
    webhooks::update(tx, &row).await?;
    audit::record(tx, app, account, audit::AuditKind::WebhookSecretRotated, json!({"webhook": id})).await?;
    Ok(NewWebhookSecret { secret: vault::shown(&secret), old_secret_until: until })
}
