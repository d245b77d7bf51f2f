//! Registering.
//!
//! The answer is the same whether the address is new or has an account: only its mailbox is told which. So a name is
//! taken in both cases, by an account that nobody can verify in the second; it is cleared away with the others that
//! were never verified.

use chrono::TimeDelta;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EmailAddress, Language, Name, Password};
use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::store::accounts::AccountRow;
use crate::store::{self, Connection};

/// What a newcomer gives.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name others see: letters and digits of any script, single spaces or one of `- _ . '` between them. Names
    /// that look alike count as the same.
    #[schema(value_type = String, min_length = 2, max_length = 32)]
    pub name: Name,
    /// Where notices go. It is proved by a mail before the first log-in.
    #[schema(value_type = String, format = "email", max_length = 254)]
    pub email: EmailAddress,
    /// 8 to 128 characters.
    #[schema(value_type = String, format = "password", min_length = 8, max_length = 128)]
    pub password: Password,
    /// The language of mails: nn, en, sv or de; English if it is left out.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(nn|en|sv|de)$")]
    pub language: Language,
}

/// A registration whose password is hashed: nothing slow is left to do while a connection is on loan.
pub struct Prepared {
    name: Name,
    email: EmailAddress,
    language: Language,
    password_hash: String,
}

/// Hashes the password.
pub async fn prepare(app: &App, asked: Registration) -> Result<Prepared, Error> {
    let password_hash = app.passwords.hash(app, asked.password.into_secret()).await?;
    Ok(Prepared { name: asked.name, email: asked.email, language: asked.language, password_hash })
}

/// Makes the account and the mail that goes with it; to be called in a transaction. Error: `name_taken`.
pub async fn register(app: &App, connection: &mut Connection, asked: Prepared) -> Result<(), Error> {
    store::accounts::forget_unverified(connection, oldest_unverified(app)).await?;
    let owner = store::accounts::owner_of(connection, &asked.email.key()).await?;
    let row = row(app, &asked, owner.is_none() && !app.settings.accounts.verify_addresses);
    let keys = asked.name.keys();
    if !store::accounts::insert(connection, &row).await? {
        return Err(refusal(connection, &keys).await?);
    }
    if !store::accounts::claim_name_keys(connection, row.id, &keys).await? {
        return Err(name_taken());
    }
    match owner {
        Some(owner) => enqueue::to_account(app, connection, owner, MailKind::AddressInUse, None).await,
        None if row.verified_at.is_some() => Ok(()),
        None => enqueue::to_account(app, connection, row.id, MailKind::VerifyAddress, None).await,
    }
}

/// Accounts that were not verified before this instant are forgotten: by then their links have long expired.
pub fn oldest_unverified(app: &App) -> Instant {
    app.now() - TimeDelta::seconds(app.settings.accounts.verify_seconds.saturating_mul(2))
}

fn row(app: &App, asked: &Prepared, verified: bool) -> AccountRow {
    let now = app.now();
    AccountRow {
        id: app.new_id(),
        name: asked.name.shown().to_owned(),
        name_key: asked.name.key().to_owned(),
        email: asked.email.as_str().to_owned(),
        email_key: asked.email.key(),
        password_hash: asked.password_hash.clone(),
        language: asked.language.code().to_owned(),
        verified_at: verified.then_some(now),
        created_at: now,
        time_zone: "UTC".to_owned(),
        about: String::new(),
        deleted_at: None,
    }
}

/// Why the row did not go in: its name, or a twin of this request that took the address a moment ago.
async fn refusal(connection: &mut Connection, keys: &[&str]) -> Result<Error, Error> {
    Ok(if store::accounts::any_name_key_taken(connection, keys).await? {
        name_taken()
    } else {
        Code::Busy.problem()
    })
}

fn name_taken() -> Error {
    Code::NameTaken.field("name", Code::NameTaken.row().2)
}
