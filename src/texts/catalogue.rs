//! Templates by section and key, read from JSON. Each is compiled once per process, when it is first needed.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use minijinja::{AutoEscape, Environment};
use serde_json::{Map, Value};

use rules::stand_in::stand_in;
use rules::typed_answers::{AnswerWords, fold};
use rules::{AnyRuleset, CallClass, CallKind};

use super::{MAIL_PHRASES, renderer};

/// The texts that a kind of call has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallText {
    /// The subject of its mail.
    Subject,
    /// The first sentence of its mail.
    Lead,
    /// Its name on pages, in the middle of a sentence.
    Topic,
    /// What a channel of the game says of those who are called.
    News,
}

#[derive(Debug, Default)]
pub struct Catalogue {
    texts: Map<String, Value>,
    /// The name of a template is its own text.
    templates: Environment<'static>,
}

/// The parsed catalogues, by the address of their JSON in the binary.
static CACHE: LazyLock<RwLock<HashMap<usize, Arc<Catalogue>>>> = LazyLock::new(RwLock::default);

impl Catalogue {
    /// The catalogue of a JSON text in the binary. If the text is no JSON object, the catalogue is empty and an error
    /// is logged.
    pub fn read(json: &'static str) -> Arc<Self> {
        let address = json.as_ptr().addr();
        if let Some(cached) = CACHE.read().unwrap_or_else(PoisonError::into_inner).get(&address) {
            return Arc::clone(cached);
        }
        let catalogue = Arc::new(Self::parse(json));
        CACHE.write().unwrap_or_else(PoisonError::into_inner).insert(address, Arc::clone(&catalogue));
        catalogue
    }

    /// The texts of a ruleset in `language`, or else in the fallback language.
    pub fn of_ruleset(ruleset: &dyn AnyRuleset, language: &str) -> Arc<Self> {
        let json = ruleset
            .texts(language)
            .or_else(|| ruleset.texts(super::FALLBACK).map(|english| stand_in(language, english)));
        json.map(Self::read).unwrap_or_default()
    }

    fn parse(json: &str) -> Self {
        let texts = serde_json::from_str(json).unwrap_or_else(|error| {
            tracing::error!(%error, "a catalogue of texts does not read");
            Map::new()
        });
        let mut catalogue = Self { texts, templates: Environment::new() };
        catalogue.templates.set_auto_escape_callback(|_| AutoEscape::None);
        renderer::add_filters(&mut catalogue.templates);
        catalogue.put_macros_before_their_users();
        catalogue.compile_when_needed();
        catalogue
    }

    fn put_macros_before_their_users(&mut self) {
        let Some(Value::String(macros)) = self.texts.remove("macros") else { return };
        let calls: Vec<String> = macros.split("macro ").skip(1).filter_map(macro_call).collect();
        for text in self.texts.values_mut().flat_map(texts_of) {
            if calls.iter().any(|call| text.contains(call)) {
                text.insert_str(0, &macros);
            }
        }
    }

    /// A compiled template takes ten times the memory of its text, and most are never needed: all of one language took
    /// 17 MB.
    fn compile_when_needed(&mut self) {
        let own: HashSet<String> =
            self.texts.values_mut().flat_map(texts_of).map(|text| text.clone()).collect();
        self.templates.set_loader(move |text| Ok(own.get(text).cloned()));
    }

    pub fn templates(&self) -> &Environment<'static> {
        &self.templates
    }

    /// The template of a text, with the macros that it calls put before it.
    pub fn text(&self, section: &str, key: &str) -> Option<&str> {
        self.texts.get(section)?.get(key)?.as_str()
    }

    /// The template of a text that the catalogue should have. If it is missing, an error is logged and the template is
    /// empty: a mail with a gap is better than none.
    pub fn template(&self, section: &str, key: &str) -> &str {
        self.text(section, key).unwrap_or_else(|| {
            tracing::error!(section, key, "a text is missing in a catalogue");
            ""
        })
    }

    /// A text about a call, from the catalogue of the ruleset if it has one, since a ruleset describes its own kinds of
    /// call; else the service's text about this kind, or about the class of the call.
    pub fn text_of_call<'c>(
        &'c self,
        section: CallText,
        call: CallKind,
        ruleset: &'c Self,
    ) -> Option<&'c str> {
        let (own, service) = match section {
            CallText::Subject => ("call_subjects", "subject"),
            CallText::Lead => ("call_leads", "lead"),
            CallText::Topic => ("call_topics", "kinds"),
            CallText::News => ("call_news", "news"),
        };
        let of_class = match call.class {
            CallClass::Turn => CallKind::YOUR_TURN.name,
            CallClass::Urgent => "urgent",
            CallClass::Offer => CallKind::TRADE_OFFERED.name,
            CallClass::UnpayableOffer => CallKind::UNPAYABLE_OFFER.name,
            CallClass::Answer => CallKind::OFFER_ANSWERED.name,
        };
        let text = ruleset.text(own, call.name).or_else(|| self.text(service, call.name));
        text.or_else(|| self.text(service, of_class))
    }

    /// The templates of a section that is a list.
    pub fn list(&self, section: &str) -> Vec<&str> {
        let texts = self.texts.get(section).and_then(Value::as_array);
        texts.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The texts of a section by name; none if there is no such section.
    pub fn section(&self, section: &str) -> Map<String, Value> {
        self.texts.get(section).and_then(Value::as_object).cloned().unwrap_or_default()
    }

    /// The words that a reader may use in answers: those of this catalogue of a ruleset, and the names of the players.
    pub fn answer_words(&self, players: &[String]) -> AnswerWords {
        let mut words = AnswerWords::default();
        let several = self.section("several");
        for (id, word) in &self.section("words") {
            let names = [Some(word), several.get(id)].into_iter().flatten().filter_map(Value::as_str);
            words.add(id, &names.collect::<Vec<_>>());
        }
        // The first name of a field is shown, and the others, behind commas, are understood as well.
        for (id, names) in &self.section("fields") {
            let names = names.as_str().into_iter().flat_map(|names| names.split(',')).map(str::trim);
            words.add(id, &names.collect::<Vec<_>>());
        }
        words.set_players(players);
        words.joining.extend(MAIL_PHRASES.joining.iter().map(|word| fold(word)));
        words
    }
}

/// How a call of the macro in this definition begins, up to the bracket.
fn macro_call(definition: &str) -> Option<String> {
    let (name, _) = definition.split_once('(')?;
    Some(format!("{}(", name.trim()))
}

/// The texts of a section, which is an object of them or a list.
fn texts_of(section: &mut Value) -> Box<dyn Iterator<Item = &mut String> + '_> {
    fn text(value: &mut Value) -> Option<&mut String> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
    match section {
        Value::Object(texts) => Box::new(texts.values_mut().filter_map(text)),
        Value::Array(texts) => Box::new(texts.iter_mut().filter_map(text)),
        _ => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_calls_a_macro_carries_them() {
        let catalogue = Catalogue::parse(
            r#"{"macros": "{% macro twice(n) %}{{ n * 2 }}{% endmacro %}",
                "lines": {"one": "{{ twice(n) }} ships", "two": "{{ n }} ships"}, "list": ["{{ twice(n) }}"]}"#,
        );
        assert!(catalogue.text("lines", "one").is_some_and(|text| text.starts_with("{% macro")));
        assert_eq!(catalogue.text("lines", "two"), Some("{{ n }} ships"));
        assert!(catalogue.list("list")[0].starts_with("{% macro"));
        assert_eq!(catalogue.text("macros", "twice"), None);
    }

    #[test]
    fn a_call_is_described_by_its_ruleset_or_else_by_its_class() {
        let service = Catalogue::parse(r#"{"subject": {"your_turn": "your turn", "urgent": "wanted"}}"#);
        let ruleset = Catalogue::parse(r#"{"call_subjects": {"last_bid": "the last bid"}}"#);
        let wordless = Catalogue::default();
        let subject = |call, ruleset| service.text_of_call(CallText::Subject, call, ruleset);
        let last_bid = CallKind::new("last_bid", CallClass::Urgent);
        assert_eq!(subject(last_bid, &ruleset), Some("the last bid"));
        assert_eq!(subject(last_bid, &wordless), Some("wanted"));
        assert_eq!(subject(CallKind::YOUR_TURN, &ruleset), Some("your turn"));
        assert_eq!(subject(CallKind::new("deal", CallClass::Turn), &ruleset), Some("your turn"));
    }

    #[test]
    fn a_catalogue_is_read_once() {
        let json = r#"{"lines": {"one": "1"}}"#;
        assert!(Arc::ptr_eq(&Catalogue::read(json), &Catalogue::read(json)));
    }
}
