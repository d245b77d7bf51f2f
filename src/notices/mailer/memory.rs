//! Mails that stay in the process.

use std::sync::{Arc, Mutex, PoisonError};

use lettre::message::Mailbox;

use super::{Delivered, Undelivered, formed};
use crate::notices::letter::Letter;

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

    pub(super) fn keep(&self, letter: &Letter) -> Result<Delivered, Undelivered> {
        let mail = formed(letter, &self.from)?;
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).push(mail);
        Ok(Delivered::Sent)
    }
}
