//! Letters as they are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Without capitals and accents, with one spelling for letters that people type in two ways: `järn`, `jærn` and `jaern`
/// are `jarn`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'Ø' | 'ø' | 'Œ' | 'œ' => folded.push('o'),
            'Æ' | 'æ' => folded.push('a'),
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

/// The words and numbers of a text, folded. A minus belongs to its number, whichever dash was typed for it.
pub fn words(text: &str) -> Vec<String> {
    const DASHES: [char; 5] = ['-', '−', '–', '‑', '‐'];
    let mut letters = text.chars().filter(|letter| !['\'', '’', 'ʼ'].contains(letter)).peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let is_minus = DASHES.contains(&letter) && letters.peek().is_some_and(|next| next.is_numeric());
        plain.push(match letter {
            _ if is_minus => '-',
            _ if letter.is_alphanumeric() || is_combining_mark(letter) => letter,
            _ => ' ',
        });
    }
    plain.split(' ').filter(|word| !word.is_empty()).map(fold).collect()
}
