//! What a table can set before the start (rules page §6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Field, Island, LaidTile, Settlement, Sites};

/// The options of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = NordOptions)]
pub struct Options {
    /// Which island is laid.
    #[schema(default = "standard")]
    pub island: IslandKind,
    /// On the variable island: which sides of the tiles are up.
    #[schema(default = "front")]
    pub sides: Sides,
    /// On the variable island: its number. The same number, sides and players give the same island; drawn if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 999_999)]
    pub number: Option<u32>,
    /// Where the island says in which settlements the players begin: who begins in which.
    #[schema(default = "random")]
    pub start_order: StartOrder,
    /// On the custom island: the island.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom: Option<CustomIsland>,
    /// A board that meets no conditions, which tests use and tables can't choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub diagram: Option<Island>,
}

/// Which island is laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordIslandKind)]
pub enum IslandKind {
    /// The one for first games, with its start settlements.
    #[default]
    Standard,
    /// One that chance lays; the players choose their start settlements.
    Variable,
    /// As `custom` says; the players choose their start settlements unless it names them.
    Custom,
}

/// Which sides of the tiles are up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordSides)]
pub enum Sides {
    /// The sides for first games: one area of each terrain on each tile.
    #[default]
    Front,
    /// Either side, tile by tile.
    Mixed,
    /// The wilder sides.
    Back,
}

/// Who begins in which of the start settlements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordStartSeating)]
pub enum StartOrder {
    /// Drawn.
    #[default]
    Random,
    /// The first seat in the first of them, and so on.
    Listed,
}

/// An island of one's own, made of the tiles of the game. It is moved so that two rows and columns of sea are seen
/// around its land.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordCustomIsland)]
pub struct CustomIsland {
    /// One tile for each player and four more: all different, hanging together by edges, each beside the sea.
    pub tiles: Vec<LaidTile>,
    /// The sea field of the small dragon boat, beside land.
    pub dragon_boat: Field,
    /// One settlement on each tile, from `s1` on: each with the sea before a gate, 3 steps from each other and from the
    /// small dragon boat.
    #[schema(value_type = std::collections::BTreeMap<String, Field>, example = json!({"s1": "5,2"}))]
    pub settlements: Sites,
    /// As many of them as there are players, to begin in; absent or empty if they choose themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<Settlement>,
}

/// What is chosen about the island besides the island itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordLayout)]
pub struct Layout {
    /// Which island is laid.
    pub island: IslandKind,
    /// Which sides of the tiles are up on a variable island.
    pub sides: Sides,
    /// The number of a variable island; with the same sides and players it gives the same island again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Who begins in which of the start settlements that the island names.
    pub start_order: StartOrder,
}

impl Options {
    /// What is chosen about the island besides the island itself.
    pub fn layout(&self) -> Layout {
        let Self { island, sides, number, start_order, .. } = *self;
        Layout { island, sides, number, start_order }
    }

    /// The first of these options that only tests may choose.
    pub fn not_for_play(&self) -> Option<&'static str> {
        self.diagram.is_some().then_some("diagram")
    }
}
