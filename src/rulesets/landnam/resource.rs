//! The four resources and bundles of their cards (rules page §1).

use rules::{Counted, Counts, words};

/// A kind of resource card.
#[words]
pub enum Resource {
    /// The yield of bogs.
    Iron,
    /// The yield of fields.
    Grain,
    /// The yield of forests.
    Timber,
    /// The yield of pastures.
    Wool,
}

pub type Bundle = Counts<Resource, { Resource::COUNT }>;

impl Counted for Resource {
    const COUNTS: &'static str = "Bundle";
    const ABOUT: &'static str = "Numbers of resource cards by kind. In JSON an object such as \
        `{\"iron\":1,\"wool\":2}`; kinds of which there are none are left out.";

    fn example() -> serde_json::Value {
        serde_json::json!({ "iron": 1, "wool": 2 })
    }
}
