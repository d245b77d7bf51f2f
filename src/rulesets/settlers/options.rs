//! What a game can set before the start (rules page §12).

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::board::Hex;
use super::components::{Components, Island};
use rules::{Seat, wire, words};

/// What can be set before the start.
#[wire(Settlers)]
#[derive(Default)]
#[serde(default)]
pub struct Options {
    /// `standard` as printed for the first game; `variable` with land and harbours shuffled and the numbers in a
    /// spiral.
    #[schema(default = "standard")]
    pub layout: Layout,
    /// Layout `variable` only: the corner hex where the spiral of numbers begins (0, 2, 7, 11, 16 or 18); drawn if left
    /// out.
    pub start_corner: Option<Hex>,
    /// The seat that has the first turn; at most the last seat of the game.
    #[schema(default = 0)]
    pub first_seat: Seat,
    /// May a seat trade after it has built?
    #[schema(default = "strict")]
    pub trade_build: TradeBuild,
    /// Custom layout only, which tests use and games can't choose: the board.
    #[schema(ignore)]
    pub board: Option<Island>,
    /// House rule: the points that win. Without it 10; with another number the game is not rated.
    #[schema(minimum = 8, maximum = 12)]
    pub victory_points: Option<u8>,
    /// House rule: the most cards that a roll of 7 leaves alone. Without it 7; with another number the game is not
    /// rated.
    #[schema(minimum = 7, maximum = 9)]
    pub discard_limit: Option<u8>,
}

/// The points that win which a game may choose; tests have more.
const VICTORY_POINTS: RangeInclusive<u8> = 8..=12;
/// The limits of a seven which a game may choose; tests have more.
const DISCARD_LIMITS: RangeInclusive<u8> = 7..=9;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// As printed for the first game.
    #[default]
    Standard,
    /// Land and harbours shuffled, numbers in a spiral.
    Variable,
    /// As `board` says; for tests.
    Custom,
}

/// Described without the layout that only tests use.
impl PartialSchema for Layout {
    fn schema() -> RefOr<Schema> {
        let about = "How the island is laid: `standard` as printed for the first game, `variable` with land and harbours \
                     shuffled and the numbers in a spiral.";
        let layouts =
            ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["standard", "variable"]));
        layouts.description(Some(about)).build().into()
    }
}

impl ToSchema for Layout {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("SettlersLayout")
    }
}

/// `strict`: the first building or purchase ends trade for the turn; `combined`: it does not.
#[words(Settlers)]
#[derive(Default)]
pub enum TradeBuild {
    /// The first paid build or purchase closes trade for the turn.
    #[default]
    Strict,
    /// Trade and building mix until the turn ends.
    Combined,
}

impl Options {
    /// The first of these options that a game may not choose, and why.
    pub fn not_for_play(&self) -> Option<(&'static str, &'static str)> {
        let tests = "Only tests may set this option.";
        let outside = |chosen: Option<u8>, range: &RangeInclusive<u8>| {
            chosen.is_some_and(|chosen| !range.contains(&chosen))
        };
        let barred = [
            ("layout", self.layout == Layout::Custom, tests),
            ("board", self.board.is_some(), tests),
            (
                "victory_points",
                outside(self.victory_points, &VICTORY_POINTS),
                "The points that win are 8 to 12.",
            ),
            ("discard_limit", outside(self.discard_limit, &DISCARD_LIMITS), "The limit is 7 to 9."),
        ];
        barred.into_iter().find(|(_, chosen, _)| *chosen).map(|(field, _, why)| (field, why))
    }

    /// The options that differ from the numbers of the original.
    pub fn house_rules(&self, components: &Components) -> Vec<&'static str> {
        let differs = |chosen: Option<u8>, usual: u8| chosen.is_some_and(|chosen| chosen != usual);
        let rules = [
            ("victory_points", differs(self.victory_points, components.victory_points)),
            ("discard_limit", differs(self.discard_limit, components.discard_limit)),
        ];
        rules.into_iter().filter(|(_, differs)| *differs).map(|(rule, _)| rule).collect()
    }
}
