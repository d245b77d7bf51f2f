//! The JSON of the rulesets, described for writers of clients.
//!
//! Takes the schemas that a ruleset's types give and makes them fit to generate clients from: every name begins with
//! the ruleset's, and every alternative of a union is a type of its own with a discriminator.

mod per_ruleset;
mod plain;
mod references;
mod unions;

pub use per_ruleset::{
    AnyAction, AnyComponents, AnyEffect, AnyEvent, AnyOptions, AnyOrder, AnyView, OPEN, add_components,
    add_options, keep_only,
};
pub use references::{pascal, referred};
pub use unions::{distinguished, tag_with};

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{AnyRuleset, SchemaWithParts};

/// Where a description of the service keeps its types.
const COMPONENTS: &str = "#/components/schemas/";

/// The types of one ruleset, by name. They refer to each other as components of a description of the service do.
pub struct RulesetSchemas {
    pub ruleset: &'static str,
    /// What the names of all its types begin with.
    pub prefix: String,
    /// The name of the components as clients see them.
    pub components: String,
    pub options: String,
    pub action: String,
    /// The name of the union of redacted events.
    pub event: String,
    /// The name of the union of what previews tell beside events, if there is one.
    pub effect: Option<String>,
    pub view: String,
    /// The name of the union of standing orders.
    pub order: String,
    pub types: BTreeMap<String, Value>,
}

/// The types of a ruleset. An error is a bug in the ruleset's types: two of them share a name.
pub fn of(ruleset: &dyn AnyRuleset) -> Result<RulesetSchemas, String> {
    let prefix = references::pascal(ruleset.id());
    let given = ruleset.schemas();
    let mut types = BTreeMap::new();
    let mut add = |described: &SchemaWithParts, role: &str| add(&mut types, &prefix, described, role);
    let components = format!("{prefix}Components");
    let board = given.board.as_ref().map(|(stored, geometry)| {
        add(stored, "Components")?;
        add(geometry, "Geometry")
    });
    let geometry = board.transpose()?;
    let options = add(&given.options, "Options")?;
    let action = add(&given.action, "Action")?;
    let event = add(&given.redacted_event, "Event")?;
    let effect = given.effect.as_ref().map(|effect| add(effect, "OwnEffect")).transpose()?;
    let view = add(&given.view, "View")?;
    let order = add(&given.order, "Order")?;
    let stored = types.remove(&components);
    let shown = per_ruleset::shown_components(ruleset.id(), stored, geometry.as_deref())?;
    types.insert(components.clone(), shown);
    let ruleset = ruleset.id();
    Ok(RulesetSchemas { ruleset, prefix, components, options, action, event, effect, view, order, types })
}

impl RulesetSchemas {
    /// One type as a JSON Schema that stands alone.
    pub fn alone(&self, name: &str) -> Value {
        let mut collected = BTreeMap::new();
        self.collect_with_references(name, &mut collected);
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": format!("#/$defs/{name}"),
            "$defs": collected,
        });
        references::redirect(&mut schema, &|name| format!("#/$defs/{name}"));
        schema
    }

    /// The name of the union of everything that can happen in a game.
    fn game_event(&self) -> String {
        format!("{}GameEvent", self.prefix)
    }

    fn event_union(&self, service_events: &str) -> Value {
        let parts = [&self.event, service_events].map(references::reference);
        let about = format!(
            "What happened in a game of `{}`, by its rules or at its table, told apart by `type`. \
             `seat`, if nothing else is said of it, is the seat that acted or that it concerns.",
            self.ruleset
        );
        json!({ "description": about, "anyOf": parts })
    }

    /// The name of the union of everything that a preview tells.
    fn any_effect(&self) -> String {
        format!("{}Effect", self.prefix)
    }

    /// The name of the effect that an event will follow.
    fn event_effect(&self) -> String {
        format!("{}EventEffect", self.prefix)
    }

    fn effect_union(&self, consequences: &str) -> Value {
        let parts = self.effect.as_deref().into_iter().chain([consequences]);
        let parts: Vec<Value> = parts.map(references::reference).collect();
        let about = format!(
            "What certainly follows from an action in a game of `{}`, told apart by `type`: an event as it \
             will be shown, or a fact.",
            self.ruleset
        );
        json!({ "description": about, "anyOf": parts })
    }

    /// What stands for the open types in this ruleset's forms.
    fn forms(&self) -> per_ruleset::Forms {
        let own = [
            ("Action", self.action.clone()),
            ("Event", self.game_event()),
            ("Effect", self.any_effect()),
            ("View", self.view.clone()),
            ("Order", self.order.clone()),
        ];
        let own = own.map(|(open, name)| (open.to_owned(), Value::String(name))).into_iter().collect();
        let within = Map::from_iter([("GameOptions".to_owned(), json!(self.options))]);
        per_ruleset::Forms { ruleset: self.ruleset, prefix: self.prefix.clone(), own, within }
    }

    /// Collects a type and every type that it refers to.
    fn collect_with_references(&self, name: &str, collected: &mut BTreeMap<String, Value>) {
        if collected.contains_key(name) {
            return;
        }
        if let Some(schema) = self.types.get(name) {
            collected.insert(name.to_owned(), schema.clone());
            references::referred(schema)
                .iter()
                .for_each(|name| self.collect_with_references(name, collected));
        }
    }
}

/// Gives a whole document, in which the rulesets' types have their places, the finish that every type needs: seats as
/// the numbers they are, unions split, and nothing that generators of clients can't read.
pub fn finish(document: &mut Value) {
    plain::inline_seats(document);
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.remove(plain::SEAT);
        let whole = std::mem::take(schemas).into_iter().collect();
        schemas.extend(references::nested_unions_split(whole));
    }
    plain::simplify(document);
}

/// Calls a page of a list after what it lists: `Page_Vote` becomes `VotePage`, and refers to it instead of carrying a
/// copy.
pub fn rename_pages(document: &mut Value) {
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let pages: Vec<String> = schemas
        .into_iter()
        .flat_map(Map::keys)
        .filter_map(|name| Some(name.strip_prefix("Page_")?.to_owned()))
        .collect();
    for listed in pages {
        let items = format!("/components/schemas/Page_{listed}/properties/items/items");
        if let Some(items) = document.pointer_mut(&items) {
            *items = references::reference(&listed);
        }
        rename(document, &format!("Page_{listed}"), &format!("{listed}Page"));
    }
}

/// Gives each type that refers to types of rulesets one form per ruleset; `service_events` is the union of what happens
/// at every table, `consequences` that of what previews tell in every game. Must come after [`finish`]. An error is a
/// bug in the types.
pub fn split_by_ruleset(
    document: &mut Value,
    rulesets: &[RulesetSchemas],
    service_events: &str,
    consequences: &str,
) -> Result<(), String> {
    let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else { return Ok(()) };
    for ruleset in rulesets {
        let name = ruleset.game_event();
        schemas.insert(name.clone(), ruleset.event_union(service_events));
        unions::flatten_union(schemas, &name)?;
        let name = ruleset.any_effect();
        schemas.insert(name.clone(), ruleset.effect_union(consequences));
        unions::flatten_union(schemas, &name)?;
        let event = json!({
            "description": "An event that will follow, as your seat will see it.",
            "type": "object",
            "properties": {
                "type": { "type": "string", "const": "event" },
                "event": references::reference(&ruleset.game_event()),
            },
            "required": ["type", "event"],
        });
        schemas.insert(ruleset.event_effect(), event);
        unions::add_alternative(schemas, &name, "event", &ruleset.event_effect());
    }
    let forms: Vec<per_ruleset::Forms> = rulesets.iter().map(RulesetSchemas::forms).collect();
    per_ruleset::split(schemas, &forms)
}

/// Takes away the types that nothing in a document leads to.
pub fn forget_unused(document: &mut Value) {
    let schemas = document.pointer_mut("/components/schemas").map(Value::take);
    let Some(Value::Object(mut unseen)) = schemas else { return };
    let mut used = BTreeMap::new();
    let mut wanted: Vec<String> = references::referred(document);
    while let Some(name) = wanted.pop() {
        if let Some(schema) = unseen.remove(&name) {
            wanted.extend(references::referred(&schema));
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
    references::redirect(document, &|name| format!("{COMPONENTS}{}", if name == from { to } else { name }));
}

/// Adds a type and its parts; gives the name it has now.
fn add(
    types: &mut BTreeMap<String, Value>,
    prefix: &str,
    described: &SchemaWithParts,
    role: &str,
) -> Result<String, String> {
    let name = format!("{prefix}{role}");
    let mut parts = named_parts(described)?;
    let own = parts.remove(&described.name).ok_or_else(|| format!("{} is no type", described.name))?;
    let union = unions::split(own, &name, &format!("{prefix}{{}}{role}"), &mut parts);
    let mut fresh = BTreeMap::from([(name.clone(), union)]);
    for (part, schema) in references::nested_unions_split(parts) {
        fresh.insert(references::with_ruleset(prefix, &part), schema);
    }
    for (part, mut schema) in fresh {
        references::redirect(&mut schema, &|name| {
            format!("{COMPONENTS}{}", references::with_ruleset(prefix, name))
        });
        match types.insert(part.clone(), schema.clone()) {
            Some(other) if other != schema => return Err(format!("two types are called {part}")),
            _ => {}
        }
    }
    Ok(name)
}

/// The parts by name; the type itself is one of them. Seats are put in place.
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
    parts.remove(plain::SEAT);
    for schema in parts.values_mut() {
        plain::inline_seats(schema);
        plain::simplify(schema);
    }
    Ok(parts.into_iter().collect())
}
