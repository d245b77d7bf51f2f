//! What a person typed, word by word, in letters that can be compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word, a place such as `-4,1`, or a mark between words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As it is compared, see [`fold`].
    pub text: String,
    /// Where it stands in what was typed, in bytes.
    pub from: usize,
    pub to: usize,
}

impl Token {
    pub fn is_mark(&self) -> bool {
        self.text.starts_with(MARKS)
    }
}

const MARKS: [char; 6] = ['=', ':', ',', ';', '+', '&'];
/// What people and their programs write for a minus.
const DASHES: [char; 5] = ['-', '−', '–', '‑', '‐'];
/// These join the parts of a word: `Bjarni's`.
const APOSTROPHES: [char; 3] = ['\'', '’', 'ʼ'];

/// Without capitals and accents, with one spelling for letters that people type in two ways: `järn`, `jærn` and `jaern`
/// are `jarn`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'Ø' | 'ø' => folded.push('o'),
            'Æ' | 'æ' => folded.push('a'),
            'Œ' | 'œ' => folded.push('o'),
            'ß' | 'ẞ' => folded.push_str("ss"),
            'Þ' | 'þ' => folded.push_str("th"),
            'Ð' | 'ð' => folded.push('d'),
            _ => folded.extend(letter.to_lowercase()),
        }
    }
    for (two, one) in [("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")] {
        if folded.contains(two) {
            folded = folded.replace(two, one);
        }
    }
    folded
}

/// The words and marks of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let letter = |at: usize| letters.get(at).map(|(_, letter)| *letter);
    let end = |at: usize| letters.get(at).map_or(text.len(), |(from, _)| *from);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((from, first)) = letters.get(at).copied() {
        let mut next = at + 1;
        if MARKS.contains(&first) {
            found.push(Token { text: first.to_string(), from, to: end(next) });
        } else if is_part(first) || DASHES.contains(&first) && letter(next).is_some_and(|c| c.is_numeric()) {
            let mut word = String::from(if is_part(first) { first } else { '-' });
            while let Some(part) = part_of_word(&word, &letter, next) {
                word.extend(part);
                next += 1;
            }
            found.push(Token { text: fold(&word), from, to: end(next) });
        }
        at = next;
    }
    found
}

/// What the letter number `at` adds to a word; `None`: the word ends before it.
fn part_of_word(word: &str, letter: &impl Fn(usize) -> Option<char>, at: usize) -> Option<Option<char>> {
    let this = letter(at)?;
    let next = letter(at + 1);
    let is_place = word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    let goes_on = next.is_some_and(is_part);
    match this {
        _ if is_part(this) => Some(Some(this)),
        ',' if is_place && next.is_some_and(|next| next.is_numeric() || DASHES.contains(&next)) => {
            Some(Some(','))
        }
        // A pole of a corner is one letter.
        ',' if is_place && goes_on && !letter(at + 2).is_some_and(is_part) => Some(Some(',')),
        _ if DASHES.contains(&this) && word.ends_with(',') => Some(Some('-')),
        _ if DASHES.contains(&this) && goes_on => Some(is_place.then_some('-')),
        _ if APOSTROPHES.contains(&this) && goes_on => Some(None),
        _ => None,
    }
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || is_combining_mark(letter)
}

/// The words of a text, as they are compared.
pub fn words(text: &str) -> Vec<String> {
    tokens(text).into_iter().filter(|token| !token.is_mark()).map(|token| token.text).collect()
}
