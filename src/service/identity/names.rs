//! The name of a player: what it may hold, when two names are alike, and which are reserved.

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile;
use unicode_security::skeleton;
use uuid::Uuid;

const LENGTH: std::ops::RangeInclusive<usize> = 2..=32;

/// The marks that may stand between letters. No `@`, so that a name is never taken for an address.
const MARKS: [char; 5] = [' ', '-', '_', '.', '\''];

/// How the name of a deleted account begins.
const PSEUDONYM: &str = "Departed ";

/// The hexadecimal digits of an id.
const ID_DIGITS: usize = 32;

/// A name: 2 to 32 characters, letters and digits of any script, single spaces and a few marks between them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Name {
    shown: String,
    key: String,
    appearance: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Shorter than 2 or longer than 32 characters.
    #[error("name_length")]
    Length,
    /// A control, direction or invisible character, a symbol, or an `@`.
    #[error("name_character")]
    Character,
    /// It looks like the pseudonym of a deleted account.
    #[error("name_departed")]
    Departed,
    /// It looks like the name of the service, of those who run it, or of a part of it.
    #[error("name_reserved")]
    Reserved,
    #[error("name_like_id")]
    Id,
}

impl Name {
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// What an account is found by: the same in capitals and small letters.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The keys of this name, which no other account's name may have: what it looks like once it is folded to small
    /// letters, and what it looks like as it is written. They differ where a capital looks like another small letter:
    /// `PaypaI` is `paypai` in small letters, and looks like `Paypal`.
    pub fn keys(&self) -> Vec<&str> {
        if self.key == self.appearance { vec![&self.key] } else { vec![&self.key, &self.appearance] }
    }

    /// The name for a deleted account, distinguished from others by `mark`, some hexadecimal digits.
    pub fn pseudonym(mark: &str) -> Self {
        Self::of(format!("{PSEUDONYM}{mark}"))
    }

    fn of(shown: String) -> Self {
        Self { key: folded(&shown), appearance: appearance(&shown), shown }
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
        if is_reserved(&name.shown) {
            return Err(BadName::Reserved);
        }
        Ok(name)
    }
}

/// The id that a text is, as ids are shown: with hyphens it is longer than any name, so the two are never taken for one
/// another.
pub fn account_id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|id| id.hyphenated().to_string().eq_ignore_ascii_case(text))
}

/// What the keys of names begin with that begin like this text. Error: no name begins so.
pub fn key_of_beginning(text: &str) -> Result<String, BadName> {
    let shown: String = text.trim_start().nfc().collect();
    if shown.chars().count() > *LENGTH.end() {
        return Err(BadName::Length);
    }
    if !shown.chars().next().is_some_and(char::is_alphanumeric) || !all_allowed(&shown) {
        return Err(BadName::Character);
    }
    Ok(folded(&shown))
}

/// Does the name consist of the digits of an id, with any marks between them? In some places accounts are found by name
/// or id.
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

/// The joiners are allowed in identifiers of some scripts, but no one sees them; nor the colon, which is a symbol here.
fn visible(character: char) -> bool {
    !matches!(character, '\u{200c}' | '\u{200d}' | ':' | '\u{b7}' | '\u{30fb}')
}

/// Case and look-alikes folded away: first the case.
fn folded(name: &str) -> String {
    appearance(&name.nfkc().collect::<String>().to_lowercase())
}

/// Look-alikes folded away as the name is written, and then the case: what a letter looks like may be a capital.
fn appearance(name: &str) -> String {
    let alike = skeleton(&name.nfkc().collect::<String>()).collect::<String>().to_lowercase();
    // The tables of Unicode know `rn` for `m`, but not this pair.
    alike.replace('w', "vv")
}

/// Names that no player can have: a player who bears one would be believed to speak for the service. These are reserved
/// as a word of a name, too: no one is "The Admin" or "Althing Support".
const RESERVED_WORDS: [&str; 11] = [
    "althing",
    "admin",
    "admins",
    "administrator",
    "administrators",
    "operator",
    "operators",
    "support",
    "moderator",
    "moderators",
    "official",
];

const RESERVED_NAMES: [&str; 34] = [
    "abuse",
    "anonymous",
    "bot",
    "bots",
    "caretaker",
    "daemon",
    "everybody",
    "everyone",
    "help",
    "helpdesk",
    "hostmaster",
    "info",
    "mailer",
    "mailerdaemon",
    "me",
    "mod",
    "mods",
    "nobody",
    "noreply",
    "null",
    "owner",
    "postmaster",
    "root",
    "security",
    "server",
    "service",
    "somebody",
    "spectator",
    "staff",
    "sysadmin",
    "system",
    "team",
    "undefined",
    "webmaster",
];

/// Is this name reserved? Numbers behind it, marks in it, accents on it and letters that look like its own change
/// nothing.
fn is_reserved(name: &str) -> bool {
    let name: String = name.nfkc().collect();
    let bare = name.trim_end_matches(|character: char| !character.is_alphabetic());
    let words = RESERVED_WORDS.map(|word| folded_further(&word.to_lowercase()));
    let is_word = |part: &str| forms(part).iter().any(|form| words.contains(form));
    forms(bare).iter().any(|whole| {
        RESERVED_NAMES.iter().any(|kept| folded_further(kept) == *whole) || is_made_of(whole, &words)
    }) || name.split(|character: char| !is_letter(character)).any(is_word)
}

fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

/// Does the text consist of these words alone, one behind the other?
fn is_made_of(whole: &str, words: &[String]) -> bool {
    let rest = |word: &String| whole.strip_prefix(word.as_str());
    words.iter().filter_map(rest).any(|rest| rest.is_empty() || is_made_of(rest, words))
}

/// The folded forms of a text: from its small letters, and from the text as it is written.
fn forms(text: &str) -> [String; 2] {
    [folded_further(&text.to_lowercase()), folded_further(text)]
}

/// Look-alikes folded further than in names that people may have: `i` and `l` are one, accents and marks are gone.
fn folded_further(text: &str) -> String {
    let alike = skeleton(text).collect::<String>().to_lowercase();
    let letters =
        alike.nfd().filter(|character| character.is_alphanumeric() && !is_combining_mark(*character));
    letters.collect::<String>().replace('w', "vv").replace('i', "l")
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
