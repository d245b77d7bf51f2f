//! Accounts: registration, verification of the address, and a player's own profile.
//!
//! No caller learns here whether an address has an account: only its mailbox does.

mod export;
mod registration;

pub use export::{AccountExport, export};
pub use registration::{
    CreateAccount, NewPlayer, PreparedRegistration, Registration, create_by_mail, new_name,
    oldest_unverified, prepare, register, verify, verify_token, vouch, whose_address,
};

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::audit::{self, AuditKind};
use super::identity::{Language, Name};
use super::plain;
use crate::error::{Code, Error, Sentence};
use crate::notifications::suppression::{self, SuppressedAddress};
use crate::service::Tx;
use crate::store::accounts::{AccountRow, ProfileColumns};
use crate::store::{self, Connection};
use crate::time_control::Instant;

/// Your account; most of it only you can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Account {
    /// Never changes, even with the name.
    pub id: Uuid,
    pub name: String,
    /// Where mails go; only you can see it.
    pub email: String,
    /// The language of mails to you, such as `en`.
    pub language: String,
    /// IANA name, such as `Europe/Oslo`; your nights, days off and quiet hours follow it.
    pub time_zone: String,
    /// What everybody may read about you.
    pub about: String,
    /// May other players find you by the beginning of your name? Who knows the whole name finds you anyway.
    pub searchable: bool,
    /// May players who turned this on, too, see when both of you are usually available? Your vacations are never shown.
    pub shares_availability: bool,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Mail to you came back, and none is sent about games until you change the address or set `resume_mail`. Null
    /// while mail arrives.
    pub mail_stopped: Option<MailStopped>,
}

/// Why mail to an address was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailStopped {
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// The mail server's enhanced status code, such as `5.1.1`.
    pub status: String,
    /// What that means and how to get mail again, in English.
    pub notice: &'static str,
}

/// The notice for a player whose address gets no mail.
const MAIL_STOPPED: &str = "Mail to your address was not delivered, so none is sent about games any more. When the \
                            address takes mail again, send PATCH /v1/me with {\"resume_mail\": true}; or set another \
                            address with POST /v1/me/email.";

/// The account itself. Error: `token_invalid` when it is gone since the token was made.
pub async fn show(connection: &mut Connection, id: Uuid) -> Result<Account, Error> {
    let row = store::accounts::find(connection, id).await?;
    let account = row.map(Account::from).ok_or_else(|| Code::TokenInvalid.problem())?;
    let stopped = suppression::suppressed(connection, id).await?;
    let mail_stopped = stopped.map(|SuppressedAddress { at, status }| MailStopped::new(at, status));
    Ok(Account { mail_stopped, ..account })
}

impl MailStopped {
    /// For an address that gets no mail since `at`, because of `status`.
    pub fn new(at: Instant, status: String) -> Self {
        Self { at, status, notice: MAIL_STOPPED }
    }
}

/// An account that is not deleted, locked until the transaction ends.
pub(in crate::service) async fn owner(connection: &mut Connection, id: Uuid) -> Result<AccountRow, Error> {
    let row = store::accounts::lock(connection, id).await?;
    row.filter(|row| row.deleted_at.is_none()).ok_or_else(|| Code::TokenInvalid.problem())
}

/// The account as it is stored, to check its password. Error: `token_invalid` when it is gone.
pub async fn stored(connection: &mut Connection, id: Uuid) -> Result<AccountRow, Error> {
    let row = store::accounts::find(connection, id).await?;
    row.filter(|row| row.deleted_at.is_none()).ok_or_else(|| Code::TokenInvalid.problem())
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            language: row.language,
            time_zone: row.time_zone,
            about: row.about,
            searchable: row.searchable,
            shares_availability: row.shares_availability,
            created_at: row.created_at,
            mail_stopped: None,
        }
    }
}

const MAX_ABOUT_CHARS: usize = 1_000;

/// What is left out stays as it is.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateAccount {
    /// The name that others see; the rules are those of registering.
    #[schema(value_type = Option<String>, min_length = 2, max_length = 32)]
    pub name: Option<Name>,
    #[schema(schema_with = Language::schema)]
    pub language: Option<Language>,
    /// IANA name, such as `Europe/Oslo`; your nights, days off and quiet hours follow it.
    pub time_zone: Option<String>,
    /// What everybody may read about you.
    #[schema(max_length = 1000)]
    pub about: Option<String>,
    /// `false`: other players don't find you by the beginning of your name.
    pub searchable: Option<bool>,
    /// `true`: players who turned this on, too, see when both of you are usually available.
    pub shares_availability: Option<bool>,
    /// `true` lets mail flow again after some came back.
    pub resume_mail: Option<bool>,
}

/// Changes the profile of an account.
pub async fn change_profile(tx: &mut Tx<'_>, account: Uuid, change: UpdateAccount) -> Result<Account, Error> {
    let profile = profile(&change)?;
    if profile != ProfileColumns::default() {
        let before = show(&mut tx.db, account).await?;
        let is_free = match &change.name {
            Some(name) => store::accounts::claim_name_keys(&mut tx.db, account, &name.keys()).await?,
            None => true,
        };
        if !is_free || !store::accounts::set_profile(&mut tx.db, account, &profile).await? {
            return Err(Code::NameTaken.at("name"));
        }
        if profile.time_zone.as_ref().is_some_and(|zone| *zone != before.time_zone) {
            store::availability::note_change(&mut tx.ctx.db, account, tx.ctx.app.now()).await?;
        }
        if profile.name.is_some_and(|name| name != before.name) {
            audit::record(tx, account, AuditKind::NameChanged, json!({})).await?;
        }
    }
    if change.resume_mail == Some(true) {
        suppression::resume(&mut tx.db, account).await?;
    }
    show(&mut tx.db, account).await
}

fn profile(change: &UpdateAccount) -> Result<ProfileColumns, Error> {
    let about = change.about.as_deref().map(|about| plain::lines("about", about, 0, MAX_ABOUT_CHARS));
    Ok(ProfileColumns {
        name: change.name.as_ref().map(|name| name.shown().to_owned()),
        name_key: change.name.as_ref().map(|name| name.key().to_owned()),
        language: change.language.map(|language| language.code().to_owned()),
        time_zone: change.time_zone.as_deref().map(zone).transpose()?,
        about: about.transpose()?,
        searchable: change.searchable,
        shares_availability: change.shares_availability,
    })
}

pub fn zone(text: &str) -> Result<String, Error> {
    let zone = text.parse::<chrono_tz::Tz>().map(|zone| zone.name().to_owned());
    zone.map_err(|_| Code::InvalidField.field("time_zone", Sentence::MustBeTimeZone))
}

/// The player whom `inviter` names in the field `name`. Errors: `account_not_found`, also where the address is not proved;
/// `invalid_field` for one whom the inviter blocks. Whether the player blocks the inviter is not told.
pub async fn invited(connection: &mut Connection, inviter: Uuid, name: &str) -> Result<AccountRow, Error> {
    let unknown = || Code::AccountNotFound.field("name", Sentence::NobodyNamed);
    let name = Name::try_from(name.to_owned()).map_err(|_| unknown())?;
    let found = store::accounts::by_name(connection, name.key()).await?;
    let found = found.filter(|row| row.verified_at.is_some() && row.deleted_at.is_none());
    let found = found.ok_or_else(unknown)?;
    if store::blocks::exists(connection, inviter, found.id).await? {
        return Err(Code::InvalidField.field("name", Sentence::BlockedByYou));
    }
    Ok(found)
}
