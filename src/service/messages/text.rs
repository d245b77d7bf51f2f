//! The rules for texts of messages and notes.

use crate::error::{Code, Error, Sentence};
use crate::service::plain;

const MAX_MESSAGE_CHARS: usize = 2_000;
const MAX_NOTE_CHARS: usize = 10_000;

/// Validates a message, and gives it without the blanks around it. Errors: `invalid_field` and `secret_in_text`, naming
/// `text`.
pub fn message(text: &str) -> Result<&str, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Code::InvalidField.field("text", Sentence::Empty));
    }
    check(text, MAX_MESSAGE_CHARS)?;
    plain::must_hold_no_secret("text", text)?;
    Ok(text)
}

/// Validates a note, which may be empty. It may hold secrets, since nobody else reads it. Error: `invalid_field` naming
/// `text`.
pub fn note(text: &str) -> Result<&str, Error> {
    check(text, MAX_NOTE_CHARS)?;
    Ok(text)
}

fn check(text: &str, longest: usize) -> Result<(), Error> {
    // Bytes first: counting the characters of a text that is much too long is work for nothing.
    if text.len() > longest * 4 || text.chars().count() > longest {
        return Err(Code::InvalidField.field("text", Sentence::CharactersAtMost { most: longest as u64 }));
    }
    if text.chars().any(is_refused) {
        return Err(Code::InvalidField.field("text", Sentence::UnreadableText));
    }
    Ok(())
}

/// Control characters, and those that make what follows read backwards.
fn is_refused(letter: char) -> bool {
    let overrides = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    overrides || (letter.is_control() && letter != '\n' && letter != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_a_text_of_some_length() {
        assert_eq!(message("  Hail!\nWool for iron?  ").unwrap(), "Hail!\nWool for iron?");
        assert!(message(&"é".repeat(MAX_MESSAGE_CHARS)).is_ok());
        for wrong in ["", " \n ", "a\u{0}b", "a\u{1b}[31m", "a\u{202e}b", "a\rb", "\u{7f}"] {
            assert!(message(wrong).is_err(), "{wrong:?}");
        }
        assert!(message(&"é".repeat(MAX_MESSAGE_CHARS + 1)).is_err());
    }

    #[test]
    fn other_scripts_are_texts_too() {
        assert!(message("שלום\u{200f}, مرحبا").is_ok());
        assert!(note("").is_ok());
    }
}
