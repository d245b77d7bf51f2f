//! What a table can set before the start (rules page §12).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{HEXES, Hex, Land, SITES};
use super::terrain::Harbour;
use crate::rules::Seat;

/// The options of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = SettlersOptions)]
pub struct Options {
    /// How the island is laid.
    #[schema(default = "standard")]
    pub layout: Layout,
    /// In the variable layout: the corner hex where the numbers begin (0, 7, 16, 18, 11 or 2); drawn if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_corner: Option<Hex>,
    /// The seat that begins.
    #[schema(default = 0, maximum = 3)]
    pub first_seat: Seat,
    /// Does building close trade?
    #[schema(default = "strict")]
    pub trade_build: TradeBuild,
    /// Custom layout only, which tests use and tables can't choose: the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<CustomBoard>,
    /// The points that win; tables play to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 3, maximum = 30)]
    pub victory_points: Option<u8>,
    /// The most cards that a seven leaves alone; tables play with 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 95)]
    pub discard_limit: Option<u8>,
}

/// How the island is laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersLayout)]
pub enum Layout {
    /// As printed for the first game.
    #[default]
    Standard,
    /// Land and harbours shuffled, numbers in a spiral.
    Variable,
    /// As `board` says; for tests.
    Custom,
}

/// May one trade after building?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersTradeBuild)]
pub enum TradeBuild {
    /// The first paid build or purchase closes trade for the turn.
    #[default]
    Strict,
    /// Trade and building mix until the turn ends.
    Combined,
}

/// A board of one's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersCustomBoard)]
pub struct CustomBoard {
    /// The land hexes, by number.
    #[schema(value_type = Vec<Land>, min_items = 19, max_items = 19)]
    pub hexes: [Land; HEXES],
    /// The kinds of the harbours, by site.
    #[schema(value_type = Vec<Harbour>, min_items = 9, max_items = 9)]
    pub harbours: [Harbour; SITES],
    /// Where the robber begins.
    pub robber: Hex,
}

impl Options {
    /// The first of these options that only tests may choose.
    pub fn not_for_play(&self) -> Option<&'static str> {
        let only_for_tests = [
            ("layout", self.layout == Layout::Custom),
            ("board", self.board.is_some()),
            ("victory_points", self.victory_points.is_some()),
            ("discard_limit", self.discard_limit.is_some()),
        ];
        only_for_tests.into_iter().find(|(_, chosen)| *chosen).map(|(field, _)| field)
    }
}
