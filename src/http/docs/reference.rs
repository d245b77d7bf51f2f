//! The description as its pages need it: operations and types by name, what refers to a type, and the problem codes
//! that an operation can end in.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

use super::markdown;

const SCHEMAS: &str = "#/components/schemas/";
/// How many references in a row are followed.
const MOST_STEPS: usize = 8;

pub struct ApiReference {
    document: &'static Value,
    /// The operations of the API by tag and path, then the requests that the service itself sends (webhooks).
    pub operations: Vec<OperationEntry>,
    uses: BTreeMap<String, SchemaUses>,
    /// The page of each operation, type and code, by the names that texts put between backticks.
    links: BTreeMap<String, String>,
}

#[derive(Serialize)]
pub struct OperationEntry {
    pub id: String,
    /// In capitals.
    pub method: String,
    /// The template of its address; of a webhook, its topic.
    pub path: String,
    /// The tag it stands under; of a webhook, none.
    pub tag: Option<String>,
    pub summary: String,
    pub is_deprecated: bool,
    #[serde(skip)]
    pointer: String,
}

/// Who refers to a type.
#[derive(Default)]
pub struct SchemaUses {
    /// Ids of operations.
    pub operations: BTreeSet<String>,
    /// Names of types.
    pub schemas: BTreeSet<String>,
}

impl ApiReference {
    /// Reads the description of a service that refuses with these codes.
    pub fn new<'c>(document: &'static Value, codes: impl Iterator<Item = &'c str>) -> Self {
        let links = codes.map(|code| (code.to_owned(), format!("/docs/errors/{code}"))).collect();
        let mut reference = Self { operations: operations(document), document, uses: BTreeMap::new(), links };
        reference.uses = reference.find_uses();
        for entry in &reference.operations {
            let page = format!("/docs/operations/{}", entry.id);
            reference.links.insert(format!("{} {}", entry.method, entry.path), page.clone());
            reference.links.insert(entry.id.clone(), page);
        }
        let names: Vec<String> = reference.schemas().map(|(name, _)| name.clone()).collect();
        reference.links.extend(names.into_iter().map(|name| {
            let page = format!("/docs/schemas/{name}");
            (name, page)
        }));
        reference
    }

    /// Markdown as HTML, with links from the names of operations, types and codes to their pages.
    pub fn markdown(&self, text: &str) -> String {
        if text.is_empty() { String::new() } else { markdown::render(text, &|name| self.link(name)) }
    }

    /// The page of an operation (by id, or by method and path), a type or a code.
    pub fn link(&self, name: &str) -> Option<String> {
        let name = name.split('?').next().unwrap_or(name);
        self.links.get(name).cloned()
    }

    /// A member of the document, such as `/info/version`.
    pub fn at(&self, pointer: &str) -> &Value {
        self.document.pointer(pointer).unwrap_or(&Value::Null)
    }

    pub fn text(&self, pointer: &str) -> &str {
        text(self.at(pointer))
    }

    /// The tags in their order, with what each is about.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        list(self.at("/tags")).iter().map(|tag| (text(&tag["name"]), text(&tag["description"])))
    }

    pub fn operation(&self, id: &str) -> Option<(&OperationEntry, &Value)> {
        let entry = self.operations.iter().find(|entry| entry.id == id)?;
        Some((entry, self.document.pointer(&entry.pointer)?))
    }

    pub fn described(&self, entry: &OperationEntry) -> &Value {
        self.at(&entry.pointer)
    }

    pub fn schemas(&self) -> impl Iterator<Item = (&String, &Value)> {
        members(self.at("/components/schemas"))
    }

    pub fn uses(&self, schema: &str) -> Option<&SchemaUses> {
        self.uses.get(schema)
    }

    /// What a reference leads to, or the value itself.
    pub fn resolve<'v>(&'v self, value: &'v Value) -> &'v Value {
        let mut found = value;
        for _ in 0..MOST_STEPS {
            let target =
                found.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
            match target.and_then(|pointer| self.document.pointer(pointer)) {
                Some(next) => found = next,
                None => break,
            }
        }
        found
    }

    /// The codes that an operation names itself.
    pub fn codes<'v>(&'v self, operation: &'v Value) -> impl Iterator<Item = &'v str> {
        list(&operation["x-problem-codes"]).iter().filter_map(Value::as_str)
    }

    /// The codes that every operation can end in.
    pub fn common_codes(&self) -> impl Iterator<Item = &str> {
        list(self.at("/components/responses/Problem/x-problem-codes")).iter().filter_map(Value::as_str)
    }

    /// Every type that an operation leads to, directly or by way of others.
    pub fn led_to(&self, entry: &OperationEntry) -> BTreeSet<&str> {
        let mut next = BTreeSet::new();
        self.refer(self.described(entry), MOST_STEPS, &mut next);
        let mut next: Vec<String> = next.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(name) = next.pop() {
            let known = self.at("/components/schemas").as_object();
            if let Some((name, schema)) = known.and_then(|schemas| schemas.get_key_value(&name))
                && found.insert(name.as_str())
            {
                let mut more = BTreeSet::new();
                self.refer(schema, 0, &mut more);
                next.extend(more);
            }
        }
        found
    }

    fn find_uses(&self) -> BTreeMap<String, SchemaUses> {
        let mut uses: BTreeMap<String, SchemaUses> = BTreeMap::new();
        for entry in &self.operations {
            let mut found = BTreeSet::new();
            self.refer(self.described(entry), MOST_STEPS, &mut found);
            for name in found {
                uses.entry(name).or_default().operations.insert(entry.id.clone());
            }
        }
        for (user, schema) in self.schemas() {
            let mut found = BTreeSet::new();
            self.refer(schema, MOST_STEPS, &mut found);
            for name in found.into_iter().filter(|name| name != user) {
                uses.entry(name).or_default().schemas.insert(user.clone());
            }
        }
        uses
    }

    /// The types that a value names, also by way of shared parameters, headers and responses.
    fn refer(&self, value: &Value, steps: usize, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                if let Some(target) = members.get("$ref").and_then(Value::as_str) {
                    match schema_name(target) {
                        Some(name) => {
                            found.insert(name.to_owned());
                        }
                        None if steps > 0 => self.refer(self.resolve(value), steps - 1, found),
                        None => {}
                    }
                }
                let shown = members
                    .iter()
                    .filter(|(name, _)| !["example", "examples", "$ref"].contains(&name.as_str()));
                shown.for_each(|(_, value)| self.refer(value, steps, found));
            }
            Value::Array(items) => items.iter().for_each(|item| self.refer(item, steps, found)),
            _ => {}
        }
    }
}

/// The operations of the document, in the order of its tags.
fn operations(document: &Value) -> Vec<OperationEntry> {
    let entry = |place: &str, path: &str, method: &str, operation: &Value| {
        let id = operation["operationId"].as_str()?.to_owned();
        Some(OperationEntry {
            summary: operation["summary"].as_str().unwrap_or(&id).to_owned(),
            id,
            method: method.to_uppercase(),
            path: path.to_owned(),
            tag: operation["tags"][0].as_str().filter(|_| place == "paths").map(str::to_owned),
            is_deprecated: operation["deprecated"] == true,
            pointer: format!("/{place}/{}/{method}", path.replace('~', "~0").replace('/', "~1")),
        })
    };
    let mut all = Vec::new();
    for place in ["paths", "webhooks"] {
        for (path, methods) in members(&document[place]) {
            all.extend(
                members(methods).filter_map(|(method, operation)| entry(place, path, method, operation)),
            );
        }
    }
    let tags: Vec<&str> = list(&document["tags"]).iter().map(|tag| text(&tag["name"])).collect();
    let rank = |entry: &OperationEntry| {
        let tag = entry.tag.as_deref().and_then(|own| tags.iter().position(|tag| *tag == own));
        (entry.tag.is_none(), tag.unwrap_or(tags.len()))
    };
    all.sort_by_key(rank);
    all
}

/// The name of the type that a reference leads to.
pub fn schema_name(target: &str) -> Option<&str> {
    target.strip_prefix(SCHEMAS)
}

/// The first sentence of a description.
pub fn first_sentence(description: &str) -> &str {
    let paragraph = description.split("\n\n").next().unwrap_or(description);
    // A full stop ends a sentence before a space and a capital, so that "e.g. this" does not.
    let end = paragraph.match_indices(". ").map(|(place, _)| place + 1).find(|end| {
        let next = paragraph.get(*end..).unwrap_or_default().trim_start().chars().next();
        next.is_some_and(|letter| letter.is_uppercase() || letter == '`')
    });
    paragraph.get(..end.unwrap_or(paragraph.len())).unwrap_or(paragraph)
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}
