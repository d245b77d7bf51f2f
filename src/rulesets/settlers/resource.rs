//! The five resources and bundles of their cards (rules page §2, §3).

use rules::{Counted, Counts, words};

/// Yield: `lumber` from forests, `brick` from hills, `wool` from pastures, `grain` from fields, `ore` from mountains.
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
    const ABOUT: &'static str = "Resource cards by kind; kinds of which there are none are left out.";

    const MOST: u8 = 19;

    fn example() -> serde_json::Value {
        serde_json::json!({ "lumber": 1, "brick": 1 })
    }
}
