//! Text that people write for others to read: nothing in it is hidden, and nothing turns what stands beside it around.

use crate::error::{Code, Error};

/// Is this a character that may stand in such a text? No control character, no direction mark, nothing invisible but
/// the joiners that some scripts and emoji need.
fn may_stand(character: char) -> bool {
    let hidden = matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    !character.is_control() && !hidden
}

/// A line of `least` to `most` characters, without blanks at its ends. Error: `invalid_field` naming `field`.
pub fn line(field: &'static str, text: &str, least: usize, most: usize) -> Result<String, Error> {
    checked(field, text, least, most, may_stand)
}

/// The same, of several lines.
pub fn lines(field: &'static str, text: &str, least: usize, most: usize) -> Result<String, Error> {
    let text = text.replace("\r\n", "\n");
    checked(field, &text, least, most, |character| character == '\n' || may_stand(character))
}

fn checked(
    field: &'static str,
    text: &str,
    least: usize,
    most: usize,
    may_stand: impl Fn(char) -> bool,
) -> Result<String, Error> {
    let text = text.trim();
    if !(least..=most).contains(&text.chars().take(most + 1).count()) {
        return Err(Code::InvalidField.field(field, format!("This has {least} to {most} characters.")));
    }
    if !text.chars().all(may_stand) {
        let sentence = "Control characters, direction marks and invisible characters can't stand here.";
        return Err(Code::InvalidField.field(field, sentence));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{line, lines};

    #[test]
    fn a_text_keeps_its_words_and_loses_only_the_blanks_around_it() {
        assert_eq!(line("name", "  Þing by the sea ⛵ ", 1, 80).unwrap(), "Þing by the sea ⛵");
        assert_eq!(lines("about", "one\r\ntwo", 0, 80).unwrap(), "one\ntwo");
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
        ] {
            assert!(line("name", text, 1, 80).is_err(), "{text:?}");
        }
        assert!(line("name", "", 1, 80).is_err() && line("name", &"x".repeat(1_000_000), 1, 80).is_err());
    }
}
