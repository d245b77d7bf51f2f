//! The audit log: what happened to the security of an account, for its owner and the operators to read.
//!
//! An entry is written in the transaction that it is about. It never contains a password, a token or a mail address.

use std::net::IpAddr;

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::{Value, json};
use strum::IntoStaticStr;
use utoipa::ToSchema;
use uuid::Uuid;

use super::stored_json;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::page::{self, Page};
use crate::store::{self, Connection};
use crate::time_control::Instant;

/// How long an entry is kept, in days.
const KEPT_DAYS: i64 = 366;

/// What is recorded. Its name in snake case is stored and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum AuditKind {
    AddressVerified,
    LoggedIn,
    LogInFailed,
    LoggedOut,
    SessionEnded,
    OtherSessionsEnded,
    RefreshTokenReused,
    PasswordChanged,
    PasswordResetAsked,
    PasswordReset,
    LogInLinkAsked,
    AddressChangeAsked,
    AddressChangeApproved,
    AddressChangeProved,
    AddressChangeCancelled,
    AddressChanged,
    NameChanged,
    DataExported,
    AccountDeleted,
    DeviceRemembered,
    DeviceEnded,
    TokenMade,
    TokenEnded,
    AppAllowed,
    AppEnded,
    /// A refresh token of an app came a second time.
    AppTokenReused,
    /// The same of a code that an app got.
    AppCodeReused,
    Blocked,
    Unblocked,
    Banned,
    BanLifted,
    GameVoided,
    Announced,
    AnnouncementEnded,
    DeadLetterRetried,
    DeadLetterDropped,
    Kicked,
    WebhookMade,
    WebhookRemoved,
    WebhookSecretRotated,
    FeedsRenewed,
    FeedsEnded,
    PushSubscribed,
    PushEnded,
    ChannelSet,
    ChannelEnded,
    OperatorMade,
    OperatorRemoved,
    /// An operator had the mail sent that resets the password.
    PasswordResetMailed,
}

/// Stands for an operator at the shell of the server, who has no account to name.
pub const SHELL: Uuid = Uuid::nil();

tokio::task_local! {
    /// Where the request that is being answered came from.
    static ORIGIN: IpAddr;
    /// Is the work done for an operator at the shell of the server?
    static AT_THE_SHELL: ();
}

/// Does `work` for an operator at the shell of the server, which is recorded with every entry.
pub async fn at_the_shell<T>(work: impl Future<Output = T>) -> T {
    AT_THE_SHELL.scope((), work).await
}

/// Does `work` for a request from `origin`, which is recorded with every entry.
pub async fn on_behalf<T>(origin: Option<IpAddr>, work: impl Future<Output = T>) -> T {
    match origin {
        Some(origin) => ORIGIN.scope(origin, work).await,
        None => work.await,
    }
}

/// Records what happened to `account` (the nil id: to no known account). `detail` is a small JSON object without
/// secrets.
pub async fn record(ctx: &mut Ctx, account: Uuid, kind: AuditKind, mut detail: Value) -> Result<(), Error> {
    if let Some(detail) = detail.as_object_mut().filter(|_| AT_THE_SHELL.try_with(|()| ()).is_ok()) {
        detail.insert("via".to_owned(), json!("shell"));
    }
    let address = ORIGIN.try_with(IpAddr::to_string).ok();
    write(ctx, account, kind, address, &detail).await
}

/// Records that an account is a pseudonym now: not even where the request came from is kept.
pub async fn record_deletion(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    write(ctx, account, AuditKind::AccountDeleted, None, &json!({})).await
}

async fn write(
    ctx: &mut Ctx,
    account: Uuid,
    kind: AuditKind,
    address: Option<String>,
    detail: &Value,
) -> Result<(), Error> {
    let row = store::operators::AuditRow {
        id: ctx.app.new_id(),
        account_id: account,
        kind: kind.into_str().to_owned(),
        at: ctx.app.now(),
        address,
        detail: detail.to_string(),
    };
    Ok(store::operators::add_audit(&mut ctx.db, &row).await?)
}

pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    Ok(store::operators::forget_audit(&mut ctx.db, ctx.app.now() - TimeDelta::days(KEPT_DAYS)).await?)
}

/// An action on your account that was logged for security.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditEntry {
    /// Later ones are greater.
    pub id: Uuid,
    /// Such as `logged_in` or `password_changed`; new kinds may be added.
    pub kind: String,
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// The network address of the request; null for what the server did by itself.
    pub address: Option<String>,
    /// Further fields, which depend on the kind.
    #[schema(value_type = Object)]
    pub detail: Value,
}

/// What was recorded about `account`. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<AuditEntry>, Error> {
    let list = format!("audit of {account}");
    let place = page::place(&list, after)?;
    let rows = store::operators::page_of_audit(connection, account, place, i64::from(limit) + 1).await?;
    page::cut(&list, rows, limit, &place, |row| row.id).try_map(AuditEntry::try_from)
}

impl TryFrom<store::operators::AuditRow> for AuditEntry {
    type Error = Error;

    fn try_from(row: store::operators::AuditRow) -> Result<Self, Error> {
        let detail = stored_json::decode("the detail of an audit entry", &row.detail)?;
        Ok(Self { id: row.id, kind: row.kind, at: row.at, address: row.address, detail })
    }
}
