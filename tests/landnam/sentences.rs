//! The texts about what an action will lead to.

use rulesets::landnam::event::Event;
use rulesets::landnam::preview::Effect;
use serde_json::{Value, json};

/// The sentences of one language about what an action will lead to, by type of event or effect.
fn sentences(language: &str) -> serde_json::Map<String, Value> {
    let catalogue = rulesets::find("landnam").expect("a ruleset").texts(language).expect("a catalogue");
    let catalogue: Value = serde_json::from_str(catalogue).expect("JSON");
    catalogue["effects"].as_object().expect("a section").clone()
}

/// The types of a union, out of what it says to a stranger.
fn types<T: serde::de::DeserializeOwned>() -> Vec<String> {
    let Err(error) = serde_json::from_value::<T>(json!({"type": "?"})) else { panic!("`?` is no type") };
    error.to_string().split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn no_effect_is_called_like_an_event_and_each_has_a_sentence_in_every_language() {
    let (own, events) = (types::<Effect>(), types::<Event>());
    assert!(own.iter().all(|kind| !events.contains(kind)));
    for language in ["en", "nn", "sv", "de"] {
        let sentences = sentences(language);
        assert!(own.iter().all(|kind| sentences.contains_key(kind)), "{language}");
        assert!(sentences.keys().all(|kind| own.contains(kind) || events.contains(kind)), "{language}");
        assert!(sentences.values().all(|text| text.as_str().is_some_and(|text| !text.is_empty())));
    }
}
