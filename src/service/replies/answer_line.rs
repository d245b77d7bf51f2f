//! The answers that a person typed: numbers, words, commands or JSON; greetings, sign-offs and the numbers of signatures
//! aside.

use super::command::ReplyCommand;
use crate::texts::MAIL_PHRASES;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedAnswer {
    /// The number of an answer, and what stands behind it.
    Number(usize, String),
    /// An action in words or as JSON.
    Words(String),
    Command(ReplyCommand),
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    Nothing,
    Several,
}

impl NoAnswer {
    /// The code of the refusal.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no_answer",
            Self::Several => "several_answers",
        }
    }
}

/// More answers than these are no turn.
const MAX_ANSWERS: usize = 30;
/// Numbers with more digits are no answers.
const MAX_DIGITS: usize = 4;
/// Words that join numbers, such as "or": with more of them a line is no list of numbers but an address or the like.
const MAX_JOINING_WORDS: usize = 2;

/// Words of a courtesy besides the phrase itself, such as a name.
const MAX_SIGN_OFF_WORDS: usize = 4;
/// A number with this many digits is taken for a telephone number, also without a label.
const MIN_PHONE_DIGITS: usize = 6;

/// One of the answers of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenAnswer {
    pub answer: TypedAnswer,
    /// Is it an answer for sure? Words below an answer may be a name.
    pub is_certain: bool,
}

/// The answers that these lines give, one on each line or with commas between. What people write before them and below
/// them out of politeness is no answer.
pub fn read_answers(lines: &[String]) -> Result<Vec<WrittenAnswer>, NoAnswer> {
    let is_polite = |line: &String| is_greeting(line) || is_sign_off(line);
    let lines =
        lines.get(lines.iter().position(|line| !is_polite(line)).unwrap_or_default()..).unwrap_or_default();
    let end = lines.iter().skip(1).position(|line| is_sign_off(line)).map_or(lines.len(), |at| at + 1);
    let lines = lines.get(..end).unwrap_or_default();
    let (first, others) = lines.split_first().ok_or(NoAnswer::Nothing)?;
    if first.starts_with('{') {
        let answer = TypedAnswer::Words(json(lines));
        return Ok(vec![WrittenAnswer { answer, is_certain: true }]);
    }
    let mut answers = answers_of(first, true)?;
    for (place, line) in others.iter().enumerate() {
        if let Some(WrittenAnswer { answer: TypedAnswer::Command(ReplyCommand::Say(said)), .. }) =
            answers.last_mut()
        {
            // A message goes on to its end.
            said.extend(
                others.get(place..).unwrap_or_default().iter().flat_map(|line| ["\n", line.as_str()]),
            );
            break;
        }
        let is_certain = is_answer(line);
        match answers_of(line, is_certain) {
            Ok(_) if is_telephone(line) || !is_certain && has_number(line) => break,
            Ok(more) => answers.extend(more),
            // Where a signature begins, the answers have ended.
            Err(_) if !is_certain => break,
            Err(why) => return Err(why),
        }
    }
    answers.truncate(MAX_ANSWERS);
    Ok(answers)
}

/// The answers of one line.
fn answers_of(line: &str, is_certain: bool) -> Result<Vec<WrittenAnswer>, NoAnswer> {
    if let Some(command) = ReplyCommand::read(line) {
        return Ok(vec![WrittenAnswer { answer: TypedAnswer::Command(command), is_certain: true }]);
    }
    // What is filled in has commas of its own, and so have places.
    let is_list = !line.contains('=') && line.split(',').all(|part| !part.trim().is_empty());
    let parts: Vec<&str> = if is_list { line.split(',').map(str::trim).collect() } else { vec![line] };
    parts.into_iter().map(|part| Ok(WrittenAnswer { answer: answer_of(part)?, is_certain })).collect()
}

fn answer_of(part: &str) -> Result<TypedAnswer, NoAnswer> {
    if let Some(command) = ReplyCommand::read(part) {
        return Ok(TypedAnswer::Command(command));
    }
    let Some((number, behind)) = numbered(part) else { return Ok(TypedAnswer::Words(part.to_owned())) };
    if has_number(behind) && !behind.contains('=') {
        return Err(NoAnswer::Several);
    }
    Ok(TypedAnswer::Number(number, behind.to_owned()))
}

/// Is the line nothing but the number of an answer, or that with what is to be filled in?
fn is_answer(line: &str) -> bool {
    let joins = |behind: &str| {
        let words = behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        has_number(behind) && words.filter(|word| word.parse::<u32>().is_err()).count() <= MAX_JOINING_WORDS
    };
    let gives = |behind: &str| behind.is_empty() || behind.contains('=') || joins(behind);
    !is_telephone(line)
        && numbered(line).is_some_and(|(number, behind)| {
            number.checked_ilog10().is_none_or(|power| (power as usize) < MAX_DIGITS) && gives(behind)
        })
}

/// A number at the beginning, and what stands behind it.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let small = line.to_ascii_lowercase();
    let before =
        MAIL_PHRASES.before_numbers.iter().find(|word| small.starts_with(*word)).map_or(0, String::len);
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

/// Is the line nothing but a greeting?
fn is_greeting(line: &str) -> bool {
    is_one_of(line, &MAIL_PHRASES.greetings)
}

/// Is the line a sign-off? What follows it is a signature.
fn is_sign_off(line: &str) -> bool {
    is_one_of(line, &MAIL_PHRASES.sign_offs)
}

/// A phrase and a name or two, but nothing that could be an answer.
fn is_one_of(line: &str, phrases: &[String]) -> bool {
    if line.contains(|c: char| c.is_ascii_digit() || "={}".contains(c)) {
        return false;
    }
    let small = line.to_lowercase();
    let behind = phrases.iter().filter_map(|phrase| small.strip_prefix(phrase.as_str()));
    let mut behind = behind.filter(|behind| !behind.starts_with(char::is_alphanumeric));
    let words =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    behind.any(|behind| words(behind) <= MAX_SIGN_OFF_WORDS)
}

/// Is the line nothing but the number of a telephone, as it stands in signatures?
fn is_telephone(line: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lines: &[&str]) -> Result<Vec<TypedAnswer>, NoAnswer> {
        let answers = read_answers(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())?;
        Ok(answers.into_iter().map(|written| written.answer).collect())
    }

    /// The first answer.
    fn read(lines: &[&str]) -> Result<TypedAnswer, NoAnswer> {
        all(lines).map(|mut answers| answers.remove(0))
    }

    /// How many answers there are for sure.
    fn count(lines: &[&str]) -> usize {
        let answers = read_answers(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        answers.unwrap().iter().filter(|written| written.is_certain).count()
    }

    #[test]
    fn a_number_is_a_number_however_it_is_written() {
        for line in ["3", "3.", "#3", "(3)", "3)", "Nr. 3", "svar: 3", "Option 3", "*3*"] {
            assert_eq!(read(&[line, "Thanks, Aud"]), Ok(TypedAnswer::Number(3, String::new())), "{line}");
        }
        let filled = TypedAnswer::Number(14, "give=2 wool want=1 iron".to_owned());
        assert_eq!(read(&["14 give=2 wool want=1 iron"]), Ok(filled));
    }

    #[test]
    fn two_numbers_in_one_place_are_no_answer() {
        for line in ["3 4", "3 or 4", "3/4", "3 eller 4", "3 oder 4", "3 - no 4"] {
            assert_eq!(read(&[line]), Err(NoAnswer::Several), "{line}");
        }
    }

    #[test]
    fn a_whole_turn_stands_on_lines_or_between_commas() {
        let number = |number| TypedAnswer::Number(number, String::new());
        let turn = vec![number(3), number(2), TypedAnswer::Words("end".to_owned())];
        for lines in [&["3, 2, end"][..], &["3", "2", "end"], &["Hi!", "3,2", "end", "Mvh Aud", "4"]] {
            assert_eq!(all(lines), Ok(turn.clone()), "{lines:?}");
        }
        let filled = TypedAnswer::Number(14, "give=wool want=iron".to_owned());
        assert_eq!(all(&["3", "14 give=wool want=iron"]), Ok(vec![number(3), filled]));
        let typed = "offer_trade give=2 wool, 1 grain want=1 iron";
        assert_eq!(all(&[typed]), Ok(vec![TypedAnswer::Words(typed.to_owned())]));
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
            assert_eq!(read(&lines), Ok(TypedAnswer::Number(3, String::new())), "{lines:?}");
            assert_eq!(count(&lines), 1, "{lines:?}");
        }
        assert_eq!(count(&["Hi!", "3", "4"]), 2);
        assert_eq!(read(&["Hi!", "Thanks"]), Ok(TypedAnswer::Words("Hi!".to_owned())));
        assert_eq!(read(&["22 33 44 55"]), Err(NoAnswer::Several), "nothing says that it is a telephone");
    }

    #[test]
    fn anything_else_is_words() {
        assert_eq!(read(&["end turn", "Aud"]), Ok(TypedAnswer::Words("end turn".to_owned())));
        assert_eq!(read(&["3rd"]), Ok(TypedAnswer::Words("3rd".to_owned())));
        let json = read(&["{\"type\":", "\"end_turn\"}", "Aud"]);
        assert_eq!(json, Ok(TypedAnswer::Words("{\"type\":\n\"end_turn\"}".to_owned())));
        assert_eq!(read(&[]), Err(NoAnswer::Nothing));
    }

    #[test]
    fn greetings_are_told_from_answers() {
        for line in [
            "Hi!",
            "Hello Althing,",
            "Hei alle saman",
            "Hej!",
            "Liebe Runde,",
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
        for line in ["Bestow", "3 thanks", "best: wool=2", "end turn"] {
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
}
