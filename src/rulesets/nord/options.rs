//! What can be set before the start of a game (rules page §6).

use super::board::{Island, IslandPlan};
use rules::{wire, words};

/// The options of a game.
#[wire(Nord)]
#[derive(Default)]
#[serde(default)]
pub struct Options {
    /// Which island is laid.
    #[schema(default = "standard")]
    pub island: IslandKind,
    /// On the variable island: which sides of the tiles are up.
    #[schema(default = "front")]
    pub sides: Sides,
    /// On the variable island: its number. The same number, sides and players give the same island; drawn if absent.
    #[schema(minimum = 0, maximum = 999_999)]
    pub number: Option<u32>,
    /// Where the island says in which settlements the players begin: who begins in which.
    #[schema(default = "random")]
    pub start_order: StartSeating,
    /// On the custom island: the island itself.
    pub custom: Option<IslandPlan>,
    /// A board that meets no conditions, which tests use and players can't choose.
    #[schema(ignore)]
    pub diagram: Option<Island>,
}

/// Which island is laid.
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

/// Which sides of the tiles are up.
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

/// Who begins in which of the start settlements.
#[words(Nord)]
#[derive(Default)]
pub enum StartSeating {
    /// Drawn by chance in the set-up.
    #[default]
    Random,
    /// The first seat in the first of them, and so on.
    Listed,
}

/// What is chosen about the island besides the island itself.
#[wire(Nord)]
#[derive(Copy, Default)]
pub struct Layout {
    /// Which island is laid.
    pub island: IslandKind,
    /// Which sides of the tiles are up on a variable island.
    pub sides: Sides,
    /// The number of a variable island; with the same sides and players it gives the same island again.
    pub number: Option<u32>,
    /// Who begins in which of the start settlements that the island names.
    pub start_order: StartSeating,
}

impl Options {
    pub fn layout(&self) -> Layout {
        let Self { island, sides, number, start_order, .. } = *self;
        Layout { island, sides, number, start_order }
    }

    /// The first of these options that only tests may choose.
    pub fn not_for_play(&self) -> Option<&'static str> {
        self.diagram.is_some().then_some("diagram")
    }
}
