//! What is wrong with a record.

/// The first thing that is wrong with a record, in a sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Defect {
    /// It is no record of a finished game, or not one that this release reads.
    #[error("this is no complete record: {0}")]
    Unreadable(String),
    /// Something outside the entries is not as it should be.
    #[error("{0}")]
    Head(String),
    /// An entry is not as it should be.
    #[error("version {version}: {what}")]
    Entry { version: u64, what: String },
}

impl Defect {
    /// An entry is not as it should be.
    pub(super) fn at(version: u64, what: impl Into<String>) -> Self {
        Self::Entry { version, what: what.into() }
    }
}
