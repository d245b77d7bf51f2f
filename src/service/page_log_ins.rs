//! Log-ins of browsers that are not remembered, on the pages where apps are allowed: by the link or the code of a mail, or
//! by a password, for some minutes.
//!
//! The browser that asks for the mail gets a cookie, and only with that cookie the link and the code log in. So neither
//! can anybody be made to open a link that logs in another's browser, nor can a stranger who asks for the mail of a
//! player use what the player opens. Each request has a code of its own with ten tries, so that strangers who ask, too,
//! neither use up the tries of others nor replace their code.

use chrono::TimeDelta;
use serde_json::json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::access::{AccountCredential, refuse_banned};
use super::accounts;
use super::audit::{self, AuditKind};
use super::codes::{self, CODE_BYTES, MAX_TRIES};
use super::link_token::LinkToken;
use super::sessions::{ProvenLogIn, ensure_unchanged};
use super::tokens;
use crate::error::Error;
use crate::notifications::enqueue;
use crate::service::{Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::page_log_ins::{self, PageLogInRow};
use crate::store::{self};

/// How long the mail can be used, and how long the browser is logged in then.
pub const LOG_IN_MINUTES: i64 = 15;
/// The most mails of this kind to an account in a quarter of an hour.
const MAX_MAILS: i64 = 5;
/// The purposes of the seals.
const CODE_SEAL: &str = "page-log-in-code";
const LINK_SEAL: &str = "page-log-in-link";

/// What the cookie says, and what the link of the mail says: the id of the log-in, and a secret of 128 bits.
pub type LogInToken = LinkToken<16>;

/// A log-in as a browser brings it.
pub struct OpenedLogIn {
    token: LogInToken,
    row: PageLogInRow,
    /// Whom the browser is logged in as; `None` while it waits for the mail.
    pub account: Option<AccountRow>,
}

impl OpenedLogIn {
    pub fn credential(&self) -> AccountCredential {
        AccountCredential::PageLogIn(self.row.id)
    }

    /// The page that the browser was on, below this server.
    pub fn goes_to(&self) -> &str {
        &self.row.goes_to
    }

    /// As [`super::devices::OpenedDevice::form_token`].
    pub fn form_token(&self) -> String {
        let digest = Sha256::new_with_prefix("althing/form-token").chain_update(self.token.secret).finalize();
        hex::encode(&digest[..16])
    }
}

fn hash(token: &LogInToken) -> Vec<u8> {
    Sha256::digest(token.secret).to_vec()
}

/// The log-in of a cookie; `None` if it is none of ours, has expired or ended.
pub async fn open(ctx: &mut Ctx, cookie: &str) -> Result<Option<OpenedLogIn>, Error> {
    let Some(token) = LogInToken::parse(cookie) else { return Ok(None) };
    let now = ctx.app.now();
    let Some(row) = page_log_ins::find(&mut ctx.db, token.partition, &hash(&token), now).await? else {
        return Ok(None);
    };
    let account = match (row.logged_in_at, row.account_id) {
        (Some(_), Some(account)) => Some(accounts::stored(&mut ctx.db, account).await?),
        _ => None,
    };
    Ok(Some(OpenedLogIn { token, row, account }))
}

fn new_row(ctx: &Ctx, token: &LogInToken, goes_to: &str) -> PageLogInRow {
    let now = ctx.app.now();
    PageLogInRow {
        id: token.partition,
        secret_hash: hash(token),
        goes_to: goes_to.to_owned(),
        account_id: None,
        created_at: now,
        expires_at: now + TimeDelta::minutes(LOG_IN_MINUTES),
        logged_in_at: None,
    }
}

/// Stores that this browser asks for a mail: what its cookie is to be. The id is that of the request for the mail.
pub async fn begin(ctx: &mut Ctx, request: Uuid, goes_to: &str) -> Result<LogInToken, Error> {
    let token = LogInToken::new(&ctx.app, request);
    let row = new_row(ctx, &token, goes_to);
    page_log_ins::add(&mut ctx.db, &row).await?;
    Ok(token)
}

/// Queues the mail for a log-in, to the account that was found by its address. More than a few in a quarter of an hour
/// are not sent.
pub async fn mail(tx: &mut Tx<'_>, log_in: Uuid, account: Uuid) -> Result<(), Error> {
    let since = tx.app.now() - TimeDelta::minutes(LOG_IN_MINUTES);
    if page_log_ins::count_mails_since(&mut tx.db, account, since).await? >= MAX_MAILS
        || !page_log_ins::name_account(&mut tx.bare(), log_in, account).await?
    {
        return Ok(());
    }
    audit::record(tx, account, AuditKind::LogInLinkAsked, json!({})).await?;
    enqueue::page_log_in(&tx.ctx.app, &mut tx.ctx.db, account, log_in).await
}

fn content(log_in: Uuid, account: Uuid) -> Vec<u8> {
    [log_in.as_bytes().as_slice(), account.as_bytes()].concat()
}

/// The code and the last part of the link for the mail; `None` when there is nothing to send any more.
pub async fn code_and_link(ctx: &mut Ctx, log_in: Uuid) -> Result<Option<(String, String)>, Error> {
    let now = ctx.app.now();
    let Some(account) = page_log_ins::waiting_for(&mut ctx.db, log_in, now).await? else { return Ok(None) };
    let content = content(log_in, account);
    let code: [u8; CODE_BYTES] = tokens::seal(ctx, CODE_SEAL, &content).await?;
    let secret = tokens::seal(ctx, LINK_SEAL, &content).await?;
    Ok(Some((codes::written(code), LogInToken { partition: log_in, secret }.to_string())))
}

/// Logs the browser in by the code that was typed. Errors: `invalid_field` for a wrong one, also where no account has the
/// address; `account_banned`.
pub async fn log_in_by_code(
    ctx: &mut Ctx,
    opened: &OpenedLogIn,
    typed: &str,
    device: &str,
) -> Result<(), Error> {
    let tries = (ctx.app.now(), MAX_TRIES);
    // Counted before the code is compared, and outside the transaction: one that is rolled back would give the try back.
    let is_open = page_log_ins::count_try(&mut ctx.db, opened.row.id, tries).await?;
    let (account, code) = (opened.row.account_id, codes::read(typed));
    let (true, Some(account), Some(code)) = (is_open, account, code) else { return Err(codes::wrong()) };
    if !tokens::is_sealed(ctx, CODE_SEAL, &content(opened.row.id, account), &code).await? {
        return Err(codes::wrong());
    }
    ctx.transaction(async |tx| finish(tx, opened, account, device).await).await
}

/// Does the link of a mail belong to the log-in of this browser?
pub async fn is_link_of(ctx: &mut Ctx, opened: &OpenedLogIn, link: &str) -> Result<bool, Error> {
    let Some(link) = LogInToken::parse(link).filter(|link| link.partition == opened.row.id) else {
        return Ok(false);
    };
    let Some(account) = opened.row.account_id else { return Ok(false) };
    tokens::is_sealed(ctx, LINK_SEAL, &content(opened.row.id, account), &link.secret).await
}

/// Logs the browser in by the link of its mail. Errors: `invalid_field` for a link that was used or is another
/// browser's, `account_banned`.
pub async fn log_in_by_link(
    ctx: &mut Ctx,
    opened: &OpenedLogIn,
    link: &str,
    device: &str,
) -> Result<(), Error> {
    let account = opened.row.account_id.ok_or_else(codes::wrong)?;
    if !is_link_of(ctx, opened, link).await? {
        return Err(codes::wrong());
    }
    ctx.transaction(async |tx| finish(tx, opened, account, device).await).await
}

async fn finish(tx: &mut Tx<'_>, opened: &OpenedLogIn, account: Uuid, device: &str) -> Result<(), Error> {
    // A recovery locks the account and ends its log-ins: this one is not finished after it.
    accounts::owner(&mut tx.db, account).await?;
    refuse_banned(&mut tx.db, account).await?;
    let now = tx.app.now();
    let until = now + TimeDelta::minutes(LOG_IN_MINUTES);
    if !page_log_ins::log_in(&mut tx.bare(), opened.row.id, now, until).await? {
        return Err(codes::wrong());
    }
    record(tx, account, device).await
}

async fn record(tx: &mut Tx<'_>, account: Uuid, device: &str) -> Result<(), Error> {
    audit::record(tx, account, AuditKind::LoggedIn, json!({ "page": true, "device": device })).await
}

/// Logs a browser in whose password was right: what its cookie is to be. Errors: `wrong_credentials` when the password was
/// changed at the same moment, `account_banned`.
pub async fn log_in_by_password(
    tx: &mut Tx<'_>,
    proven: &ProvenLogIn,
    goes_to: &str,
    device: &str,
) -> Result<LogInToken, Error> {
    ensure_unchanged(tx, proven).await?;
    let token = LogInToken::new(&tx.app, tx.app.new_id());
    let row = new_row(tx, &token, goes_to);
    let logged_in_at = Some(row.created_at);
    let row = PageLogInRow { account_id: Some(proven.account()), logged_in_at, ..row };
    page_log_ins::add(&mut tx.db, &row).await?;
    record(tx, proven.account(), device).await?;
    Ok(token)
}

/// Ends every log-in of an account.
pub async fn end_all(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    Ok(store::page_log_ins::remove_all(&mut tx.db, account).await?)
}

/// Ends the log-in of a browser.
pub async fn end(ctx: &mut Ctx, opened: &OpenedLogIn) -> Result<(), Error> {
    Ok(store::page_log_ins::remove(&mut ctx.db, opened.row.id).await?)
}

pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    let now = ctx.app.now();
    Ok(store::page_log_ins::forget(&mut ctx.db, now).await?)
}
