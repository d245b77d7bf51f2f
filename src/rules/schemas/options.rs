//! The options of all rulesets.

use serde_json::{Map, Value, json};

use super::{RulesetSchemas, unions};

/// Every option that a ruleset has, in one object. Games of all rulesets are listed together, and a client that
/// lists them wants one type; each option names its ruleset.
pub fn every_option(rulesets: &[RulesetSchemas]) -> Value {
    let about = "What can be set before the game starts, in the ruleset's own terms. A ruleset refuses the options of another.";
    let nothing =
        json!({ "type": "object", "properties": {}, "additionalProperties": false, "description": about });
    let nothing = nothing.as_object().cloned().unwrap_or_default();
    let mut every =
        rulesets.iter().fold(nothing, |every, ruleset| unions::either(every, options_of(ruleset)));
    every.remove("required");
    Value::Object(every)
}

/// The options of one ruleset, each of which says so.
fn options_of(ruleset: &RulesetSchemas) -> Map<String, Value> {
    let mut options =
        ruleset.types.get(&ruleset.options).and_then(Value::as_object).cloned().unwrap_or_default();
    let properties = options.get_mut("properties").and_then(Value::as_object_mut);
    for option in properties.into_iter().flat_map(|properties| properties.values_mut()) {
        let about = option.get("description").and_then(Value::as_str).unwrap_or_default();
        option["description"] = json!(format!("Of `{}`. {about}", ruleset.ruleset).trim_end());
    }
    options
}
