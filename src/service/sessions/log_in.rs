//! Logging in. No connection is held while a password is checked, so it is done in three steps.

use secrecy::SecretString;
use serde_json::json;
use uuid::Uuid;

use super::{Tokens, next_tokens};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::accounts::{self, Name};
use crate::service::audit::{self, Kind};
use crate::service::operators::bans::refuse_banned;
use crate::store::accounts::AccountRow;
use crate::store::{self, Connection};

/// An account whose password is still to be checked, or nobody.
pub struct Candidate(Option<AccountRow>);

pub struct Proven(AccountRow);

impl Candidate {
    /// Who it is, if anybody.
    pub fn account(&self) -> Option<Uuid> {
        self.0.as_ref().map(|row| row.id)
    }
}

impl Proven {
    pub(super) fn by_link(row: AccountRow) -> Self {
        Self(row)
    }

    pub fn account(&self) -> Uuid {
        self.0.id
    }
}

/// A log-in that was refused.
pub struct Unproven {
    /// Whose it would have been; the nil id when there is no such account.
    account: Uuid,
    why: Error,
}

/// The account that `login` names: by its name, or by its address if there is an `@`.
pub async fn candidate(connection: &mut Connection, login: &str) -> Result<Candidate, Error> {
    let row = if login.contains('@') {
        store::accounts::by_email(connection, &accounts::email_key(login)).await?
    } else {
        // What can't be a name is looked up all the same: nobody has it, and the answer takes as long.
        let key =
            Name::try_from(login.to_owned()).map_or_else(|_| String::new(), |name| name.key().to_owned());
        store::accounts::by_name(connection, &key).await?
    };
    Ok(Candidate(row.filter(|row| row.deleted_at.is_none())))
}

/// Checks the password, in the same time whether or not there is such an account.
/// Refusals: `wrong_credentials`, `address_not_verified` (only to who knows the password).
pub async fn prove(app: &App, candidate: Candidate, password: SecretString) -> Result<Proven, Unproven> {
    let account = candidate.0.as_ref().map_or(Uuid::nil(), |row| row.id);
    let stored = candidate.0.as_ref().map(|row| row.password_hash.clone());
    let refused = |why| Err(Unproven { account, why });
    match (app.passwords.matches(password, stored).await, candidate.0) {
        (Err(error), _) => refused(error),
        (Ok(true), Some(row)) if row.verified_at.is_some() => Ok(Proven(row)),
        (Ok(true), Some(_)) => refused(Code::AddressNotVerified.problem()),
        _ => refused(Code::WrongCredentials.problem()),
    }
}

/// Notes a log-in that was refused, under the nil id where nobody is known by that name: the answer takes as long.
/// Gives what the caller is told.
pub async fn note_failure(app: &App, connection: &mut Connection, unproven: Unproven) -> Error {
    let detail = json!({ "code": unproven.why.told().0 });
    match audit::note(connection, app, unproven.account, Kind::LogInFailed, detail).await {
        Ok(()) => unproven.why,
        Err(error) => error,
    }
}

/// Opens a session on `device`; to be called in a transaction. Error: `wrong_credentials` when the password or the
/// account was changed at the same moment, `account_banned`.
pub async fn open(
    app: &App,
    connection: &mut Connection,
    proven: Proven,
    device: &str,
) -> Result<Tokens, Error> {
    let session = app.new_id();
    // A reset at the same moment ends every session; one that is opened with the old password must not outlive it.
    if !store::accounts::still_has_password(connection, proven.0.id, &proven.0.password_hash).await? {
        return Err(Code::WrongCredentials.problem());
    }
    refuse_banned(connection, proven.0.id).await?;
    store::sessions::open(connection, session, proven.0.id, device, app.now()).await?;
    let detail = json!({ "session": session, "device": device });
    audit::note(connection, app, proven.0.id, Kind::LoggedIn, detail).await?;
    next_tokens(app, connection, session, proven.0.into()).await
}
