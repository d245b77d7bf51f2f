//! Registering, and proving the address: the token of the mail comes back.
//!
//! The answer is the same whether the address is new or has an account: only its mailbox learns which. So the name is
//! taken in both cases: where the address has an account, by a second one that can't be verified and is deleted with
//! the others that were never verified.

use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Account;
use crate::error::{Code, Error, Sentence};
use crate::notifications::{MailKind, unasked};
use crate::service::audit::{self, AuditKind};
use crate::service::identity::{EmailAddress, Language, Name, Password, email_key};
use crate::service::passwords;
use crate::service::tokens::{self, Claims, Purpose};
use crate::service::{App, Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::{self, Connection};
use crate::time_control::Instant;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateAccount {
    /// The name that others see: letters and digits of any script, with single spaces or one of `- _ . '` between them.
    /// Names that look alike count as the same.
    #[schema(value_type = String, min_length = 2, max_length = 32)]
    pub name: Name,
    /// Must be verified by a mail before the first log-in.
    #[schema(value_type = String, format = "email", max_length = 254)]
    pub email: EmailAddress,
    #[schema(value_type = String, format = "password", min_length = 8, max_length = 128)]
    pub password: Password,
    #[schema(schema_with = Language::schema)]
    pub language: Option<Language>,
}

/// A registration whose password is hashed, so that nothing slow is left to do while a connection is in use.
pub struct PreparedRegistration {
    name: Name,
    email: EmailAddress,
    language: Language,
    password_hash: String,
}

pub async fn prepare(app: &App, request: CreateAccount) -> Result<PreparedRegistration, Error> {
    let password_hash = app.passwords.hash(app, request.password.into_secret()).await?;
    Ok(PreparedRegistration {
        name: request.name,
        email: request.email,
        language: request.language.unwrap_or_default(),
        password_hash,
    })
}

/// Makes the account and the mail that goes with it.
pub async fn register(tx: &mut Tx<'_>, request: PreparedRegistration) -> Result<(), Error> {
    store::accounts::forget_unverified(&mut tx.ctx.db, oldest_unverified(&tx.ctx.app)).await?;
    let owner = store::accounts::owner_of(&mut tx.db, &request.email.key()).await?;
    let PreparedRegistration { name, email, language, password_hash } = &request;
    let is_verified = owner.is_none() && !tx.app.settings.accounts.verify_addresses;
    let row = AccountRow {
        verified_at: is_verified.then_some(tx.app.now()),
        ..new_row(&tx.app, name, email.as_str(), password_hash, *language)
    };
    insert(&mut tx.db, &row, name).await?;
    match owner {
        Some(owner) => tx.mail_account(owner, MailKind::AddressInUse).await,
        None if row.verified_at.is_some() => Ok(()),
        None => tx.mail_account(row.id, MailKind::VerifyAddress).await,
    }
}

/// A player who comes by the link of a mail, which has proved their address.
#[derive(Debug, Clone)]
pub struct NewPlayer {
    pub name: Name,
    pub language: Language,
    /// IANA name.
    pub time_zone: String,
}

/// The name that a new player wrote.
pub fn new_name(written: &str) -> Result<Name, Error> {
    Name::try_from(written.to_owned()).map_err(|why| {
        let sentence = Sentence::named(&why.to_string()).unwrap_or(Sentence::NotUsable);
        Code::InvalidField.field("name", sentence)
    })
}

/// Makes the account of an address to which a link was mailed. It has no password until its owner sets one with the
/// link of another mail.
pub async fn create_by_mail(tx: &mut Tx<'_>, email: &str, new: &NewPlayer) -> Result<Uuid, Error> {
    let email_key = email_key(email);
    if store::accounts::owner_of(&mut tx.db, &email_key).await?.is_some() {
        return Err(Code::AddressTaken.problem());
    }
    // Registrations of the address that were not verified: the link has proved who owns it.
    store::accounts::forget_unverified_at(&mut tx.db, &email_key).await?;
    let row = AccountRow {
        verified_at: Some(tx.app.now()),
        time_zone: super::zone(&new.time_zone)?,
        ..new_row(&tx.app, &new.name, email, passwords::NONE, new.language)
    };
    insert(&mut tx.db, &row, &new.name).await?;
    unasked::allow(&mut tx.db, &row.email_key).await?;
    audit::record(tx, row.id, AuditKind::AddressVerified, json!({})).await?;
    Ok(row.id)
}

/// Accounts that were not verified before this instant are forgotten: by then their links have long expired.
pub fn oldest_unverified(app: &App) -> Instant {
    app.now() - TimeDelta::seconds(app.settings.accounts.verify_seconds.saturating_mul(2))
}

fn new_row(app: &App, name: &Name, email: &str, password_hash: &str, language: Language) -> AccountRow {
    AccountRow {
        id: app.new_id(),
        name: name.shown().to_owned(),
        name_key: name.key().to_owned(),
        email: email.to_owned(),
        email_key: email_key(email),
        password_hash: password_hash.to_owned(),
        language: language.code().to_owned(),
        verified_at: None,
        created_at: app.now(),
        time_zone: "UTC".to_owned(),
        about: String::new(),
        deleted_at: None,
        searchable: true,
        shares_availability: false,
    }
}

/// Inserts an account with its name, which no other may have.
async fn insert(connection: &mut Connection, row: &AccountRow, name: &Name) -> Result<(), Error> {
    let keys = name.keys();
    if store::accounts::insert(connection, row).await? {
        let is_free = store::accounts::claim_name_keys(connection, row.id, &keys).await?;
        return if is_free { Ok(()) } else { Err(Code::NameTaken.at("name")) };
    }
    // The name is taken, or a concurrent request took the address a moment ago.
    let is_taken = store::accounts::any_name_key_taken(connection, &keys).await?;
    Err(if is_taken { Code::NameTaken.at("name") } else { Code::Busy.problem() })
}

/// The token for the mail that verifies the address of an account. It names the address, so that it verifies no other
/// that the account has later.
pub async fn verify_token(ctx: &mut Ctx, account: Uuid) -> Result<String, Error> {
    let row = store::accounts::find(&mut ctx.db, account).await?;
    let row = row.ok_or_else(|| Code::AccountNotFound.problem())?;
    let claims = Claims { account, session: None, id: Some(address_id(&row)) };
    let seconds = ctx.app.settings.accounts.verify_seconds;
    tokens::issue(ctx, Purpose::VerifyAddress, claims, seconds).await
}

/// A registration whose address a token proves.
pub struct Registration {
    pub account: Account,
    pub was_verified: bool,
}

/// Whose address a token proves.
pub async fn whose_address(ctx: &mut Ctx, token: &str) -> Result<Registration, Error> {
    let row = registered(ctx, token).await?;
    Ok(Registration { was_verified: row.verified_at.is_some(), account: row.into() })
}

async fn registered(ctx: &mut Ctx, token: &str) -> Result<AccountRow, Error> {
    let claims = tokens::check(ctx, Purpose::VerifyAddress, token).await?;
    let row = store::accounts::find(&mut ctx.db, claims.account).await?;
    let row = row.filter(|row| claims.id == Some(address_id(row)) && row.deleted_at.is_none());
    row.ok_or_else(|| Code::TokenInvalid.problem())
}

/// Records that the address is verified and sets the password anew, if there is a `password_hash`: the person who
/// registered need not be the owner of the mailbox. A repeat changes nothing and is answered alike; a link that set
/// passwords again and again would be as good as the mailbox.
pub async fn verify(
    tx: &mut Tx<'_>,
    token: &str,
    password_hash: Option<&str>,
) -> Result<Registration, Error> {
    let id = registered(tx, token).await?.id;
    // Locked, so that the second of two concurrent requests finds the address verified.
    let row = store::accounts::lock(&mut tx.db, id).await?.ok_or_else(|| Code::TokenInvalid.problem())?;
    if row.verified_at.is_some() {
        return Ok(Registration { account: row.into(), was_verified: true });
    }
    mark_verified(tx, &row).await?;
    if let Some(password_hash) = password_hash {
        store::accounts::set_password(&mut tx.db, row.id, password_hash).await?;
    }
    Ok(Registration { account: row.into(), was_verified: false })
}

/// Takes the address of an account as verified without a mail, for an operator who answers for it; `false` if it was
/// verified before. Errors: `account_not_found`, `address_taken`.
pub async fn vouch(tx: &mut Tx<'_>, account: Uuid) -> Result<bool, Error> {
    let row = store::accounts::lock(&mut tx.db, account).await?.filter(|row| row.deleted_at.is_none());
    let row = row.ok_or_else(|| Code::AccountNotFound.problem())?;
    if row.verified_at.is_some() {
        return Ok(false);
    }
    mark_verified(tx, &row).await?;
    Ok(true)
}

async fn mark_verified(tx: &mut Tx<'_>, row: &AccountRow) -> Result<(), Error> {
    if !store::accounts::verify(&mut tx.ctx.db, row.id, tx.ctx.app.now()).await? {
        return Err(Code::AddressTaken.problem());
    }
    unasked::allow(&mut tx.db, &row.email_key).await?;
    audit::record(tx, row.id, AuditKind::AddressVerified, json!({})).await
}

/// An id for the address of an account. It does not show the address, but a reader can check whether a guess is right.
fn address_id(row: &AccountRow) -> Uuid {
    let digest = Sha256::digest(&row.email_key);
    digest.first_chunk::<16>().map_or(Uuid::nil(), |half| Uuid::from_bytes(*half))
}
