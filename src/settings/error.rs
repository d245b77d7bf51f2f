//! What can be wrong with the settings. Values are not repeated, for they may be secrets.

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A file is missing or is not TOML.
    #[error("the settings can't be read: {0}")]
    Unreadable(String),
    /// A key is unknown, or its value is of the wrong kind.
    #[error("the setting {key} can't be used: {problem} (config/default.toml explains every key)")]
    Key {
        /// `section.key`.
        key: String,
        problem: String,
    },
    #[error("the setting {key} {must} (config/default.toml explains every key)")]
    Value {
        /// `section.key`.
        key: &'static str,
        /// What it must be.
        must: String,
    },
    /// The file with a secret can't be read.
    #[error("the setting {key}_file names {file}, which can't be read: {why}")]
    SecretFile {
        /// `section.key` of the secret.
        key: &'static str,
        file: String,
        why: std::io::Error,
    },
    /// Both the secret and a file with it.
    #[error("the settings {key} and {key}_file are both given: keep one of them")]
    SecretTwice {
        /// `section.key` of the secret.
        key: &'static str,
    },
}
