//! Types that differ from ruleset to ruleset, as the OpenAPI description names them before each ruleset's own types
//! take their place.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::{ObjectBuilder, RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{COMPONENTS, RulesetSchemas, unions};
use crate::tagged_options::RULESET;

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
    AnyOptions as "GameOptions": "What can be set before the game starts, in the ruleset's own terms.";
    AnyAction as "Action": "What a seat does, in the ruleset's own terms; `type` says what.";
    AnyEvent as "Event": "What happened, as far as this viewer may know it, in the ruleset's own terms or in those of every game; `type` says what.";
    AnyEffect as "Effect": "What will follow from an action for certain: an event as it will be shown, or a fact in the ruleset's own terms or in those of every game; `type` says what.";
    AnyView as "View": "What this viewer may see, in the ruleset's own terms.";
    AnyOrder as "Order": "An answer given in advance, in the ruleset's own terms; `type` says which kind.";
}

/// Adds the options of each ruleset as clients see and send them, and puts the union of them in place of the open type.
/// In an export, which is of one ruleset, options stand as the ruleset has them.
pub fn add_options(schemas: &mut Map<String, Value>, rulesets: &[RulesetSchemas]) {
    let about = "What can be set before the game starts, told apart by `ruleset`. In a request `ruleset` is that of the game.";
    let mut mapping = Map::new();
    for ruleset in rulesets {
        let mut options =
            ruleset.types.get(&ruleset.options).and_then(Value::as_object).cloned().unwrap_or_default();
        options.remove("required");
        unions::tag_with(&mut options, RULESET, ruleset.ruleset);
        let name = format!("{}GameOptions", ruleset.prefix);
        mapping.insert(ruleset.ruleset.to_owned(), json!(format!("{COMPONENTS}{name}")));
        schemas.insert(name, Value::Object(options));
    }
    schemas.insert("GameOptions".to_owned(), unions::distinguished(json!(about), RULESET, mapping));
}
