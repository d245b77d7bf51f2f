//! The JSON of a title, described: what the description of the service shows to writers of clients.

use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

use super::ruleset::Ruleset;

/// The JSON Schemas of a title.
pub struct Schemas {
    pub options: Described,
    /// What a seat does: a union told apart by `type`.
    pub action: Described,
    /// What a viewer is told: a union told apart by `type`.
    pub told: Described,
    pub view: Described,
    /// An answer in advance: a union told apart by `type`.
    pub order: Described,
}

/// A type of JSON and every type it is made of.
pub struct Described {
    pub name: String,
    pub schema: RefOr<Schema>,
    /// The named types that it refers to, directly or not.
    pub parts: Vec<(String, RefOr<Schema>)>,
}

impl Schemas {
    pub fn of<R: Ruleset>() -> Self {
        Self {
            options: Described::of::<R::Options>(),
            action: Described::of::<R::Action>(),
            told: Described::of::<R::RedactedEvent>(),
            view: Described::of::<R::View>(),
            order: Described::of::<R::Order>(),
        }
    }
}

impl Described {
    fn of<T: ToSchema>() -> Self {
        let mut parts = Vec::new();
        T::schemas(&mut parts);
        Self { name: T::name().into_owned(), schema: <T as PartialSchema>::schema(), parts }
    }
}
