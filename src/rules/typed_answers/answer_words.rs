//! The words of one language, and the names of the players, in which fields are typed and shown: data that is handed
//! in. What the API calls things is understood as well. Words are compared without capitals and accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::decision::Seat;

#[derive(Debug, Clone, Default)]
pub struct AnswerWords {
    /// What kinds of card and fields are called, by their ids; the first name is the one that is shown.
    names: Vec<(String, Vec<String>)>,
    /// By seat.
    players: Vec<String>,
    /// Words between the parts of a list, such as "and".
    pub joining: Vec<String>,
}

impl AnswerWords {
    /// What a kind of card or a field is called; the first name is shown.
    pub fn add(&mut self, id: &str, names: &[&str]) {
        self.names.push((id.to_owned(), names.iter().map(|name| (*name).to_owned()).collect()));
    }

    pub fn set_players(&mut self, names: &[String]) {
        self.players = names.to_vec();
    }

    pub fn show<'w>(&'w self, id: &'w str) -> &'w str {
        let named = self.names.iter().find(|(named, _)| named == id);
        named.and_then(|(_, names)| names.first()).map_or(id, String::as_str)
    }

    pub fn show_seat(&self, seat: Seat) -> String {
        self.players.get(usize::from(seat)).cloned().unwrap_or_else(|| seat.to_string())
    }

    /// Which of these ids the typed words begin with the name of, and how many words that has.
    pub(super) fn find<'k>(&self, typed: &[String], among: &[&'k str]) -> Option<(&'k str, usize)> {
        let lengths = among.iter().flat_map(|id| {
            let named = self.names.iter().filter(move |(named, _)| named == id);
            let names = named.flat_map(|(_, names)| names.iter().map(String::as_str)).chain([*id]);
            names.filter_map(move |name| Some((*id, length_in(typed, name)?)))
        });
        lengths.max_by_key(|(_, length)| *length)
    }

    /// The seat, among these, whose player's whole name the words begin with, and how many words that has.
    pub(super) fn player(&self, typed: &[String], among: &[Seat]) -> Option<(Seat, usize)> {
        let named = |seat: &Seat| Some((*seat, length_in(typed, self.players.get(usize::from(*seat))?)?));
        // "Aud" is the beginning of "Aud Djupaudga".
        among.iter().filter_map(named).max_by_key(|(_, length)| *length)
    }
}

/// How many words the name takes at the beginning of what was typed; `None`: it does not stand there.
fn length_in(typed: &[String], name: &str) -> Option<usize> {
    let name = words(name);
    (!name.is_empty() && typed.starts_with(&name)).then_some(name.len())
}

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
