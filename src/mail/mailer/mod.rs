//! How a mail leaves: to an SMTP server, into a folder, or into memory.
//!
//! A caller passes a function that composes the email rather than the email: it is called at the last moment, when the
//! server has already accepted the recipient, so that nothing stale is sent. Knows no kind of mail, no game, no clock.

mod local;
mod smtp;

use std::path::{Path, PathBuf};

use lettre::address::Address;
use lettre::message::Mailbox;
pub use local::{Folder, Memory};
use secrecy::ExposeSecret;
pub use smtp::Smtp;

use super::email::Email;
use crate::config::MailSettings;
use crate::error::Error;
use crate::notifications::Withheld;
use crate::store::StoreError;
use crate::time_control::Instant;

/// Why a mail did not leave. No text here holds an address or a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsent {
    /// There is nothing to say any more, or its reader is not to get it.
    #[error("{}", .0.reason())]
    Withheld(Withheld),
    /// Mail to its address came back for good.
    #[error("mail to this address came back with {status}")]
    Suppressed { status: String },
    /// There is no room for it at its address before this instant.
    #[error("held: {why}")]
    Held { until: Instant, why: &'static str },
    /// The server can't be reached, or takes no mail from us now. That was no attempt to send it.
    #[error("{0}")]
    Unreachable(String),
    /// The server does not take this mail now. That was no attempt, either.
    #[error("{0}")]
    Deferred(String),
    /// It may work later.
    #[error("{0}")]
    Later(String),
    /// Trying again is of no use.
    #[error("{0}")]
    Never(String),
    /// The server will not take mail for this recipient, or not this mail.
    #[error("{sentence}")]
    Refused {
        /// The code of the answer, such as 550.
        code: u16,
        /// What was being done, and that code.
        sentence: String,
        /// The enhanced status of the answer (RFC 3463), such as `5.1.1`; `5.0.0` where it gave none.
        status: String,
    },
}

impl Unsent {
    /// A bug of ours: it is tried a few times, since a newer release may mend it.
    pub fn broken(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a mail could not be written");
        Self::Never("the mail could not be written".to_owned())
    }

    /// Was the mail withheld, so that the session with the server may go on?
    pub fn is_withdrawn(&self) -> bool {
        matches!(self, Self::Withheld(_) | Self::Suppressed { .. } | Self::Held { .. })
    }
}

impl From<Withheld> for Unsent {
    fn from(withheld: Withheld) -> Self {
        Self::Withheld(withheld)
    }
}

/// A service that fails now may answer later. Its answer goes to the log alone.
impl From<Error> for Unsent {
    fn from(error: Error) -> Self {
        tracing::error!(%error, "a mail could not be composed");
        Self::Later("the mail could not be composed".to_owned())
    }
}

impl From<StoreError> for Unsent {
    fn from(error: StoreError) -> Self {
        Error::from(error).into()
    }
}

#[derive(Clone)]
pub enum Mailer {
    Smtp(Smtp),
    /// A folder for `.eml` files.
    Folder(Folder),
    Memory(Memory),
}

impl Mailer {
    /// The way the settings name. Without a server: a folder, by default `mail` below `data_dir`, or else below the
    /// working folder. An error is a sentence for the operator.
    pub fn new(settings: &MailSettings, data_dir: Option<&Path>) -> Result<Self, String> {
        let from: Mailbox =
            settings.from.parse().map_err(|error| format!("mail.from is no sender: {error}"))?;
        let url = settings.smtp_url.expose_secret();
        if !url.is_empty() {
            return Ok(Self::Smtp(Smtp::new(url, from)?));
        }
        let folder = match settings.folder.as_str() {
            "" => data_dir.map_or_else(|| PathBuf::from("mail"), |data| data.join("mail")),
            named => PathBuf::from(named),
        };
        Ok(Self::Folder(Folder::new(folder, from)))
    }

    pub fn destination(&self) -> String {
        match self {
            Self::Smtp(smtp) => smtp.destination(),
            Self::Folder(folder) => format!("files in {}", folder.path().display()),
            Self::Memory(_) => "memory".to_owned(),
        }
    }

    /// The domain of the sender, for ids of mails.
    pub fn domain(&self) -> &str {
        match self {
            Self::Smtp(smtp) => smtp.from().email.domain(),
            Self::Folder(folder) => folder.from().email.domain(),
            Self::Memory(memory) => memory.from().email.domain(),
        }
    }

    /// Sends what `compose` gives to `to`. What can't be delivered comes back to `back`, or else to the sender. After
    /// `compose` has returned, only the server's last two answers are waited for.
    pub async fn deliver(
        &self,
        to: &Address,
        back: Option<&Address>,
        compose: impl AsyncFnOnce() -> Result<Email, Unsent>,
    ) -> Result<(), Unsent> {
        match self {
            Self::Smtp(smtp) => smtp.deliver(to, back, compose).await,
            Self::Folder(folder) => folder.keep(compose().await?).await,
            Self::Memory(memory) => memory.keep(&compose().await?),
        }
    }
}

/// An email as bytes. One that can't be written now never can.
fn format_email(email: &Email, from: &Mailbox) -> Result<Vec<u8>, Unsent> {
    email.format(from).map_err(|error| Unsent::Never(error.to_string()))
}
