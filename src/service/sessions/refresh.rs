//! Trading a refresh token for the next pair.

use serde_json::json;
use uuid::Uuid;

use super::{Tokens, hash, next_tokens};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::accounts;
use crate::service::audit::{self, Kind};
use crate::store::sessions::TokenHolder;
use crate::store::{self, Connection, Tx};

/// Whose a refresh token is, used up or not. Error: `refresh_token_invalid`.
pub async fn holder(connection: &mut Connection, token: &str) -> Result<TokenHolder, Error> {
    let holder = store::sessions::holder(connection, &hash(token)).await?;
    holder.ok_or_else(|| Code::RefreshTokenInvalid.problem())
}

/// Trades a refresh token for the next pair; to be called in a transaction. Errors: `refresh_token_invalid`, and
/// `refresh_token_reused`, which must be followed by [`end_reused`] after that transaction was undone.
pub async fn refresh(app: &App, tx: &mut Tx<'_>, token: &str) -> Result<Tokens, Error> {
    let (hash, now) = (hash(token), app.now());
    let Some(session) = store::sessions::use_refresh(tx, &hash, now).await? else {
        let used = store::sessions::was_used(tx, &hash).await?;
        let code = if used { Code::RefreshTokenReused } else { Code::RefreshTokenInvalid };
        return Err(code.problem());
    };
    let Some(account) = store::sessions::account_of(tx, session).await? else {
        return Err(Code::RefreshTokenInvalid.problem());
    };
    store::sessions::touch(tx, session, now).await?;
    let account = accounts::show(tx, account).await?;
    next_tokens(app, tx, session, account).await
}

/// Ends the session of a token that came a second time; to be called in a transaction of its own.
pub async fn end_reused(app: &App, connection: &mut Connection, holder: TokenHolder) -> Result<(), Error> {
    let TokenHolder { session, account } = holder;
    if store::sessions::end(connection, session, app.now()).await? {
        tracing::warn!(%session, "a refresh token was used twice; its session is ended");
        note_reuse(app, connection, account, session).await?;
    }
    Ok(())
}

async fn note_reuse(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    session: Uuid,
) -> Result<(), Error> {
    audit::note(connection, app, account, Kind::RefreshTokenReused, json!({ "session": session })).await
}
