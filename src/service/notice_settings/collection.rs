//! Mails that collect notices.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collection {
    /// What came within some minutes.
    Batch,
    /// What came within a day, and everything that is open.
    Digest,
}

impl Collection {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Batch, Self::Digest];

    pub fn word(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Digest => "digest",
        }
    }

    /// The one that a stored word names.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|collection| collection.word() == word)
    }
}
