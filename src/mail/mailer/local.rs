//! Mails that are not sent: files, for operators who have no mail server yet, and a list in memory for tests.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use lettre::message::Mailbox;

use super::{Unsent, format_email};
use crate::mail::email::Email;

/// A folder for `.eml` files. It is made when the first one comes.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    from: Mailbox,
}

impl Folder {
    /// The folder at `path`, for mails from `from`.
    pub fn new(path: PathBuf, from: Mailbox) -> Self {
        Self { path, from }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    pub(super) async fn keep(&self, email: Email) -> Result<(), Unsent> {
        let mail = format_email(&email, &self.from)?;
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
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let unfinished = path.with_extension("part");
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(mail)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}

/// A list of mails that every clone shares.
#[derive(Clone)]
pub struct Memory {
    from: Mailbox,
    mails: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Memory {
    /// An empty list of mails from `from`.
    pub fn new(from: Mailbox) -> Self {
        Self { from, mails: Arc::default() }
    }

    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    /// Every mail so far, as it would have gone over the wire.
    pub fn mails(&self) -> Vec<Vec<u8>> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn keep(&self, email: &Email) -> Result<(), Unsent> {
        let mail = format_email(email, &self.from)?;
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).push(mail);
        Ok(())
    }
}
