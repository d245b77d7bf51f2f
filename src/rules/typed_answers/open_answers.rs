//! The answer that a text stands for, among those that a seat can give.

use std::cmp::Reverse;
use std::sync::OnceLock;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::shapes::SaidShape;
use super::tokens::{is_nearly, words as words_of};
use super::vocabulary::AnswerWords;
use super::{Unreadable, fields_of, filled_with_least, quoted, says};
use crate::contract::Choice;
use crate::erased::{Json, type_of};
use crate::legal::{Legal, Shape};

/// How answers are put into words.
pub trait AnswerTexts {
    /// What an answer does.
    fn action(&self, action: &Json) -> String;
    /// What an answer does once it is filled in, with a [`gap`](super::gap) in place of each open field; empty where there
    /// are no words for it.
    fn shape(&self, shape: &Shape<Json>) -> String;
}

/// How closely a text must follow the words of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leeway {
    /// It is its first words.
    Beginning,
    /// It has some of its words, in their order.
    InOrder,
    /// It has some of its words.
    AnyOrder,
}

/// How many answers are shown to somebody who wrote something like them.
const MAX_EXAMPLES: usize = 3;
/// Fewer letters than these say nothing.
const MIN_LETTERS: usize = 3;

/// What a seat can answer, with the decision that it is asked about first.
pub struct OpenAnswers<'o> {
    open: &'o [Legal<Json>],
    words: &'o AnswerWords,
    texts: &'o dyn AnswerTexts,
    listed: OnceLock<Vec<Listed<'o>>>,
    shapes: OnceLock<Vec<(&'o Legal<Json>, SaidShape<'o>)>>,
}

/// A ready answer.
struct Listed<'o> {
    legal: &'o Legal<Json>,
    action: &'o Json,
    /// The words of its sentence.
    said: Vec<String>,
}

impl<'o> OpenAnswers<'o> {
    pub fn new(open: &'o [Legal<Json>], words: &'o AnswerWords, texts: &'o dyn AnswerTexts) -> Self {
        Self { open, words, texts, listed: OnceLock::new(), shapes: OnceLock::new() }
    }

    /// The answer that `text` stands for, and the decision that it answers.
    pub fn read(&self, text: &str, leeway: Leeway) -> Result<Choice<Json>, Unreadable> {
        let text = text.trim();
        if text.starts_with('{') {
            return self.as_json(text);
        }
        let typed = words_of(text);
        if typed.is_empty() {
            return Err(Unreadable::NoSuchAnswer { given: quoted(text), examples: vec![] });
        }
        let found = self.by_type(text);
        let found = if found.is_empty() { self.by_words(&typed, leeway) } else { found };
        if let Some(chosen) = self.only(text, &found) {
            return chosen;
        }
        let why = match self.filled(text) {
            Some(Err(why)) => Some(why),
            Some(chosen) => return chosen,
            None => None,
        };
        let found = self.by_beginning_of_type(&typed);
        self.only(text, &found).unwrap_or_else(|| Err(why.unwrap_or_else(|| self.unknown(text, &typed))))
    }

    /// The action that `text` makes of one of these shapes, or of another one of its type: those differ in their bounds
    /// alone.
    pub fn fill(&self, decision: &str, shape: &Json, text: &str) -> Option<Result<Json, Unreadable>> {
        let kind = type_of(shape);
        let of_decision = || self.shapes().iter().filter(|(legal, _)| legal.decision.id == decision);
        let own = of_decision().find(|(_, said)| said.action().get() == shape.get())?;
        let filled = own.1.fill(text);
        if filled.is_ok() {
            return Some(filled);
        }
        let others = of_decision().filter(|(_, said)| type_of(said.action()) == kind);
        let other = others.filter_map(|(_, said)| said.fill(text).ok()).next();
        Some(other.map_or(filled, Ok))
    }

    /// Is this what the words of the answer say, or the beginning of it? More may stand behind it.
    pub fn is_described(&self, action: &Json, text: &str) -> bool {
        let typed = words_of(text);
        let said = words_of(&self.texts.action(action));
        said.starts_with(&typed) || typed.starts_with(&said) || self.is_in_order(&typed, &said)
    }

    /// Are these words of the answers, or slips of the fingers for such words?
    pub fn is_nearly_said(&self, text: &str) -> bool {
        let typed = words_of(text);
        let known =
            typed.iter().filter(|word| word.chars().count() >= MIN_LETTERS && !self.words.is_filler(word));
        known.into_iter().any(|word| {
            let is_said = |said: &[String]| said.iter().any(|said| is_nearly(word, said));
            self.listed().iter().any(|listed| is_said(&listed.said) || is_said(&kind_words(listed.action)))
                || self.shapes().iter().any(|(_, shape)| is_said(&shape.said()))
        })
    }

    /// Could one of these words have been meant for a kind of card that an answer can hold?
    pub fn is_nearly_card(&self, text: &str) -> bool {
        words_of(text).iter().any(|word| self.shapes().iter().any(|(_, shape)| shape.is_nearly_kind(word)))
    }

    /// Does the name of something to fill in stand at the beginning?
    pub fn begins_with_field(&self, text: &str) -> bool {
        self.shapes().iter().any(|(_, shape)| shape.begins_with_field(text))
    }

    fn listed(&self) -> &[Listed<'o>] {
        self.listed.get_or_init(|| {
            let each =
                self.open.iter().flat_map(|legal| legal.actions.iter().map(move |action| (legal, action)));
            let listed = each.map(|(legal, action)| Listed {
                legal,
                action,
                said: words_of(&self.texts.action(action)),
            });
            listed.collect()
        })
    }

    fn shapes(&self) -> &[(&'o Legal<Json>, SaidShape<'o>)] {
        self.shapes.get_or_init(|| {
            let each =
                self.open.iter().flat_map(|legal| legal.shapes.iter().map(move |shape| (legal, shape)));
            each.map(|(legal, shape)| (legal, SaidShape::new(shape, &self.texts.shape(shape), self.words)))
                .collect()
        })
    }

    /// Those of the decision that is asked about, or else all.
    fn asked_first<T>(&self, found: Vec<T>, legal: impl Fn(&T) -> &Legal<Json>) -> Vec<T> {
        let is_asked =
            |this: &T| self.open.first().is_some_and(|asked| asked.decision.id == legal(this).decision.id);
        if !found.iter().any(&is_asked) {
            return found;
        }
        found.into_iter().filter(is_asked).collect()
    }

    /// The only one of these. Of several that are worded alike, which nobody could tell apart, it is the first.
    fn only(&self, text: &str, found: &[&Listed<'o>]) -> Option<Result<Choice<Json>, Unreadable>> {
        let first = found.first()?;
        if found.iter().all(|other| other.said == first.said) {
            return Some(Ok(first.legal.answer(first.action.clone())));
        }
        Some(Err(self.ambiguous(text, found.iter().map(|listed| listed.action))))
    }

    /// An action as it would go over the wire. The fields of shapes are validated when it is sent.
    fn as_json(&self, text: &str) -> Result<Choice<Json>, Unreadable> {
        let action: Map<String, Value> = serde_json::from_str(text).map_err(|_| Unreadable::NotJson)?;
        let kind = action.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let holds = |legal: &&Legal<Json>| {
            let shapes = legal.shapes.iter().map(|shape| &shape.action);
            legal.actions.iter().chain(shapes).any(|action| type_of(action).as_deref() == Some(kind.as_str()))
        };
        let legal = self.open.iter().find(holds);
        let legal = legal.ok_or(Unreadable::NoSuchType { given: kind })?;
        let action = RawValue::from_string(Value::Object(action).to_string());
        Ok(legal.answer(action.map_err(|_| Unreadable::NotJson)?))
    }

    /// The ready answers of this type, with the fields that stand behind it: `build_town corner=1,2,N`.
    fn by_type(&self, text: &str) -> Vec<&Listed<'o>> {
        let (kind, fields) = type_and_fields(text);
        let fits = |listed: &&Listed<'_>| {
            let is = fields_of(listed.action);
            kind_words(listed.action) == kind
                && fields.iter().all(|(name, value)| is.get(name).is_some_and(|is| says(is, value)))
        };
        self.asked_first(self.listed().iter().filter(fits).collect(), |listed| listed.legal)
    }

    /// The answers that are put into these words, as closely as any is.
    fn by_words(&self, typed: &[String], leeway: Leeway) -> Vec<&Listed<'o>> {
        let is_content = |word: &&String| !self.words.is_filler(word);
        let letters: usize = typed.iter().filter(is_content).map(|word| word.chars().count()).sum();
        let has_place = typed.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
        let is_enough = letters >= MIN_LETTERS || letters > 0 && has_place;
        let find = |fits: &dyn Fn(&[String]) -> bool| -> Vec<&Listed<'o>> {
            let found = self.listed().iter().filter(|listed| fits(&listed.said)).collect();
            self.asked_first(found, |listed| listed.legal)
        };
        let mut found = find(&|said| said == typed);
        if found.is_empty() {
            found = find(&|said| said.starts_with(typed));
        }
        if found.is_empty() && leeway >= Leeway::InOrder && is_enough {
            found = find(&|said| self.is_in_order(typed, said));
        }
        if found.len() > 1 && typed.iter().any(|word| word.contains(',')) {
            // A place that is not named is not meant, where there is another answer without it.
            let is_named = |word: &&String| !word.contains(',') || typed.contains(word);
            let all_named: Vec<_> = found
                .iter()
                .copied()
                .filter(|listed| listed.said.iter().all(|word| is_named(&word)))
                .collect();
            found = if all_named.is_empty() { found } else { all_named };
        }
        // Without their order it can't be told whence from whither.
        let places = typed.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit())).count();
        if found.is_empty() && leeway == Leeway::AnyOrder && is_enough && places <= 1 {
            found = find(&|said| self.is_in_any_order(typed, said));
        }
        found
    }

    /// Does it say some of these words, in their order, and nothing else that matters?
    fn is_in_order(&self, typed: &[String], said: &[String]) -> bool {
        let mut rest = said;
        let mut found = 0;
        for word in typed {
            match rest.iter().position(|said| self.words.means(word, said)) {
                Some(at) => {
                    found += usize::from(!self.words.is_filler(word));
                    rest = rest.get(at + 1..).unwrap_or_default();
                }
                None if self.words.is_filler(word) => {}
                None => return false,
            }
        }
        found > 0
    }

    fn is_in_any_order(&self, typed: &[String], said: &[String]) -> bool {
        let mut rest: Vec<&String> = said.iter().collect();
        let mut found = 0;
        for word in typed {
            match rest.iter().position(|said| self.words.means(word, said)) {
                Some(at) => {
                    found += usize::from(!self.words.is_filler(word));
                    rest.swap_remove(at);
                }
                None if self.words.is_filler(word) => {}
                None => return false,
            }
        }
        found > 0
    }

    /// The answers whose type begins so: `end` is `end_turn`, where nothing else can be ended.
    fn by_beginning_of_type(&self, typed: &[String]) -> Vec<&Listed<'o>> {
        let begins = |listed: &&Listed<'_>| kind_words(listed.action).starts_with(typed);
        self.asked_first(self.listed().iter().filter(begins).collect(), |listed| listed.legal)
    }

    /// What `text` makes of a shape; `None`: it is not about any.
    fn filled(&self, text: &str) -> Option<Result<Choice<Json>, Unreadable>> {
        let typed = words_of(text);
        let has_type = |shape: &SaidShape<'_>| !shape.kind().is_empty() && typed.starts_with(shape.kind());
        let by_type = self.shapes().iter().any(|(_, shape)| has_type(shape));
        let meant: Vec<_> = self.shapes().iter().filter(|(_, shape)| !by_type || has_type(shape)).collect();
        let mut made: Vec<(&Legal<Json>, Json)> = Vec::new();
        for (legal, shape) in &meant {
            if let Some(Ok(action)) = shape.read(text)
                && made.iter().all(|(_, other)| other.get() != action.get())
            {
                made.push((legal, action));
            }
        }
        let mut made = self.asked_first(made, |(legal, _)| legal);
        if made.len() > 1 {
            return Some(Err(self.ambiguous(text, made.iter().map(|(_, action)| action))));
        }
        if let Some((legal, action)) = made.pop() {
            return Some(Ok(legal.answer(action)));
        }
        let meant = self.asked_first(meant, |(legal, _)| legal);
        let why = meant.into_iter().filter(|(_, shape)| shape.is_meant(text));
        why.filter_map(|(_, shape)| shape.read(text)?.err()).next().map(Err)
    }

    fn ambiguous<'a>(&self, text: &str, several: impl Iterator<Item = &'a Json> + Clone) -> Unreadable {
        let mut examples: Vec<String> = several.clone().map(|action| self.texts.action(action)).collect();
        let count = examples.len();
        examples.dedup();
        examples.truncate(MAX_EXAMPLES);
        Unreadable::Ambiguous { given: quoted(text), count, examples }
    }

    /// None of the answers; those that are most like it are examples.
    fn unknown(&self, text: &str, typed: &[String]) -> Unreadable {
        let is_like = |said: &[String]| {
            let known = typed.iter().filter(|word| word.chars().count() >= MIN_LETTERS);
            known.filter(|word| said.iter().any(|said| is_nearly(word, said))).count()
        };
        let ready = self.listed().iter().map(|listed| {
            let alike = is_like(&listed.said).max(is_like(&kind_words(listed.action)));
            (alike, listed.action.clone())
        });
        let shapes = self
            .shapes()
            .iter()
            .filter_map(|(_, shape)| Some((is_like(&shape.said()), filled_with_least(shape.shape())?)));
        let mut alike: Vec<(usize, Json)> = ready.chain(shapes).filter(|(alike, _)| *alike > 0).collect();
        alike.sort_by_key(|(alike, _)| Reverse(*alike));
        let mut examples: Vec<String> = Vec::new();
        for (_, action) in alike {
            let example = self.texts.action(&action);
            if !examples.contains(&example) {
                examples.push(example);
            }
            if examples.len() == MAX_EXAMPLES {
                break;
            }
        }
        Unreadable::NoSuchAnswer { given: quoted(text), examples }
    }
}

fn kind_words(action: &Json) -> Vec<String> {
    words_of(&type_of(action).unwrap_or_default())
}

/// The words of a type, and names with what was typed behind each, up to the next name: a value may contain blanks.
fn type_and_fields(text: &str) -> (Vec<String>, Vec<(String, &str)>) {
    let mut parts = text.split('=').peekable();
    let (kind, mut name) = before_name(parts.next().unwrap_or_default(), parts.peek().is_some());
    let mut fields = Vec::new();
    while let Some(part) = parts.next() {
        let (value, next) = before_name(part, parts.peek().is_some());
        fields.push((name.to_lowercase(), value.trim().trim_end_matches([',', ';'])));
        name = next;
    }
    (words_of(kind), fields)
}

/// What stands before the last word, and the last word, if that is the name of what follows.
fn before_name(part: &str, is_followed: bool) -> (&str, &str) {
    if !is_followed {
        return (part, "");
    }
    let part = part.trim_end();
    part.rsplit_once(|c: char| c.is_whitespace() || c == ',' || c == ';').unwrap_or(("", part))
}
