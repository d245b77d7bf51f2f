//! Webhooks: URLs to which an account has its notifications sent.

use diesel::{AsChangeset, ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{seats, webhook_deliveries, webhooks};
use super::sql::{Statement, sql};
use super::webhook_deliveries::DeliveryResult;
use super::{Connection, Result, Transaction, accounts};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = webhooks, treat_none_as_null = true)]
pub struct WebhookRow {
    pub id: Uuid,
    pub account_id: Uuid,
    pub url: String,
    pub description: String,
    pub topics: Vec<String>,
    /// The games whose facts are sent; `None`: all.
    pub games: Option<Vec<Uuid>>,
    pub created_at: Instant,
    /// Facts from before this instant are not sent.
    pub since: Instant,
    /// The instant up to which facts were searched.
    pub looked_at: Instant,
    /// The number of the item of the owner's stream up to which facts were searched.
    pub looked_number: i64,
    pub secret: Vec<u8>,
    pub old_secret: Option<Vec<u8>>,
    /// Until this instant requests are signed with the old secret, too.
    pub old_secret_until: Option<Instant>,
    /// Since when every delivery has failed.
    pub failing_since: Option<Instant>,
    pub disabled_at: Option<Instant>,
    pub disabled_reason: Option<String>,
}

/// How many webhooks an account has. The account stays locked until the transaction ends, so that two requests don't
/// count the same ones.
pub async fn count(tx: &mut Transaction<'_>, account: Uuid) -> Result<i64> {
    accounts::hold(tx, account).await?;
    webhooks::table.filter(webhooks::account_id.eq(account)).count().get_result(tx).await
}

pub async fn insert(connection: &mut Connection, row: &WebhookRow) -> Result<()> {
    diesel::insert_into(webhooks::table).values(row).run(connection).await
}

/// The webhooks of an account, oldest first.
pub async fn of_account(connection: &mut Connection, account: Uuid) -> Result<Vec<WebhookRow>> {
    webhooks::table
        .filter(webhooks::account_id.eq(account))
        .order((webhooks::created_at, webhooks::id))
        .select(WebhookRow::as_select())
        .load(connection)
        .await
}

pub async fn find(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<Option<WebhookRow>> {
    let row = webhooks::table.find(id).filter(webhooks::account_id.eq(account));
    row.select(WebhookRow::as_select()).first_optional(connection).await
}

/// Finds a webhook and locks it until the transaction ends.
pub async fn lock(tx: &mut Transaction<'_>, account: Uuid, id: Uuid) -> Result<Option<WebhookRow>> {
    let row = webhooks::table.find(id).filter(webhooks::account_id.eq(account));
    row.select(WebhookRow::as_select()).for_no_key_update().first_optional(tx).await
}

/// Stores a webhook as it is now; it must be locked.
pub async fn update(tx: &mut Transaction<'_>, row: &WebhookRow) -> Result<()> {
    diesel::update(webhooks::table.find(row.id)).set(row).run(tx).await
}

/// The enabled webhooks of these accounts that ask for a topic in whatever they play, each with its owner.
pub async fn asking(connection: &mut Connection, people: &[Uuid], topic: &str) -> Result<Vec<(Uuid, Uuid)>> {
    sql("SELECT w.id, w.account_id FROM webhooks w \
         JOIN accounts a ON a.id = w.account_id AND a.deleted_at IS NULL \
         WHERE w.account_id = ANY($1) AND $2 = ANY(w.topics) AND w.games IS NULL AND w.disabled_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = w.account_id) ORDER BY w.id")
    .bind(people)
    .bind(topic)
    .values(connection)
    .await
}

/// Deletes a webhook with its deliveries; `false` if the account has none of that id.
pub async fn remove(connection: &mut Connection, account: Uuid, id: Uuid) -> Result<bool> {
    let row = webhooks::table.find(id).filter(webhooks::account_id.eq(account));
    diesel::delete(row).affects_any(connection).await
}

/// Drops the waiting deliveries of a webhook.
pub async fn drop_waiting(connection: &mut Connection, id: Uuid, now: Instant) -> Result<()> {
    let waiting = webhook_deliveries::table
        .filter(webhook_deliveries::webhook_id.eq(id))
        .filter(webhook_deliveries::settled_at.is_null());
    diesel::update(waiting)
        .set((
            webhook_deliveries::settled_at.eq(now),
            webhook_deliveries::result.eq(DeliveryResult::Dropped),
            webhook_deliveries::claimed_until.eq(None::<Instant>),
        ))
        .run(connection)
        .await
}

pub async fn note_success(connection: &mut Connection, id: Uuid) -> Result<()> {
    let failing = webhooks::table.find(id).filter(webhooks::failing_since.is_not_null());
    diesel::update(failing).set(webhooks::failing_since.eq(None::<Instant>)).run(connection).await
}

/// Notes a failed delivery. Returns the webhook, locked until the transaction ends; `None` when it is deleted or
/// disabled.
pub async fn note_failure(tx: &mut Transaction<'_>, id: Uuid, now: Instant) -> Result<Option<WebhookRow>> {
    let enabled = webhooks::table.find(id).filter(webhooks::disabled_at.is_null());
    let row: Option<WebhookRow> =
        enabled.select(WebhookRow::as_select()).for_no_key_update().first_optional(tx).await?;
    let Some(mut row) = row else { return Ok(None) };
    if row.failing_since.is_none() {
        row.failing_since = Some(now);
        update(tx, &row).await?;
    }
    Ok(Some(row))
}

/// The URLs and descriptions of the webhooks that the service itself disabled, the latest first.
pub async fn given_up(connection: &mut Connection, account: Uuid) -> Result<Vec<(String, String)>> {
    let given_up = webhooks::table
        .filter(webhooks::account_id.eq(account))
        .filter(webhooks::disabled_reason.eq_any(["failing", "gone"]))
        .order(webhooks::disabled_at.desc());
    given_up.select((webhooks::url, webhooks::description)).load(connection).await
}

/// The games among `games` in which an account has a seat.
pub async fn own_games(connection: &mut Connection, account: Uuid, games: &[Uuid]) -> Result<Vec<Uuid>> {
    let own = seats::table.filter(seats::account_id.eq(account)).filter(seats::game_id.eq_any(games));
    own.select(seats::game_id).load(connection).await
}
