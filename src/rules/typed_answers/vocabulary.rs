//! The words of one language, and the names of the players, in which answers are typed and shown: data that
//! is handed in. What the API calls things is understood as well.

use super::tokens::{Token, fold, is_form_of, is_nearly, is_part_of, words};
use crate::decision::Seat;

#[derive(Debug, Clone, Default)]
pub struct AnswerWords {
    kinds: Vec<Term>,
    fields: Vec<Term>,
    players: Vec<Vec<String>>,
    /// The names of the players as they are shown.
    names: Vec<String>,
    numbers: Vec<(String, u32)>,
    joining: Vec<String>,
    trading: Vec<String>,
    fillers: Vec<String>,
    refusing: Vec<String>,
    alike: Vec<Vec<String>>,
}

/// What something with an id is called.
#[derive(Debug, Clone)]
struct Term {
    id: String,
    /// The first is the one that is shown.
    names: Vec<Name>,
}

#[derive(Debug, Clone)]
struct Name {
    shown: String,
    words: Vec<String>,
}

impl Term {
    fn new(id: &str, names: &[&str]) -> Self {
        let of_api = id.replace('_', " ");
        let names = names.iter().copied().chain([of_api.as_str()]);
        let names = names.map(|name| Name { shown: name.to_owned(), words: words(name) });
        Self { id: id.to_owned(), names: names.filter(|name| !name.words.is_empty()).collect() }
    }
}

impl AnswerWords {
    /// What a kind of card is called; the first is shown.
    pub fn add_kind(&mut self, id: &str, names: &[&str]) {
        self.kinds.push(Term::new(id, names));
    }

    /// What a field is called; the first is shown.
    pub fn add_field(&mut self, id: &str, names: &[&str]) {
        self.fields.push(Term::new(id, names));
    }

    /// The players, by seat.
    pub fn set_players(&mut self, names: &[String]) {
        self.names = names.to_vec();
        self.players = names.iter().map(|name| words(name)).collect();
    }

    /// A word for a number.
    pub fn add_number(&mut self, word: &str, number: u32) {
        self.numbers.push((fold(word), number));
    }

    /// Words that join the parts of a list, such as "and".
    pub fn add_joining<'w>(&mut self, list: impl IntoIterator<Item = &'w str>) {
        self.joining.extend(list.into_iter().map(fold));
    }

    /// Words that stand around and between the two sides of a trade, such as "for".
    pub fn add_trading<'w>(&mut self, list: impl IntoIterator<Item = &'w str>) {
        self.trading.extend(list.into_iter().map(fold));
    }

    /// Words that may be left out or added without changing what is meant, such as "please".
    pub fn add_fillers<'w>(&mut self, list: impl IntoIterator<Item = &'w str>) {
        self.fillers.extend(list.into_iter().map(fold));
    }

    /// Words that say no.
    pub fn add_refusing<'w>(&mut self, list: impl IntoIterator<Item = &'w str>) {
        self.refusing.extend(list.into_iter().map(fold));
    }

    /// Words of which one is as good as another: "found", "lay" and "build" a road.
    pub fn add_alike<'w>(&mut self, list: impl IntoIterator<Item = &'w str>) {
        self.alike.push(list.into_iter().map(fold).collect());
    }

    pub fn show_kind<'w>(&'w self, id: &'w str) -> &'w str {
        shown(&self.kinds, id)
    }

    pub fn show_field<'w>(&'w self, id: &'w str) -> &'w str {
        shown(&self.fields, id)
    }

    pub fn show_seat(&self, seat: Seat) -> String {
        self.names.get(usize::from(seat)).cloned().unwrap_or_else(|| seat.to_string())
    }

    /// The kind of those in `among` with which these words begin, and how many words it takes.
    pub(super) fn kind<'k>(&self, typed: &[Token], among: &[&'k str]) -> Option<(&'k str, usize)> {
        let of = |id: &&'k str| self.kinds.iter().find(|term| term.id == **id);
        let begins = |id: &&'k str, is_same: &dyn Fn(&str, &str) -> bool| match of(id) {
            Some(term) => term.names.iter().filter_map(|name| starts(typed, &name.words, is_same)).max(),
            None => starts(typed, &words(id), is_same),
        };
        let exact = |id: &&'k str| Some((*id, begins(id, &|one, other| one == other)?));
        let alike = |id: &&'k str| Some((*id, begins(id, &is_form_of)?));
        let found = among.iter().filter_map(exact).max_by_key(|(_, length)| *length);
        found.or_else(|| {
            let mut alike = among.iter().filter_map(alike);
            alike.next().filter(|_| alike.next().is_none())
        })
    }

    /// Is it one of these kinds, or nearly one?
    pub(super) fn is_nearly_kind(&self, word: &str, among: &[&str]) -> bool {
        let known = self.kinds.iter().filter(|term| among.contains(&term.id.as_str()));
        let mut names = known.flat_map(|term| &term.names).flat_map(|name| &name.words);
        names.any(|name| is_nearly(word, name))
    }

    /// Every field whose name begins these words: one word may name several.
    pub(super) fn fields_at<'w>(&'w self, typed: &'w [Token]) -> impl Iterator<Item = (&'w str, usize)> {
        let names = self.fields.iter().flat_map(|term| term.names.iter().map(move |name| (term, name)));
        names.filter_map(move |(term, name)| {
            Some((term.id.as_str(), starts(typed, &name.words, &|one, other| one == other)?))
        })
    }

    /// The seat whose player's name begins these words, and how many words that takes: the whole name, or the beginning of
    /// it that no other of them has.
    pub(super) fn player(&self, typed: &[Token], among: &[Seat]) -> Option<(Seat, usize)> {
        let name = |seat: &Seat| self.players.get(usize::from(*seat)).filter(|name| !name.is_empty());
        let named = |seat: &Seat| {
            let same = name(seat)?.iter().zip(typed).take_while(|(name, typed)| **name == typed.text);
            Some((*seat, same.count())).filter(|(_, length)| *length > 0)
        };
        let longest = among.iter().filter_map(named).map(|(_, length)| length).max()?;
        let found = || among.iter().filter_map(named).filter(|(_, length)| *length == longest);
        let is_whole = |(seat, _): &(Seat, usize)| name(seat).is_some_and(|name| name.len() == longest);
        found().find(is_whole).or_else(|| found().next().filter(|_| found().nth(1).is_none()))
    }

    /// The number that a word is; `2x` is two.
    pub(super) fn number(&self, word: &str) -> Option<u32> {
        let digits = word.strip_suffix('x').unwrap_or(word);
        digits
            .parse()
            .ok()
            .or_else(|| self.numbers.iter().find(|(name, _)| name == word).map(|(_, number)| *number))
    }

    pub(super) fn joins(&self, token: &Token) -> bool {
        [",", ";", "+", "&"].contains(&token.text.as_str()) || self.joining.contains(&token.text)
    }

    pub(super) fn is_filler(&self, word: &str) -> bool {
        self.fillers.iter().any(|filler| filler == word)
    }

    pub(super) fn is_of_trade(&self, word: &str) -> bool {
        self.trading.iter().any(|of_trade| of_trade == word)
    }

    /// Does a word that was typed mean this one of an answer, or the last part of it?
    pub(super) fn means(&self, typed: &str, said: &str) -> bool {
        let holds = |group: &[String], word: &str| group.iter().any(|alike| alike == word);
        is_part_of(typed, said) || self.alike.iter().any(|group| holds(group, typed) && holds(group, said))
    }

    pub(super) fn refuses(&self, word: &str) -> bool {
        self.refusing.iter().any(|refusing| refusing == word)
    }
}

fn shown<'t>(terms: &'t [Term], id: &'t str) -> &'t str {
    let term = terms.iter().find(|term| term.id == id);
    term.and_then(|term| term.names.first()).map_or(id, |name| &name.shown)
}

/// How many words `name` has, if these words begin with it.
fn starts(typed: &[Token], name: &[String], is_same: &dyn Fn(&str, &str) -> bool) -> Option<usize> {
    let begins = name.len() <= typed.len()
        && !name.is_empty()
        && name.iter().zip(typed).all(|(name, typed)| is_same(&typed.text, name));
    begins.then_some(name.len())
}
