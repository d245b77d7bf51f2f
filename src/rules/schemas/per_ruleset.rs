//! Schemas that contain a ruleset-specific type are written once per ruleset, distinguished by `ruleset`.
//!
//! A client for one ruleset finds all of its types under its name (`LandnamViewNow`, `LandnamAction`) and needs none of
//! the others; a client for all of them takes the union.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::{ObjectBuilder, RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{COMPONENTS, RulesetSchemas, references, unions};
use crate::tagged_options::RULESET;

// The open types: those that differ from ruleset to ruleset, as the annotations name them before each ruleset's own
// types take their place.

/// The member by which an open type is known where it was copied into another.
pub const OPEN: &str = "x-open";

macro_rules! open_types {
    ($($rust_name:ident as $name:literal: $description:literal;)*) => {$(
        pub struct $rust_name;

        impl PartialSchema for $rust_name {
            fn schema() -> RefOr<Schema> {
                let mark = ExtensionsBuilder::new().add(OPEN, $name).build();
                ObjectBuilder::new().description(Some($description)).extensions(Some(mark)).into()
            }
        }

        impl ToSchema for $rust_name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        }
    )*};
}

open_types! {
    AnyComponents as "Components": "What the game is played with, in the ruleset's own terms.";
    AnyOptions as "GameOptions": "What can be set before the game starts, in the ruleset's own terms.";
    AnyAction as "Action": "What a seat does, in the ruleset's own terms; `type` says what.";
    AnyEvent as "Event": "What happened, as far as this viewer may know it, in the ruleset's own terms or in those of every game; `type` says what.";
    AnyEffect as "Effect": "What will follow from an action for certain: an event as it will be shown, or a fact in the ruleset's own terms or in those of every game; `type` says what.";
    AnyView as "View": "What this viewer may see, in the ruleset's own terms.";
    AnyOrder as "Order": "An answer given in advance, in the ruleset's own terms; `type` says which kind.";
}

/// Adds the options of each ruleset as clients see and send them, and puts the union of them in place of the open type.
/// In an export, which is of one ruleset, options stand as the ruleset has them.
/// An error is a bug in the types.
pub fn add_options(schemas: &mut Map<String, Value>, rulesets: &[RulesetSchemas]) -> Result<(), String> {
    let about = "What can be set before the game starts, told apart by `ruleset`. In a request `ruleset` is that of the game.";
    let mut mapping = Map::new();
    for ruleset in rulesets {
        let options = ruleset.types.get(&ruleset.options).and_then(Value::as_object);
        let mut options = options.cloned().ok_or_else(|| format!("{} is no object", ruleset.options))?;
        options.remove("required");
        unions::tag_with(&mut options, RULESET, ruleset.ruleset);
        let name = format!("{}GameOptions", ruleset.prefix);
        mapping.insert(ruleset.ruleset.to_owned(), json!(format!("{COMPONENTS}{name}")));
        schemas.insert(name, Value::Object(options));
    }
    schemas.insert("GameOptions".to_owned(), unions::distinguished(json!(about), RULESET, mapping));
    Ok(())
}

/// The components of a ruleset as clients see them: those that games store, if they are described, and what
/// [`crate::geometry`] adds.
pub fn shown_components(
    ruleset: &str,
    stored: Option<Value>,
    geometry: Option<&str>,
) -> Result<Value, String> {
    let stored = stored.unwrap_or_else(|| json!({ "type": "object", "properties": {}, "required": [] }));
    let Value::Object(mut shown) = stored else {
        return Err(format!("the components of {ruleset} are no object"));
    };
    let about = format!(
        "What `{ruleset}` is played with: decks, costs, limits, and what a client needs to draw the board."
    );
    shown.insert("description".to_owned(), json!(about));
    let list = |of: &str, about: &str| json!({ "type": "array", "items": references::reference(of), "description": about });
    let mut added = vec![
        (
            "colours",
            list("GroundColour", "The grounds of the board, in the colours of the server's pictures."),
        ),
        (
            "seats",
            list("SeatStyle", "How the pieces of each seat are told apart, in the order of the seats."),
        ),
    ];
    added.extend(geometry.map(|geometry| ("geometry", references::reference(geometry))));
    for (name, schema) in added {
        if let Value::Object(properties) = shown.entry("properties").or_insert_with(|| json!({}))
            && properties.insert(name.to_owned(), schema).is_some()
        {
            return Err(format!("the components of {ruleset} have a {name} of their own"));
        }
        if let Value::Array(required) = shown.entry("required").or_insert_with(|| json!([])) {
            required.push(json!(name));
        }
    }
    unions::tag_with(&mut shown, RULESET, ruleset);
    Ok(Value::Object(shown))
}

/// Puts the union of the components of all rulesets in place of the open type.
pub fn add_components(schemas: &mut Map<String, Value>, rulesets: &[RulesetSchemas]) {
    let about = "What the game is played with, told apart by `ruleset`.";
    let target = |ruleset: &RulesetSchemas| json!(format!("{COMPONENTS}{}", ruleset.components));
    let mapping = rulesets.iter().map(|ruleset| (ruleset.ruleset.to_owned(), target(ruleset))).collect();
    schemas.insert("Components".to_owned(), unions::distinguished(json!(about), RULESET, mapping));
}

/// What stands for the open types in the forms of one ruleset.
pub struct Forms {
    pub ruleset: &'static str,
    /// What the names of its types begin with.
    pub prefix: String,
    /// Its own types, by the names of the open ones: what contains one of these has forms.
    pub own: Map<String, Value>,
    /// Shared type name → this ruleset's replacement, used inside its own schemas only.
    pub within: Map<String, Value>,
}

/// Gives every type in which an open type stands a form for each ruleset. A type that says its `ruleset` becomes the
/// union of its forms; any other is only a part of such types and has its forms alone. An error is a bug in the types.
pub fn split(schemas: &mut Map<String, Value>, rulesets: &[Forms]) -> Result<(), String> {
    let open: BTreeSet<String> = rulesets.iter().flat_map(|ruleset| ruleset.own.keys().cloned()).collect();
    let holders = holders(schemas, &open);
    for name in &holders {
        let Some(schema) = schemas.get(name).map(|schema| put_together(schema, schemas)) else { continue };
        for ruleset in rulesets {
            let form = ruleset.form(&schema, &holders);
            let prefixed = ruleset.prefixed(name);
            if schemas.insert(prefixed.clone(), form).is_some() {
                return Err(format!("two types are called {prefixed}"));
            }
        }
        let union = union(&schema, name, rulesets);
        schemas.extend(union.map(|union| (name.clone(), union)));
    }
    schemas.retain(|name, schema| !open.contains(name) && (!holders.contains(name) || is_union(schema)));
    Ok(())
}

/// The types that refer to an open type, directly or not. One that does not say its `ruleset` may refer to the union of
/// the forms of one that does, and needs no forms for that.
fn holders(schemas: &Map<String, Value>, open: &BTreeSet<String>) -> BTreeSet<String> {
    let becomes_union = |name: &str| schemas.get(name).is_some_and(|schema| says_ruleset(schema, schemas));
    let mut found = open.clone();
    loop {
        let refers = |schema: &Value| {
            let says = says_ruleset(schema, schemas);
            let needs_forms = |name: &String| found.contains(name) && (says || !becomes_union(name));
            references::referred(schema).iter().any(needs_forms)
        };
        let more: Vec<String> = schemas
            .iter()
            .filter(|(name, schema)| !found.contains(*name) && refers(schema))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return &found - open;
        }
        found.extend(more);
    }
}

/// An object that is described in pieces as one.
fn put_together(schema: &Value, schemas: &Map<String, Value>) -> Value {
    let Some(pieces) = schema.get("allOf").and_then(Value::as_array) else { return schema.clone() };
    let pieces = pieces.iter().filter_map(|piece| resolved(piece, schemas).as_object());
    let mut whole = pieces.fold(Map::new(), unions::together);
    whole.extend(schema.get("description").map(|about| ("description".to_owned(), about.clone())));
    Value::Object(whole)
}

impl Forms {
    fn prefixed(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn form(&self, schema: &Value, holders: &BTreeSet<String>) -> Value {
        let mut form = schema.clone();
        references::redirect(&mut form, &|name| {
            let own = self.own.get(name).or_else(|| self.within.get(name));
            let own = own.and_then(Value::as_str).map(str::to_owned);
            let own = own.unwrap_or_else(|| {
                if holders.contains(name) { self.prefixed(name) } else { name.to_owned() }
            });
            format!("{COMPONENTS}{own}")
        });
        // The server accepts a form without `ruleset`. The schema requires it, so that generated clients can tell the
        // forms apart.
        if form.pointer("/properties/ruleset").is_some()
            && let Value::Object(members) = &mut form
        {
            unions::tag_with(members, RULESET, self.ruleset);
        }
        form
    }
}

/// Puts the form of one ruleset in the place of each union of forms, all through a document. Gives the names of the types
/// that led to such a union, directly or not, and those of the unions and forms.
pub fn keep_only(document: &mut Value, ruleset: &str) -> BTreeSet<String> {
    let Some(Value::Object(schemas)) = document.pointer("/components/schemas") else {
        return BTreeSet::new();
    };
    let form = |(name, schema): (&String, &Value)| {
        let discriminator = schema.get("discriminator").filter(|one| one["propertyName"] == RULESET)?;
        let target = discriminator["mapping"].get(ruleset)?.as_str()?.strip_prefix(COMPONENTS)?;
        Some((name.clone(), target.to_owned()))
    };
    let forms: BTreeMap<String, String> = schemas.iter().filter_map(form).collect();
    let mut narrowed: BTreeSet<String> = forms.keys().cloned().collect();
    loop {
        let leads = |schema: &Value| references::referred(schema).iter().any(|name| narrowed.contains(name));
        let more = schemas.iter().filter(|(name, schema)| !narrowed.contains(*name) && leads(schema));
        let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
        if more.is_empty() {
            break;
        }
        narrowed.extend(more);
    }
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.retain(|name, _| !forms.contains_key(name));
    }
    references::redirect(document, &|name| {
        let name = forms.get(name).map_or(name, String::as_str);
        format!("{COMPONENTS}{name}")
    });
    narrowed.extend(forms.into_values());
    narrowed
}

/// The union of the forms; `None` for a type that does not say of which ruleset it is.
fn union(schema: &Value, name: &str, rulesets: &[Forms]) -> Option<Value> {
    schema.get("properties")?.get(RULESET)?;
    let target = |ruleset: &Forms| json!(format!("{COMPONENTS}{}", ruleset.prefixed(name)));
    let mapping: Map<String, Value> =
        rulesets.iter().map(|ruleset| (ruleset.ruleset.to_owned(), target(ruleset))).collect();
    let about = schema
        .get("description")
        .cloned()
        .unwrap_or_else(|| json!("One form for each ruleset, distinguished by `ruleset`."));
    Some(unions::distinguished(about, RULESET, mapping))
}

/// Has it the property that says of which ruleset it is, in a piece of it or as a whole?
fn says_ruleset(schema: &Value, schemas: &Map<String, Value>) -> bool {
    let says = |schema: &Value| schema.pointer("/properties/ruleset").is_some();
    let mut pieces = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    says(schema) || pieces.any(|piece| says(resolved(piece, schemas)))
}

/// What a reference refers to; any other schema is meant itself.
fn resolved<'s>(schema: &'s Value, schemas: &'s Map<String, Value>) -> &'s Value {
    references::direct(schema).and_then(|name| schemas.get(name)).unwrap_or(schema)
}

fn is_union(schema: &Value) -> bool {
    schema.get("discriminator").is_some()
}
