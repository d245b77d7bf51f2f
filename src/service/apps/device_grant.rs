//! Programs without a browser (RFC 8628): the program shows a code, and its user types it on a page of this server on
//! another device. No address leads to that page with the code filled in: a link of a stranger could lead there, too.

use chrono::TimeDelta;
use serde::Serialize;
use uuid::Uuid;

use super::grants::{self, Grantee, IssuedTokens};
use super::oauth_error::{OAuthCode, OAuthError};
use super::{hash, new_secret};
use crate::error::{Code, Error, Sentence};
use crate::service::access::{AccountCredential, Scopes, refuse_banned};
use crate::service::accounts;
use crate::service::codes;
use crate::service::{Ctx, Tx};
use crate::store::apps::{self, DeviceRequestRow};

/// How long the user has to type the code.
pub const DEVICE_MINUTES: i64 = 15;
/// The least seconds between two polls at first, and how many more after a poll that came too soon (3.5).
const INTERVAL_SECONDS: i32 = 5;
/// Polls further apart than that don't become more patient.
const MAX_INTERVAL_SECONDS: i32 = 60;

/// What a program shows and polls with (3.2).
#[derive(Debug, Serialize)]
pub struct DeviceAuthorization {
    pub device_code: String,
    pub user_code: String,
    pub verification_uri: String,
    pub expires_in: i64,
    pub interval: i32,
}

/// Begins a request.
pub async fn begin_device(ctx: &mut Ctx, client: &str, scopes: Scopes) -> Result<DeviceAuthorization, Error> {
    // Two codes of 40 bits may be the same; three in a row are not.
    for _ in 0..3 {
        let (device_code, user_code) = (new_secret(&ctx.app), ctx.app.secrets.bytes::<5>());
        let row = DeviceRequestRow {
            device_hash: hash(&device_code),
            user_hash: user_hash(user_code),
            client_id: client.to_owned(),
            scopes: scopes.stored(),
            expires_at: ctx.app.now() + TimeDelta::minutes(DEVICE_MINUTES),
            interval_seconds: INTERVAL_SECONDS,
            polled_at: None,
            decided_at: None,
            account_id: None,
        };
        if apps::add_device_request(&mut ctx.db, &row).await? {
            return Ok(DeviceAuthorization {
                device_code,
                user_code: codes::written(user_code).replace(' ', "-"),
                verification_uri: format!("{}/device", ctx.app.settings.http.public_url),
                expires_in: DEVICE_MINUTES * 60,
                interval: INTERVAL_SECONDS,
            });
        }
    }
    Err(Error::bug("three codes for devices are taken"))
}

fn user_hash(code: [u8; 5]) -> Vec<u8> {
    hash(&hex::encode(code))
}

/// A program that waits for its user.
pub struct WaitingDevice {
    pub client: String,
    pub scopes: Scopes,
    user_hash: Vec<u8>,
}

fn wrong() -> Error {
    Code::InvalidField.field("user_code", Sentence::CodeWrong)
}

/// The program whose code was typed. Error: `invalid_field` where none waits.
pub async fn waiting_device(ctx: &mut Ctx, typed: &str) -> Result<WaitingDevice, Error> {
    let user_hash = user_hash(codes::read(typed).ok_or_else(wrong)?);
    let now = ctx.app.now();
    let row = apps::waiting_device_request(&mut ctx.db, &user_hash, now).await?.ok_or_else(wrong)?;
    Ok(WaitingDevice { client: row.client_id, scopes: Scopes::from_stored(&row.scopes), user_hash })
}

/// Allows a program to act for the account that the page is open for. Errors: `invalid_field` where it does not wait any
/// more, `session_ended`, `account_banned`.
pub async fn allow_device(
    tx: &mut Tx<'_>,
    (account, credential): (Uuid, AccountCredential),
    device: &WaitingDevice,
) -> Result<(), Error> {
    accounts::owner(&mut tx.db, account).await?;
    credential.ensure_valid(tx).await?;
    refuse_banned(&mut tx.db, account).await?;
    decide(tx, device, Some(account)).await
}

/// Denies it. Everybody who knows the code may do so.
pub async fn deny_device(tx: &mut Tx<'_>, device: &WaitingDevice) -> Result<(), Error> {
    decide(tx, device, None).await
}

async fn decide(tx: &mut Tx<'_>, device: &WaitingDevice, account: Option<Uuid>) -> Result<(), Error> {
    let now = tx.app.now();
    match apps::decide_device_request(&mut tx.bare(), &device.user_hash, account, now).await? {
        true => Ok(()),
        false => Err(wrong()),
    }
}

const WRONG_CODE: OAuthError =
    OAuthCode::InvalidGrant.about("The device_code is wrong or used, or is another app's.");

/// Answers a poll (3.4, 3.5): the tokens, once the user has allowed it.
pub async fn exchange_device(
    ctx: &mut Ctx,
    device_code: &str,
    client: &str,
) -> Result<Result<IssuedTokens, OAuthError>, Error> {
    let (hash, now) = (hash(device_code), ctx.app.now());
    let found = apps::device_request(&mut ctx.db, &hash).await?.filter(|row| row.client_id == client);
    let Some(row) = found else { return Ok(Err(WRONG_CODE)) };
    if row.expires_at <= now {
        return Ok(Err(OAuthCode::ExpiredToken.about("The user did not type the code in time.")));
    }
    let interval = TimeDelta::seconds(i64::from(row.interval_seconds));
    let is_early = row.polled_at.is_some_and(|at| now < at + interval);
    let longer = if is_early { INTERVAL_SECONDS } else { 0 };
    let interval = (row.interval_seconds + longer).min(MAX_INTERVAL_SECONDS);
    apps::note_poll(&mut ctx.db, &hash, now, interval).await?;
    if is_early {
        return Ok(Err(OAuthCode::SlowDown.about("Wait five seconds longer between two requests.")));
    }
    let account = match (row.decided_at, row.account_id) {
        (None, _) => return Ok(Err(OAuthCode::AuthorizationPending.about("The user has not decided yet."))),
        (Some(_), None) => return Ok(Err(OAuthCode::AccessDenied.about("The user has denied it."))),
        (Some(_), Some(account)) => account,
    };
    ctx.transaction(async |tx| {
        let Some(()) = grants::lock(tx, account).await? else { return Ok(Err(WRONG_CODE)) };
        // The lock is held: a recovery meanwhile has deleted the request.
        if !apps::remove_device_request(&mut tx.bare(), &hash).await? {
            return Ok(Err(WRONG_CODE));
        }
        let (grantee, grant) = (Grantee { account, client, origin: "" }, tx.app.new_id());
        grants::begin(tx, &grantee, grant, Scopes::from_stored(&row.scopes)).await.map(Ok)
    })
    .await
}
