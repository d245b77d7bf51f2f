//! Personal access tokens: created, listed, revoked, and recognised when they come back, as are the access tokens of apps,
//! which lie beside them.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AccountCredential, Grant, Scope, Scopes, operator};
use crate::error::{Code, Error, Sentence};
use crate::service::page::{self, Page};
use crate::service::{App, Ctx, Tx};
use crate::service::{audit, plain};
use crate::store::credentials::PersonalTokenRow;
use crate::store::{Connection, credentials};
use crate::time_control::Instant;

/// The most tokens of an account that are valid at the same time.
const MAX_TOKENS: i64 = 50;
/// How long an expired token is still listed, in days.
const KEPT_DAYS: i64 = 30;
const MAX_NAME_CHARS: usize = 80;
/// How many days a token is valid by default, and at most.
const DEFAULT_DAYS: i64 = 90;
const MAX_DAYS: i64 = 366;
/// The use of a token is recorded at most once in this many minutes.
const NOTED_EVERY_MINUTES: i64 = 5;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePersonalToken {
    /// What the token is for, in one line.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Only operators can give `admin`.
    #[schema(min_items = 1)]
    pub scopes: Vec<Scope>,
    /// At most a year from now; 90 days if left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Instant>,
}

/// What is known of a token, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonalToken {
    pub id: Uuid,
    /// What the owner says it is for.
    pub name: String,
    pub scopes: Vec<Scope>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
    /// Precise to some minutes; null if never used.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<Instant>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreatedPersonalToken {
    /// For the `Authorization` header, like an access token. Never shown again.
    pub token: String,
    pub personal_token: PersonalToken,
}

/// The tokens of an account. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<PersonalToken>, Error> {
    let list = format!("tokens of {account}");
    let place = page::place(&list, after)?;
    let rows = credentials::page_of_personal_tokens(connection, account, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.id).map(PersonalToken::from))
}

/// What the newest token is called, for the mail that reports it; `None` if there is none any more.
pub async fn latest(connection: &mut Connection, account: Uuid) -> Result<Option<String>, Error> {
    let newest = page(connection, account, None, 1).await?.items.into_iter().next();
    Ok(newest.map(|token| token.name))
}

/// Deletes tokens that expired a month ago.
pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    Ok(credentials::forget_personal_tokens(&mut ctx.db, ctx.app.now() - TimeDelta::days(KEPT_DAYS)).await?)
}

/// Makes a token for an account that came with `credential`: a session, or what opened a page where a mailed code was
/// typed.
pub async fn make(
    tx: &mut Tx<'_>,
    (account, credential): (Uuid, AccountCredential),
    asked: &CreatePersonalToken,
) -> Result<CreatedPersonalToken, Error> {
    let scopes = scopes(tx, account, &asked.scopes).await?;
    let expires_at = expiry(&tx.app, asked.expires_at)?;
    let name = name(&asked.name)?;
    let now = tx.app.now();
    if credentials::count_personal_tokens(&mut tx.bare(), account, now).await? >= MAX_TOKENS {
        return Err(Code::TooManyTokens.because(Sentence::TokensAtMost { most: MAX_TOKENS }));
    }
    // The account is locked by now: a token created just as its session is ended would outlive it.
    credential.ensure_valid(tx).await?;
    let token = new_token(&tx.app, TOKEN_PREFIX);
    let row = PersonalTokenRow {
        id: tx.app.new_id(),
        account_id: account,
        name,
        token_hash: hash_of_new(&token).to_vec(),
        scopes: scopes.stored(),
        created_at: tx.app.now(),
        expires_at,
        last_used_at: None,
        grant_id: None,
    };
    credentials::add_personal_token(&mut tx.db, &row).await?;
    let detail = json!({"token": row.id, "name": row.name, "scopes": scopes.list()});
    audit::record(tx, account, audit::AuditKind::TokenMade, detail).await?;
    Ok(CreatedPersonalToken { token: token.expose_secret().to_owned(), personal_token: row.into() })
}

/// Makes the access token of an app for what its grant allows.
pub(in crate::service) async fn make_for_app(
    tx: &mut Tx<'_>,
    (account, grant): (Uuid, Uuid),
    scopes: Scopes,
    expires_at: Instant,
) -> Result<SecretString, Error> {
    let token = new_token(&tx.app, APP_TOKEN_PREFIX);
    let row = PersonalTokenRow {
        id: tx.app.new_id(),
        account_id: account,
        name: String::new(),
        token_hash: hash_of_new(&token).to_vec(),
        scopes: scopes.stored(),
        created_at: tx.app.now(),
        expires_at,
        last_used_at: None,
        grant_id: Some(grant),
    };
    credentials::add_personal_token(&mut tx.db, &row).await?;
    Ok(token)
}

/// A token as it is stored, whether it was made by its owner or issued to an app; `None` for what is none of ours, has
/// expired, or whose owner is banned.
pub(in crate::service) async fn find(ctx: &mut Ctx, text: &str) -> Result<Option<PersonalTokenRow>, Error> {
    let Some(hash) = token_hash(text) else { return Ok(None) };
    let found = credentials::personal_token(&mut ctx.db, &hash).await?;
    let now = ctx.app.now();
    Ok(found.filter(|(row, is_banned)| !is_banned && row.expires_at > now).map(|(row, _)| row))
}

async fn scopes(ctx: &mut Ctx, account: Uuid, asked: &[Scope]) -> Result<Scopes, Error> {
    let scopes: Scopes = asked.iter().copied().collect();
    if scopes.is_empty() {
        return Err(Code::InvalidField.field("scopes", Sentence::ScopeWanted));
    }
    if scopes.contains(Scope::Admin) {
        operator(ctx, account).await?;
    }
    Ok(scopes)
}

fn expiry(app: &App, asked: Option<Instant>) -> Result<Instant, Error> {
    let now = app.now();
    let expires_at = asked.unwrap_or(now + TimeDelta::days(DEFAULT_DAYS));
    if expires_at <= now || expires_at > now + TimeDelta::days(MAX_DAYS) {
        return Err(Code::InvalidField.field("expires_at", Sentence::WithinAYear));
    }
    Ok(expires_at)
}

fn name(asked: &str) -> Result<String, Error> {
    plain::line("name", asked, 1, MAX_NAME_CHARS)
}

pub struct PersonalTokenGrant {
    pub account: Uuid,
    pub grant: Grant,
    /// The token, if it is time to record that it is used.
    pub use_to_record: Option<Uuid>,
}

/// The account and grant of a token, if it is cached; `None` if it must be looked up.
pub fn find_cached(app: &App, text: &str) -> Result<Option<PersonalTokenGrant>, Error> {
    let hash = token_hash(text).ok_or_else(|| Code::TokenInvalid.problem())?;
    app.personal_token_cache.get(&hash, app.now()).ok().map(|token| validate(app, token, None)).transpose()
}

/// The account and grant of a token. Errors as [`find_cached`].
pub async fn authenticate(ctx: &mut Ctx, text: &str) -> Result<PersonalTokenGrant, Error> {
    let hash = token_hash(text).ok_or_else(|| Code::TokenInvalid.problem())?;
    let epoch = match ctx.app.personal_token_cache.get(&hash, ctx.app.now()) {
        Ok(token) => return validate(&ctx.app, token, None),
        Err(epoch) => epoch,
    };
    let found = credentials::personal_token(&mut ctx.db, &hash).await?;
    let stale = ctx.app.now() - TimeDelta::minutes(NOTED_EVERY_MINUTES);
    let use_to_record = found.as_ref().filter(|(row, _)| row.last_used_at.is_none_or(|at| at <= stale));
    let use_to_record = use_to_record.map(|(row, _)| row.id);
    let token = found.map(|(row, banned)| CachedToken {
        id: row.id,
        account: row.account_id,
        scopes: Scopes::from_stored(&row.scopes),
        expires_at: row.expires_at,
        banned,
    });
    ctx.app.personal_token_cache.insert(epoch, hash, token, ctx.app.now());
    validate(&ctx.app, token, use_to_record)
}

fn validate(
    app: &App,
    token: Option<CachedToken>,
    use_to_record: Option<Uuid>,
) -> Result<PersonalTokenGrant, Error> {
    let token = token.ok_or_else(|| Code::TokenInvalid.problem())?;
    if token.expires_at <= app.now() {
        return Err(Code::TokenExpired.problem());
    }
    if token.banned {
        return Err(Code::AccountBanned.problem());
    }
    let grant = Grant::Token { id: token.id, scopes: token.scopes };
    Ok(PersonalTokenGrant { account: token.account, grant, use_to_record })
}

/// Records that a token is used; no request waits for it.
pub async fn record_use(ctx: &mut Ctx, id: Uuid) -> Result<(), Error> {
    Ok(credentials::record_use(&mut ctx.db, id, ctx.app.now()).await?)
}

/// Revokes a token. After the commit [`PersonalTokenCache::clear`] must follow.
pub async fn end(tx: &mut Tx<'_>, account: Uuid, id: Uuid) -> Result<(), Error> {
    if !credentials::remove_personal_token(&mut tx.db, account, id).await? {
        return Err(Code::TokenNotFound.problem());
    }
    audit::record(tx, account, audit::AuditKind::TokenEnded, json!({"token": id})).await
}

impl From<PersonalTokenRow> for PersonalToken {
    fn from(row: PersonalTokenRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            scopes: Scopes::from_stored(&row.scopes).list(),
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// What every personal access token begins with, so that people and scanners recognise it. Then come 32 random bytes
/// and four bytes of checksum, so that what was never a token of ours is recognised without a look-up.
pub const TOKEN_PREFIX: &str = "althing_pat_";
/// The same of the access tokens of apps.
pub const APP_TOKEN_PREFIX: &str = "althing_app_";

/// Does the text begin as a personal access token or that of an app?
pub fn is_token(text: &str) -> bool {
    prefix(text).is_some()
}

fn prefix(text: &str) -> Option<&'static str> {
    [TOKEN_PREFIX, APP_TOKEN_PREFIX].into_iter().find(|prefix| text.starts_with(prefix))
}

const RANDOM_BYTES: usize = 32;
const CHECKSUM_BYTES: usize = 4;

fn new_token(app: &App, prefix: &str) -> SecretString {
    let random: [u8; RANDOM_BYTES] = app.secrets.bytes();
    let bytes = [random.as_slice(), &checksum(prefix, &random)].concat();
    format!("{prefix}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes)).into()
}

/// The hash under which a token is stored; `None` when it can't be one of ours.
pub(in crate::service) fn token_hash(token: &str) -> Option<[u8; 32]> {
    let prefix = prefix(token)?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(token.strip_prefix(prefix)?).ok()?;
    let (random, sum) = bytes.split_at_checked(RANDOM_BYTES)?;
    (sum == checksum(prefix, random)).then(|| Sha256::digest(token).into())
}

fn hash_of_new(token: &SecretString) -> [u8; 32] {
    // A token is long and random, so a plain hash is enough to make a copy of the database worthless.
    Sha256::digest(token.expose_secret()).into()
}

fn checksum(prefix: &str, random: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let digest: [u8; 32] = Sha256::new().chain_update(prefix).chain_update(random).finalize().into();
    std::array::from_fn(|index| digest.get(index).copied().unwrap_or_default())
}

/// How long a looked-up token is trusted, in seconds.
pub const TRUSTED_SECONDS: i64 = 5;
const MAX_CACHED: usize = 10_000;

/// A token as it was looked up in the database.
#[derive(Debug, Clone, Copy)]
pub struct CachedToken {
    pub id: Uuid,
    pub account: Uuid,
    pub scopes: Scopes,
    pub expires_at: Instant,
    pub banned: bool,
}

/// The personal access tokens that this process has looked up, by hash; a hash without a token counts too.
///
/// A token that is used all the time costs one look-up every few seconds. So a revoked token is valid for at
/// most that long; in the process that takes it away it ends at once.
#[derive(Clone, Default)]
pub struct PersonalTokenCache(Arc<RwLock<CacheState>>);

#[derive(Default)]
struct CacheState {
    tokens: HashMap<[u8; 32], (Option<CachedToken>, Instant)>,
    epoch: u64,
}

/// How often the cache had been cleared when a look-up began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheEpoch(u64);

impl PersonalTokenCache {
    /// The outcome for this hash; or, if it must be looked up, the epoch to insert the outcome with.
    pub fn get(&self, hash: &[u8; 32], now: Instant) -> Result<Option<CachedToken>, CacheEpoch> {
        let state = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match state.tokens.get(hash) {
            Some((token, at)) if now - *at < TimeDelta::seconds(TRUSTED_SECONDS) => Ok(*token),
            _ => Err(CacheEpoch(state.epoch)),
        }
    }

    /// Caches the outcome of a look-up, unless the cache was cleared meanwhile: the look-up may be older than that.
    pub fn insert(&self, epoch: CacheEpoch, hash: [u8; 32], token: Option<CachedToken>, now: Instant) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if state.tokens.len() >= MAX_CACHED {
            state.tokens.clear();
        }
        if state.epoch == epoch.0 {
            state.tokens.insert(hash, (token, now));
        }
    }

    /// To be called when a token is revoked, or its owner is gone or banned.
    pub fn clear(&self) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        state.tokens.clear();
        state.epoch += 1;
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::{PersonalTokenCache, TRUSTED_SECONDS};
    use crate::time_control::Instant;

    #[test]
    fn what_was_looked_up_is_trusted_for_some_seconds_and_not_longer() {
        let (cache, now) = (PersonalTokenCache::default(), Instant::UNIX_EPOCH);
        let epoch = cache.get(&[1; 32], now).unwrap_err();
        cache.insert(epoch, [1; 32], None, now);
        assert!(cache.get(&[1; 32], now + TimeDelta::seconds(TRUSTED_SECONDS - 1)).is_ok());
        assert!(cache.get(&[1; 32], now + TimeDelta::seconds(TRUSTED_SECONDS)).is_err());
    }

    #[test]
    fn a_look_up_that_began_before_a_token_was_taken_away_is_not_trusted() {
        let (cache, now) = (PersonalTokenCache::default(), Instant::UNIX_EPOCH);
        let epoch = cache.get(&[1; 32], now).unwrap_err();
        cache.clear();
        cache.insert(epoch, [1; 32], None, now);
        assert!(cache.get(&[1; 32], now).is_err());
    }
}
