//! The ways to deliver a mail: to an SMTP server, or into a folder, for operators who have no mail server yet.
//!
//! The caller passes a function that composes the email. It is called at the last moment, when the server has already
//! accepted the recipient, so that nothing stale is sent. Knows no kind of mail, no game, no clock.

mod smtp;

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use lettre::address::Address;
use lettre::message::Mailbox;
use secrecy::ExposeSecret;
pub use smtp::Smtp;

use super::email::Email;
use crate::config::Settings;
use crate::error::Error;
use crate::notifications::Withheld;
use crate::store::StoreError;
use crate::time_control::Instant;

/// Why a mail was not sent. The texts are logged and stored, so none contains an address or a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsent {
    /// The mail has become pointless, or its reader must not get it.
    #[error("{}", .0.reason())]
    Withheld(Withheld),
    /// The address is suppressed, since mail to it came back for good.
    #[error("mail to this address came back with {status}")]
    Suppressed { status: String },
    /// The limit of the address allows no more mail before this instant.
    #[error("held: {why}")]
    Held { until: Instant, why: &'static str },
    /// The server can't be reached, or takes no mail from us now. Does not count as an attempt.
    #[error("{0}")]
    Unreachable(String),
    /// The server does not take this mail now (4xx). Does not count as an attempt.
    #[error("{0}")]
    Deferred(String),
    /// Another attempt may succeed.
    #[error("{0}")]
    Later(String),
    /// Another attempt would fail in the same way.
    #[error("{0}")]
    Never(String),
    /// The server will not take mail for this recipient, or not this mail.
    #[error("{sentence}")]
    Refused {
        /// The code of the answer, such as 550.
        code: u16,
        /// The step that failed, and the code.
        sentence: String,
        /// The enhanced status of the answer (RFC 3463), such as `5.1.1`; `5.0.0` where it gave none.
        status: String,
    },
}

impl Unsent {
    /// A bug of ours. The mail is tried a few times, since a newer release may fix it.
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

/// An error of a use case may pass, so the mail is tried again. The error itself is only logged.
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

/// A folder for `.eml` files.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    from: Mailbox,
}

impl Folder {
    async fn keep(&self, email: Email) -> Result<(), Unsent> {
        let mail = email.format(&self.from)?;
        let path = self.path.join(file_name(&email));
        let file = path.clone();
        let kept = tokio::task::spawn_blocking(move || write_whole(&file, &mail)).await;
        let broken = |why: &dyn std::fmt::Display| {
            Unsent::Unreachable(format!("{} can't be written: {why}", path.display()))
        };
        kept.map_err(|error| broken(&error))?.map_err(|error| broken(&error))?;
        tracing::info!(file = %path.display(), "a mail was written to a file");
        Ok(())
    }
}

/// Names sort in the order of writing. The instant also keeps a second attempt at a mail from overwriting the first.
fn file_name(email: &Email) -> String {
    let local = email.message_id.split('@').next().unwrap_or_default();
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' };
    let local: String = local.chars().map(safe).collect();
    format!("{}-{local}.eml", email.date.format("%Y%m%dT%H%M%S%.6fZ"))
}

/// Writes a mail under another name and renames it, so that a reader of the folder never finds half a mail. Mails
/// contain secret links and hands of cards, so only the owner of the folder may read them.
fn write_whole(path: &Path, mail: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_private(folder)?;
    }
    let unfinished = path.with_extension("part");
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(mail)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}

fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[derive(Clone)]
pub enum Mailer {
    Smtp(Smtp),
    Folder(Folder),
}

impl Mailer {
    /// The mailer that the settings name. Without a server: a folder, by default `mail` below `data_dir`, or else below
    /// the working directory. An error is a sentence for the operator.
    pub fn new(
        Settings { mail: settings, club, .. }: &Settings,
        data_dir: Option<&Path>,
    ) -> Result<Self, String> {
        let from = settings.sender(club)?;
        let url = settings.smtp_url.expose_secret();
        if !url.is_empty() {
            return Ok(Self::Smtp(Smtp::new(url, from)?));
        }
        let folder = match settings.folder.as_str() {
            "" => data_dir.map_or_else(|| PathBuf::from("mail"), |data| data.join("mail")),
            named => PathBuf::from(named),
        };
        Ok(Self::Folder(Folder { path: folder, from }))
    }

    pub fn destination(&self) -> String {
        match self {
            Self::Smtp(smtp) => smtp.destination(),
            Self::Folder(folder) => format!("files in {}", folder.path.display()),
        }
    }

    /// Makes the folder of a mailer that has one, and sees that it can be written. An error is a sentence for the
    /// operator.
    pub fn make_folder(&self) -> Result<(), String> {
        let Self::Folder(Folder { path, .. }) = self else { return Ok(()) };
        let probe = path.join(".writable");
        make_private(path).and_then(|()| fs::write(&probe, "")).and_then(|()| fs::remove_file(&probe)).map_err(|why| {
            format!(
                "mails can't be written into {} ({why}): make it writable for this user, name another folder in \
                 mail.folder, or a mail server in mail.smtp_url",
                path.display()
            )
        })
    }

    /// The same for a check, which may be made by another user than the service's: leaves nothing behind.
    pub fn try_folder(&self) -> Result<(), String> {
        let Self::Folder(Folder { path, .. }) = self else { return Ok(()) };
        let missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.exists()).collect();
        let tried = self.make_folder();
        for folder in missing {
            // Only an empty folder can be removed so.
            let _ = fs::remove_dir(folder);
        }
        tried
    }

    /// Has the name of the mail server an address? Asks the system, which may take some seconds. An error is a sentence
    /// for the operator.
    pub fn look_up(&self) -> Result<(), String> {
        match self {
            Self::Smtp(smtp) => smtp.look_up(),
            Self::Folder(_) => Ok(()),
        }
    }

    /// Connects to the mail server, greets it, has the connection protected and logs in, as for a mail, and sends none.
    pub async fn try_connection(&self) -> Result<(), Unsent> {
        match self {
            Self::Smtp(smtp) => smtp.try_connection().await,
            Self::Folder(_) => Ok(()),
        }
    }

    /// The domain of the sender, for the ids of mails.
    pub fn domain(&self) -> &str {
        match self {
            Self::Smtp(smtp) => smtp.from().email.domain(),
            Self::Folder(folder) => folder.from.email.domain(),
        }
    }

    /// Sends the email of `compose` to `to`. If it can't be delivered, it comes back to `back`, or else to the sender.
    /// After `compose` has returned, only the server's last two replies are waited for.
    pub async fn deliver(
        &self,
        to: &Address,
        back: Option<&Address>,
        compose: impl AsyncFnOnce() -> Result<Email, Unsent>,
    ) -> Result<(), Unsent> {
        match self {
            Self::Smtp(smtp) => smtp.deliver(to, back, compose).await,
            Self::Folder(folder) => folder.keep(compose().await?).await,
        }
    }
}
