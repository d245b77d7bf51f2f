//! Types that differ from ruleset to ruleset, as the OpenAPI description names them before each ruleset's own types
//! take their place, and the options of all rulesets in one type.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::{ObjectBuilder, RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{RulesetSchemas, unions};

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
    AnyOptions as "Options": "What can be set before the game starts, in the ruleset's own terms.";
    AnyAction as "Action": "What a seat does, in the ruleset's own terms; `type` says what.";
    AnyEvent as "Event": "What happened, as far as this viewer may know it, in the ruleset's own terms or in those of every game; `type` says what.";
    AnyEffect as "Effect": "What will follow from an action for certain: an event as it will be shown, or a fact in the ruleset's own terms or in those of every game; `type` says what.";
    AnyView as "View": "What this viewer may see, in the ruleset's own terms.";
    AnyOrder as "Order": "An answer given in advance, in the ruleset's own terms; `type` says which kind.";
}

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
