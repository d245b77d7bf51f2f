//! A mail address.

use std::str::FromStr;

use serde::Deserialize;

const LONGEST: usize = 254;

/// A mail address that mail can be sent to: one `@`, plain ASCII, at most 254 characters.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct EmailAddress(String);

/// Why a text can't be an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This is not a mail address that mail can be sent to.")]
pub struct BadAddress;

impl EmailAddress {
    /// As it was given: mail goes here.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As it is compared. Every mail system of note ignores case, so two spellings are one person.
    pub fn key(&self) -> String {
        key(&self.0)
    }
}

/// The key of an address as somebody typed it; any text has one.
pub fn key(typed: &str) -> String {
    typed.trim().to_ascii_lowercase()
}

impl TryFrom<String> for EmailAddress {
    type Error = BadAddress;

    fn try_from(text: String) -> Result<Self, BadAddress> {
        let address = text.trim();
        let plain = address.len() <= LONGEST && address.bytes().all(|byte| byte.is_ascii_graphic());
        // What the mailer can't parse it could not send to.
        if !plain || lettre::Address::from_str(address).is_err() {
            return Err(BadAddress);
        }
        Ok(Self(address.to_owned()))
    }
}
