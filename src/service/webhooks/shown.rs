//! Webhooks as their owner sees them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::topic::WebhookTopic;
use crate::error::{Code, Error};
use crate::service::App;
use crate::store::Connection;
use crate::store::webhooks::{self, WebhookRow};
use crate::time_control::Instant;

/// All webhooks of somebody, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookList {
    /// The webhooks.
    pub webhooks: Vec<Webhook>,
}

/// A webhook, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Webhook {
    /// Names it.
    pub id: Uuid,
    /// Where it is sent to.
    pub url: String,
    /// What you call it; empty if you said nothing.
    pub description: String,
    /// What is sent.
    pub topics: Vec<WebhookTopic>,
    /// Of which games; null: of all.
    pub games: Option<Vec<Uuid>>,
    /// Is anything sent?
    pub enabled: bool,
    /// When it was disabled; null while it is enabled.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub disabled_at: Option<Instant>,
    /// Why; null while it is enabled.
    pub disabled_why: Option<WebhookDisabled>,
    /// Since when nothing arrives; null when the last attempt succeeded, or there was none. After a day it is disabled.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub failing_since: Option<Instant>,
    /// Until when the secret before the present one signs, too; null when none does.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub old_secret_until: Option<Instant>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// Why a webhook is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookDisabled {
    /// You disabled it.
    Owner,
    /// Nothing arrived for a day.
    Failing,
    /// It answered 410 Gone.
    Gone,
    /// Your password was reset: enable it again if it is yours.
    PasswordReset,
}

impl WebhookDisabled {
    pub fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Failing => "failing",
            Self::Gone => "gone",
            Self::PasswordReset => "password_reset",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        let all = [Self::Owner, Self::Failing, Self::Gone, Self::PasswordReset];
        all.into_iter().find(|why| why.word() == word)
    }
}

/// The webhooks of `account`.
pub async fn list(app: &App, connection: &mut Connection, account: Uuid) -> Result<WebhookList, Error> {
    let rows = webhooks::of_account(connection, account).await?;
    Ok(WebhookList { webhooks: rows.into_iter().map(|row| Webhook::of(app, row)).collect() })
}

/// One of them. Error: `webhook_not_found`.
pub async fn show(app: &App, connection: &mut Connection, account: Uuid, id: Uuid) -> Result<Webhook, Error> {
    let row = webhooks::find(connection, account, id).await?;
    row.map(|row| Webhook::of(app, row)).ok_or_else(|| Code::WebhookNotFound.problem())
}

impl Webhook {
    pub(super) fn of(app: &App, row: WebhookRow) -> Self {
        let now = app.now();
        Self {
            id: row.id,
            url: row.url,
            description: row.description,
            topics: WebhookTopic::shown(app.kinds(), &row.topics),
            games: row.games,
            enabled: row.disabled_at.is_none(),
            disabled_at: row.disabled_at,
            disabled_why: row.disabled_why.as_deref().and_then(WebhookDisabled::of_word),
            failing_since: row.failing_since,
            old_secret_until: row.old_secret_until.filter(|until| *until > now),
            created_at: row.created_at,
        }
    }
}
