//! What people write around answers: greetings, sign-offs, telephone numbers, emoji.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::texts::MAIL_PHRASES;

/// Words of a courtesy besides the phrase itself, such as a name.
const MAX_SIGN_OFF_WORDS: usize = 4;
/// A number with this many digits is taken for a telephone number, also without a label.
const MIN_PHONE_DIGITS: usize = 6;

/// Is it nothing but a greeting?
pub fn is_greeting(text: &str) -> bool {
    is_one_of(text, &MAIL_PHRASES.greetings)
}

/// Is it a sign-off? What follows it is a signature.
pub fn is_sign_off(text: &str) -> bool {
    is_one_of(text, &MAIL_PHRASES.sign_offs)
}

/// A phrase and a name or two, but nothing that could be an answer.
fn is_one_of(text: &str, phrases: &[String]) -> bool {
    if text.contains(|c: char| c.is_ascii_digit() || "={}".contains(c)) {
        return false;
    }
    let small = text.to_lowercase();
    let behind = phrases.iter().filter_map(|phrase| small.strip_prefix(phrase.as_str()));
    let mut behind = behind.filter(|behind| !behind.starts_with(char::is_alphanumeric));
    let words =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    behind.any(|behind| words(behind) <= MAX_SIGN_OFF_WORDS)
}

/// Is the line nothing but the number of a telephone, as it stands in signatures?
pub fn is_telephone(line: &str) -> bool {
    let small = line.to_lowercase();
    let named = MAIL_PHRASES.telephones.iter().find_map(|name| {
        let behind = small.strip_prefix(name.as_str())?;
        behind.starts_with(['.', ':', ' ']).then(|| behind.trim_start_matches(['.', ':', ' ']))
    });
    let number = named.unwrap_or(&small);
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let fewest = if named.is_some() { 3 } else { MIN_PHONE_DIGITS };
    digits >= fewest
        && number.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-()/.–".contains(c))
}

/// A line in plain letters: full-width digits and digits in circles are digits, a blank is a blank whatever its width, and
/// emoji are left out, but where there is nothing else.
pub fn plain(line: &str) -> String {
    let letters: String = line.nfkc().filter(|letter| !is_decoration(*letter)).collect();
    let letters = letters.trim();
    if letters.is_empty() { without_variants(line.trim()) } else { letters.to_owned() }
}

fn is_decoration(letter: char) -> bool {
    use GeneralCategory::{
        Control, EnclosingMark, Format, ModifierSymbol, OtherSymbol, PrivateUse, Unassigned,
    };
    const DECORATIONS: [GeneralCategory; 7] =
        [Control, EnclosingMark, Format, ModifierSymbol, OtherSymbol, PrivateUse, Unassigned];
    let is_drawn = DECORATIONS.contains(&letter.general_category());
    !letter.is_ascii() && (is_drawn || is_variant(letter)) || letter.is_ascii_control() && letter != '\t'
}

/// Chooses the form or the colour of the emoji before it.
fn is_variant(letter: char) -> bool {
    matches!(letter, '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{200D}')
}

fn without_variants(line: &str) -> String {
    line.chars().filter(|letter| !is_variant(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_are_told_from_answers() {
        for line in [
            "Hi!",
            "Hello Althing,",
            "Hei alle saman",
            "Hej!",
            "Liebe Runde,",
            "Hallo zusammen,",
            "Guten Tag",
            "Good morning all!",
        ] {
            assert!(is_greeting(line), "{line}");
        }
        for line in ["Hi 3", "hide", "3", "Heimaey", "dear me, I can't decide between these two", "hi={1}"] {
            assert!(!is_greeting(line), "{line}");
        }
    }

    #[test]
    fn goodbyes_are_told_from_answers() {
        for line in [
            "Thanks, Aud",
            "Mvh Bjarni",
            "Med vänliga hälsningar",
            "Viele Grüße",
            "LG",
            "Best,",
            "Bless – Øl",
        ] {
            assert!(is_sign_off(line), "{line}");
        }
        for line in ["Bestow", "3 thanks", "best: wool=2", "end turn", "tacka nej", "takkar ja"] {
            assert!(!is_sign_off(line), "{line}");
        }
    }

    #[test]
    fn numbers_of_telephones_are_told_from_answers() {
        for line in [
            "22 33 44 55",
            "+47 22 33 44 55",
            "Tlf. 22334455",
            "(022) 33-44-55",
            "Mobil: 0911/123456",
            "m: 123",
        ] {
            assert!(is_telephone(line), "{line}");
        }
        for line in ["3", "3 4", "14", "123 45", "14 give=2 wool", "tel aviv", "move 123456"] {
            assert!(!is_telephone(line), "{line}");
        }
    }

    #[test]
    fn digits_are_digits_whatever_they_look_like() {
        for (line, is) in [
            ("３", "3"),
            ("③", "3"),
            ("3\u{FE0F}\u{20E3}", "3"),
            ("3 👍🏽", "3"),
            ("\u{A0}3\u{A0}", "3"),
            ("\u{200B}3\u{200B}", "3"),
            ("🎉 end turn 🎉", "end turn"),
            ("👍🏽", "👍"),
            ("bygg vegen i åkeren", "bygg vegen i åkeren"),
        ] {
            assert_eq!(plain(line), is, "{line}");
        }
    }
}
