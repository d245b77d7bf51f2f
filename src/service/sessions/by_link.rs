//! Logging in with the link of a mail: for whoever has lost the password, or is kept from using it by others' wrong guesses.

use uuid::Uuid;

use super::log_in::Proven;
use super::{Tokens, open};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::accounts;
use crate::service::tokens::{self, Purpose};
use crate::store::{self, Connection};

/// Who logs in with a token. Errors: `token_invalid`, `token_expired`.
pub async fn whose_link(app: &App, connection: &mut Connection, token: &str) -> Result<Uuid, Error> {
    Ok(tokens::check(app, connection, Purpose::LogIn, token).await?.account)
}

/// Opens a session on `device`; to be called in a transaction. Errors: `token_invalid` for a link that was used, or followed
/// by a newer one; `token_expired`, `account_banned`.
pub async fn open_by_link(
    app: &App,
    connection: &mut Connection,
    token: &str,
    device: &str,
) -> Result<Tokens, Error> {
    let claims = tokens::check(app, connection, Purpose::LogIn, token).await?;
    let (account, id) = (claims.account, claims.id.unwrap_or_default());
    let row = accounts::owner(connection, account).await?;
    if !store::log_in_links::use_up(connection, account, id, app.now()).await? {
        return Err(Code::TokenInvalid.because("This link was used before, or a newer one was sent."));
    }
    open(app, connection, Proven::by_link(row), device).await
}
