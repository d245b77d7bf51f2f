//! A webhook is made.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::shown::Webhook;
use super::topic::WebhookTopic;
use super::{url, vault};
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::access::Grant;
use crate::service::{audit, plain};
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{Connection, Tx, stream_items};

const LONGEST_DESCRIPTION: usize = 100;
/// The most games that one webhook can be for.
const MOST_GAMES: usize = 100;

/// A webhook that somebody wants.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRequest {
    /// Where to send to: `https://` and at most 500 characters, without a name and a password, to a public address.
    #[schema(max_length = 500)]
    pub url: String,
    /// What you call it, in a line of at most 100 characters.
    #[schema(max_length = 100)]
    pub description: Option<String>,
    /// What to send, at least one; everything but `moved` if left out.
    #[schema(min_items = 1)]
    pub topics: Option<Vec<WebhookTopic>>,
    /// Of which games of yours, 1 to 100; of all, later ones too, if left out.
    #[schema(min_items = 1, max_items = 100)]
    pub games: Option<Vec<Uuid>>,
}

/// A webhook that was made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MadeWebhook {
    /// What signs, `whsec_` and base64. It is shown here and never again.
    pub secret: String,
    /// What is known of it from now on.
    pub webhook: Webhook,
}

/// Makes a webhook for an account that proved itself with `grant`; to be called in a transaction. Errors: `invalid_field`,
/// `too_many_webhooks`, `session_ended`, `token_invalid`.
pub async fn make(
    app: &App,
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Grant),
    asked: &WebhookRequest,
) -> Result<MadeWebhook, Error> {
    let url = url::checked(app, &asked.url)?;
    let description = description(asked.description.as_deref().unwrap_or_default())?;
    let topics = match &asked.topics {
        Some(asked) => WebhookTopic::kept(app.kinds(), asked)?,
        None => WebhookTopic::usual(app.kinds()).into_iter().map(str::to_owned).collect(),
    };
    let games = games(tx, account, asked.games.clone()).await?;
    let most = app.settings.webhooks.per_account;
    if webhooks::count(tx, account).await? >= most {
        let sentence = format!("An account has at most {most} webhooks: remove one first.");
        return Err(Code::TooManyWebhooks.because(sentence));
    }
    // The account is held by now: a webhook made at the moment in which its maker is shut out would go on without them.
    grant.must_hold(app, tx).await?;
    let (id, now) = (app.new_id(), app.now());
    let (secret, sealed) = vault::make(app, tx, id).await?;
    let (looked_number, _) = stream_items::extent(tx, account).await?;
    let row = WebhookRow {
        id,
        account_id: account,
        url,
        description,
        topics,
        games,
        created_at: now,
        since: now,
        looked_at: now,
        looked_number,
        secret: sealed,
        old_secret: None,
        old_secret_until: None,
        failing_since: None,
        disabled_at: None,
        disabled_why: None,
    };
    webhooks::insert(tx, &row).await?;
    let detail = json!({"webhook": row.id, "url": row.url});
    audit::record(tx, app, account, audit::AuditKind::WebhookMade, detail).await?;
    Ok(MadeWebhook { secret: vault::shown(&secret), webhook: Webhook::of(app, row) })
}

/// As it is kept. Error: `invalid_field`.
pub(super) fn description(text: &str) -> Result<String, Error> {
    plain::line("description", text, 0, LONGEST_DESCRIPTION)
}

/// The games, in each of which the owner must have a seat. Error: `invalid_field`.
pub(super) async fn games(
    connection: &mut Connection,
    account: Uuid,
    asked: Option<Vec<Uuid>>,
) -> Result<Option<Vec<Uuid>>, Error> {
    let Some(games) = asked else { return Ok(None) };
    if games.is_empty() || games.len() > MOST_GAMES {
        let sentence = format!("Name 1 to {MOST_GAMES} games, or leave them out to be told of all.");
        return Err(Code::InvalidField.field("games", sentence));
    }
    let own = webhooks::own_games(connection, account, &games).await?;
    for (index, game) in games.iter().enumerate() {
        let field = format!("games[{index}]");
        if !own.contains(game) {
            return Err(Code::InvalidField.field(field, "You have no seat in such a game."));
        }
        if games.iter().take(index).any(|earlier| earlier == game) {
            return Err(Code::InvalidField.field(field, "This game is named twice."));
        }
    }
    Ok(Some(games))
}
