//! Logging in, staying logged in, logging out.
//!
//! A log-in is a session: a family of refresh tokens of which only the newest is good. Each use gives the next one; a
//! token that comes a second time was stolen or lost, so the whole family ends. With a session end its refresh tokens
//! at once, and its access tokens within a second in every process ([`Ended`]).

mod by_link;
mod device;
mod ended;
mod list;
mod log_in;
mod refresh;

pub use by_link::{open_by_link, whose_link};
pub use device::{device, known_device};
pub use ended::Ended;
pub use list::{Session, Sessions, end_one, end_others, page};
pub use log_in::{Candidate, Proven, Unproven, candidate, note_failure, open, prove};
pub use refresh::{end_reused, holder, refresh};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::accounts::Account;
use super::audit::{self, Kind};
use super::tokens::{self, Claims, Purpose};
use crate::app::App;
use crate::error::Error;
use crate::store::sessions::RefreshToken;
use crate::store::{self, Connection};

/// What a log-in gives.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tokens {
    /// Goes into the `Authorization` header of every call.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// How long the access token is good for, in seconds.
    pub expires_in: i64,
    /// Good for one call of `POST /v1/sessions/refresh`.
    pub refresh_token: String,
    /// Goes into later log-ins of the same device, also after it has logged out: they get through while others try wrong
    /// passwords. It opens nothing by itself.
    pub device_token: String,
    /// Who is logged in.
    pub account: Account,
}

/// Logs out; to be called in a transaction. Harmless to repeat.
pub async fn log_out(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    session: Uuid,
) -> Result<(), Error> {
    if store::sessions::end(connection, session, app.now()).await? {
        audit::note(connection, app, account, Kind::LoggedOut, json!({ "session": session })).await?;
    }
    Ok(())
}

/// Ends every session of an account, whoever has it; to be called in a transaction. Follow it with
/// [`Ended::look_again`] after the commit.
pub async fn end_all(app: &App, connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    store::sessions::end_all(connection, account, None, app.now()).await?;
    Ok(())
}

async fn next_tokens(
    app: &App,
    connection: &mut Connection,
    session: Uuid,
    account: Account,
) -> Result<Tokens, Error> {
    let settings = &app.settings.accounts;
    let refresh_token = BASE64_URL_SAFE_NO_PAD.encode(app.secrets.bytes::<32>());
    let refresh = RefreshToken {
        hash: hash(&refresh_token),
        session,
        created_at: app.now(),
        expires_at: app.now() + TimeDelta::seconds(settings.refresh_seconds),
    };
    store::sessions::add_refresh(connection, &refresh).await?;
    let claims = Claims { account: account.id, session: Some(session), id: None };
    let access_token =
        tokens::issue(app, connection, Purpose::Access, claims, settings.access_seconds).await?;
    Ok(Tokens {
        access_token,
        token_type: "Bearer",
        expires_in: settings.access_seconds,
        refresh_token,
        device_token: device::issue(app, connection, account.id, session).await?,
        account,
    })
}

/// Tokens are long and random, so a plain hash is enough to keep a copy of the table worthless.
fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}
