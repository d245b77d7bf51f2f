//! Logging in with a password or with the link of a mail. No connection is in use while a password is checked, so that
//! logging in with one takes three steps. Also: what the devices are called from which players log in, and how one that
//! has logged in before is known again.

use secrecy::SecretString;
use serde_json::json;
use uuid::Uuid;

use super::{SessionTokens, next_tokens};
use crate::error::{Code, Error, Sentence};
use crate::service::access::refuse_banned;
use crate::service::audit::{self, AuditKind};
use crate::service::codes::{self, CodePurpose, TypedCode};
use crate::service::identity::{EmailAddress, Name, email_key};
use crate::service::tokens::{self, Claims, Purpose};
use crate::service::{App, Ctx, Tx, accounts};
use crate::store::accounts::AccountRow;
use crate::store::one_time_links::{self, LinkKind};
use crate::store::{self, Connection, recoveries};

/// An account whose password is still to be checked; `None` if there is no such account.
pub struct LogInCandidate(Option<AccountRow>);

pub struct ProvenLogIn(AccountRow);

impl LogInCandidate {
    pub fn account(&self) -> Option<Uuid> {
        self.0.as_ref().map(|row| row.id)
    }
}

impl ProvenLogIn {
    pub fn account(&self) -> Uuid {
        self.0.id
    }
}

pub struct LogInRefusal {
    /// The account that was named; the nil id when there is no such account.
    account: Uuid,
    why: Error,
}

/// The account that `login` names: by its name, or by its address if there is an `@`.
pub async fn candidate(connection: &mut Connection, login: &str) -> Result<LogInCandidate, Error> {
    let row = if login.contains('@') {
        store::accounts::by_email(connection, &email_key(login)).await?
    } else {
        // A login that can't be a name is looked up all the same, so that the answer takes as long.
        let key =
            Name::try_from(login.to_owned()).map_or_else(|_| String::new(), |name| name.key().to_owned());
        store::accounts::by_name(connection, &key).await?
    };
    Ok(LogInCandidate(row.filter(|row| row.deleted_at.is_none())))
}

/// Checks the password, in the same time whether or not there is such an account.
/// Refusals: `wrong_credentials`, `address_not_verified` (only to who knows the password).
pub async fn prove(
    app: &App,
    candidate: LogInCandidate,
    password: SecretString,
) -> Result<ProvenLogIn, LogInRefusal> {
    let account = candidate.0.as_ref().map_or(Uuid::nil(), |row| row.id);
    let stored = candidate.0.as_ref().map(|row| row.password_hash.clone());
    let refused = |why| Err(LogInRefusal { account, why });
    match (app.passwords.matches(password, stored).await, candidate.0) {
        (Err(error), _) => refused(error),
        (Ok(true), Some(row)) if row.verified_at.is_some() => Ok(ProvenLogIn(row)),
        (Ok(true), Some(_)) => refused(Code::AddressNotVerified.problem()),
        _ => refused(Code::WrongCredentials.problem()),
    }
}

/// Records a log-in that was refused, under the nil id where there is no such account: the answer takes as long.
/// Returns the problem for the caller.
pub async fn record_failure(ctx: &mut Ctx, refusal: LogInRefusal) -> Error {
    let detail = json!({ "code": refusal.why.code().0 });
    match audit::record(ctx, refusal.account, AuditKind::LogInFailed, detail).await {
        Ok(()) => refusal.why,
        Err(error) => error,
    }
}

/// Opens a session on `device`. Errors: `wrong_credentials` when the password or the
/// account was changed at the same moment, `account_banned`.
pub async fn open(tx: &mut Tx<'_>, proven: ProvenLogIn, device: &str) -> Result<SessionTokens, Error> {
    let session = tx.ctx.app.new_id();
    ensure_unchanged(tx, &proven).await?;
    store::sessions::open(&mut tx.ctx.db, session, proven.0.id, device, tx.ctx.app.now()).await?;
    let detail = json!({ "session": session, "device": device });
    audit::record(tx, proven.0.id, AuditKind::LoggedIn, detail).await?;
    next_tokens(tx, session, proven.0.into()).await
}

/// Refuses a log-in whose account changed since it was proven. Errors: `wrong_credentials`, `account_banned`.
pub(in crate::service) async fn ensure_unchanged(tx: &mut Tx<'_>, proven: &ProvenLogIn) -> Result<(), Error> {
    // A reset at the same moment ends every session; one that is opened with the old password must not outlive it.
    if !store::accounts::still_has_password(&mut tx.bare(), proven.0.id, &proven.0.password_hash).await? {
        return Err(Code::WrongCredentials.problem());
    }
    refuse_banned(&mut tx.ctx.db, proven.0.id).await
}

/// A log-in whose code was typed rightly.
pub struct TypedLogIn {
    account: Uuid,
    code: TypedCode,
}

/// The account that logs in by a code that is mailed to `email`.
pub async fn whose_code(ctx: &mut Ctx, email: &EmailAddress) -> Result<Option<Uuid>, Error> {
    Ok(store::accounts::owner_of(&mut ctx.db, &email.key()).await?)
}

/// Checks the code of a mail. Error: `invalid_field` for a wrong one, also where there is no account.
pub async fn check_code(ctx: &mut Ctx, account: Option<Uuid>, typed: &str) -> Result<TypedLogIn, Error> {
    // Where there is no account, a try of the nil one is counted, so that the answer takes about as long.
    let code = codes::check(ctx, account.unwrap_or_default(), CodePurpose::LogIn, typed).await?;
    Ok(TypedLogIn { account: account.ok_or_else(codes::wrong)?, code })
}

/// Opens a session on `device` with a code, which is used up. Errors as [`open_by_link`], with `invalid_field` for a code
/// that was used meanwhile.
pub async fn open_by_code(tx: &mut Tx<'_>, typed: &TypedLogIn, device: &str) -> Result<SessionTokens, Error> {
    let row = accounts::owner(&mut tx.db, typed.account).await?;
    typed.code.use_up(tx).await?;
    open(tx, ProvenLogIn(row), device).await
}

/// The account that a token logs in to.
pub async fn whose_link(ctx: &mut Ctx, token: &str) -> Result<Uuid, Error> {
    Ok(tokens::check(ctx, Purpose::LogIn, token).await?.account)
}

/// Opens a session on `device` with the link of a mail: for a player who has lost the password, or is kept from using
/// it by others' wrong guesses. Errors: `token_invalid` for a link that was used, or followed by a newer one;
/// `token_expired`, `account_banned`.
pub async fn open_by_link(tx: &mut Tx<'_>, token: &str, device: &str) -> Result<SessionTokens, Error> {
    let claims = tokens::check(tx, Purpose::LogIn, token).await?;
    let (account, id) = (claims.account, claims.id.unwrap_or_default());
    let row = accounts::owner(&mut tx.db, account).await?;
    if !one_time_links::use_up(&mut tx.ctx.db, account, LinkKind::LogIn, id, tx.ctx.app.now()).await? {
        return Err(Code::TokenInvalid.because(Sentence::LinkUsed));
    }
    open(tx, ProvenLogIn(row), device).await
}

const DAY: i64 = 86_400;

const MAX_CHARS: usize = 60;

/// Browsers by their mark in the User-Agent. A browser that also writes the mark of another comes before that one.
const PROGRAMS: [(&str, &str); 7] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// `Firefox on Linux` for a browser, else the name the program gives itself; empty for none.
pub fn device(user_agent: &str) -> String {
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    let system = find(&SYSTEMS);
    match (user_agent.starts_with("Mozilla/").then(|| find(&PROGRAMS)).flatten(), system) {
        (Some(program), Some(system)) => format!("{program} on {system}"),
        (Some(program), None) => program.to_owned(),
        (None, _) => plain(user_agent),
    }
}

/// The first word, without anything that is not printed.
fn plain(user_agent: &str) -> String {
    let word = user_agent.split([' ', '(']).next().unwrap_or_default();
    word.chars().filter(char::is_ascii_graphic).take(MAX_CHARS).collect()
}

/// A token that recognises a device that has logged in before, until the account is recovered. It names the session, so
/// that a client that refreshes it often is still one device.
pub(super) async fn issue_device_token(ctx: &mut Ctx, account: Uuid, session: Uuid) -> Result<String, Error> {
    let id = recoveries::current(&mut ctx.db, account).await?;
    let claims = Claims { account, session: Some(session), id };
    let seconds = ctx.app.settings.accounts.device_days.saturating_mul(DAY);
    tokens::issue(ctx, Purpose::Device, claims, seconds).await
}

/// The account and the session of a device token, if it is a valid one of the account to log in to. An invalid token
/// counts as none, since a client that has lost its own may still try.
pub async fn known_device(
    ctx: &mut Ctx,
    candidate: &LogInCandidate,
    token: Option<&str>,
) -> Result<Option<(Uuid, Uuid)>, Error> {
    let (Some(account), Some(token)) = (candidate.account(), token) else { return Ok(None) };
    let claims = match tokens::check(ctx, Purpose::Device, token).await {
        Ok(claims) => claims,
        Err(error) if error.is(Code::TokenInvalid) || error.is(Code::TokenExpired) => return Ok(None),
        Err(error) => return Err(error),
    };
    let is_current = claims.id.is_some() && recoveries::current(&mut ctx.db, account).await? == claims.id;
    Ok(claims.session.filter(|_| claims.account == account && is_current).map(|session| (account, session)))
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn browsers_are_named_with_their_system_and_others_as_they_name_themselves() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(device(firefox), "Firefox on Linux");
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 \
                      Mobile/15E148 Safari/604.1";
        assert_eq!(device(safari), "Safari on iPhone");
        assert_eq!(device("curl/8.5.0"), "curl/8.5.0");
        assert_eq!(device("longship/1.2 (beta; someone@example.org)"), "longship/1.2");
        assert_eq!(device(""), "");
        assert_eq!(device(&"x".repeat(9_000)).len(), 60);
    }
}
