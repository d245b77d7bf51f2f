//! The four resources and bundles of their cards (rules page §1).

use rules::{Counted, Counts, words};

/// What hexes yield: bogs `iron`, fields `grain`, forests `timber`, pastures `wool`.
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
    const ABOUT: &'static str = "Resource cards by kind; kinds of which there are none are left out.";

    const MOST: u8 = 19;

    fn example() -> serde_json::Value {
        serde_json::json!({ "iron": 1, "wool": 2 })
    }
}
