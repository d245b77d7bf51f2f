//! What can be set before the start of a game (rules page §6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Island, IslandPlan};

/// The options of a game.
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
    /// On the custom island: the island itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom: Option<IslandPlan>,
    /// A board that meets no conditions, which tests use and players can't choose.
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
    /// Drawn by chance in the set-up.
    #[default]
    Random,
    /// The first seat in the first of them, and so on.
    Listed,
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
