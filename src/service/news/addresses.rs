//! The secret addresses of an account's feeds.
//!
//! One secret opens the calendar and the news of an account, until the addresses are renewed or the account is
//! recovered, banned or deleted. It is derived from a signing key, so that its owner can be shown it again, and only
//! its hash is stored.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::service::audit::{self, AuditKind};
use crate::service::{Ctx, Tx, accounts, tokens};
use crate::store::accounts::AccountRow;
use crate::store::feed_addresses::{self, FeedAddressRow};
use crate::store::{self};
use crate::time_control::Instant;

/// The length of the text of a secret: 32 bytes in base64.
const SECRET_CHARS: usize = 43;

/// Where your feeds are. Anyone who knows an address can read the feed, so it is a secret.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct FeedAddresses {
    /// Your deadlines, for a calendar that subscribes to addresses (iCalendar). Null before you have made the addresses.
    pub calendar_url: Option<String>,
    /// What you are notified of, for a news reader (Atom). Null before you have made the addresses.
    pub news_url: Option<String>,
    /// When these addresses were made; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub created_at: Option<Instant>,
}

/// The present addresses of an account.
pub async fn show(ctx: &mut Ctx, account: Uuid) -> Result<FeedAddresses, Error> {
    match feed_addresses::find(&mut ctx.db, account).await? {
        Some(row) => addresses(ctx, &row).await,
        None => Ok(FeedAddresses::default()),
    }
}

/// Makes new addresses; those before are dead at once. The account is locked first: `still_valid` then checks the
/// credential of the caller, so that none makes addresses that outlive it.
pub async fn renew(
    tx: &mut Tx<'_>,
    account: Uuid,
    still_valid: impl AsyncFnOnce(&mut Ctx) -> Result<(), Error>,
) -> Result<FeedAddresses, Error> {
    accounts::owner(&mut tx.db, account).await?;
    still_valid(tx).await?;
    let renewal = uuid::Builder::from_random_bytes(tx.app.secrets.bytes()).into_uuid();
    let (key_id, key) = tokens::newest_derived_key(tx, &key_purpose(account, renewal)).await?;
    let secret_hash = Sha256::digest(text(key)).to_vec();
    let row = FeedAddressRow { account_id: account, secret_hash, key_id, renewal, created_at: tx.app.now() };
    feed_addresses::put(&mut tx.db, &row).await?;
    audit::record(tx, account, AuditKind::FeedsRenewed, json!({})).await?;
    addresses(tx, &row).await
}

/// Ends the addresses of an account. Harmless to repeat.
pub async fn end(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    if feed_addresses::remove(&mut tx.db, account).await? {
        audit::record(tx, account, AuditKind::FeedsEnded, json!({})).await?;
    }
    Ok(())
}

/// The account of a secret; `None` for one that opens nothing, for whatever reason.
pub async fn account_of_secret(ctx: &mut Ctx, secret: &str) -> Result<Option<AccountRow>, Error> {
    if secret.len() != SECRET_CHARS {
        return Ok(None);
    }
    let hash = Sha256::digest(secret);
    let Some(account) = feed_addresses::account_of(&mut ctx.db, &hash).await? else { return Ok(None) };
    Ok(store::accounts::find(&mut ctx.db, account).await?)
}

async fn addresses(ctx: &mut Ctx, row: &FeedAddressRow) -> Result<FeedAddresses, Error> {
    let purpose = key_purpose(row.account_id, row.renewal);
    let secret = text(tokens::derived_key(ctx, row.key_id, &purpose).await?);
    let public_url = &ctx.app.settings.http.public_url;
    Ok(FeedAddresses {
        calendar_url: Some(format!("{public_url}/feeds/{secret}/calendar.ics")),
        news_url: Some(format!("{public_url}/feeds/{secret}/news.atom")),
        created_at: Some(row.created_at),
    })
}

fn key_purpose(account: Uuid, renewal: Uuid) -> String {
    format!("feeds {account} {renewal}")
}

fn text(secret: [u8; 32]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(secret)
}
