//! The words of one language, and the names of the players, in which fields are typed and shown: data that is handed in.
//! What the API calls things is understood as well.

use super::tokens::{Token, words};
use crate::decision::Seat;

#[derive(Debug, Clone, Default)]
pub struct AnswerWords {
    kinds: Vec<Term>,
    fields: Vec<Term>,
    /// By seat.
    players: Vec<Name>,
    /// Words between the parts of a list, such as "and".
    pub joining: Vec<String>,
}

/// What something with an id is called; the first name is the one that is shown.
#[derive(Debug, Clone)]
struct Term {
    id: String,
    names: Vec<Name>,
}

#[derive(Debug, Clone)]
struct Name {
    shown: String,
    words: Vec<String>,
}

impl Name {
    fn new(name: &str) -> Self {
        Self { shown: name.to_owned(), words: words(name) }
    }

    /// How many words it takes at the beginning of what was typed; `None`: it does not stand there.
    fn length_in(&self, typed: &[Token]) -> Option<usize> {
        let length = self.words.len();
        let stands = length > 0
            && length <= typed.len()
            && self.words.iter().zip(typed).all(|(name, typed)| *name == typed.text);
        stands.then_some(length)
    }
}

impl Term {
    fn new(id: &str, names: &[&str]) -> Self {
        let of_api = id.replace('_', " ");
        let names = names.iter().copied().chain([of_api.as_str()]).map(Name::new);
        Self { id: id.to_owned(), names: names.collect() }
    }

    fn length_in(&self, typed: &[Token]) -> Option<usize> {
        self.names.iter().filter_map(|name| name.length_in(typed)).max()
    }
}

impl AnswerWords {
    /// What a kind of card is called; the first name is shown.
    pub fn add_kind(&mut self, id: &str, names: &[&str]) {
        self.kinds.push(Term::new(id, names));
    }

    /// What a field is called; the first name is shown.
    pub fn add_field(&mut self, id: &str, names: &[&str]) {
        self.fields.push(Term::new(id, names));
    }

    pub fn set_players(&mut self, names: &[String]) {
        self.players = names.iter().map(|name| Name::new(name)).collect();
    }

    pub fn show_kind<'w>(&'w self, id: &'w str) -> &'w str {
        shown(&self.kinds, id)
    }

    pub fn show_field<'w>(&'w self, id: &'w str) -> &'w str {
        shown(&self.fields, id)
    }

    pub fn show_seat(&self, seat: Seat) -> String {
        self.players.get(usize::from(seat)).map_or_else(|| seat.to_string(), |name| name.shown.clone())
    }

    /// The kind of card, among these, that the words begin with, and how many words its name has.
    pub(super) fn kind<'k>(&self, typed: &[Token], among: &[&'k str]) -> Option<(&'k str, usize)> {
        longest(&self.kinds, typed, among)
    }

    /// The field, among these, whose name the words begin with, and how many words that has.
    pub(super) fn field<'k>(&self, typed: &[Token], among: &[&'k str]) -> Option<(&'k str, usize)> {
        longest(&self.fields, typed, among)
    }

    /// The seat, among these, whose player's whole name the words begin with, and how many words that has.
    pub(super) fn player(&self, typed: &[Token], among: &[Seat]) -> Option<(Seat, usize)> {
        let named = |seat: &Seat| Some((*seat, self.players.get(usize::from(*seat))?.length_in(typed)?));
        // "Aud" is the beginning of "Aud Djupaudga".
        among.iter().filter_map(named).max_by_key(|(_, length)| *length)
    }

    pub(super) fn joins(&self, token: &Token) -> bool {
        [",", ";", "+", "&"].contains(&token.text.as_str()) || self.joining.contains(&token.text)
    }
}

fn longest<'k>(terms: &[Term], typed: &[Token], among: &[&'k str]) -> Option<(&'k str, usize)> {
    let length = |id: &str| match terms.iter().find(|term| term.id == id) {
        Some(term) => term.length_in(typed),
        None => Name::new(id).length_in(typed),
    };
    among.iter().filter_map(|id| Some((*id, length(id)?))).max_by_key(|(_, length)| *length)
}

fn shown<'t>(terms: &'t [Term], id: &'t str) -> &'t str {
    let term = terms.iter().find(|term| term.id == id);
    term.and_then(|term| term.names.first()).map_or(id, |name| &name.shown)
}
