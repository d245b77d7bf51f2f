//! A reply taken apart: the parts that may be answers, without greetings, sign-offs and what else stands in a signature.
//!
//! What the parts mean depends on what is asked; that is not known here.

use super::command::ReplyCommand;
use super::politeness::{is_greeting, is_sign_off, is_telephone, plain};
use crate::texts::MAIL_PHRASES;
use rules::typed_answers::{fold, words};

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAnswer;

/// More parts than these are no turn.
const MAX_PARTS: usize = 60;
/// Numbers with more digits are no answers.
const MAX_DIGITS: usize = 4;
/// A line that is nothing but a number with more digits may be a part of an address.
const MAX_LONE_DIGITS: usize = 3;

/// What a person wrote, part by part: lines, and what stands between commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenReply {
    pub parts: Vec<WrittenPart>,
    /// The lines as they were written, from the first part on.
    lines: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPart {
    pub text: String,
    /// What stood between this part and the next one on the same line.
    between: String,
    line: usize,
    /// Is it an answer for sure? Words below an answer may be a name.
    pub is_certain: bool,
}

impl WrittenReply {
    /// Takes lines apart.
    pub fn read(lines: &[String]) -> Result<Self, NoAnswer> {
        let mut parts: Vec<WrittenPart> = Vec::new();
        let mut kept: Vec<String> = Vec::new();
        for written in lines {
            let line = plain(written);
            let has_begun = !parts.is_empty();
            if !has_begun && line.starts_with('{') {
                return Ok(Self::json(lines, written));
            }
            if line.is_empty() || !has_begun && is_polite(&line) {
                continue;
            }
            if has_begun && (is_sign_off(&line) || is_telephone(&line)) {
                break;
            }
            let is_certain = !has_begun || is_answer(&line) || ReplyCommand::read(&line).is_some();
            let number = kept.len();
            kept.push(written.clone());
            let mut ends = false;
            for (text, between) in split(&line) {
                if is_polite(&text) {
                    ends = !parts.is_empty();
                    if ends {
                        break;
                    }
                    continue;
                }
                parts.push(WrittenPart { text, between, line: number, is_certain });
            }
            if ends || parts.len() >= MAX_PARTS {
                break;
            }
        }
        parts.truncate(MAX_PARTS);
        if parts.is_empty() {
            return Self::of_courtesy(lines);
        }
        Ok(Self { parts, lines: kept })
    }

    /// Everything up to the last brace.
    fn json(lines: &[String], first: &str) -> Self {
        let from = lines.iter().position(|line| line == first).unwrap_or_default();
        let text = lines.get(from..).unwrap_or_default().join("\n");
        let end = text.rfind('}').map_or(text.len(), |at| at + 1);
        let text = text.get(..end).unwrap_or(&text).to_owned();
        let part = WrittenPart { text: text.clone(), between: String::new(), line: 0, is_certain: true };
        Self { parts: vec![part], lines: vec![text] }
    }

    /// Courtesies alone are a part all the same, which is none of the answers.
    fn of_courtesy(lines: &[String]) -> Result<Self, NoAnswer> {
        let first = lines.iter().find(|line| !plain(line).is_empty()).ok_or(NoAnswer)?;
        let part = WrittenPart { text: plain(first), between: String::new(), line: 0, is_certain: true };
        Ok(Self { parts: vec![part], lines: vec![first.clone()] })
    }

    /// How many parts from this one on stand on its line.
    pub fn on_line(&self, at: usize) -> usize {
        let line = self.parts.get(at).map(|part| part.line);
        self.parts.iter().skip(at).take_while(|part| Some(part.line) == line).count()
    }

    /// Some parts with what stood between them.
    pub fn text(&self, from: usize, count: usize) -> String {
        let mut text = String::new();
        let parts = self.parts.iter().skip(from).take(count);
        for (place, part) in parts.enumerate() {
            text.push_str(&part.text);
            let is_last_on_line = self.on_line(from + place) == 1;
            if place + 1 < count {
                text.push_str(if is_last_on_line { " " } else { &part.between });
            }
        }
        text
    }

    /// Everything from a part on, as it was written.
    pub fn rest(&self, from: usize) -> String {
        let Some(part) = self.parts.get(from) else { return String::new() };
        let is_first = from.checked_sub(1).and_then(|before| self.parts.get(before));
        let is_first = is_first.is_none_or(|before| before.line != part.line);
        let mut rest = match self.lines.get(part.line) {
            Some(line) if is_first => vec![line.clone()],
            _ => vec![self.text(from, self.on_line(from))],
        };
        rest.extend(self.lines.iter().skip(part.line + 1).cloned());
        rest.join("\n")
    }

    /// Does this part take back what stands before it, or make a condition of it, and is no answer of its own?
    pub fn is_correction(&self, at: usize) -> bool {
        let text = self.text(at, 1);
        begins_with_correction(&text) && ReplyCommand::read(&text).is_none()
    }

    /// Do answers stand behind a part that can be nothing else?
    pub fn has_answers_behind(&self, at: usize) -> bool {
        let is_lone = |part: &WrittenPart| {
            numbered(&part.text).is_some_and(|(_, behind)| behind.is_empty())
                && part.text.chars().filter(char::is_ascii_digit).count() <= MAX_LONE_DIGITS
        };
        let behind = self.parts.iter().skip(at + 1);
        behind
            .filter(|part| part.is_certain)
            .any(|part| is_lone(part) || ReplyCommand::read(&part.text).is_some())
    }
}

/// Does it begin with a word such as "but"?
pub fn begins_with_correction(text: &str) -> bool {
    let first = words(text).into_iter().next();
    MAIL_PHRASES.correcting.iter().any(|word| Some(fold(word)) == first)
}

fn is_polite(text: &str) -> bool {
    is_greeting(text) || is_sign_off(text)
}

/// The parts of a line, each with what stands between it and the next one: commas, ends of sentences, words such as "and".
/// What only seems to be apart, such as the parts of a list of cards, is put together again by those who know what is
/// asked.
fn split(line: &str) -> Vec<(String, String)> {
    let ends = boundaries(line);
    let begins = std::iter::once(0).chain(ends.iter().map(|(_, end)| *end));
    let ends = ends.iter().map(|(begin, _)| *begin).chain([line.len()]);
    let trimmed = begins.zip(ends).filter_map(|(begin, end)| {
        let text = line.get(begin..end)?;
        let from = begin + (text.len() - text.trim_start().len());
        (!text.trim().is_empty()).then(|| (from, from + text.trim().len()))
    });
    let trimmed: Vec<(usize, usize)> = trimmed.collect();
    let next = trimmed.iter().skip(1).map(|(begin, _)| Some(*begin)).chain([None]);
    let parts = trimmed.iter().zip(next).map(|((from, to), next)| {
        let between = next.and_then(|next| line.get(*to..next)).unwrap_or_default();
        (line.get(*from..*to).unwrap_or_default().to_owned(), between.to_owned())
    });
    parts.collect()
}

/// Where parts end and the next ones begin, in bytes.
fn boundaries(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (at, mark) in line.char_indices() {
        let behind = at + mark.len_utf8();
        let ends = match mark {
            ',' | ';' => true,
            '.' | '!' | '?' => ends_sentence(line, at, behind),
            _ => false,
        };
        if ends {
            found.push((at, behind));
        }
    }
    let is_between = |word: &str| {
        let word = fold(word);
        MAIL_PHRASES.joining.iter().chain(&MAIL_PHRASES.then).any(|joining| fold(joining) == word)
    };
    let mut at = 0;
    for word in line.split_inclusive(char::is_whitespace) {
        let end = at + word.len();
        if is_between(word.trim_end()) {
            found.push((at, end));
        }
        at = end;
    }
    found.sort_unstable();
    found
}

/// A full stop behind a number or an abbreviation of "number" ends no sentence.
fn ends_sentence(line: &str, at: usize, behind: usize) -> bool {
    let (before, rest) = (line.get(..at).unwrap_or_default(), line.get(behind..).unwrap_or_default());
    let is_apart = rest.starts_with(char::is_whitespace);
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let begins = before.split_whitespace().count() == 1;
    let is_number = begins && last.chars().all(|c| c.is_ascii_digit());
    is_apart && !last.is_empty() && !is_number && !is_before_number(last) && !last.eq_ignore_ascii_case("no")
}

fn is_before_number(word: &str) -> bool {
    let word = fold(word);
    MAIL_PHRASES.before_numbers.iter().any(|before| fold(before) == word)
}

/// May it stand in an answer without changing what is meant?
pub fn is_filler(word: &str) -> bool {
    MAIL_PHRASES.fillers.iter().any(|filler| fold(filler) == word)
}

/// Is the line nothing but the numbers of answers, or one with what is to be filled in?
fn is_answer(line: &str) -> bool {
    let gives = |behind: &str| behind.is_empty() || behind.contains(['=', ':']);
    let is_one = |text: &str| numbered(text).is_some_and(|(_, behind)| gives(&behind));
    is_one(line) || split(line).iter().all(|(text, _)| is_one(text))
}

/// The number of an answer, and what stands behind it: `3`, `svar nr. 3`, `I'll take number three, please`.
pub fn numbered(text: &str) -> Option<(usize, String)> {
    in_digits(text).or_else(|| Some((in_words(text)?, String::new())))
}

fn in_digits(text: &str) -> Option<(usize, String)> {
    let mut rest = text;
    let mut is_first = true;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "([#*:•·.'’\"“”«»„".contains(c));
        if let Some(behind) = rest.strip_prefix(['-', '–']) {
            // A dash of a list stands by itself.
            rest = behind.starts_with(char::is_whitespace).then_some(behind)?;
            continue;
        }
        let (word, behind) = first_word(rest)?;
        if !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) {
            if word.len() > MAX_DIGITS || behind.starts_with('_') {
                return None;
            }
            let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || ")].:*!\"“”«»".contains(c));
            let is_nothing = words(behind).iter().all(|word| is_filler(word));
            let behind = if is_nothing { "" } else { behind.trim() };
            return Some((word.parse().ok()?, behind.to_owned()));
        }
        let is_greeting =
            is_first && MAIL_PHRASES.greetings.iter().any(|greeting| *greeting == word.to_lowercase());
        let is_abbreviated = word.eq_ignore_ascii_case("no") && behind.starts_with('.');
        let is_skipped = is_before_number(word)
            || is_filler(&fold(word).replace(['\'', '’'], ""))
            || is_greeting
            || is_abbreviated;
        if word.is_empty() || !is_skipped {
            return None;
        }
        is_first = false;
        rest = behind;
    }
}

/// The word that a text begins with: digits, or letters with apostrophes between them.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let is_of_digits = text.starts_with(|c: char| c.is_ascii_digit());
    let is_part = |c: char| c.is_alphanumeric() || !is_of_digits && ['\'', '’'].contains(&c);
    text.split_at_checked(text.find(|c| !is_part(c)).unwrap_or(text.len()))
}

/// A word for a number, with nothing but what people write around one.
fn in_words(text: &str) -> Option<usize> {
    let typed = words(text);
    let before = typed.iter().take_while(|word| is_before_number(word)).count();
    let (number, behind) = typed.get(before..)?.split_first()?;
    let is_number = |names: &Vec<String>| names.iter().any(|name| fold(name) == *number);
    let found = MAIL_PHRASES.numbers.iter().position(is_number)?;
    behind.iter().all(|word| is_filler(word)).then_some(found + 1)
}

/// Does a number stand there that is no part of a word?
pub fn has_number(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<WrittenReply, NoAnswer> {
        WrittenReply::read(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    /// The parts, and whether each is an answer for sure.
    fn parts(lines: &[&str]) -> Vec<(String, bool)> {
        read(lines).unwrap().parts.into_iter().map(|part| (part.text, part.is_certain)).collect()
    }

    fn texts(lines: &[&str]) -> Vec<String> {
        parts(lines).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn a_number_is_a_number_however_it_is_written() {
        for line in [
            "3",
            "3.",
            "#3",
            "(3)",
            "3)",
            "[3]",
            "*3*",
            "3!",
            "- 3",
            "• 3",
            "Nr. 3",
            "no. 3",
            "svar: 3",
            "Option 3",
            "Antwort 3 bitte",
            "I'll take number 3",
            "Hi 3",
            "3 :)",
            "jag tar 3:an",
            "eg tek tre",
            "three",
            "Drei!",
            "ich nehme die 3",
            "alternativ tre takk",
            "three please",
        ] {
            assert_eq!(numbered(line), Some((3, String::new())), "{line}");
        }
        assert_eq!(numbered("14 give=2 wool"), Some((14, "give=2 wool".to_owned())));
        assert_eq!(numbered("14: 2 wool"), Some((14, "2 wool".to_owned())));
        assert_eq!(numbered("zwölf"), Some((12, String::new())));
        for line in [
            "3rd",
            "-3",
            "3_x",
            "12345",
            "no 3",
            "nei 3",
            "end turn",
            "three ships",
            "I would like to",
            "not 3",
            "",
        ] {
            assert_eq!(numbered(line), None, "{line}");
        }
    }

    #[test]
    fn a_whole_turn_stands_on_lines_or_between_commas() {
        let turn = ["3", "2", "end"];
        for lines in [
            &["3, 2, end"][..],
            &["3", "2", "end"],
            &["3; 2; end"],
            &["Hi!", "3,2", "end", "Mvh Aud", "4"],
            &["Hi! 3, 2 and then end", "Thanks!"],
            &["3 og 2, så end, takk!"],
        ] {
            assert_eq!(texts(lines), turn, "{lines:?}");
        }
        assert_eq!(texts(&["Build a road. End my turn!"]), ["Build a road", "End my turn!"]);
        assert_eq!(texts(&["3. Build a road"]), ["3. Build a road"]);
        let reply = read(&["offer 2 wool , 1 grain and 1 iron for -1,2, end"]).unwrap();
        assert_eq!(reply.text(0, 2), "offer 2 wool , 1 grain");
        assert_eq!(reply.text(0, reply.on_line(0)), "offer 2 wool , 1 grain and 1 iron for -1,2, end");
    }

    #[test]
    fn politeness_around_an_answer_is_no_part() {
        for lines in [
            &["Hi!", "3"][..],
            &["Hei Althing,", "", "3", "22 33 44 55"],
            &["Liebe Runde,", "3", "Viele Grüße"],
            &["3", "Mvh Aud", "4"],
            &["3, thanks, Aud", "4"],
            &["Hallo zusammen, 3, LG Aud"],
            &["Thanks!", "3", "Tel. 22334455"],
        ] {
            assert_eq!(parts(lines), [("3".to_owned(), true)], "{lines:?}");
        }
        assert_eq!(texts(&["Hi!", "Thanks"]), ["Hi!"]);
        assert_eq!(read(&[]), Err(NoAnswer));
        assert_eq!(read(&["🎉"]).map(|reply| reply.parts.len()), Ok(1));
    }

    #[test]
    fn what_stands_below_an_answer_may_be_something_else() {
        for (lines, behind) in [
            (["3", "Aud", "5020 Bergen"], false),
            (["3", "12 Main Street, NY 10001", "x"], false),
            (["3", "Aud", "4"], true),
            (["3", "Aud", "undo"], true),
        ] {
            let reply = read(&lines).unwrap();
            assert!(reply.parts[0].is_certain && !reply.parts[1].is_certain, "{lines:?}");
            assert_eq!(reply.has_answers_behind(1), behind, "{lines:?}");
        }
        assert!(parts(&["3", "4"])[1].1 && parts(&["3", "14 give=wool"])[1].1 && parts(&["3", "4, 5"])[2].1);
    }

    #[test]
    fn json_goes_to_its_last_brace_and_a_message_to_the_end() {
        assert_eq!(texts(&["{\"type\":", "\"end_turn\"}", "Aud"]), ["{\"type\":\n\"end_turn\"}"]);
        let reply = read(&["Hei!", "3, sei lukke til, alle 🎉", "og ha det  fint"]).unwrap();
        assert_eq!(reply.rest(1), "sei lukke til, alle\nog ha det  fint");
        let reply = read(&["sei: ③ 🎉, då", "3"]).unwrap();
        assert_eq!(reply.rest(0), "sei: ③ 🎉, då\n3");
    }
}
