//! Types that differ from ruleset to ruleset, as the OpenAPI description names them before each ruleset's own types take
//! their place.

use std::borrow::Cow;

use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::{ObjectBuilder, RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

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
    AnyView as "View": "What this viewer may see, in the ruleset's own terms.";
    AnyOrder as "Order": "An answer given in advance, in the ruleset's own terms; `type` says which kind.";
}
