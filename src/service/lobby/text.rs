//! What owners write about a table: its name, its description, its language; and the words it is found by.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::error::{Code, Error};
use crate::service::plain;

/// The longest name of a game, in characters.
const LONGEST_NAME: usize = 80;
const LONGEST_DESCRIPTION: usize = 1000;

/// The name as it is kept. Error: `invalid_field`.
pub fn name(given: &str) -> Result<String, Error> {
    plain::line("name", given, 1, LONGEST_NAME)
}

/// The description as it is kept; it may have lines. Error: `invalid_field`.
pub fn description(given: &str) -> Result<String, Error> {
    plain::lines("description", given, 0, LONGEST_DESCRIPTION)
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

/// The words that a search asks for: no name is longer, so a longer search finds nothing. Error: `invalid_parameter`.
pub fn wanted(given: &str) -> Result<Vec<String>, Error> {
    if given.chars().count() > LONGEST_NAME {
        return Err(Code::InvalidParameter.field("name", format!("At most {LONGEST_NAME} characters.")));
    }
    Ok(words(given))
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
}
