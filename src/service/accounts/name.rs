//! The name of a person.

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_security::GeneralSecurityProfile;
use unicode_security::skeleton;
use uuid::Uuid;

use super::reserved;

/// The fewest and most characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=32;

/// The marks that may stand between letters. No `@`, so that a name is never taken for an address.
const MARKS: [char; 5] = [' ', '-', '_', '.', '\''];

/// How the name begins that stands for somebody who has left.
const PSEUDONYM: &str = "Departed ";

/// The hexadecimal digits of an id.
const ID_DIGITS: usize = 32;

/// A name: 2 to 32 characters, letters and digits of any script, single spaces and a few marks between them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Name {
    shown: String,
    key: String,
    look: String,
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
    Departed,
    /// It looks like the name of the service, of those who run it, or of a part of it.
    #[error("This name is kept for the service and those who run it.")]
    Reserved,
    #[error("A name can't look like an id.")]
    Id,
}

impl Name {
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// What a person is looked up by: the same in capitals and small letters.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Everything that nobody else's name may come to: what it looks like once it is folded to small letters, and what it
    /// looks like as it is written. They differ where a capital looks like another small letter: `PaypaI` is `paypai`
    /// in small letters, and looks like `Paypal`.
    pub fn keys(&self) -> Vec<&str> {
        if self.key == self.look { vec![&self.key] } else { vec![&self.key, &self.look] }
    }

    /// The name for somebody who has left, told apart from others by `mark`, some hexadecimal digits.
    pub fn pseudonym(mark: &str) -> Self {
        Self::of(format!("{PSEUDONYM}{mark}"))
    }

    fn of(shown: String) -> Self {
        Self { key: folded(&shown), look: look(&shown), shown }
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
        let name = Self::of(shown);
        if name.keys().iter().any(|key| key.starts_with(&folded(PSEUDONYM))) {
            return Err(BadName::Departed);
        }
        if is_id(&name.shown) {
            return Err(BadName::Id);
        }
        if reserved::is_reserved(&name.shown) {
            return Err(BadName::Reserved);
        }
        Ok(name)
    }
}

/// The id that a text is, as ids are shown: with hyphens it is longer than any name, so the two are never taken for one
/// another.
pub fn person_id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|id| id.hyphenated().to_string().eq_ignore_ascii_case(text))
}

/// The digits of an id, with whatever marks between them: in some places people are looked up by either.
fn is_id(name: &str) -> bool {
    let digits: String = name.nfkc().filter(|character| !MARKS.contains(character)).collect();
    digits.len() == ID_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
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

/// Case and look-alikes folded away: first the case.
fn folded(name: &str) -> String {
    look(&name.nfkc().collect::<String>().to_lowercase())
}

/// Look-alikes folded away as the name is written, and then the case: what a letter looks like may be a capital.
fn look(name: &str) -> String {
    let alike = skeleton(&name.nfkc().collect::<String>()).collect::<String>().to_lowercase();
    // The tables of Unicode know `rn` for `m`, but not this pair.
    alike.replace('w', "vv")
}

#[cfg(test)]
mod tests {
    use super::{BadName, Name};

    fn name(text: &str) -> Result<Name, BadName> {
        Name::try_from(text.to_owned())
    }

    fn collide(one: &str, other: &str) -> bool {
        let (one, other) = (name(one).unwrap(), name(other).unwrap());
        one.keys().iter().any(|key| other.keys().contains(key))
    }

    #[test]
    fn names_that_look_alike_collide_whichever_letters_are_capitals() {
        for (one, other) in [
            ("Paypal", "PaypaI"),
            ("paypal", "paypa1"),
            ("Paypal", "PAYPAL"),
            ("vvalter", "walter"),
            ("VValter", "Walter"),
            ("Wvalter", "vvvalter"),
            ("modern", "modem"),
            ("Bjorn0", "BjornO"),
            ("Aud", "\u{0391}ud"),
            ("Ivar", "lvar"),
        ] {
            assert!(collide(one, other) && collide(other, one), "{one} {other}");
        }
        for (one, other) in [("Alia", "Alla"), ("Aud", "Auð"), ("Vera", "Wera")] {
            assert!(!collide(one, other), "{one} {other}");
        }
    }

    #[test]
    fn what_is_the_same_but_for_capitals_has_one_key() {
        for (one, other) in [("Ivar", "IVAR"), ("Walter", "wALTER"), ("Ólafur", "ÓLAFUR")] {
            assert_eq!(name(one).unwrap().key(), name(other).unwrap().key());
        }
    }

    #[test]
    fn names_of_the_service_and_of_those_who_run_it_are_kept_and_so_are_those_that_look_like_them() {
        for kept in [
            "Althing",
            "ALTHlNG",
            "aIthing",
            "Althíng",
            "Al-thing",
            "admin",
            "Adm1n",
            "ADMIN",
            "\u{0430}dmin",
            "adrnin",
            "Admin 1",
            "admin.7",
            "The Admin",
            "Althing Support",
            "AlthingSupport",
            "admin1",
            "SUPP0RT",
            "Administrator",
            "operator",
            "0perator",
            "Support",
            "Moderator",
            "Root",
            "System",
            "Postmaster",
            "no-reply",
            "Caretaker",
        ] {
            assert_eq!(name(kept).unwrap_err(), BadName::Reserved, "{kept}");
        }
        for free in ["Aud", "Adam", "Rooty", "Almar", "Thing", "Alting Olsen", "Admiral", "Supporter of Aud"]
        {
            assert!(name(free).is_ok(), "{free}");
        }
    }

    #[test]
    fn what_looks_like_an_id_is_no_name() {
        for id in ["0193449000007000800000000000beef", "0193449000007000800000000000BEEF"] {
            assert_eq!(name(id).unwrap_err(), BadName::Id, "{id}");
        }
        assert!(name("0193449000007000800000000000bee").is_ok());
        assert_eq!(name("Departed 4f2a").unwrap_err(), BadName::Departed);
        assert_eq!(name("DEPARTED 4f2a").unwrap_err(), BadName::Departed);
    }
}
