//! Which settings are not as they are by default.

use std::collections::BTreeMap;

use config::{Config, Value, ValueKind};
use serde::Serialize;
use serde_json::Value as Json;

use super::SECRETS;

/// A setting that a file or a variable has changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedSetting {
    /// `section.key`.
    pub key: String,
    /// `None` for a secret.
    pub value: Option<Json>,
    /// `None` for a secret.
    pub default: Option<Json>,
}

/// Every key with its value.
pub fn flat(layers: &Config) -> BTreeMap<String, Json> {
    let mut found = BTreeMap::new();
    if let ValueKind::Table(sections) = &layers.cache.kind {
        for (section, keys) in sections {
            let ValueKind::Table(keys) = &keys.kind else { continue };
            found.extend(keys.iter().map(|(key, value)| (format!("{section}.{key}"), json(value))));
        }
    }
    found
}

fn json(value: &Value) -> Json {
    match &value.kind {
        ValueKind::Boolean(value) => Json::from(*value),
        ValueKind::I64(value) => Json::from(*value),
        ValueKind::U64(value) => Json::from(*value),
        ValueKind::Float(value) => Json::from(*value),
        ValueKind::Array(values) => values.iter().map(json).collect(),
        other => Json::from(other.to_string()),
    }
}

/// What differs from `defaults`.
pub fn between(defaults: &BTreeMap<String, Json>, in_force: &BTreeMap<String, Json>) -> Vec<ChangedSetting> {
    let changed = defaults.iter().filter_map(|(key, default)| {
        let value = like(default, in_force.get(key)?);
        if value == *default {
            return None;
        }
        let is_secret = SECRETS.contains(&key.as_str());
        let shown = |value: Json| (!is_secret).then_some(value);
        Some(ChangedSetting { key: key.clone(), value: shown(value), default: shown(default.clone()) })
    });
    changed.collect()
}

/// A value as the kind of the default has it: a variable is a text, whatever it means.
fn like(default: &Json, value: &Json) -> Json {
    match (default, value) {
        (Json::Array(_), Json::String(text)) => {
            text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(Json::from).collect()
        }
        (Json::Number(_) | Json::Bool(_), Json::String(text)) => {
            serde_json::from_str(text.trim()).unwrap_or_else(|_| value.clone())
        }
        _ => value.clone(),
    }
}
