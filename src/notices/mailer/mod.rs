//! How a mail leaves: to an SMTP server, into a folder, or into memory.
//!
//! Whoever sends gives a way to compose the letter rather than the letter: it is asked at the last moment, when the
//! server has already said yes to the recipient, so that nothing stale is sent. Knows no notice, no table, no clock.

mod folder;
mod memory;
mod smtp;

use std::path::{Path, PathBuf};

pub use folder::Folder;
use lettre::address::Address;
use lettre::message::Mailbox;
pub use memory::Memory;
use secrecy::ExposeSecret;
pub use smtp::Smtp;

use super::letter::Letter;
use crate::settings::MailSettings;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// Whoever carries it on has taken it.
    Sent,
    /// There was nothing to say any more.
    Withdrawn,
}

/// Why a mail did not leave. No text here holds an address or a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// It may work later.
    #[error("{0}")]
    Later(String),
    /// The server will not take it, however often it is asked.
    #[error("{0}")]
    Never(String),
    /// The server will not take mail for this recipient, or not this mail.
    #[error("{sentence}")]
    Refused {
        /// What was being done, and the code of the answer.
        sentence: String,
        /// The enhanced status of the answer (RFC 3463), such as `5.1.1`; `5.0.0` where it gave none.
        status: String,
    },
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

    /// Sends what `compose` gives to `to`; `None` withdraws it. What can't be delivered comes back to `back`, or else to the
    /// sender. After `compose` was asked, nothing is waited for but
    /// the server's last two answers.
    pub async fn deliver(
        &self,
        to: &Address,
        back: Option<&Address>,
        compose: impl AsyncFnOnce() -> Result<Option<Letter>, Undelivered>,
    ) -> Result<Delivered, Undelivered> {
        match self {
            Self::Smtp(smtp) => smtp.deliver(to, back, compose).await,
            Self::Folder(folder) => match compose().await? {
                Some(letter) => folder.keep(letter).await,
                None => Ok(Delivered::Withdrawn),
            },
            Self::Memory(memory) => match compose().await? {
                Some(letter) => memory.keep(&letter),
                None => Ok(Delivered::Withdrawn),
            },
        }
    }
}

/// A letter as bytes. One that can't be written now never can.
fn formed(letter: &Letter, from: &Mailbox) -> Result<Vec<u8>, Undelivered> {
    letter.formed(from).map_err(|error| Undelivered::Never(error.to_string()))
}
