//! What nobody will ask for again is forgotten: old replies, registrations that were never proved, log-ins that have
//! long run out.

use chrono::TimeDelta;

use super::access::personal;
use super::{accounts, audit, limits, once, webhooks};
use crate::app::App;
use crate::error::Error;
use crate::store::{self, Connection};

/// Forgets it. Several processes may do so at the same time.
pub async fn forget(app: &App, connection: &mut Connection) -> Result<(), Error> {
    once::forget_old_replies(app, connection).await?;
    store::accounts::forget_unverified(connection, accounts::oldest_unverified(app)).await?;
    personal::forget(app, connection).await?;
    audit::forget(app, connection).await?;
    accounts::leave_tables(app, connection, None).await?;
    store::credentials::forget_stream_tickets(connection, app.now()).await?;
    let oldest_item = app.now() - TimeDelta::days(app.settings.streams.keep_days);
    store::stream_items::forget(connection, oldest_item).await?;
    limits::forget(app, connection).await?;
    webhooks::forget(app, connection).await?;
    let oldest_question = app.now() - TimeDelta::days(app.settings.replies.days);
    store::mail_questions::forget(connection, oldest_question).await?;
    let settings = &app.settings.accounts;
    let oldest_session =
        app.now() - TimeDelta::seconds(settings.access_seconds.max(settings.refresh_seconds));
    Ok(store::sessions::forget(connection, app.now(), oldest_session).await?)
}
