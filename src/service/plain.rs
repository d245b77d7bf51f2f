//! Text that people write for others to read: nothing in it is hidden, and nothing changes the direction of the text
//! beside it, so that no text can be mistaken for another.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::secrets_in_text::holds_secret;
use crate::error::{Code, Error, Sentence};

/// The most combining marks on one character: more would cover the lines above and below.
const MAX_MARKS: usize = 3;
/// Invisible characters that some scripts and emoji need.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
/// Letters and a mark that show nothing: the combining grapheme joiner, and fillers of Hangul.
const BLANK: [char; 5] = ['\u{34f}', '\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// A line of `least` to `most` characters as it is stored: in NFC, without blanks at its ends.
pub fn line(field: &'static str, text: &str, least: usize, most: usize) -> Result<String, Error> {
    checked(field, text, least..=most, readable)
}

pub fn lines(field: &'static str, text: &str, least: usize, most: usize) -> Result<String, Error> {
    checked(field, text, least..=most, |text| text.split('\n').all(readable))
}

fn checked(
    field: &'static str,
    text: &str,
    length: std::ops::RangeInclusive<usize>,
    readable: impl Fn(&str) -> bool,
) -> Result<String, Error> {
    // One character too many is enough to refuse the text, so the rest of a long one is not normalised.
    let text: String = text.trim().nfc().take(length.end() + 1).collect();
    if !length.contains(&text.chars().count()) {
        let (least, most) = (*length.start() as u64, *length.end() as u64);
        let sentence = Sentence::CharactersBetween { least, most };
        return Err(Code::InvalidField.field(field, sentence));
    }
    if !readable(&text) {
        return Err(Code::InvalidField.field(field, Sentence::Unreadable));
    }
    must_hold_no_secret(field, &text)?;
    Ok(text)
}

/// Refuses a text with a secret of the service in it, which its author may have pasted with a quote of a mail.
pub fn must_hold_no_secret(field: &'static str, text: &str) -> Result<(), Error> {
    if holds_secret(text) { Err(Code::SecretInText.field(field, Sentence::SecretInText)) } else { Ok(()) }
}

fn readable(line: &str) -> bool {
    let mut marks = 0;
    line.chars().all(|character| {
        // A joiner begins no character of its own, so more marks after it lie on the same one.
        if !JOINERS.contains(&character) {
            marks = if is_combining_mark(character) { marks + 1 } else { 0 };
        }
        marks <= MAX_MARKS && is_allowed(character)
    })
}

fn is_allowed(character: char) -> bool {
    let hidden = matches!(
        character.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned
    );
    !(hidden || BLANK.contains(&character)) || JOINERS.contains(&character)
}

/// The words of a text, folded: small letters without accents, and digits. What is searched is folded alike.
pub fn words(text: &str) -> Vec<String> {
    let folded: String =
        text.nfkd().filter(|character| !is_combining_mark(*character)).collect::<String>().to_lowercase();
    let words = folded.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_words_and_loses_only_the_blanks_around_it() {
        assert_eq!(line("name", "  Þing by the sea ⛵ ", 1, 80).unwrap(), "Þing by the sea ⛵");
        assert_eq!(line("name", " Þingvellir: “Álftanes” ", 1, 80).unwrap(), "Þingvellir: “Álftanes”");
        assert_eq!(line("name", "A\u{301}lftanes", 1, 80).unwrap(), "Álftanes");
        assert_eq!(line("name", "👩\u{200d}🌾", 1, 80).unwrap(), "👩\u{200d}🌾");
        assert_eq!(lines("about", "one\ntwo", 0, 80).unwrap(), "one\ntwo");
        assert_eq!(lines("about", "", 0, 80).unwrap(), "");
    }

    #[test]
    fn what_hides_or_turns_is_refused() {
        for text in [
            "a\u{202e}b",
            "a\u{200f}b",
            "a\u{0}b",
            "a\u{7}b",
            "a\nb",
            "a\u{200b}b",
            "a\u{feff}b",
            "a\u{2066}b",
            "a\u{2028}b",
            "a\u{ad}b",
            "a\u{e000}b",
            "a\u{e0041}b",
            "a\u{3164}b",
            "a\u{34f}b",
        ] {
            assert!(line("name", text, 1, 80).is_err(), "{text:?}");
            assert!(lines("about", &text.replace('\n', "\t"), 1, 80).is_err(), "{text:?}");
        }
        assert!(line("name", &format!("a{}", "\u{301}".repeat(9)), 1, 80).is_err());
        assert!(line("name", &format!("a{}", "\u{301}\u{200d}".repeat(9)), 1, 80).is_err());
    }

    #[test]
    fn what_is_too_long_or_too_short_is_refused() {
        assert!(line("name", "", 1, 80).is_err() && line("name", &"x".repeat(1_000_000), 1, 80).is_err());
        assert!(
            line("name", &"x".repeat(80), 1, 80).is_ok() && line("name", &"x".repeat(81), 1, 80).is_err()
        );
    }

    #[test]
    fn words_are_folded_alike_however_they_are_written() {
        assert_eq!(words("  Landnám på Fredager! "), ["landnam", "pa", "fredager"]);
        assert_eq!(words("ÞING-velliR"), ["þing", "vellir"]);
        assert_eq!(words("' :* & | '"), Vec::<String>::new());
    }
}
