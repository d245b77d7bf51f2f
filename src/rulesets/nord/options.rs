//! What can be set before the start of a game (rules page §6).

use super::board::{Island, IslandPlan};
use rules::{wire, words};

/// What can be set before the start.
#[wire(Nord)]
#[derive(Default)]
#[serde(default)]
pub struct Options {
    /// `standard`: the island of the rules for so many players; `variable`: drawn by number; `custom`: your own.
    #[schema(default = "standard")]
    pub island: IslandKind,
    /// With `island: variable`: which sides of the tiles are up.
    #[schema(default = "front")]
    pub sides: Sides,
    /// With `island: variable`: its number. The same number, sides and players give the same island. Drawn if left out.
    #[schema(minimum = 0, maximum = 999_999)]
    pub number: Option<u32>,
    /// Who begins in which of the start settlements, where the island names them.
    #[schema(default = "random")]
    pub start_order: StartSeating,
    /// With `island: custom`: the island.
    pub custom: Option<IslandPlan>,
    /// A board that meets no conditions, which tests use and players can't choose.
    #[schema(ignore)]
    pub diagram: Option<Island>,
}

#[words(Nord)]
#[derive(Default)]
pub enum IslandKind {
    /// The one for first games, with its start settlements.
    #[default]
    Standard,
    /// One that chance lays; the players choose their start settlements.
    Variable,
    /// As `custom` says; the players choose their start settlements unless it names them.
    Custom,
}

/// `front`: for first games, one area of each terrain on a tile; `mixed`: either side, tile by tile; `back`: the wilder
/// sides.
#[words(Nord)]
#[derive(Default)]
pub enum Sides {
    /// The sides for first games: one area of each terrain on each tile.
    #[default]
    Front,
    /// Either side, tile by tile.
    Mixed,
    /// The wilder sides, on every tile.
    Back,
}

/// `random`: by lot; `listed`: in seat order.
#[words(Nord)]
#[derive(Default)]
pub enum StartSeating {
    /// Drawn by chance in the set-up.
    #[default]
    Random,
    /// The first seat in the first of them, and so on.
    Listed,
}

/// How the island was chosen.
#[wire(Nord)]
#[derive(Copy, Default)]
pub struct Layout {
    /// The option of the game.
    pub island: IslandKind,
    /// Of a variable island alone.
    pub sides: Sides,
    /// The number of a variable island, which gives the same island again.
    pub number: Option<u32>,
    pub start_order: StartSeating,
}

impl Options {
    pub fn layout(&self) -> Layout {
        let Self { island, sides, number, start_order, .. } = *self;
        Layout { island, sides, number, start_order }
    }
}
