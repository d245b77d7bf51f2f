//! Names that nobody can have: a player who bears one would be believed to speak for the service.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// Kept as a word of a name, too: nobody is "The Admin" or "Althing Support".
const WORDS: [&str; 11] = [
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

const NAMES: [&str; 34] = [
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

/// Is this name kept? Numbers behind it, marks in it, accents on it and letters that look like its own change nothing.
pub(super) fn is_reserved(name: &str) -> bool {
    let name: String = name.nfkc().collect();
    let bare = name.trim_end_matches(|character: char| !character.is_alphabetic());
    let words = WORDS.map(|word| folded(&word.to_lowercase()));
    let is_word = |part: &str| forms(part).iter().any(|form| words.contains(form));
    forms(bare)
        .iter()
        .any(|whole| NAMES.iter().any(|kept| folded(kept) == *whole) || is_made_of(whole, &words))
        || name.split(|character: char| !is_letter(character)).any(is_word)
}

fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

/// Is it nothing but such words, one behind the other?
fn is_made_of(whole: &str, words: &[String]) -> bool {
    let rest = |word: &String| whole.strip_prefix(word.as_str());
    words.iter().filter_map(rest).any(|rest| rest.is_empty() || is_made_of(rest, words))
}

/// What a text comes to in small letters, and as it is written.
fn forms(text: &str) -> [String; 2] {
    [folded(&text.to_lowercase()), folded(text)]
}

/// Look-alikes folded further than in names that people may have: `i` and `l` are one, accents and marks are gone.
fn folded(text: &str) -> String {
    let alike = skeleton(text).collect::<String>().to_lowercase();
    let letters =
        alike.nfd().filter(|character| character.is_alphanumeric() && !is_combining_mark(*character));
    letters.collect::<String>().replace('w', "vv").replace('i', "l")
}
