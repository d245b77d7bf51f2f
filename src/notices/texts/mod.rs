//! What mails say, per language: a folder of catalogues for each, and layouts that know no language.
//!
//! A language that lacks something falls back to English. Knows templates and JSON; knows no game and no account.

mod catalogue;
mod layout;
mod speech;

pub use catalogue::Catalogue;
pub use layout::LAYOUTS;
pub use speech::{Reader, Speech, capital};

/// The texts of this service in one language.
struct Language {
    code: &'static str,
    notices: &'static str,
    accounts: &'static str,
}

/// Every language; the first one is what the others fall back to.
const LANGUAGES: [Language; 1] = [Language {
    code: "en",
    notices: include_str!("en/notices.json"),
    accounts: include_str!("en/accounts.json"),
}];

/// The language that stands in for every other.
pub const FALLBACK: &str = LANGUAGES[0].code;

/// The code of the language that somebody who wants `language` is written to in.
pub fn code(language: &str) -> &'static str {
    texts(language).code
}

/// The texts of notices about games.
pub fn notices(language: &str) -> &'static str {
    texts(language).notices
}

/// The texts of mails about accounts.
pub fn accounts(language: &str) -> &'static str {
    texts(language).accounts
}

fn texts(language: &str) -> &'static Language {
    LANGUAGES.iter().find(|texts| texts.code == language).unwrap_or(&LANGUAGES[0])
}
