//! An account as operators see it.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::accounts::{Name, email_key, person_id};
use crate::store::accounts::AccountRow;
use crate::store::{Connection, accounts, operators};

/// An account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AccountForOperators {
    /// Its id.
    pub id: Uuid,
    /// The name others see.
    pub name: String,
    /// Where notices go.
    pub email: String,
    /// When the address was proved; null if it was not.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub verified_at: Option<Instant>,
    /// When it was registered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When it was deleted; null if it was not.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deleted_at: Option<Instant>,
    /// Its ban; null if it is not banned.
    pub ban: Option<BanShown>,
}

/// A ban.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BanShown {
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub banned_at: Instant,
    /// The operator.
    pub banned_by: Uuid,
    /// Why.
    pub reason: String,
}

/// The account that an id, a name or a mail address names. Error: `account_not_found`.
pub async fn look_up(connection: &mut Connection, named: &str) -> Result<AccountForOperators, Error> {
    let row = find(connection, named).await?.ok_or_else(|| Code::AccountNotFound.problem())?;
    let ban = operators::ban_of(connection, row.id).await?;
    Ok(AccountForOperators {
        id: row.id,
        name: row.name,
        email: row.email,
        verified_at: row.verified_at,
        created_at: row.created_at,
        deleted_at: row.deleted_at,
        ban: ban.map(|ban| BanShown {
            banned_at: ban.banned_at,
            banned_by: ban.banned_by,
            reason: ban.reason,
        }),
    })
}

async fn find(connection: &mut Connection, named: &str) -> Result<Option<AccountRow>, Error> {
    if let Some(id) = person_id(named) {
        return Ok(accounts::find(connection, id).await?);
    }
    if named.contains('@') {
        return Ok(accounts::by_email(connection, &email_key(named)).await?);
    }
    let Ok(name) = Name::try_from(named.to_owned()) else { return Ok(None) };
    Ok(accounts::by_name(connection, name.key()).await?)
}
