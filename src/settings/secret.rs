//! Secrets may stand in files of their own, as containers and service managers hand them over.

use std::fs;

use secrecy::{ExposeSecret, SecretString};

use super::SettingsError;

/// The secret itself, or what is in the file that is named instead.
pub fn from_either(
    key: &'static str,
    secret: &SecretString,
    file: &str,
) -> Result<SecretString, SettingsError> {
    if file.is_empty() {
        return Ok(secret.clone());
    }
    if !secret.expose_secret().is_empty() {
        return Err(SettingsError::SecretTwice { key });
    }
    match fs::read_to_string(file) {
        Ok(text) => Ok(SecretString::from(text.trim_end_matches(['\r', '\n']).to_owned())),
        Err(why) => Err(SettingsError::SecretFile { key, file: file.to_owned(), why }),
    }
}
