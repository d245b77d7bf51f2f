//! The catalogue of texts that is read where there is none for a language.

use std::sync::OnceLock;

/// A language whose catalogues are made from the English ones when they are read.
#[derive(Debug, Clone, Copy)]
pub struct MadeLanguage {
    pub code: &'static str,
    pub catalogue: fn(&'static str) -> &'static str,
}

// For the whole process, since catalogues are cached for the whole process.
static ADDED: OnceLock<MadeLanguage> = OnceLock::new();

/// Adds a language that nobody is offered. Only tests do: what a reader of a made-up language sees in plain letters was
/// written outside the catalogues.
pub fn add(language: MadeLanguage) {
    // Every test of a process adds the same one.
    let _ = ADDED.set(language);
}

pub fn added() -> Option<MadeLanguage> {
    ADDED.get().copied()
}

/// The English catalogue, or the one that is made from it for `language`.
pub fn stand_in(language: &str, english: &'static str) -> &'static str {
    match added() {
        Some(made) if made.code == language => (made.catalogue)(english),
        _ => english,
    }
}
