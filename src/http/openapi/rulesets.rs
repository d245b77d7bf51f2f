//! The rulesets' own types, in the places that the annotations leave open.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{directions, events, examples, webhooks};
use crate::notifications::Kinds;
use rules::AnyRuleset;
use rules::schemas::{self, OPEN, RulesetSchemas};

/// The schema of events that are the same for every ruleset, such as votes.
const SERVICE_EVENT: &str = "ServiceEvent";
/// The schema of what previews tell in every game.
const CONSEQUENCE: &str = "Consequence";

/// Adds every ruleset's types, and puts them in the places of the open types.
pub fn add(document: &mut Value, shipped: &[&dyn AnyRuleset]) -> Result<(), String> {
    let rulesets: Vec<RulesetSchemas> =
        shipped.iter().map(|ruleset| schemas::of(*ruleset)).collect::<Result<_, _>>()?;
    refer_to_open_types(document);
    schemas::rename(document, "Shape_Action", "ActionShape");
    schemas::rename_pages(document);
    let schemas = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
        .ok_or("the annotations name no types")?;
    schemas::add_options(schemas, &rulesets)?;
    schemas::add_components(schemas, &rulesets);
    if let Some(ruleset) =
        schemas.get_mut("CreateGame").and_then(|new| new.pointer_mut("/properties/ruleset"))
    {
        ruleset["enum"] = shipped.iter().map(|ruleset| ruleset.id()).collect();
    }
    let seats = shipped.iter().map(|ruleset| ruleset.players());
    let players = seats.reduce(|all, one| *all.start().min(one.start())..=*all.end().max(one.end()));
    for form in ["CreateGame", "UpdateGame"] {
        let seats = schemas.get_mut(form).and_then(|form| form.pointer_mut("/properties/seats"));
        if let (Some(seats), Some(players)) = (seats, &players) {
            seats["minimum"] = json!(players.start());
            seats["maximum"] = json!(players.end());
        }
    }
    let kinds = Kinds::new(shipped.iter().flat_map(|ruleset| ruleset.call_kinds()).copied());
    if let Some(kind) = schemas.get_mut("CallKind") {
        kind["enum"] = kinds.calls().map(|call| call.name).collect();
    }
    if let Some(topic) = schemas.get_mut("WebhookTopic") {
        topic["enum"] = json!(kinds.webhook_topics());
    }
    if let Some(kind) = schemas.get_mut("NotificationKind") {
        kind["enum"] = kinds.in_streams().collect();
    }
    events::add(schemas)?;
    webhooks::add(document, &kinds)?;
    // The options of the rulesets, too, which are sent in both directions.
    let written = directions::written(document);
    let schemas = document
        .pointer_mut("/components/schemas")
        .and_then(Value::as_object_mut)
        .ok_or("the annotations name no types")?;
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !written.contains(*name)) {
        directions::always_sent(schema);
    }
    let own: BTreeSet<String> = rulesets.iter().flat_map(|ruleset| ruleset.types.keys().cloned()).collect();
    for (name, schema) in rulesets.iter().flat_map(|ruleset| &ruleset.types) {
        if schemas.insert(name.clone(), schema.clone()).is_some() {
            return Err(format!("two types are called {name}"));
        }
    }
    schemas::finish(document);
    schemas::split_by_ruleset(document, &rulesets, SERVICE_EVENT, CONSEQUENCE)?;
    schemas::forget_unused(document);
    show_actions(document, shipped);
    let written = directions::written(document);
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    for (name, schema) in schemas.into_iter().flatten().filter(|(name, _)| !written.contains(*name)) {
        directions::open(schema);
        if own.contains(name) {
            directions::never_null(schema);
        }
    }
    Ok(())
}

/// Shows an action of each ruleset where one is sent.
fn show_actions(document: &mut Value, shipped: &[&dyn AnyRuleset]) {
    let actions = examples::actions(shipped);
    let operations = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    for operation in operations.filter_map(|(_, path)| path.get_mut("post")) {
        let content = operation.pointer_mut("/requestBody/content/application~1json");
        if let Some(content) = content
            && content["schema"]["$ref"] == "#/components/schemas/ActionRequest"
        {
            content["examples"] = actions.clone();
        }
    }
}

/// Replaces the copies of open types within generic types by references.
fn refer_to_open_types(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                match value.get_mut(OPEN).map(Value::take) {
                    Some(Value::String(name)) if *key != name => {
                        *value = json!({ "$ref": format!("#/components/schemas/{name}") });
                    }
                    _ => refer_to_open_types(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(refer_to_open_types),
        _ => {}
    }
}
