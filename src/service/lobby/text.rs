//! What owners write: names, descriptions, languages. No control, direction or invisible character gets through, so
//! that nothing looks like what it is not.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::error::{Code, Error};

/// The longest name of a game, in characters.
const LONGEST_NAME: usize = 80;
/// The longest description, in characters.
const LONGEST_DESCRIPTION: usize = 1000;
/// The most accents on one letter.
const MOST_MARKS: usize = 3;

/// The name as it is kept. Error: `invalid_field`.
pub fn name(given: &str) -> Result<String, Error> {
    let name: String = given.trim().nfc().collect();
    if (1..=LONGEST_NAME).contains(&name.chars().count()) && readable(&name) {
        return Ok(name);
    }
    let sentence = format!(
        "A name is one line of 1 to {LONGEST_NAME} characters without control, direction or invisible ones."
    );
    Err(Code::InvalidField.field("name", sentence))
}

/// The description as it is kept; it may have lines. Error: `invalid_field`.
pub fn description(given: &str) -> Result<String, Error> {
    let text: String = given.trim().replace("\r\n", "\n").nfc().collect();
    if text.chars().count() <= LONGEST_DESCRIPTION && text.split('\n').all(readable) {
        return Ok(text);
    }
    let sentence = format!(
        "A description is at most {LONGEST_DESCRIPTION} characters without control, direction or invisible ones."
    );
    Err(Code::InvalidField.field("description", sentence))
}

/// A language, as its code of two or three small letters. Error: `invalid_field`.
pub fn language(given: &str) -> Result<String, Error> {
    if (2..=3).contains(&given.len()) && given.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Ok(given.to_owned());
    }
    Err(Code::InvalidField
        .field("language", "A language is a code of two or three small letters, such as en."))
}

/// The words of a name, folded: small letters without accents, and digits. What is searched is folded alike.
pub fn words(text: &str) -> Vec<String> {
    let folded: String =
        text.nfkd().filter(|character| !is_combining_mark(*character)).collect::<String>().to_lowercase();
    let words = folded.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn readable(line: &str) -> bool {
    let mut marks = 0;
    line.chars().all(|character| {
        marks = if is_combining_mark(character) { marks + 1 } else { 0 };
        marks <= MOST_MARKS && visible(character)
    })
}

fn visible(character: char) -> bool {
    !matches!(
        character.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_alike_however_they_are_written() {
        assert_eq!(words("  Landnám på Fredager! "), ["landnam", "pa", "fredager"]);
        assert_eq!(words("ÞING-velliR"), ["þing", "vellir"]);
        assert_eq!(words("' :* & | '"), Vec::<String>::new());
    }

    #[test]
    fn what_nobody_sees_is_refused() {
        for hidden in ["a\u{202e}b", "a\u{200b}b", "a\nb", "a\u{7}b", "\u{2066}a", "a\u{feff}b", "\u{e000}"] {
            assert!(name(hidden).is_err(), "{hidden:?}");
            assert!(description(&hidden.replace('\n', "\t")).is_err(), "{hidden:?}");
        }
        assert!(name(&format!("a{}", "\u{301}".repeat(9))).is_err());
        assert_eq!(name(" Þingvellir: “Álftanes” ").unwrap(), "Þingvellir: “Álftanes”");
        assert_eq!(description("one\r\ntwo").unwrap(), "one\ntwo");
    }
}
