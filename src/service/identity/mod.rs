//! What an account is known by: its name, mail address, password and language, parsed where they come in; everything
//! behind trusts these types.

mod names;

pub use names::{Name, account_id};

use std::str::FromStr;

use secrecy::SecretString;
use serde::Deserialize;

const LONGEST_ADDRESS: usize = 254;

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
        email_key(&self.0)
    }
}

/// The key of an address as it was typed; any text has one.
pub fn email_key(typed: &str) -> String {
    typed.trim().to_ascii_lowercase()
}

impl TryFrom<String> for EmailAddress {
    type Error = BadAddress;

    fn try_from(text: String) -> Result<Self, BadAddress> {
        let address = text.trim();
        let plain = address.len() <= LONGEST_ADDRESS && address.bytes().all(|byte| byte.is_ascii_graphic());
        // What the mailer can't parse it could not send to.
        if !plain || lettre::Address::from_str(address).is_err() {
            return Err(BadAddress);
        }
        Ok(Self(address.to_owned()))
    }
}

/// The fewest and most characters. The upper bound keeps the cost of a hash independent of the caller.
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// A password that may be set: 8 to 128 characters, whatever they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Password(SecretString);

/// Why a text can't be a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A password has 8 to 128 characters.")]
pub struct BadPassword;

impl Password {
    pub fn into_secret(self) -> SecretString {
        self.0
    }
}

impl TryFrom<String> for Password {
    type Error = BadPassword;

    fn try_from(text: String) -> Result<Self, BadPassword> {
        if PASSWORD_LENGTH.contains(&text.chars().count()) { Ok(Self(text.into())) } else { Err(BadPassword) }
    }
}

/// A language that mails can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum Language {
    /// `nn`
    Nynorsk,
    /// `en`
    #[default]
    English,
    /// `sv`
    Swedish,
    /// `de`
    German,
}

/// Why a text is not such a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The languages are nn, en, sv and de.")]
pub struct BadLanguage;

impl Language {
    const ALL: [Self; 4] = [Self::Nynorsk, Self::English, Self::Swedish, Self::German];

    pub fn code(self) -> &'static str {
        match self {
            Self::Nynorsk => "nn",
            Self::English => "en",
            Self::Swedish => "sv",
            Self::German => "de",
        }
    }
}

impl TryFrom<String> for Language {
    type Error = BadLanguage;

    fn try_from(text: String) -> Result<Self, BadLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == text).ok_or(BadLanguage)
    }
}
