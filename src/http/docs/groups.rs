//! The types of the description in groups: those of each ruleset by what they are, the others by subject.

use std::collections::{BTreeMap, BTreeSet};

use rules::{AnyRuleset, schemas};
use serde::Serialize;

use super::reference::ApiReference;

/// How many subjects a type may belong to before it counts as one of all.
const MOST_SUBJECTS: usize = 3;
/// What the types of a ruleset end with, and what they are.
const ENDINGS: [(&str, &str); 5] = [
    ("Action", "Actions"),
    ("Event", "Events"),
    ("Effect", "Effects of an action"),
    ("Order", "Standing orders"),
    ("", "Views and their parts"),
];

#[derive(Serialize)]
pub struct SchemaGroup {
    pub id: String,
    pub title: String,
    pub parts: Vec<SchemaPart>,
}

#[derive(Serialize)]
pub struct SchemaPart {
    pub title: String,
    pub names: Vec<String>,
}

/// The groups of all types: those of the service, then those of each ruleset.
pub fn of<'r>(
    reference: &ApiReference,
    rulesets: impl Iterator<Item = &'r (dyn AnyRuleset + 'static)>,
) -> Vec<SchemaGroup> {
    let mut left: BTreeSet<&String> = reference.schemas().map(|(name, _)| name).collect();
    let mut groups: Vec<SchemaGroup> = Vec::new();
    for ruleset in rulesets {
        let prefix = schemas::pascal(ruleset.id());
        let mut parts: Vec<SchemaPart> = Vec::new();
        for (ending, title) in ENDINGS {
            let found = |name: &String| name.starts_with(&prefix) && name.ends_with(ending);
            let names: Vec<String> = left.iter().copied().filter(|name| found(name)).cloned().collect();
            left.retain(|name| !found(name));
            parts.push(SchemaPart { title: title.to_owned(), names });
        }
        // What a client reads first.
        parts.rotate_right(1);
        parts.retain(|part| !part.names.is_empty());
        groups.push(SchemaGroup { id: ruleset.id().to_owned(), title: ruleset.name().to_owned(), parts });
    }
    let parts = by_subject(reference, &left);
    groups.insert(0, SchemaGroup { id: "service".to_owned(), title: "Of every game".to_owned(), parts });
    groups
}

fn by_subject(reference: &ApiReference, names: &BTreeSet<&String>) -> Vec<SchemaPart> {
    let subjects: Vec<&str> =
        reference.tags().map(|(name, _)| name).chain(["received by webhooks"]).collect();
    let mut found: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for entry in &reference.operations {
        let subject = entry.tag.as_deref().and_then(|tag| subjects.iter().position(|known| *known == tag));
        let subject = subject.unwrap_or(subjects.len().saturating_sub(1));
        for name in reference.led_to(entry) {
            found.entry(name).or_default().insert(subject);
        }
    }
    let part = |title: &str, belongs: &dyn Fn(&BTreeSet<usize>) -> bool| SchemaPart {
        title: title.to_owned(),
        names: names
            .iter()
            .filter(|name| found.get(name.as_str()).is_some_and(belongs))
            .map(|name| (*name).clone())
            .collect(),
    };
    let mut parts = vec![part("Of several subjects", &|subjects| subjects.len() > MOST_SUBJECTS)];
    parts.extend(subjects.iter().enumerate().map(|(place, title)| {
        part(title, &|subjects| subjects.len() <= MOST_SUBJECTS && subjects.first() == Some(&place))
    }));
    let placed: BTreeSet<&String> = parts.iter().flat_map(|part| &part.names).collect();
    let rest: Vec<String> =
        names.iter().filter(|name| !placed.contains(**name)).map(|name| (*name).clone()).collect();
    parts.push(SchemaPart { title: "Others".to_owned(), names: rest });
    parts.retain(|part| !part.names.is_empty());
    parts
}
