//! Answers with something to fill in: `give: 2 wool, want: 1 iron`, or in the words of the sentence about them,
//! `offer 2 wool for 1 iron`.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::tokens::{Token, gap_index, is_form_of, tokens, words as words_of};
use super::values::{TypedPart, is_needed, item, value};
use super::vocabulary::AnswerWords;
use super::{Unreadable, fields_of, says};
use crate::erased::Json;
use crate::legal::{Field, FieldKind, Shape};

/// A shape, and how it is put into words.
pub struct SaidShape<'s> {
    shape: &'s Shape<Json>,
    fixed: Map<String, Value>,
    words: &'s AnswerWords,
    /// Every kind of card that it can hold in one of its fields.
    kinds: Vec<&'static str>,
    /// The words of its type.
    kind: Vec<String>,
    /// The words of its sentence before, between and behind the gaps.
    literals: Vec<Vec<String>>,
    /// The fields that the gaps stand for.
    gaps: Vec<usize>,
}

/// What stands behind the name of a field.
struct Named<'n> {
    name: &'n str,
    /// Where the name begins, and where the value.
    at: usize,
    value: usize,
}

impl<'s> SaidShape<'s> {
    /// `sentence` is what the answer does, with a [`gap`](super::gap) for each open field; empty where there is none.
    pub fn new(shape: &'s Shape<Json>, sentence: &str, words: &'s AnswerWords) -> Self {
        let fixed = fields_of(&shape.action);
        let kind = words_of(&fixed.get("type").and_then(Value::as_str).unwrap_or_default().replace('_', " "));
        let (mut literals, mut gaps) = (vec![Vec::new()], Vec::new());
        for word in words_of(sentence) {
            let last = literals.last_mut();
            match (gap_index(&word), last) {
                (Some(index), Some(last)) => {
                    let is_bundle = shape
                        .fields
                        .get(index)
                        .is_some_and(|field| matches!(field.kind, FieldKind::Bundle { .. }));
                    // A gap for cards is one card of a kind that does not exist.
                    last.pop_if(|count| is_bundle && count == "1");
                    gaps.push(index);
                    literals.push(Vec::new());
                }
                (None, Some(last)) => last.push(word),
                (_, None) => {}
            }
        }
        let limits = shape.fields.iter().filter_map(|field| match &field.kind {
            FieldKind::Bundle { limits, .. } => Some(limits.iter().map(|limit| limit.kind)),
            _ => None,
        });
        let kinds = limits.flatten().collect();
        Self { shape, fixed, words, kinds, kind, literals, gaps }
    }

    /// The action that `text` makes of it, where nothing else can be meant: of one field its value alone is enough.
    pub fn fill(&self, text: &str) -> Result<Json, Unreadable> {
        if let Some(filled) = self.read(text) {
            return filled;
        }
        let tokens = tokens(text);
        let typed = TypedPart { text, tokens: &tokens };
        match self.only_needed().and_then(|only| self.shape.fields.get(only)) {
            _ if tokens.is_empty() => self.filled(typed, &[]),
            Some(only) => self.filled(typed, &[(only.name, typed)]),
            None => Err(Unreadable::NoSuchAnswer { given: typed.given(), examples: vec![] }),
        }
    }

    /// The action that `text` makes of it; `None`: it is not about this shape.
    pub fn read(&self, text: &str) -> Option<Result<Json, Unreadable>> {
        let tokens = tokens(text);
        let typed = TypedPart { text, tokens: &tokens };
        let named = match self.names(typed) {
            Ok(named) => named,
            Err(why) => return Some(Err(why)),
        };
        let by_name = self.fill_by_name(typed, &named);
        if let Some(Ok(_)) = by_name {
            return by_name;
        }
        let is_said = || !tokens.is_empty() && tokens.iter().all(|token| self.is_said(token));
        self.fill_by_sentence(typed, &named)
            .or(by_name)
            .or_else(|| is_said().then(|| self.filled(typed, &[])))
    }

    /// Is it meant for sure, since its type or the name of one of its fields stands there, or the cards stand as in its
    /// sentence?
    pub fn is_meant(&self, text: &str) -> bool {
        let tokens = tokens(text);
        let typed = TypedPart { text, tokens: &tokens };
        let begins = |words: &[String]| {
            !words.is_empty()
                && words.len() <= tokens.len()
                && words.iter().zip(&tokens).all(|(word, token)| *word == token.text)
        };
        let is_named = || self.names(typed).is_ok_and(|named| !named.is_empty());
        begins(&self.kind)
            || is_named()
            || self.literals.first().is_some_and(|lead| begins(lead))
            || self.fill_by_sentence(typed, &[]).is_some()
    }

    pub fn action(&self) -> &'s Json {
        &self.shape.action
    }

    pub const fn shape(&self) -> &'s Shape<Json> {
        self.shape
    }

    /// The words of its type.
    pub fn kind(&self) -> &[String] {
        &self.kind
    }

    /// All the words that it is told by.
    pub fn said(&self) -> Vec<String> {
        self.kind.iter().chain(self.literals.iter().flatten()).cloned().collect()
    }

    /// The one field that must be filled.
    fn only_needed(&self) -> Option<usize> {
        let mut needed = self.needed();
        needed.next().filter(|_| needed.next().is_none())
    }

    fn needed(&self) -> impl Iterator<Item = usize> {
        let fields = self.shape.fields.iter().enumerate();
        fields.filter(|(_, field)| is_needed(&field.kind)).map(|(index, _)| index)
    }

    /// The action with these values. What is fixed must be as it was typed.
    fn filled(&self, typed: TypedPart<'_>, values: &[(&str, TypedPart<'_>)]) -> Result<Json, Unreadable> {
        let mut action = self.fixed.clone();
        for (name, given) in values {
            let is_open = self.shape.fields.iter().any(|field| field.name == *name);
            if !is_open && !action.get(*name).is_some_and(|fixed| says(fixed, &given.given())) {
                let name = self.words.show_field(name).to_owned();
                return Err(Unreadable::NoSuchField { name, given: given.given() });
            }
        }
        let mut missing = None;
        for field in &self.shape.fields {
            let given = values.iter().find(|(name, _)| *name == field.name).map(|(_, given)| *given);
            match value(field, given, &action, (&self.kinds, self.words)) {
                Ok(Some(value)) => action.insert(field.name.to_owned(), value),
                Ok(None) => action.remove(field.name),
                // What was typed and can't be read says more about the mistake than what is missing.
                Err(why) if given.is_none() => {
                    missing.get_or_insert(why);
                    None
                }
                Err(why) => return Err(why),
            };
        }
        if let Some(missing) = missing {
            return Err(missing);
        }
        let text = Value::Object(action).to_string();
        let broken = |_| Unreadable::NoSuchAnswer { given: typed.given(), examples: vec![] };
        RawValue::from_string(text).map_err(broken)
    }

    /// The names of fields that were typed. A name without a mark behind it counts if a value follows.
    fn names<'n>(&'n self, typed: TypedPart<'n>) -> Result<Vec<Named<'n>>, Unreadable> {
        let mut named = Vec::new();
        let mut at = 0;
        while let Some(token) = typed.tokens.get(at) {
            let rest = typed.tokens.get(at..).unwrap_or_default();
            let mark =
                |length: usize| rest.get(length).is_some_and(|next| next.text == "=" || next.text == ":");
            let field = |id: &str| self.shape.fields.iter().find(|field| field.name == id);
            let is_name = |(id, length): &(&str, usize)| {
                let behind = rest.get(*length..).unwrap_or_default();
                let is_meant = |field: &Field| mark(*length) || self.begins_value(field, behind);
                field(id).is_some_and(is_meant)
            };
            let of_api = || {
                let ids = self.shape.fields.iter().map(|field| field.name);
                let ids = ids.chain(self.fixed.keys().map(String::as_str));
                let mut ids = ids.map(|id| (id, words_of(id)));
                let stands =
                    |words: &[String]| words.iter().zip(rest).all(|(word, token)| *word == token.text);
                ids.find(|(_, words)| mark(words.len()) && stands(words)).map(|(id, words)| (id, words.len()))
            };
            let found = self.words.fields_at(rest).filter(is_name).max_by_key(|(_, length)| *length);
            if let Some((name, length)) = found.or_else(of_api) {
                let value = at + length + usize::from(mark(length));
                named.push(Named { name, at, value });
                at = value;
                continue;
            }
            if !token.is_mark() && rest.get(1).is_some_and(|next| next.text == "=") {
                let behind = typed.get(at + 2, typed.tokens.len());
                return Err(Unreadable::NoSuchField {
                    name: typed.get(at, at + 1).given(),
                    given: behind.given(),
                });
            }
            at += 1;
        }
        Ok(named)
    }

    /// Does a value of this field begin here?
    fn begins_value(&self, field: &Field, typed: &[Token]) -> bool {
        let is_filler = |token: &&Token| self.words.is_filler(&token.text);
        let typed = typed.get(typed.iter().take_while(is_filler).count()..).unwrap_or_default();
        let is_number = typed.first().is_some_and(|token| self.words.number(&token.text).is_some());
        match &field.kind {
            FieldKind::Integer { .. } => is_number,
            FieldKind::Bundle { .. } => is_number || self.words.kind(typed, &self.kinds).is_some(),
            FieldKind::Seats { of, .. } => {
                let is_seat = |token: &Token| token.text.parse().is_ok_and(|seat| of.contains(&seat));
                self.words.player(typed, of).is_some() || typed.first().is_some_and(is_seat)
            }
        }
    }

    /// May the word stand around the values without a meaning of its own?
    fn is_said(&self, token: &Token) -> bool {
        let mut said = self.kind.iter().chain(self.literals.iter().flatten());
        let is_combined = self.literals.first().is_some_and(|lead| lead.len() > 1);
        token.is_mark()
            || said.any(|word| is_form_of(&token.text, word))
            || self.words.joins(token)
            || self.words.is_filler(&token.text)
            || self.words.is_of_trade(&token.text)
            || is_combined && self.words.refuses(&token.text)
    }

    /// `give: 2 wool, want: 1 iron`. What stands before the first name is the value of the one field without a name, if
    /// it is more than the words of the sentence. `None`: no name of a field stands there.
    fn fill_by_name(&self, typed: TypedPart<'_>, named: &[Named<'_>]) -> Option<Result<Json, Unreadable>> {
        let first = named.first()?;
        let ends = named.iter().skip(1).map(|next| next.at).chain([typed.tokens.len()]);
        let mut values: Vec<(&str, TypedPart<'_>)> =
            named.iter().zip(ends).map(|(this, end)| (this.name, typed.get(this.value, end))).collect();
        let head = typed.get(0, first.at);
        if let Some(begin) = head.tokens.iter().position(|token| !self.is_said(token)) {
            let is_missing = |index: &usize| {
                let field = self.shape.fields.get(*index);
                field.is_some_and(|field| named.iter().all(|named| named.name != field.name))
            };
            let mut missing = self.needed().filter(is_missing);
            let field = missing.next().filter(|_| missing.next().is_none());
            let field = field.and_then(|index| self.shape.fields.get(index));
            let Some(field) = field else {
                return Some(Err(Unreadable::NoSuchAnswer { given: typed.given(), examples: vec![] }));
            };
            values.push((field.name, head.get(begin, head.tokens.len())));
        }
        Some(self.filled(typed, &values))
    }

    /// `offer 2 wool for 1 iron to Aud`: the values stand where the sentence has its gaps. `None`: they don't.
    fn fill_by_sentence(
        &self,
        typed: TypedPart<'_>,
        named: &[Named<'_>],
    ) -> Option<Result<Json, Unreadable>> {
        if self.gaps.is_empty() || self.needed().any(|needed| !self.gaps.contains(&needed)) {
            return None;
        }
        let is_of_seats = |named: &&Named<'_>| {
            let field = self.shape.fields.iter().find(|field| field.name == named.name);
            field.is_some_and(|field| matches!(field.kind, FieldKind::Seats { .. }))
        };
        let to = named.iter().find(is_of_seats);
        let body = typed.get(0, to.map_or(typed.tokens.len(), |to| to.at));
        let gap_fields: Vec<&Field> =
            self.gaps.iter().filter_map(|index| self.shape.fields.get(*index)).collect();
        let runs = match gap_fields.as_slice() {
            [Field { kind: FieldKind::Integer { .. }, .. }] => self.number(body)?,
            _ => self.bundles(body, &gap_fields)?,
        };
        let mut values: Vec<(&str, TypedPart<'_>)> =
            gap_fields.iter().map(|field| field.name).zip(runs).collect();
        values.extend(to.map(|to| (to.name, typed.get(to.value, typed.tokens.len()))));
        Some(self.filled(typed, &values))
    }

    /// The number that stands for the only gap: the others are those of the sentence.
    fn number<'t>(&self, typed: TypedPart<'t>) -> Option<Vec<TypedPart<'t>>> {
        let said: Vec<&String> = self.literals.iter().flatten().collect();
        let fits = |at: &usize| {
            let mut said = said.iter();
            let mut others = typed.tokens.iter().enumerate().filter(|(other, _)| other != at);
            others.all(|(_, token)| {
                token.is_mark()
                    || said.clone().any(|word| is_form_of(&token.text, word))
                        && said.any(|word| is_form_of(&token.text, word))
                    || self.words.is_filler(&token.text)
                    || self.words.joins(token)
            })
        };
        let is_number =
            |at: &usize| typed.tokens.get(*at).is_some_and(|token| self.words.number(&token.text).is_some());
        let has_words = typed.tokens.len() > 1;
        let at = (0..typed.tokens.len()).rev().filter(is_number).find(fits).filter(|_| has_words)?;
        Some(vec![typed.get(at, at + 1)])
    }

    /// The cards that stand for the gaps.
    fn bundles<'t>(&self, typed: TypedPart<'t>, gaps: &[&Field]) -> Option<Vec<TypedPart<'t>>> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while at < typed.tokens.len() {
            let Some(length) = self.cards(typed.tokens.get(at..)?) else {
                at += 1;
                continue;
            };
            let gap = runs.last().map(|(_, end)| typed.tokens.get(*end..at).unwrap_or_default());
            let joins = |token: &Token| self.words.joins(token) || self.words.is_filler(&token.text);
            let is_joined = gap.is_some_and(|gap| gap.iter().all(joins));
            match runs.last_mut().filter(|_| is_joined) {
                Some((_, end)) => *end = at + length,
                None => runs.push((at, at + length)),
            }
            at += length;
        }
        if runs.len() != gaps.len() {
            return None;
        }
        let mut from = 0;
        for ((begin, end), field) in runs.iter().zip(gaps) {
            let around = typed.get(from, *begin).tokens;
            // The name of a field may stand before its value alone.
            let named = (0..around.len()).find(|at| {
                let rest = around.get(*at..).unwrap_or_default();
                self.words.fields_at(rest).any(|(id, length)| id == field.name && length == rest.len())
            });
            let around = around.get(..named.unwrap_or(around.len())).unwrap_or_default();
            let is_said = around.iter().all(|token| self.is_said(token));
            let is_apart =
                from == 0 || around.iter().any(|token| !self.words.joins(token)) || named.is_some();
            if !is_said || !is_apart {
                return None;
            }
            from = *end;
        }
        let is_said = typed.get(from, typed.tokens.len()).tokens.iter().all(|token| self.is_said(token));
        is_said.then(|| runs.into_iter().map(|(begin, end)| typed.get(begin, end)).collect())
    }

    /// How many words are cards of one kind: one that is known, or a number with something that the sentence has not.
    fn cards(&self, typed: &[Token]) -> Option<usize> {
        let (found, length) = item(typed, &self.kinds, self.words)?;
        let last = typed.get(length.checked_sub(1)?)?;
        let has_number = self.words.number(&typed.first()?.text).is_some();
        let is_known = self.kinds.iter().any(|kind| *kind == found.kind);
        (is_known || has_number && !last.is_mark() && !self.is_said(last)).then_some(length)
    }

    /// Does the name of one of its fields stand at the beginning?
    pub fn begins_with_field(&self, text: &str) -> bool {
        let tokens = tokens(text);
        let is_open = |name: &str| self.shape.fields.iter().any(|field| field.name == name);
        self.words.fields_at(&tokens).any(|(name, _)| is_open(name))
    }

    /// Could the word have been meant for a kind of card?
    pub fn is_nearly_kind(&self, word: &str) -> bool {
        self.words.is_nearly_kind(word, &self.kinds)
    }
}
