//! The secret addresses of an account's feeds.
//!
//! One secret opens the calendar and the news of an account, until the addresses are renewed or the account is
//! recovered, banned or deleted. It is derived from a signing key, so that its owner can be shown it again, and only
//! its hash is stored. Each club of the account has a calendar under a secret of its own, which opens nothing else and
//! ends with the others.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Error;
use crate::service::audit::{self, AuditKind};
use crate::service::{Ctx, Tx, accounts, clubs, tokens};
use crate::store::accounts::AccountRow;
use crate::store::feed_addresses::{self, FeedAddressRow};
use crate::store::{self};
use crate::time_control::Instant;

/// The length of a secret, and that of its text in base64.
const SECRET_BYTES: usize = 32;
const SECRET_CHARS: usize = 43;

/// Where your feeds are. Anyone who knows an address can read the feed, so it is a secret.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct FeedAddresses {
    /// Your deadlines, for a calendar that subscribes to addresses (iCalendar). Null before you have made the addresses.
    pub calendar_url: Option<String>,
    /// What you are notified of, for a news reader (Atom). Null before you have made the addresses.
    pub news_url: Option<String>,
    /// The calendars of your clubs, each under a secret of its own. Empty before you have made the addresses.
    pub club_calendars: Vec<ClubCalendar>,
    /// When these addresses were made; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub created_at: Option<Instant>,
}

/// The calendar of a club: when its games began and ended.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClubCalendar {
    pub club_id: Uuid,
    /// What the club is called.
    pub name: String,
    /// For a calendar that subscribes to addresses (iCalendar). It works while you are a member.
    pub url: String,
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

/// The account that a secret lets read the calendar of a club, and what the club is called; `None` for a secret that opens
/// nothing, and for an account that is no member of the club any more.
pub async fn club_calendar_reader(
    ctx: &mut Ctx,
    secret: &str,
    club: Uuid,
) -> Result<Option<(AccountRow, String)>, Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(secret).unwrap_or_default();
    let Some(renewal) = bytes.first_chunk::<16>().map(|bytes| Uuid::from_bytes(*bytes)) else {
        return Ok(None);
    };
    let Some(row) = feed_addresses::of_renewal(&mut ctx.db, renewal).await? else { return Ok(None) };
    let right = club_secret(ctx, &row, club).await?;
    // How long it takes to compare digests tells nothing of the secret.
    if Sha256::digest(secret) != Sha256::digest(right) {
        return Ok(None);
    }
    if !clubs::is_member(&mut ctx.db, club, row.account_id).await? {
        return Ok(None);
    }
    let account = store::accounts::find(&mut ctx.db, row.account_id).await?;
    let club = store::clubs::find(&mut ctx.db, club).await?;
    Ok(account.zip(club.map(|club| club.name)))
}

async fn addresses(ctx: &mut Ctx, row: &FeedAddressRow) -> Result<FeedAddresses, Error> {
    let purpose = key_purpose(row.account_id, row.renewal);
    let secret = text(tokens::derived_key(ctx, row.key_id, &purpose).await?);
    let mut club_calendars = Vec::new();
    for (club_id, name) in store::club_members::clubs_of(&mut ctx.db, row.account_id).await? {
        let secret = club_secret(ctx, row, club_id).await?;
        let public_url = &ctx.app.settings.http.public_url;
        let url = format!("{public_url}/feeds/{secret}/clubs/{club_id}/calendar.ics");
        club_calendars.push(ClubCalendar { club_id, name, url });
    }
    let public_url = &ctx.app.settings.http.public_url;
    Ok(FeedAddresses {
        calendar_url: Some(format!("{public_url}/feeds/{secret}/calendar.ics")),
        news_url: Some(format!("{public_url}/feeds/{secret}/news.atom")),
        club_calendars,
        created_at: Some(row.created_at),
    })
}

fn key_purpose(account: Uuid, renewal: Uuid) -> String {
    format!("feeds {account} {renewal}")
}

/// The secret of the calendar of a club: the renewal, by which a request is looked up, and what shows that we made it.
async fn club_secret(ctx: &mut Ctx, row: &FeedAddressRow, club: Uuid) -> Result<String, Error> {
    let purpose = format!("{} club {club}", key_purpose(row.account_id, row.renewal));
    let proof: [u8; SECRET_BYTES] = tokens::derived_key(ctx, row.key_id, &purpose).await?;
    let half = proof.iter().take(SECRET_BYTES / 2).copied();
    let bytes: Vec<u8> = row.renewal.into_bytes().into_iter().chain(half).collect();
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

fn text(secret: [u8; SECRET_BYTES]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(secret)
}
