//! The name of a person.

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_security::GeneralSecurityProfile;
use unicode_security::skeleton;

/// The fewest and most characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=32;

/// The marks that may stand between letters. No `@`, so that a name is never taken for an address.
const MARKS: [char; 5] = [' ', '-', '_', '.', '\''];

/// How the name begins that stands for somebody who has left.
const PSEUDONYM: &str = "Departed ";

/// A name: 2 to 32 characters, letters and digits of any script, single spaces and a few marks between them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Name {
    shown: String,
    key: String,
}

/// Why a text can't be a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Shorter than 2 or longer than 32 characters.
    #[error("A name has 2 to 32 characters.")]
    Length,
    /// A control, direction or invisible character, a symbol, or an `@`.
    #[error("A name has letters and digits, and between them single spaces or one of - _ . '")]
    Character,
    /// It looks like the pseudonym of somebody who is gone.
    #[error("Names of this kind are kept for those who have left.")]
    Reserved,
}

impl Name {
    /// As it is shown.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// As it is compared: the same for names that look alike.
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl Name {
    /// The name for somebody who has left, told apart from others by `mark`, some hexadecimal digits.
    pub fn pseudonym(mark: &str) -> Self {
        let shown = format!("{PSEUDONYM}{mark}");
        Self { key: fold(&shown), shown }
    }
}

impl TryFrom<String> for Name {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        let shown: String = text.trim().nfc().collect();
        if !LENGTH.contains(&shown.chars().count()) {
            return Err(BadName::Length);
        }
        let edges = [shown.chars().next(), shown.chars().next_back()];
        if !edges.into_iter().flatten().all(char::is_alphanumeric) || !all_allowed(&shown) {
            return Err(BadName::Character);
        }
        let key = fold(&shown);
        if key.starts_with(&fold(PSEUDONYM)) {
            return Err(BadName::Reserved);
        }
        Ok(Self { shown, key })
    }
}

/// Letters, digits and accents that belong into identifiers; marks only one at a time.
fn all_allowed(name: &str) -> bool {
    let mut after_mark = false;
    name.chars().all(|character| {
        let mark = MARKS.contains(&character);
        let doubled = mark && after_mark;
        after_mark = mark;
        !doubled && (mark || (character.identifier_allowed() && visible(character)))
    })
}

/// The joiners are allowed in identifiers of some scripts, but nobody sees them; nor the colon, which is a symbol here.
fn visible(character: char) -> bool {
    !matches!(character, '\u{200c}' | '\u{200d}' | ':' | '\u{b7}' | '\u{30fb}')
}

/// Case and look-alikes folded away. Folded twice, because what a letter looks like may be a capital.
fn fold(name: &str) -> String {
    let small: String = name.nfkc().collect::<String>().to_lowercase();
    skeleton(&small).collect::<String>().to_lowercase()
}
