//! Personal access tokens: made, listed, taken away, and recognised when they come back.

use chrono::TimeDelta;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::known::Token;
use super::{Grant, Scope, Scopes, token};
use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::{audit, cursor, plain};
use crate::store::credentials::PersonalTokenRow;
use crate::store::{Connection, Tx, credentials};

/// The most tokens of an account that are good at the same time.
const MOST: i64 = 50;
/// How long an expired token is still listed, in days.
const KEPT_DAYS: i64 = 30;
const LONGEST_NAME: usize = 80;
/// How long a token is good for if nothing is said, and at most, in days.
const USUAL_DAYS: i64 = 90;
const MOST_DAYS: i64 = 366;
/// After how long it is noted again that a token is used, in minutes.
const NOTED_EVERY_MINUTES: i64 = 5;

/// A token that somebody wants.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonalTokenRequest {
    /// What it is for, in a line of at most 80 characters.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What it may be used for, at least one. `admin` can be given by operators only.
    #[schema(min_items = 1)]
    pub scopes: Vec<Scope>,
    /// From this instant on it is no good: at most a year from now; 90 days if left out.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Instant>,
}

/// A token, without the token itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonalToken {
    /// Names it.
    pub id: Uuid,
    /// What its owner calls it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// From this instant on it is no good.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
    /// When it was last used, to some minutes; null if it never was.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<Instant>,
}

/// A new token.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MadePersonalToken {
    /// Goes into the `Authorization` header, as an access token does. It is shown here and never again.
    pub token: String,
    /// What is known of it from now on.
    pub personal_token: PersonalToken,
}

/// A page of somebody's tokens, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PersonalTokens {
    /// The tokens.
    pub tokens: Vec<PersonalToken>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// The tokens of an account. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<PersonalTokens, Error> {
    let list = format!("tokens of {account}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    let mut rows =
        credentials::page_of_personal_tokens(connection, account, before, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |row| row.id);
    Ok(PersonalTokens { tokens: rows.into_iter().map(PersonalToken::from).collect(), next_cursor })
}

/// Forgets tokens that expired a month ago.
pub async fn forget(app: &App, connection: &mut Connection) -> Result<(), Error> {
    Ok(credentials::forget_personal_tokens(connection, app.now() - TimeDelta::days(KEPT_DAYS)).await?)
}

/// Makes a token for whoever is logged in by `session`; to be called in a transaction. Errors: `session_ended`, `invalid_field`, `operator_required`, `too_many_tokens`.
pub async fn make(
    app: &App,
    tx: &mut Tx<'_>,
    account: Uuid,
    session: Uuid,
    asked: &PersonalTokenRequest,
) -> Result<MadePersonalToken, Error> {
    let scopes = scopes(app, account, &asked.scopes)?;
    let expires_at = expiry(app, asked.expires_at)?;
    let name = name(&asked.name)?;
    if credentials::count_personal_tokens(tx, account, app.now()).await? >= MOST {
        return Err(
            Code::TooManyTokens.because(format!("An account has at most {MOST} tokens: end one first."))
        );
    }
    // The account is held by now: a token made at the moment in which its session is ended would outlive it.
    Grant::Session(session).must_hold(app, tx).await?;
    let token = token::make(app);
    let row = PersonalTokenRow {
        id: app.new_id(),
        account_id: account,
        name,
        token_hash: token::hash_of_new(&token).to_vec(),
        scopes: scopes.stored(),
        created_at: app.now(),
        expires_at,
        last_used_at: None,
    };
    credentials::add_personal_token(tx, &row).await?;
    let detail = json!({"token": row.id, "name": row.name, "scopes": scopes.list()});
    audit::note(tx, app, account, audit::Kind::TokenMade, detail).await?;
    Ok(MadePersonalToken { token: token.expose_secret().to_owned(), personal_token: row.into() })
}

fn scopes(app: &App, account: Uuid, asked: &[Scope]) -> Result<Scopes, Error> {
    let scopes: Scopes = asked.iter().copied().collect();
    if scopes.is_empty() {
        return Err(Code::InvalidField.field("scopes", "A token is good for at least one scope."));
    }
    if scopes.contains(Scope::Admin) {
        super::operator(app, account)?;
    }
    Ok(scopes)
}

fn expiry(app: &App, asked: Option<Instant>) -> Result<Instant, Error> {
    let now = app.now();
    let expires_at = asked.unwrap_or(now + TimeDelta::days(USUAL_DAYS));
    if expires_at <= now || expires_at > now + TimeDelta::days(MOST_DAYS) {
        return Err(Code::InvalidField.field("expires_at", "A token expires within a year from now."));
    }
    Ok(expires_at)
}

fn name(asked: &str) -> Result<String, Error> {
    plain::line("name", asked, 1, LONGEST_NAME)
}

pub struct Recognised {
    pub account: Uuid,
    pub grant: Grant,
    /// The token, if it is time to note that it is used.
    pub to_note: Option<Uuid>,
}

/// Whom a token speaks for, as far as this process knows it; `None` if the database has to be asked.
/// Errors: `token_invalid`, `token_expired`, `account_banned`.
pub fn recall(app: &App, text: &str) -> Result<Option<Recognised>, Error> {
    let hash = token::hash(text).ok_or_else(|| Code::TokenInvalid.problem())?;
    app.known_tokens.lately(&hash, app.now()).ok().map(|token| judged(app, token, None)).transpose()
}

/// Whom a token speaks for. Errors as [`recall`].
pub async fn recognise(app: &App, connection: &mut Connection, text: &str) -> Result<Recognised, Error> {
    let hash = token::hash(text).ok_or_else(|| Code::TokenInvalid.problem())?;
    let began = match app.known_tokens.lately(&hash, app.now()) {
        Ok(token) => return judged(app, token, None),
        Err(began) => began,
    };
    let found = credentials::personal_token(connection, &hash).await?;
    let stale = app.now() - TimeDelta::minutes(NOTED_EVERY_MINUTES);
    let to_note = found.as_ref().filter(|(row, _)| row.last_used_at.is_none_or(|at| at <= stale));
    let to_note = to_note.map(|(row, _)| row.id);
    let token = found.map(|(row, banned)| Token {
        id: row.id,
        account: row.account_id,
        scopes: Scopes::from_stored(&row.scopes),
        expires_at: row.expires_at,
        banned,
    });
    app.known_tokens.keep(began, hash, token, app.now());
    judged(app, token, to_note)
}

fn judged(app: &App, token: Option<Token>, to_note: Option<Uuid>) -> Result<Recognised, Error> {
    let token = token.ok_or_else(|| Code::TokenInvalid.problem())?;
    if token.expires_at <= app.now() {
        return Err(Code::TokenExpired.problem());
    }
    if token.banned {
        return Err(Code::AccountBanned.problem());
    }
    let grant = Grant::Token { id: token.id, scopes: token.scopes };
    Ok(Recognised { account: token.account, grant, to_note })
}

/// Notes that a token is used; nobody waits for it.
pub async fn note_use(app: &App, connection: &mut Connection, id: Uuid) -> Result<(), Error> {
    Ok(credentials::record_use(connection, id, app.now()).await?)
}

/// Takes a token away; to be called in a transaction. Tell [`ended`] when it is kept. Error: `token_not_found`.
pub async fn end(app: &App, connection: &mut Connection, account: Uuid, id: Uuid) -> Result<(), Error> {
    if !credentials::remove_personal_token(connection, account, id).await? {
        return Err(Code::TokenNotFound.problem());
    }
    audit::note(connection, app, account, audit::Kind::TokenEnded, json!({"token": id})).await
}

/// Tokens were taken away: this process believes in none of them any more.
pub fn ended(app: &App) {
    app.known_tokens.forget();
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
