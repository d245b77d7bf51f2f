//! Remembered devices: browsers that open their member's pages by a cookie (decision 45), a year after they were used
//! last.
//!
//! The API knows nothing of them. What is made by a device, such as the link to an invitation, ends with it.

use chrono::TimeDelta;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::access::AccountCredential;
use super::accounts::owner;
use super::audit::{self, AuditKind};
use super::codes::TypedCode;
use super::link_token::LinkToken;
use crate::error::{Code, Error, Sentence};
use crate::notifications::MailKind;
use crate::service::{Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::devices::{self, DeviceRow};
use crate::store::{Connection, mail_links as stored_links, push};
use crate::time_control::Instant;

/// How long an unused device is remembered, in days.
pub const DEVICE_DAYS: i64 = 366;
/// The most devices of an account: a family's phones, tablets and desks.
const MAX_DEVICES: usize = 20;
/// The use of a device is noted at most once in this many hours.
const NOTED_EVERY_HOURS: i64 = 12;

/// What the cookie says: the account, and a secret of 128 bits.
pub type DeviceToken = LinkToken<16>;

/// A device that asks for a page, and its member.
pub struct OpenedDevice {
    pub token: DeviceToken,
    pub id: Uuid,
    pub account: AccountRow,
    pub is_banned: bool,
}

impl OpenedDevice {
    /// The token that forms of its pages send. A page of another site knows neither it nor the cookie that it is made
    /// from; who reads a page of ours can't make the cookie from it.
    pub fn form_token(&self) -> String {
        let digest = Sha256::new_with_prefix("althing/form-token").chain_update(self.token.secret).finalize();
        hex::encode(&digest[..16])
    }
}

/// A device in the list of its member.
pub struct RememberedDevice {
    pub id: Uuid,
    pub label: String,
    pub created_at: Instant,
    /// To some hours.
    pub last_used_at: Instant,
}

/// The device of a cookie; `None` if it is none of ours, or is not remembered any more. Notes that it is used.
pub async fn open(ctx: &mut Ctx, cookie: &str) -> Result<Option<OpenedDevice>, Error> {
    let Some(token) = DeviceToken::parse(cookie) else { return Ok(None) };
    let (now, oldest) = (ctx.app.now(), oldest(ctx));
    let found = devices::find(&mut ctx.db, token.partition, &hash(&token), oldest).await?;
    let Some((row, account, is_banned)) = found else { return Ok(None) };
    if row.last_used_at < now - TimeDelta::hours(NOTED_EVERY_HOURS) {
        devices::note_use(&mut ctx.db, row.account_id, row.id, now).await?;
    }
    Ok(Some(OpenedDevice { token, id: row.id, account, is_banned }))
}

fn oldest(ctx: &Ctx) -> Instant {
    ctx.app.now() - TimeDelta::days(DEVICE_DAYS)
}

pub(super) fn hash(token: &DeviceToken) -> Vec<u8> {
    Sha256::digest(token.secret).to_vec()
}

/// Remembers a device of the account whose page `credential` opened, and reports it by mail. `before`: the device that
/// this browser is until now, which ends. Errors: `invalid_field` where the code was used meanwhile, or there are too
/// many devices; `session_ended` where what opened the page has ended.
pub async fn remember(
    tx: &mut Tx<'_>,
    (account, credential): (Uuid, AccountCredential),
    code: &TypedCode,
    label: &str,
    before: Option<&OpenedDevice>,
) -> Result<DeviceToken, Error> {
    // Whatever ends a link or a device locks the account, too: none is remembered by what has just ended.
    owner(&mut tx.db, account).await?;
    credential.ensure_valid(tx).await?;
    code.use_up(tx).await?;
    if let Some(before) = before {
        end(tx, before.account.id, before.id).await?;
    }
    let oldest = oldest(tx);
    if devices::list(&mut tx.db, account, oldest).await?.len() >= MAX_DEVICES {
        let sentence = Sentence::DevicesAtMost { most: MAX_DEVICES as u64 };
        return Err(Code::InvalidField.field("code", sentence));
    }
    let token = DeviceToken::new(&tx.app, account);
    let now = tx.app.now();
    let row = DeviceRow {
        account_id: account,
        id: tx.app.new_id(),
        secret_hash: hash(&token),
        label: label.to_owned(),
        created_at: now,
        last_used_at: now,
    };
    devices::add(&mut tx.db, &row).await?;
    let detail = json!({ "device": row.id, "label": row.label });
    audit::record(tx, account, AuditKind::DeviceRemembered, detail).await?;
    tx.mail_account(account, MailKind::DeviceRemembered).await?;
    Ok(token)
}

/// The devices of an account, the last used one first.
pub async fn list(ctx: &mut Ctx, account: Uuid) -> Result<Vec<RememberedDevice>, Error> {
    let oldest = oldest(ctx);
    let rows = devices::list(&mut ctx.db, account, oldest).await?;
    let shown = |row: DeviceRow| RememberedDevice {
        id: row.id,
        label: row.label,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Ends a device, the links that its pages led to, and its push subscriptions. One that has ended already stays so.
pub async fn end(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    owner(&mut tx.db, account).await?;
    // In this order: once the device is gone, no further link can be made by it.
    if devices::remove(&mut tx.db, account, id).await? {
        stored_links::remove_opened_from(&mut tx.db, id, account).await?;
        push::remove_of_device(&mut tx.db, id).await?;
        audit::record(tx, account, AuditKind::DeviceEnded, json!({ "device": id })).await?;
    }
    Ok(())
}

/// Ends every device of an account, and the links that their pages led to.
pub async fn end_all(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    let oldest = oldest(tx);
    for device in devices::list(&mut tx.db, account, oldest).await? {
        end(tx, account, device.id).await?;
    }
    Ok(devices::remove_all(&mut tx.db, account).await?)
}

/// The device that was remembered last, for the mail that reports it; `None` if it has ended since.
pub async fn latest(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    let rows = devices::list(connection, account, Instant::UNIX_EPOCH).await?;
    let latest = rows.into_iter().max_by_key(|row| (row.created_at, row.id));
    Ok(latest.map(|row| row.label))
}

/// Deletes the devices that were not used for too long.
pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    let oldest = oldest(ctx);
    Ok(devices::forget(&mut ctx.db, oldest).await?)
}
