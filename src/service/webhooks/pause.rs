//! A webhook is disabled and enabled again.

use uuid::Uuid;

use super::shown::WebhookDisabled;
use crate::error::Error;
use crate::service::App;
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{Connection, recoveries, stream_items, webhook_facts};

/// Nothing is sent from now on, not even what waits. The row that is held is to be kept by the caller.
pub(super) async fn disable(
    app: &App,
    connection: &mut Connection,
    row: &mut WebhookRow,
    why: WebhookDisabled,
) -> Result<(), Error> {
    let now = app.now();
    (row.disabled_at, row.disabled_why) = (Some(now), Some(why.word().to_owned()));
    Ok(webhooks::drop_waiting(connection, row.id, now).await?)
}

/// What happens from now on is sent. The row that is held is to be kept by the caller.
pub(super) async fn enable(
    app: &App,
    connection: &mut Connection,
    row: &mut WebhookRow,
) -> Result<(), Error> {
    let now = app.now();
    // Something may have been written in the moment in which it was disabled.
    webhooks::drop_waiting(connection, row.id, now).await?;
    (row.disabled_at, row.disabled_why, row.failing_since) = (None, None, None);
    (row.since, row.looked_at) = (now, now);
    (row.looked_number, _) = stream_items::extent(connection, row.account_id).await?;
    Ok(webhook_facts::clear_waits(connection, row.id).await?)
}

/// Suspends every webhook of an account that is at work, until its owner enables it again; gives how many.
pub async fn suspend_all(app: &App, connection: &mut Connection, account: Uuid) -> Result<usize, Error> {
    let why = WebhookDisabled::PasswordReset.word();
    Ok(recoveries::suspend_webhooks(connection, account, why, app.now()).await?)
}

/// The webhooks of an account that are at work or suspended, as their owner knows them.
pub async fn at_work_or_suspended(connection: &mut Connection, account: Uuid) -> Result<Vec<String>, Error> {
    let suspended = WebhookDisabled::PasswordReset.word();
    let rows = webhooks::of_account(connection, account).await?;
    let counts = |row: &WebhookRow| row.disabled_why.as_deref().is_none_or(|why| why == suspended);
    Ok(rows.into_iter().filter(counts).map(|row| named((row.url, row.description))).collect())
}

/// The webhook that was given up last, as its owner knows it; `None` when none is any more.
pub async fn given_up(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    let given_up = webhooks::given_up(connection, account).await?;
    let latest = given_up.into_iter().next();
    Ok(latest.map(named))
}

fn named((url, description): (String, String)) -> String {
    if description.is_empty() { url } else { format!("“{description}” ({url})") }
}
