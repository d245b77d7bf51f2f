//! A new password.

use secrecy::SecretString;
use serde::Deserialize;

/// The fewest and most characters. The upper bound keeps the cost of a hash independent of the caller.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

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
        if LENGTH.contains(&text.chars().count()) { Ok(Self(text.into())) } else { Err(BadPassword) }
    }
}
