//! Proving an address: the token of the mail comes back.

use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::Account;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::audit::{self, Kind};
use crate::service::tokens::{self, Claims, Purpose};
use crate::store::accounts::{AccountRow, Verified};
use crate::store::{self, Connection};

/// The token for the mail that asks an account to prove its address. It names the address, so that it proves no other
/// that the account has later.
pub async fn verify_token(app: &App, connection: &mut Connection, account: Uuid) -> Result<String, Error> {
    let row = store::accounts::find(connection, account).await?;
    let row = row.ok_or_else(|| Code::AccountNotFound.problem())?;
    let claims = Claims { account, session: None, id: Some(name_of(&row)) };
    let seconds = app.settings.accounts.verify_seconds;
    tokens::issue(app, connection, Purpose::VerifyAddress, claims, seconds).await
}

/// Whose address a token proves. Errors: `token_invalid`, `token_expired`.
pub async fn whose_address(app: &App, connection: &mut Connection, token: &str) -> Result<Uuid, Error> {
    Ok(tokens::check(app, connection, Purpose::VerifyAddress, token).await?.account)
}

/// Notes that the address is proved; to be called in a transaction. A repeat changes nothing and is answered alike.
/// Errors: `token_invalid`, `token_expired`, `address_taken`.
pub async fn verify(app: &App, connection: &mut Connection, token: &str) -> Result<Account, Error> {
    let claims = tokens::check(app, connection, Purpose::VerifyAddress, token).await?;
    let row = store::accounts::find(connection, claims.account).await?;
    let row = row.filter(|row| claims.id == Some(name_of(row)) && row.deleted_at.is_none());
    let row = row.ok_or_else(|| Code::TokenInvalid.problem())?;
    if row.verified_at.is_some() {
        return Ok(row.into());
    }
    match store::accounts::verify(connection, row.id, app.now()).await? {
        Verified::Yes => {}
        Verified::AddressTaken => return Err(Code::AddressTaken.problem()),
    }
    audit::note(connection, app, row.id, Kind::AddressVerified, json!({})).await?;
    Ok(row.into())
}

/// A name for the address of an account that tells nothing of it.
fn name_of(row: &AccountRow) -> Uuid {
    let digest: [u8; 32] = Sha256::digest(&row.email_key).into();
    Uuid::from_u128(u128::from_be_bytes(std::array::from_fn(|at| {
        digest.get(at).copied().unwrap_or_default()
    })))
}
