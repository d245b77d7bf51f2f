//! A new password: with the link of a mail, or with the old one.

use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{end_issued, require_unchanged, suspend};
use crate::error::{Code, Error, Sentence};
use crate::notifications::{MailKind, enqueue};
use crate::service::accounts::owner;
use crate::service::audit::{self, AuditKind};
use crate::service::identity::Password;
use crate::service::tokens::{self, Purpose};
use crate::service::{App, Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::one_time_links::{self, LinkKind};
use crate::store::{self};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// The token from the mail.
    pub token: String,
    #[schema(value_type = String, format = "password", min_length = 8, max_length = 128)]
    pub password: Password,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password until now.
    #[schema(value_type = String, format = "password")]
    pub old_password: SecretString,
    #[schema(value_type = String, format = "password", min_length = 8, max_length = 128)]
    pub new_password: Password,
}

/// Whose password a token may set. Errors: `token_invalid`, `token_expired`.
pub async fn whose_password(ctx: &mut Ctx, token: &str) -> Result<Uuid, Error> {
    Ok(tokens::check(ctx, Purpose::ResetPassword, token).await?.account)
}

/// Sets the password, ends everything that the account had issued, and suspends its webhooks and standing orders, in a
/// transaction. After the commit [`super::clear_credential_caches`] and [`super::suspend_orders`] must follow. Error:
/// `token_invalid` for a link that was used, or followed by a newer one.
pub async fn reset_password(tx: &mut Tx<'_>, token: &str, password_hash: &str) -> Result<(), Error> {
    let claims = tokens::check(tx, Purpose::ResetPassword, token).await?;
    let (account, id) = (claims.account, claims.id.unwrap_or_default());
    owner(&mut tx.db, account).await?;
    if !one_time_links::use_up(&mut tx.ctx.db, account, LinkKind::ResetPassword, id, tx.ctx.app.now()).await?
    {
        return Err(Code::TokenInvalid.because(Sentence::LinkUsed));
    }
    store::accounts::set_password(&mut tx.db, account, password_hash).await?;
    end_issued(tx, account, None).await?;
    suspend(tx, account).await?;
    audit::record(tx, account, AuditKind::PasswordReset, json!({})).await?;
    enqueue::to_account(&tx.ctx.app, &mut tx.ctx.db, account, MailKind::PasswordWasReset, None).await
}

/// Checks the password of a caller who is logged in, given in `field`. Error: `wrong_password`, to be recorded with
/// [`record_wrong_password`].
pub async fn check_password(
    app: &App,
    row: &AccountRow,
    password: SecretString,
    field: &'static str,
) -> Result<(), Error> {
    let matches = app.passwords.matches(password, Some(row.password_hash.clone())).await?;
    if matches { Ok(()) } else { Err(Code::WrongPassword.at(field)) }
}

/// Records a wrong password of a caller who is logged in: it may be an intruder.
pub async fn record_wrong_password(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    let detail = json!({ "code": Code::WrongPassword.row().0 });
    audit::record(ctx, account, AuditKind::LogInFailed, detail).await
}

/// Sets the password of `old`, and ends every session but `current` and everything else that the account had issued; to
/// be called in a transaction. Errors: `wrong_password` when the password was changed at the same moment,
/// `session_ended`.
pub async fn change_password(
    tx: &mut Tx<'_>,
    old: &AccountRow,
    current: Uuid,
    password_hash: &str,
) -> Result<(), Error> {
    require_unchanged(tx, old, current).await?;
    store::accounts::set_password(&mut tx.db, old.id, password_hash).await?;
    end_issued(tx, old.id, Some(current)).await?;
    audit::record(tx, old.id, AuditKind::PasswordChanged, json!({})).await?;
    enqueue::to_account(&tx.ctx.app, &mut tx.ctx.db, old.id, MailKind::PasswordChanged, None).await
}
