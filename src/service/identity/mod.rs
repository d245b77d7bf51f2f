//! What an account is known by: its name, mail address, password and language, parsed where they come in; everything
//! behind trusts these types.

mod names;

pub use names::{BadName, Name, account_id, key_of_beginning};

use std::str::FromStr;

use secrecy::SecretString;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

use crate::error::Sentence;
use crate::texts;

/// What is wrong with a name, in words.
pub fn name_sentence(bad: BadName) -> Sentence {
    Sentence::named(&bad.to_string()).unwrap_or(Sentence::NotUsable)
}

const LONGEST_ADDRESS: usize = 254;

/// A mail address that mail can be sent to: one `@`, plain ASCII, at most 254 characters.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct EmailAddress(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must_be_email")]
pub struct BadAddress;

impl EmailAddress {
    /// The address as it was given, to which mail goes.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as it is compared. Every mail system of note ignores case, so two spellings are one person.
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
        // The mailer could not send to an address that it can't parse.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("password_length")]
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

/// A language that the service has texts in, by its code. A request names one that is offered; an account may have the
/// pseudolocale, too, which tests store there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language(&'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not_usable")]
pub struct BadLanguage;

impl Language {
    /// As a request names it: one that is offered.
    pub fn offered(code: &str) -> Result<Self, BadLanguage> {
        texts::CODES.into_iter().find(|offered| *offered == code).map(Self).ok_or(BadLanguage)
    }

    pub fn code(self) -> &'static str {
        self.0
    }

    /// What the API says of a language that may be left out.
    pub fn schema() -> Object {
        ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .pattern(Some(format!("^({})$", texts::CODES.join("|"))))
            .description(Some(format!(
                "The language of mails: {}. English until another is set.",
                texts::CODES.join(", ")
            )))
            .build()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self(texts::FALLBACK)
    }
}

// By hand, since the derive would borrow the code from what it reads.
impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::offered(&code).map_err(D::Error::custom)
    }
}

// Reads a language as it is stored, which may be the pseudolocale.
impl TryFrom<String> for Language {
    type Error = BadLanguage;

    fn try_from(text: String) -> Result<Self, BadLanguage> {
        let code = texts::code(&text);
        if code == text { Ok(Self(code)) } else { Err(BadLanguage) }
    }
}
