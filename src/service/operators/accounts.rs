//! Accounts as operators see and change them: all of them, with what stands against each; and, for the shell alone, how
//! to help a player whom no mail reaches.

use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{AccountForOperators, Ban};
use crate::error::{Code, Error};
use crate::service::accounts::{self, NewPlayer};
use crate::service::audit::{self, AuditKind};
use crate::service::identity::{EmailAddress, email_key, key_of_beginning};
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx, access, recovery};
use crate::store;
pub use crate::store::operator_lists::AccountStanding;
use crate::store::operator_lists::{self, AccountCondition, ListedAccount};

/// How many accounts a page has: at most, and by default.
const MAX_ACCOUNTS: u16 = 100;
const DEFAULT_ACCOUNTS: u16 = 20;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountQuery {
    /// Only accounts whose name or email address begins like this.
    #[param(max_length = 254)]
    pub beginning: Option<String>,
    /// Only accounts that stand like this.
    pub standing: Option<AccountStanding>,
    /// The most accounts of a page; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// The accounts that match, newest first.
pub async fn page(ctx: &mut Ctx, query: &AccountQuery) -> Result<Page<AccountForOperators>, Error> {
    let limit = page::limit(query.limit, DEFAULT_ACCOUNTS, MAX_ACCOUNTS)?;
    let list = format!("accounts {:?} {:?}", query.beginning, query.standing);
    let place = page::place(&list, query.cursor.as_deref())?;
    let email = query.beginning.as_deref().map(email_key);
    let name = query.beginning.as_deref().and_then(|beginning| key_of_beginning(beginning).ok());
    let settings = std::sync::Arc::clone(&ctx.app.settings);
    let wanted = AccountCondition {
        name: name.as_deref(),
        email: email.as_deref(),
        standing: query.standing,
        operators: &settings.operators.accounts,
    };
    let rows = operator_lists::accounts(&mut ctx.db, &wanted, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.id).map(AccountForOperators::from))
}

impl From<ListedAccount> for AccountForOperators {
    fn from(row: ListedAccount) -> Self {
        let ban = match (row.banned_at, row.banned_by, row.ban_reason) {
            (Some(banned_at), Some(banned_by), Some(reason)) => Some(Ban { banned_at, banned_by, reason }),
            _ => None,
        };
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            verified_at: row.verified_at,
            created_at: row.created_at,
            deleted_at: row.deleted_at,
            ban,
            operator: row.is_operator,
        }
    }
}

/// Has the mail sent that lets the owner set a new password, at most once a minute. Errors: `account_not_found`,
/// `address_not_verified`.
pub async fn mail_password_reset(tx: &mut Tx<'_>, operator: Uuid, account: Uuid) -> Result<(), Error> {
    recovery::mail_reset_link(tx, account).await?;
    audit::record(tx, account, AuditKind::PasswordResetMailed, json!({"by": operator})).await
}

/// Makes the account of a player whose address the operator answers for. It has no password. Errors: `name_taken`,
/// `address_taken`.
pub async fn create(tx: &mut Tx<'_>, address: &EmailAddress, new: &NewPlayer) -> Result<Uuid, Error> {
    accounts::create_by_mail(tx, address.as_str(), new).await
}

/// Makes an account an operator; `false` if it is one already. Errors: `address_not_verified`, `account_banned`: nobody
/// can log in to it.
pub async fn make_operator(tx: &mut Tx<'_>, account: Uuid) -> Result<bool, Error> {
    let row = accounts::owner(&mut tx.db, account).await?;
    if row.verified_at.is_none() {
        return Err(Code::AddressNotVerified.problem());
    }
    access::refuse_banned(&mut tx.db, account).await?;
    if access::is_operator(tx, account).await? {
        return Ok(false);
    }
    store::operators::add(&mut tx.ctx.db, account, tx.ctx.app.now()).await?;
    audit::record(tx, account, AuditKind::OperatorMade, json!({})).await?;
    Ok(true)
}

/// Takes that back; `false` if the account was not made an operator. One that the settings name stays one.
pub async fn remove_operator(tx: &mut Tx<'_>, account: Uuid) -> Result<bool, Error> {
    let was = store::operators::remove(&mut tx.db, account).await?;
    if was {
        audit::record(tx, account, AuditKind::OperatorRemoved, json!({})).await?;
    }
    Ok(was)
}
