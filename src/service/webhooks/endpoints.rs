//! The webhooks of an account: created, listed, updated, deleted; disabled when they fail, suspended when the password
//! is reset.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{lock, secrets, url};
use crate::error::{Code, Error, Sentence};
use crate::notifications::{Kinds, OwnTopic, WebhookTopic};
use crate::service::access::Grant;
use crate::service::page::Page;
use crate::service::{App, Ctx, Tx};
use crate::service::{apps, audit, plain};
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{Connection, accounts, recoveries, stream_items, webhook_facts};
use crate::time_control::Instant;
use rules::CallClass;

const MAX_DESCRIPTION_CHARS: usize = 100;
const MAX_GAMES: usize = 100;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateWebhook {
    /// An `https` URL with a public address, without user name and password.
    #[schema(max_length = 500)]
    pub url: String,
    /// A name of your own for it, in one line.
    #[schema(max_length = 100)]
    pub description: Option<String>,
    /// Everything but `game_updated`, `unpayable_offer` and `test` if left out.
    #[schema(value_type = Option<Vec<WebhookTopic>>, min_items = 1)]
    pub topics: Option<Vec<String>>,
    /// Only about these games of yours; about all, later ones too, if left out.
    #[schema(min_items = 1, max_items = 100)]
    pub games: Option<Vec<Uuid>>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreatedWebhook {
    /// Signs every request: `whsec_` and base64. Never shown again.
    pub secret: String,
    pub webhook: Webhook,
}

/// What is left out stays as it is.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateWebhook {
    /// An `https` URL with a public address, without user name and password.
    #[schema(max_length = 500)]
    pub url: Option<String>,
    /// A name of your own for it, in one line.
    #[schema(max_length = 100)]
    pub description: Option<String>,
    /// What to send from now on.
    #[schema(value_type = Option<Vec<WebhookTopic>>, min_items = 1)]
    pub topics: Option<Vec<String>>,
    /// Only about these games of yours; null for all, later ones too.
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<Vec<Uuid>>, min_items = 1, max_items = 100)]
    pub games: Option<Option<Vec<Uuid>>>,
    /// `false` stops sending: what waits is dropped unless you send it again, and what happens meanwhile is never sent.
    pub enabled: Option<bool>,
}

/// Distinguishes a field that is null from one that is left out.
fn null_or_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Vec<Uuid>>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// What is known of a webhook, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Webhook {
    pub id: Uuid,
    /// Where it sends to.
    pub url: String,
    /// Your name for it; empty if it has none.
    pub description: String,
    pub topics: Vec<WebhookTopic>,
    /// The games that it is for; null for all.
    pub games: Option<Vec<Uuid>>,
    /// `false` if nothing is sent.
    pub enabled: bool,
    /// Null while the webhook is enabled.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub disabled_at: Option<Instant>,
    /// Null while the webhook is enabled.
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// Since when nothing arrives; after a day it is disabled. Null if the last attempt succeeded.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub failing_since: Option<Instant>,
    /// Until when the former secret signs, too; null if it does not.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub old_secret_until: Option<Instant>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
}

/// `failing`: nothing arrived for a day; `gone`: it answered 410; `password_reset`: enable it again if it is yours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum WebhookDisabledReason {
    /// You disabled it yourself.
    Owner,
    /// Nothing arrived for a day.
    Failing,
    /// It answered 410 Gone.
    Gone,
    /// Your password was reset: enable it again if it is yours.
    PasswordReset,
}

impl Webhook {
    fn of(app: &App, row: WebhookRow) -> Self {
        let now = app.now();
        Self {
            id: row.id,
            url: row.url,
            description: row.description,
            // A topic that this release does not know, as after a rollback, is left out.
            topics: row.topics.iter().filter_map(|stored| app.kinds().webhook_topic(stored)).collect(),
            games: row.games,
            enabled: row.disabled_at.is_none(),
            disabled_at: row.disabled_at,
            disabled_reason: row.disabled_reason.and_then(|why| why.parse().ok()),
            failing_since: row.failing_since,
            old_secret_until: row.old_secret_until.filter(|until| *until > now),
            created_at: row.created_at,
        }
    }
}

pub async fn list(ctx: &mut Ctx, account: Uuid) -> Result<Page<Webhook>, Error> {
    let rows = webhooks::of_account(&mut ctx.db, account).await?;
    Ok(Page::whole(rows.into_iter().map(|row| Webhook::of(&ctx.app, row)).collect()))
}

pub async fn get(ctx: &mut Ctx, account: Uuid, id: Uuid) -> Result<Webhook, Error> {
    let row = webhooks::find(&mut ctx.db, account, id).await?;
    row.map(|row| Webhook::of(&ctx.app, row)).ok_or_else(|| Code::WebhookNotFound.problem())
}

/// Creates a webhook for an account that authenticated with `grant`.
pub async fn create(
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Grant),
    new: &CreateWebhook,
) -> Result<CreatedWebhook, Error> {
    let url = url::checked(&tx.app, &new.url)?;
    let description = checked_description(new.description.as_deref().unwrap_or_default())?;
    let topics = match &new.topics {
        Some(topics) => checked_topics(tx.app.kinds(), topics)?,
        None => usual_topics(tx.app.kinds()),
    };
    let games = checked_games(&mut tx.db, account, new.games.clone()).await?;
    let most = tx.app.settings.webhooks.per_account;
    if webhooks::count(&mut tx.bare(), account).await? >= most {
        return Err(Code::TooManyWebhooks.because(Sentence::WebhooksAtMost { most }));
    }
    // The count has locked the account. Checked only now: a credential that is ended at this very moment must not leave
    // a webhook behind that goes on without it.
    grant.ensure_valid(tx).await?;
    let (id, now) = (tx.app.new_id(), tx.app.now());
    let secret = secrets::generate(tx, id).await?;
    let (looked_number, _) = stream_items::extent(&mut tx.db, account).await?;
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
        secret: secret.sealed,
        old_secret: None,
        old_secret_until: None,
        failing_since: None,
        disabled_at: None,
        disabled_reason: None,
    };
    webhooks::insert(&mut tx.db, &row).await?;
    apps::own_webhook(tx, id, grant).await?;
    let detail = json!({"webhook": row.id, "url": row.url});
    audit::record(tx, account, audit::AuditKind::WebhookMade, detail).await?;
    Ok(CreatedWebhook { secret: secret.text, webhook: Webhook::of(&tx.app, row) })
}

/// Changes a webhook of an account that authenticated with `grant`.
pub async fn update(
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Grant),
    id: Uuid,
    change: UpdateWebhook,
) -> Result<Webhook, Error> {
    // The account first, as whatever ends a credential locks it: an app that is ended now must not leave the webhook at an
    // address of its own.
    accounts::hold(&mut tx.bare(), account).await?;
    let mut row = lock(tx, account, id).await?;
    // Checked once the row is locked: a password reset suspends the webhooks and ends the credentials, and a request
    // with one of those must not enable a webhook again.
    grant.ensure_valid(tx).await?;
    if let Some(given) = &change.url {
        let given = url::checked(&tx.app, given)?;
        if given != row.url {
            // The new address has not failed yet.
            (row.url, row.failing_since) = (given, None);
        }
    }
    if let Some(given) = &change.description {
        row.description = checked_description(given)?;
    }
    if let Some(given) = &change.topics {
        row.topics = checked_topics(tx.app.kinds(), given)?;
    }
    if let Some(given) = change.games {
        row.games = checked_games(&mut tx.db, account, given).await?;
    }
    match change.enabled {
        Some(true) if row.disabled_at.is_some() => enable(tx, &mut row).await?,
        Some(false) if row.disabled_at.is_none() => {
            disable(tx, &mut row, WebhookDisabledReason::Owner).await?;
        }
        _ => {}
    }
    webhooks::update(&mut tx.bare(), &row).await?;
    apps::own_webhook(tx, id, grant).await?;
    Ok(Webhook::of(&tx.app, row))
}

/// Deletes a webhook with all its deliveries.
pub async fn delete(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    if !webhooks::remove(&mut tx.db, account, id).await? {
        return Err(Code::WebhookNotFound.problem());
    }
    audit::record(tx, account, audit::AuditKind::WebhookRemoved, json!({"webhook": id})).await
}

fn checked_description(text: &str) -> Result<String, Error> {
    plain::line("description", text, 0, MAX_DESCRIPTION_CHARS)
}

/// The default: everything but each single move, tests, and offers that the seat can't pay.
fn usual_topics(kinds: &Kinds) -> Vec<String> {
    let is_usual = |topic: &WebhookTopic| match topic {
        WebhookTopic::Own(own) => !matches!(own, OwnTopic::GameUpdated | OwnTopic::Test),
        WebhookTopic::Call(call) => call.class != CallClass::UnpayableOffer,
    };
    let usual = kinds.webhook_topics().into_iter().filter(is_usual);
    usual.map(|topic| topic.name().to_owned()).collect()
}

/// Topics as they are stored: in the order in which they are shown, each once.
fn checked_topics(kinds: &Kinds, given: &[String]) -> Result<Vec<String>, Error> {
    let all: Vec<&str> = kinds.webhook_topics().into_iter().map(WebhookTopic::name).collect();
    if given.is_empty() {
        return Err(Code::InvalidField.field("topics", Sentence::ItemsAtLeast { least: 1 }));
    }
    if let Some(index) = given.iter().position(|topic| !all.contains(&topic.as_str())) {
        let sentence = Sentence::not_among(&given[index], &all);
        return Err(Code::InvalidField.field(format!("topics[{index}]"), sentence));
    }
    let chosen = all.into_iter().filter(|name| given.iter().any(|topic| topic == name));
    Ok(chosen.map(str::to_owned).collect())
}

/// The games, in each of which the owner must have a seat.
async fn checked_games(
    connection: &mut Connection,
    account: Uuid,
    games: Option<Vec<Uuid>>,
) -> Result<Option<Vec<Uuid>>, Error> {
    let Some(games) = games else { return Ok(None) };
    if games.is_empty() || games.len() > MAX_GAMES {
        let sentence = Sentence::ItemsBetween { least: 1, most: MAX_GAMES as u64 };
        return Err(Code::InvalidField.field("games", sentence));
    }
    let own = webhooks::own_games(connection, account, &games).await?;
    for (index, game) in games.iter().enumerate() {
        let field = format!("games[{index}]");
        if !own.contains(game) {
            return Err(Code::InvalidField.field(field, Sentence::NoSeatInGame));
        }
        if games.iter().take(index).any(|earlier| earlier == game) {
            return Err(Code::InvalidField.field(field, Sentence::NamedTwice));
        }
    }
    Ok(Some(games))
}

/// Disables a webhook in `row`, which the caller has locked and stores: nothing is sent from now on, not even what
/// waits.
pub(super) async fn disable(
    tx: &mut Tx<'_>,
    row: &mut WebhookRow,
    why: WebhookDisabledReason,
) -> Result<(), Error> {
    let now = tx.app.now();
    (row.disabled_at, row.disabled_reason) = (Some(now), Some(why.into_str().to_owned()));
    Ok(webhooks::drop_waiting(&mut tx.db, row.id, now).await?)
}

/// Enables a webhook in `row`, which the caller has locked and stores: what happens from now on is sent.
async fn enable(tx: &mut Tx<'_>, row: &mut WebhookRow) -> Result<(), Error> {
    let now = tx.app.now();
    // A worker may have written deliveries just as the webhook was disabled.
    webhooks::drop_waiting(&mut tx.db, row.id, now).await?;
    (row.disabled_at, row.disabled_reason, row.failing_since) = (None, None, None);
    (row.since, row.looked_at) = (now, now);
    (row.looked_number, _) = stream_items::extent(&mut tx.db, row.account_id).await?;
    Ok(webhook_facts::clear_waits(&mut tx.db, row.id).await?)
}

/// Suspends every enabled webhook of an account until its owner enables it again; returns how many.
pub async fn suspend_all(ctx: &mut Ctx, account: Uuid) -> Result<usize, Error> {
    let why = WebhookDisabledReason::PasswordReset.into_str();
    Ok(recoveries::suspend_webhooks(&mut ctx.db, account, why, ctx.app.now()).await?)
}

/// The webhooks of an account that are enabled or suspended, by the names their owner knows.
pub async fn enabled_or_suspended(connection: &mut Connection, account: Uuid) -> Result<Vec<String>, Error> {
    let suspended = WebhookDisabledReason::PasswordReset.into_str();
    let rows = webhooks::of_account(connection, account).await?;
    let counts = |row: &WebhookRow| row.disabled_reason.as_deref().is_none_or(|why| why == suspended);
    Ok(rows.into_iter().filter(counts).map(|row| display_name((row.url, row.description))).collect())
}

/// The webhook that was given up last, by the name its owner knows; `None` when none is given up any more.
pub async fn given_up(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    let given_up = webhooks::given_up(connection, account).await?;
    let latest = given_up.into_iter().next();
    Ok(latest.map(display_name))
}

fn display_name((url, description): (String, String)) -> String {
    if description.is_empty() { url } else { format!("“{description}” ({url})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::CallKind;

    #[test]
    fn unpayable_offers_tests_and_single_moves_are_not_usual() {
        let kinds = Kinds::new([CallKind::YOUR_TURN, CallKind::UNPAYABLE_OFFER]);
        let usual = usual_topics(&kinds);
        let is_usual = |name: &str| usual.iter().any(|topic| topic == name);
        assert!(is_usual("your_turn") && is_usual("no_longer_awaited"));
        for other in ["unpayable_offer", "game_updated", "test"] {
            assert!(!is_usual(other), "{other}");
        }
    }
}
