//! Templates by section and key, read from JSON.

use serde_json::{Map, Value};

use crate::rules::AnyRuleset;

/// A catalogue of one language.
#[derive(Debug, Clone, Default)]
pub struct Catalogue(Map<String, Value>);

impl Catalogue {
    /// Reads a catalogue; one that is no JSON object is empty, and the log says so.
    pub fn read(json: &str) -> Self {
        serde_json::from_str(json).map(Self).unwrap_or_else(|error| {
            tracing::error!(%error, "a catalogue of texts does not read");
            Self::default()
        })
    }

    /// What a ruleset says in `language`, or else in the language everything falls back to.
    pub fn of_ruleset(ruleset: &dyn AnyRuleset, language: &str) -> Self {
        let json = ruleset.texts(language).or_else(|| ruleset.texts(super::FALLBACK));
        json.map(Self::read).unwrap_or_default()
    }

    /// A text as it stands.
    pub fn text(&self, section: &str, key: &str) -> Option<&str> {
        self.0.get(section)?.get(key)?.as_str()
    }

    /// A template with the macros of the catalogue before it.
    pub fn template(&self, section: &str, key: &str) -> Option<String> {
        self.text(section, key).map(|text| self.with_macros(text))
    }

    /// The templates of a section that is a list.
    pub fn list(&self, section: &str) -> Vec<String> {
        let texts = self.0.get(section).and_then(Value::as_array);
        texts.into_iter().flatten().filter_map(Value::as_str).map(|text| self.with_macros(text)).collect()
    }

    fn with_macros(&self, text: &str) -> String {
        let macros = self.0.get("macros").and_then(Value::as_str).unwrap_or_default();
        format!("{macros}{text}")
    }

    /// A whole section.
    pub fn section(&self, section: &str) -> Map<String, Value> {
        self.0.get(section).and_then(Value::as_object).cloned().unwrap_or_default()
    }
}
