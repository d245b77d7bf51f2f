//! The five resources and bundles of their cards (rules page §2, §3).

use rules::{Counted, Counts, words};

/// A kind of resource card.
#[words(Settlers)]
pub enum Resource {
    /// What forests give when their number is rolled.
    Lumber,
    /// What hills give when their number is rolled.
    Brick,
    /// What pastures give when their number is rolled.
    Wool,
    /// What fields give when their number is rolled.
    Grain,
    /// What mountains give when their number is rolled.
    Ore,
}

pub type Bundle = Counts<Resource, { Resource::COUNT }>;

impl Counted for Resource {
    const COUNTS: &'static str = "SettlersBundle";
    const ABOUT: &'static str = "Numbers of resource cards by kind. In JSON an object such as \
        `{\"lumber\":1,\"brick\":1}`; kinds of which there are none are left out.";

    fn example() -> serde_json::Value {
        serde_json::json!({ "lumber": 1, "brick": 1 })
    }
}
