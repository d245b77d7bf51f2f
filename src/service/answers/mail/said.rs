//! What the first line of somebody's own words stands for, greetings aside.

use super::courtesy::{is_greeting, is_sign_off, is_telephone};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// The number of an answer, and what stands behind it.
    Number(usize, String),
    /// An action in words or as JSON.
    Words(String),
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaid {
    Nothing,
    Several,
}

/// What people write before a number.
const BEFORE: [&str; 9] = ["#", "nr.", "nr", "no.", "option", "answer", "svar", "antwort", "alternativ"];

/// Numbers with more digits are no answers.
const MOST_DIGITS: usize = 4;
/// Words that join numbers, such as "or": with more of them a line is no list of numbers but an address or the like.
const MOST_JOINING: usize = 2;

/// The one answer that these lines give. What people write before it and below it out of politeness is no answer.
pub fn said(lines: &[String]) -> Result<Said, Unsaid> {
    let is_polite = |line: &String| is_greeting(line) || is_sign_off(line);
    let lines =
        lines.get(lines.iter().position(|line| !is_polite(line)).unwrap_or_default()..).unwrap_or_default();
    let end = lines.iter().skip(1).position(|line| is_sign_off(line)).map_or(lines.len(), |at| at + 1);
    let lines = lines.get(..end).unwrap_or_default();
    let (first, others) = lines.split_first().ok_or(Unsaid::Nothing)?;
    if first.starts_with('{') {
        return Ok(Said::Words(json(lines)));
    }
    if others.iter().any(|line| is_answer(line)) {
        return Err(Unsaid::Several);
    }
    let Some((number, behind)) = numbered(first) else { return Ok(Said::Words(first.clone())) };
    if has_number(behind) && !behind.contains('=') {
        return Err(Unsaid::Several);
    }
    Ok(Said::Number(number, behind.to_owned()))
}

/// Is the line nothing but the number of an answer, or that with what is to be filled in?
fn is_answer(line: &str) -> bool {
    let joins = |behind: &str| {
        let words = behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        has_number(behind) && words.filter(|word| word.parse::<u32>().is_err()).count() <= MOST_JOINING
    };
    let gives = |behind: &str| behind.is_empty() || behind.contains('=') || joins(behind);
    !is_telephone(line)
        && numbered(line).is_some_and(|(number, behind)| {
            number.checked_ilog10().is_none_or(|power| (power as usize) < MOST_DIGITS) && gives(behind)
        })
}

/// A number at the beginning, and what stands behind it.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let small = line.to_ascii_lowercase();
    let before = BEFORE.iter().find(|word| small.starts_with(*word)).map_or(0, |word| word.len());
    let line = line.get(before..)?.trim_start_matches(|c: char| c.is_whitespace() || "([#*:".contains(c));
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (number, behind) = line.split_at_checked(end)?;
    // A number that is part of a word is none.
    if behind.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || ")].:*!".contains(c));
    Some((number.parse().ok()?, behind.trim()))
}

fn has_number(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.parse::<u32>().is_ok())
}

/// Everything up to the last brace.
fn json(lines: &[String]) -> String {
    let text = lines.join("\n");
    let end = text.rfind('}').map_or(text.len(), |at| at + 1);
    text.get(..end).unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Said, Unsaid, said};

    fn read(lines: &[&str]) -> Result<Said, Unsaid> {
        said(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_number_is_a_number_however_it_is_written() {
        for line in ["3", "3.", "#3", "(3)", "3)", "Nr. 3", "svar: 3", "Option 3", "*3*"] {
            assert_eq!(read(&[line, "Thanks, Aud"]), Ok(Said::Number(3, String::new())), "{line}");
        }
        let filled = Said::Number(14, "give=2 wool want=1 iron".to_owned());
        assert_eq!(read(&["14 give=2 wool want=1 iron"]), Ok(filled));
    }

    #[test]
    fn two_numbers_are_no_answer() {
        for line in ["3 4", "3, 4", "3 or 4", "3/4", "3 eller 4", "3 oder 4", "3 - no, 4"] {
            assert_eq!(read(&[line]), Err(Unsaid::Several), "{line}");
        }
        assert_eq!(read(&["3", "4"]), Err(Unsaid::Several));
        assert_eq!(read(&["3", "14 give=wool want=iron"]), Err(Unsaid::Several));
        assert_eq!(read(&["3", "1. roll the dice"]), Ok(Said::Number(3, String::new())));
    }

    #[test]
    fn politeness_around_a_number_is_no_answer() {
        for lines in [
            ["Hi!", "3", "Aud"],
            ["Hei Althing,", "3", "22 33 44 55"],
            ["Liebe Runde,", "3", "Viele Grüße"],
            ["3", "Mvh Aud", "4"],
            ["3", "Aud", "Tel. 22334455"],
            ["Thanks!", "3", "12 Main Street, NY 10001"],
            ["3", "Storgata 5", "50200 Bergen"],
        ] {
            assert_eq!(read(&lines), Ok(Said::Number(3, String::new())), "{lines:?}");
        }
        assert_eq!(read(&["Hi!", "3", "4"]), Err(Unsaid::Several));
        assert_eq!(read(&["Hi!", "Thanks"]), Ok(Said::Words("Hi!".to_owned())));
        assert_eq!(read(&["22 33 44 55"]), Err(Unsaid::Several), "nothing says that it is a telephone");
    }

    #[test]
    fn anything_else_is_words() {
        assert_eq!(read(&["end turn", "Aud"]), Ok(Said::Words("end turn".to_owned())));
        assert_eq!(read(&["3rd"]), Ok(Said::Words("3rd".to_owned())));
        let json = read(&["{\"type\":", "\"end_turn\"}", "Aud"]);
        assert_eq!(json, Ok(Said::Words("{\"type\":\n\"end_turn\"}".to_owned())));
        assert_eq!(read(&[]), Err(Unsaid::Nothing));
    }
}
