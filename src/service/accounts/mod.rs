//! People: how they register, prove their address, and what they are shown about themselves.
//!
//! What comes in is parsed at the door into [`Name`], [`EmailAddress`], [`Password`] and [`Language`]; everything behind
//! trusts these. Nobody learns here whether an address has an account: that is told to the address alone.

mod departure;
mod email;
mod export;
mod language;
mod name;
mod new_address;
mod new_password;
mod password;
mod profile;
mod recovery;
mod register;
mod requests;
mod reserved;
mod verify;

pub use departure::{depart, leave_tables};
pub use email::{EmailAddress, key as email_key};
pub use export::{Export, export};
pub use language::Language;
pub use name::{Name, person_id};
pub use new_address::{
    Address, AddressAnswer, AddressChange, AddressProgress, PendingAddress, Progress, Verdict, address,
    address_token, answer_address, cancel_address_change, change_address, which_end,
};
pub use new_password::{
    NewPassword, PasswordChange, change_password, check_password, note_wrong_password, reset_password,
    reset_token, shut_out, whose_password,
};
pub use password::Password;
pub use profile::{ProfileChange, change_profile};
pub use recovery::{Automatic, automatic, end_other_sessions, suspend_orders};
pub use register::{Prepared, Registration, oldest_unverified, prepare, register};
pub use requests::{Request, answer_requests, ask, log_in_token};
pub use verify::{verify, verify_token, whose_address};

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::notifications::suppression::{self, SuppressedAddress};
use crate::store::{self, Connection};

/// An account, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Account {
    /// Never changes.
    pub id: Uuid,
    /// The name others see.
    pub name: String,
    /// Where notices go. Nobody else sees it.
    pub email: String,
    /// The language of mails, as a code such as `en`.
    pub language: String,
    /// The time zone, by its IANA name.
    pub time_zone: String,
    /// What everybody may read about you.
    pub about: String,
    /// When it was registered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// Mail to the address was not delivered, and no more is sent about games; null as long as mail arrives. Another
    /// address, or `resume_mail`, lets mail flow again.
    pub mail_stopped: Option<MailStopped>,
}

/// Why an address gets no mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailStopped {
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// What its mail server said, as an enhanced status code such as `5.1.1`.
    pub status: String,
    /// What that means and how to get mail again, in English.
    pub notice: &'static str,
}

/// What a player is told whose address gets no mail.
const MAIL_STOPPED: &str = "Mail to your address was not delivered, so none is sent about games any more. When the \
                            address takes mail again, send PATCH /v1/me with {\"resume_mail\": true}; or set another \
                            address with POST /v1/me/address.";

/// The account itself. Error: `token_invalid` when it is gone since the token was made.
pub async fn show(connection: &mut Connection, id: Uuid) -> Result<Account, Error> {
    let row = store::accounts::find(connection, id).await?;
    let account = row.map(Account::from).ok_or_else(|| Code::TokenInvalid.problem())?;
    let stopped = suppression::suppressed(connection, id).await?;
    let mail_stopped = stopped.map(|SuppressedAddress { at, status }| MailStopped::new(at, status));
    Ok(Account { mail_stopped, ..account })
}

impl MailStopped {
    /// What the owner of an address is told that gets no mail since `at`, because of `status`.
    pub fn new(at: Instant, status: String) -> Self {
        Self { at, status, notice: MAIL_STOPPED }
    }
}

/// An account that is not only a pseudonym yet, held until the transaction ends. Error: `token_invalid`.
pub(in crate::service) async fn owner(
    connection: &mut Connection,
    id: Uuid,
) -> Result<store::accounts::AccountRow, Error> {
    let row = store::accounts::lock(connection, id).await?;
    row.filter(|row| row.deleted_at.is_none()).ok_or_else(|| Code::TokenInvalid.problem())
}

/// The account as it is stored, to check its password. Error: `token_invalid` when it is gone.
pub async fn stored(connection: &mut Connection, id: Uuid) -> Result<store::accounts::AccountRow, Error> {
    let row = store::accounts::find(connection, id).await?;
    row.filter(|row| row.deleted_at.is_none()).ok_or_else(|| Code::TokenInvalid.problem())
}

impl From<store::accounts::AccountRow> for Account {
    fn from(row: store::accounts::AccountRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            language: row.language,
            time_zone: row.time_zone,
            about: row.about,
            created_at: row.created_at,
            mail_stopped: None,
        }
    }
}
