//! The JSON of the titles, described for writers of clients.
//!
//! Takes the schemas that a ruleset's types give and makes them fit to generate clients from: every name begins with the
//! title's, and every alternative of a union is a type of its own with a discriminator. May know `rules` and nothing
//! else; pure.

mod any;
mod flat;
mod forms;
mod merge;
mod names;
mod options;
mod plain;
mod unions;

pub use any::{AnyAction, AnyEvent, AnyOptions, AnyOrder, AnyView, OPEN};
pub use names::pascal;
pub use options::every_option;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use rules::{AnyRuleset, SchemaWithParts};

/// Where a description of the service keeps its types.
const COMPONENTS: &str = "#/components/schemas/";

/// The types of one title, by name. They refer to each other as components of a description of the service do.
pub struct TitleSchemas {
    pub ruleset: &'static str,
    /// What the names of all its types begin with.
    pub prefix: String,
    /// The name of the type of options.
    pub options: String,
    /// The name of the union of actions.
    pub action: String,
    /// The name of the union of told events.
    pub event: String,
    /// The name of the type of views.
    pub view: String,
    /// The name of the union of standing orders.
    pub order: String,
    pub types: BTreeMap<String, Value>,
}

/// The types of a title. An error is a defect of the title's types: two of them share a name.
pub fn of(ruleset: &dyn AnyRuleset) -> Result<TitleSchemas, String> {
    let title = names::pascal(ruleset.id());
    let given = ruleset.schemas();
    let mut types = BTreeMap::new();
    let mut add = |described: &SchemaWithParts, role: &str| add(&mut types, &title, described, role);
    let options = add(&given.options, "Options")?;
    let action = add(&given.action, "Action")?;
    let event = add(&given.redacted_event, "Event")?;
    let view = add(&given.view, "View")?;
    let order = add(&given.order, "Order")?;
    Ok(TitleSchemas { ruleset: ruleset.id(), prefix: title, options, action, event, view, order, types })
}

impl TitleSchemas {
    /// One type as a JSON Schema that stands alone.
    pub fn alone(&self, name: &str) -> Value {
        let mut needed = BTreeMap::new();
        self.need(name, &mut needed);
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": format!("#/$defs/{name}"),
            "$defs": needed,
        });
        names::redirect(&mut schema, &|name| format!("#/$defs/{name}"));
        schema
    }

    /// The name of the union of everything that can happen in a game.
    fn game_event(&self) -> String {
        format!("{}GameEvent", self.prefix)
    }

    fn event_union(&self, tables: &str) -> Value {
        let [own, table] = [&self.event, tables].map(|name| json!({ "$ref": format!("{COMPONENTS}{name}") }));
        let about = format!("What happened in a game of `{}`: by its rules, or at its table.", self.ruleset);
        json!({ "description": about, "anyOf": [own, table] })
    }

    fn forms(&self) -> forms::Forms {
        let own = [
            ("Action", self.action.clone()),
            ("Event", self.game_event()),
            ("View", self.view.clone()),
            ("Order", self.order.clone()),
        ];
        let own = own.map(|(open, name)| (open.to_owned(), Value::String(name))).into_iter().collect();
        let within = Map::from_iter([("Options".to_owned(), json!(self.options))]);
        forms::Forms { ruleset: self.ruleset, prefix: self.prefix.clone(), own, within }
    }

    fn need(&self, name: &str, needed: &mut BTreeMap<String, Value>) {
        if needed.contains_key(name) {
            return;
        }
        if let Some(schema) = self.types.get(name) {
            needed.insert(name.to_owned(), schema.clone());
            names::referred(schema).iter().for_each(|name| self.need(name, needed));
        }
    }
}

/// Gives a whole document, in which the titles' types have their places, the finish that every type needs: plain
/// numbers in place of aliases, unions split, and nothing that generators of clients can't read.
pub fn finish(document: &mut Value) {
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        let numbers = plain::take_numbers(schemas);
        plain::inline(document, &numbers);
    }
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        let whole = std::mem::take(schemas).into_iter().collect();
        schemas.extend(names::nested_unions_split(whole));
    }
    plain::simplify(document);
}

/// Gives types other names that are called like a member of theirs: in some generated code the one hides the other.
/// `Events` with the member `events` becomes `EventList`.
pub fn rename_lists(document: &mut Value) {
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let called_like_a_member = |(name, schema): (&String, &Value)| {
        let properties = schema.get("properties")?.as_object()?;
        properties.keys().any(|member| names::pascal(member) == *name).then(|| name.clone())
    };
    let clashing: Vec<String> = schemas.into_iter().flatten().filter_map(called_like_a_member).collect();
    for name in clashing {
        rename(document, &name, &format!("{}List", name.trim_end_matches('s')));
    }
}

/// Gives the types in which the titles' own stand a form for each title; `tables` is the union of what happens at every
/// table. Must come after [`finish`]. An error is a defect of the types.
pub fn split_by_title(document: &mut Value, titles: &[TitleSchemas], tables: &str) -> Result<(), String> {
    let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else { return Ok(()) };
    for title in titles {
        let name = title.game_event();
        schemas.insert(name.clone(), title.event_union(tables));
        flat::flatten(schemas, &name)?;
    }
    let forms: Vec<forms::Forms> = titles.iter().map(TitleSchemas::forms).collect();
    forms::split(schemas, &forms)
}

/// Takes away the types that nothing in a document leads to, but for those in `kept`.
pub fn forget_unused(document: &mut Value, kept: &[String]) {
    let schemas = document.pointer_mut("/components/schemas").map(Value::take);
    let Some(Value::Object(mut unseen)) = schemas else { return };
    let mut used = BTreeMap::new();
    let mut wanted: Vec<String> = kept.iter().cloned().chain(names::referred(document)).collect();
    while let Some(name) = wanted.pop() {
        if let Some(schema) = unseen.remove(&name) {
            wanted.extend(names::referred(&schema));
            used.insert(name, schema);
        }
    }
    document["components"]["schemas"] = used.into_iter().collect();
}

/// Gives a type of a document another name.
pub fn rename(document: &mut Value, from: &str, to: &str) {
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas")
        && let Some(schema) = schemas.remove(from)
    {
        schemas.insert(to.to_owned(), schema);
    }
    names::redirect(document, &|name| format!("{COMPONENTS}{}", if name == from { to } else { name }));
}

/// Adds a type and its parts; gives the name it has now.
fn add(
    types: &mut BTreeMap<String, Value>,
    title: &str,
    described: &SchemaWithParts,
    role: &str,
) -> Result<String, String> {
    let name = format!("{title}{role}");
    let mut parts = named_parts(described)?;
    let own = parts.remove(&described.name).unwrap_or_default();
    let union = unions::split(own, &name, &format!("{title}{{}}{role}"), &mut parts);
    let mut fresh = BTreeMap::from([(name.clone(), union)]);
    for (part, schema) in names::nested_unions_split(parts) {
        fresh.insert(names::with_title(title, &part), schema);
    }
    for (part, mut schema) in fresh {
        names::redirect(&mut schema, &|name| format!("{COMPONENTS}{}", names::with_title(title, name)));
        match types.insert(part.clone(), schema.clone()) {
            Some(other) if other != schema => return Err(format!("two types are called {part}")),
            _ => {}
        }
    }
    Ok(name)
}

/// The parts by name; the type itself is one of them. Aliases of numbers are put in place.
fn named_parts(described: &SchemaWithParts) -> Result<BTreeMap<String, Value>, String> {
    let mut parts = Map::new();
    let own = (described.name.clone(), described.schema.clone());
    for (name, schema) in described.parts.iter().cloned().chain([own]) {
        let schema = serde_json::to_value(&schema).map_err(|error| error.to_string())?;
        match parts.insert(name.clone(), schema.clone()) {
            Some(other) if other != schema => return Err(format!("two types are called {name}")),
            _ => {}
        }
    }
    let numbers = plain::take_numbers(&mut parts);
    for schema in parts.values_mut() {
        plain::inline(schema, &numbers);
        plain::simplify(schema);
    }
    Ok(parts.into_iter().collect())
}
