//! Barring an account: its log-ins and tokens end, and nobody can log in to it. Its seats stay, as an absent player's.

use serde_json::json;
use uuid::Uuid;

use super::Reason;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::personal;
use crate::service::audit::{self, Kind};
use crate::store::operators::{self, BanRow};
use crate::store::{Connection, Tx, sessions};

/// Bars an account; to be called in a transaction, and [`done`] after it. Harmless to repeat.
/// Errors: `account_not_found`, `invalid_field`.
pub async fn ban(
    app: &App,
    tx: &mut Tx<'_>,
    operator: Uuid,
    account: Uuid,
    reason: &Reason,
) -> Result<(), Error> {
    if app.settings.operators.accounts.contains(&account) {
        return Err(Code::InvalidParameter.field("account_id", "An operator can't be banned."));
    }
    let reason = reason.text()?;
    let detail = json!({"by": operator, "reason": reason});
    let row = BanRow { account_id: account, banned_by: operator, reason, banned_at: app.now() };
    if !operators::ban(tx, &row).await? {
        return Err(Code::AccountNotFound.problem());
    }
    sessions::end_all(tx, account, None, app.now()).await?;
    audit::note(tx, app, account, Kind::Banned, detail).await
}

/// Lifts a ban; to be called in a transaction, and [`done`] after it. Harmless to repeat. What the ban ended stays
/// ended, but personal tokens are good again.
pub async fn lift(
    app: &App,
    connection: &mut Connection,
    operator: Uuid,
    account: Uuid,
) -> Result<(), Error> {
    if operators::lift_ban(connection, account).await? {
        audit::note(connection, app, account, Kind::BanLifted, json!({"by": operator})).await?;
    }
    Ok(())
}

/// A ban or its end is kept: this process looks again at what it believes.
pub fn done(app: &App) {
    app.ended.look_again();
    personal::ended(app);
}

/// Must not be banned. Error: `account_banned`.
pub async fn refuse_banned(connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    if operators::is_banned(connection, account).await? { Err(Code::AccountBanned.problem()) } else { Ok(()) }
}
