//! The options of all titles.

use serde_json::{Map, Value, json};

use super::{TitleSchemas, merge};

/// Every option that a title has, in one object. Tables of all titles are listed together, and whoever lists them wants
/// one type; each option says whose it is.
pub fn every_option(titles: &[TitleSchemas]) -> Value {
    let about = "What a table can set before the start, in the title's own terms. A title refuses the options of another.";
    let nothing =
        json!({ "type": "object", "properties": {}, "additionalProperties": false, "description": about });
    let nothing = nothing.as_object().cloned().unwrap_or_default();
    let mut every = titles.iter().fold(nothing, |every, title| merge::either(every, options_of(title)));
    every.remove("required");
    Value::Object(every)
}

/// The options of one title, each of which says so.
fn options_of(title: &TitleSchemas) -> Map<String, Value> {
    let mut options = title.types.get(&title.options).and_then(Value::as_object).cloned().unwrap_or_default();
    let properties = options.get_mut("properties").and_then(Value::as_object_mut);
    for option in properties.into_iter().flat_map(|properties| properties.values_mut()) {
        let about = option.get("description").and_then(Value::as_str).unwrap_or_default();
        option["description"] = json!(format!("Of `{}`. {about}", title.ruleset).trim_end());
    }
    options
}
