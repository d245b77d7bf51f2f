//! `[mail]`

use lettre::message::Mailbox;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use super::{SettingsError, check, secret};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailSettings {
    /// An SMTP URL (`smtps://user:password@host`, `smtp://127.0.0.1:2525`); empty: mails become files in `folder`.
    pub smtp_url: SecretString,
    /// A file that holds the SMTP URL instead.
    pub smtp_url_file: String,
    /// Where `.eml` files go without an SMTP server; empty: `mail` below the data folder or the working folder.
    pub folder: String,
    /// The sender, `Name <address>`.
    pub from: String,
    /// Does the board stand in mails as a picture, too?
    pub pictures: bool,
    /// How long a notice is held before it is sent, in seconds.
    pub hold_down_seconds: i64,
    /// How long the notice of a message is held, in seconds: what comes meanwhile goes into the same mail.
    pub message_hold_down_seconds: i64,
}

impl MailSettings {
    pub(super) fn read_files(&mut self) -> Result<(), SettingsError> {
        self.smtp_url = secret::from_either("mail.smtp_url", &self.smtp_url, &self.smtp_url_file)?;
        Ok(())
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let url = self.smtp_url.expose_secret();
        let known = url.is_empty() || url.starts_with("smtp://") || url.starts_with("smtps://");
        check::that(known, "mail.smtp_url", "must begin with smtp:// or smtps://, or be empty")?;
        let sender = self.from.parse::<Mailbox>().is_ok();
        check::that(sender, "mail.from", "must be a mail address, as Althing <althing@example.org>")?;
        check::within("mail.hold_down_seconds", self.hold_down_seconds, 0..=86_400)?;
        check::within("mail.message_hold_down_seconds", self.message_hold_down_seconds, 0..=86_400)
    }
}
