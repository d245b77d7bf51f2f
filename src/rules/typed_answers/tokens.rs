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
/// What is a word of its own wherever it stands, see [`gap`].
const FIRST_GAP: u32 = 0xE000;
const GAPS: u32 = 0x100;

/// What stands for the open field number `index` of a shape in its sentence.
pub fn gap(index: usize) -> char {
    let index = u32::try_from(index).ok().filter(|index| *index < GAPS).unwrap_or(GAPS - 1);
    char::from_u32(FIRST_GAP + index).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The number of the open field that a word stands for.
pub fn gap_index(word: &str) -> Option<usize> {
    let mut letters = word.chars();
    let index = u32::from(letters.next()?).checked_sub(FIRST_GAP).filter(|index| *index < GAPS)?;
    letters.next().is_none().then_some(())?;
    usize::try_from(index).ok()
}

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
        if gap_index(first.encode_utf8(&mut [0; 4])).is_some() || MARKS.contains(&first) {
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
        _ if gap_index(this.encode_utf8(&mut [0; 4])).is_some() => None,
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

/// Words that differ by more letters than this at their end are no forms of one word.
const MAX_ENDING: usize = 3;
const MIN_STEM: usize = 3;
/// Shorter words have too many others that are like them.
const MIN_LONG: usize = 4;

/// Are these the same word, but for its ending? `ship` and `ships`, `skip` and `skipet`, `baue` and `bauen`.
pub fn is_form_of(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    is_word(long)
        && short.chars().count() >= MIN_STEM
        && long.strip_prefix(short).is_some_and(|ending| ending.chars().count() <= MAX_ENDING)
}

/// Is it the same word, or the last part of the longer word that was said? `kort` for `utviklingskort`.
pub fn is_part_of(typed: &str, said: &str) -> bool {
    is_form_of(typed, said) || typed.chars().count() >= MIN_LONG && said.ends_with(typed)
}

/// Could one have been typed for the other by mistake: with a letter too many, too few, another one, or two swapped?
pub fn is_nearly(one: &str, other: &str) -> bool {
    if is_form_of(one, other) {
        return true;
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let is_word = |word: &[char]| word.len() >= MIN_LONG && word.iter().all(|c| c.is_alphabetic());
    if !is_word(&one) || !is_word(&other) {
        return false;
    }
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let rest = |word: &[char], skipped: usize| word.get(same + skipped..).unwrap_or_default().to_vec();
    let swapped = || {
        let mut one = rest(&one, 0);
        if one.len() >= 2 {
            one.swap(0, 1);
        }
        one == rest(&other, 0)
    };
    rest(&one, 1) == rest(&other, 1)
        || rest(&one, 1) == rest(&other, 0)
        || rest(&one, 0) == rest(&other, 1)
        || swapped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_capitals_make_no_difference() {
        for jarn in ["jarn", "Järn", "JAERN", "jærn", "ja\u{308}rn"] {
            assert_eq!(fold(jarn), "jarn", "{jarn}");
        }
        assert_eq!(fold("Straße"), fold("strasse"));
        assert_eq!(fold("Møøse Ångström ３"), "moose angstrom 3");
    }

    #[test]
    fn places_and_names_are_one_word() {
        assert_eq!(
            words("Move Bjarni’s ship from hex −4,1 (sea 5) to 3,-2!"),
            ["move", "bjarnis", "ship", "from", "hex", "-4,1", "sea", "5", "to", "3,-2"]
        );
        assert_eq!(words("corner 1,-2,N; Land-Arbeiter"), ["corner", "1,-2,n", "landarbeiter"]);
        assert_eq!(words("wool,grain 2, 3 - well"), ["wool", "grain", "2", "3", "well"]);
        let between = format!("by 1 {} for {}.", gap(0), gap(1));
        let found = words(&between);
        assert_eq!(
            found.iter().map(|word| gap_index(word)).collect::<Vec<_>>()[2..],
            [Some(0), None, Some(1)]
        );
        assert_eq!(words("''  -- ,, 🚀 …,"), Vec::<String>::new());
    }

    #[test]
    fn endings_and_slips_of_the_fingers_are_told_from_other_words() {
        for (one, other) in [("skip", "skipet"), ("baue", "bauen"), ("ships", "ship"), ("end", "end")] {
            assert!(is_form_of(one, other), "{one} {other}");
        }
        for (one, other) in [("by", "bygd"), ("end", "endless"), ("12", "123"), ("ship", "shop")] {
            assert!(!is_form_of(one, other), "{one} {other}");
        }
        for (one, other) in [("biuld", "build"), ("bild", "build"), ("builld", "build"), ("trun", "turn")] {
            assert!(is_nearly(one, other), "{one} {other}");
        }
        for (one, other) in [("aud", "auf"), ("12", "13"), ("wool", "iron"), ("of", "or")] {
            assert!(!is_nearly(one, other), "{one} {other}");
        }
    }
}
