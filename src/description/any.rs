//! Types that differ from title to title, as the description of the service calls them.
//!
//! The description puts the titles' own types in their place.

use std::borrow::Cow;

use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::{ObjectBuilder, RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

/// The member by which an open type is known where it was copied into another.
pub const OPEN: &str = "x-open";

/// The schema of something that depends on the title.
fn open(name: &str, description: &str) -> RefOr<Schema> {
    let mark = ExtensionsBuilder::new().add(OPEN, name).build();
    ObjectBuilder::new().description(Some(description)).extensions(Some(mark)).into()
}

/// What a table can set, in the title's own terms.
pub struct AnyOptions;

impl PartialSchema for AnyOptions {
    fn schema() -> RefOr<Schema> {
        open("Options", "What a table can set before the start, in the title's own terms.")
    }
}

impl ToSchema for AnyOptions {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Options")
    }
}

/// An action, in the title's own terms.
pub struct AnyAction;

impl PartialSchema for AnyAction {
    fn schema() -> RefOr<Schema> {
        open("Action", "What a seat does, in the title's own terms; `type` says what.")
    }
}

impl ToSchema for AnyAction {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Action")
    }
}

/// A told event, in the title's own terms.
pub struct AnyEvent;

impl PartialSchema for AnyEvent {
    fn schema() -> RefOr<Schema> {
        open(
            "Event",
            "What happened, as this viewer is told it, in the title's own terms or in those of every table; `type` says what.",
        )
    }
}

impl ToSchema for AnyEvent {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Event")
    }
}

/// A view, in the title's own terms.
pub struct AnyView;

impl PartialSchema for AnyView {
    fn schema() -> RefOr<Schema> {
        open("View", "What this viewer may see, in the title's own terms.")
    }
}

impl ToSchema for AnyView {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("View")
    }
}

/// A standing order, in the title's own terms.
pub struct AnyOrder;

impl PartialSchema for AnyOrder {
    fn schema() -> RefOr<Schema> {
        open("Order", "An answer given in advance, in the title's own terms; `type` says which kind.")
    }
}

impl ToSchema for AnyOrder {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Order")
    }
}
