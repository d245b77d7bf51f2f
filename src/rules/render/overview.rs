//! How a game stands in figures: the players in a strip, and what the viewer holds. The page of a seat, its mails and
//! the pictures show the same.

use serde::Serialize;

use crate::decision::Seat;

/// How a game stands for its viewer. The texts are in the language of the reader.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Overview {
    /// In the order of the seats.
    pub players: Vec<PlayerOverview>,
    /// The cards of the viewer; `None` for a viewer without a seat.
    pub hand: Option<Hand>,
    /// The last roll, where dice lie on the table.
    pub dice: Option<[u8; 2]>,
    /// What the players play for: `10 points win`.
    pub goal: Option<String>,
}

/// What everybody knows of a player, in figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerOverview {
    pub seat: Seat,
    /// Is it their turn?
    pub is_active: bool,
    /// Does the game wait for them, in this turn or in that of another player?
    pub is_awaited: bool,
    pub has_resigned: bool,
    pub points: i32,
    /// Cards, and what else is public.
    pub figures: Vec<Figure>,
}

/// A number with its picture, and with words for those who do not see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    pub icon: Icon,
    pub count: u32,
    /// `3 cards`
    pub text: String,
}

/// What a player holds, and what it can buy.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Hand {
    /// One of each kind that the player holds, and those of a kind that it can pay with even when it holds none.
    pub cards: Vec<Card>,
    /// What can be bought at any time, in the usual order; empty where nothing is bought.
    pub costs: Vec<Cost>,
    /// What else the player knows: `With hidden cards you have 7 points.`
    pub notes: Vec<String>,
}

/// A kind of card in a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    pub icon: Icon,
    pub count: u32,
    /// What the kind is called.
    pub name: String,
    /// Why it can't be used now: `bought in this turn`.
    pub note: Option<String>,
}

/// What a thing costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cost {
    pub icon: Icon,
    pub name: String,
    pub parts: Vec<CostPart>,
    /// Does the hand cover it, and is a piece left?
    pub is_payable: bool,
    /// How many pieces are left, where they run out.
    pub left: Option<u32>,
}

/// So many cards of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CostPart {
    pub icon: Icon,
    pub count: u32,
    /// `2 grain`
    pub text: String,
}

/// A small picture: a path on a ground of one colour, both within 12 units around the origin. A ruleset has a list of
/// them. The ground is the colour of the terrain where a card comes from, so that it is found on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Icon {
    /// Its name among those of the ruleset.
    pub name: &'static str,
    pub ground: &'static str,
    pub ink: &'static str,
    /// In the language of SVG paths. It is filled; a hole runs the other way round.
    pub path: &'static str,
}

impl Icon {
    pub const fn new(
        name: &'static str,
        (ground, ink): (&'static str, &'static str),
        path: &'static str,
    ) -> Self {
        Self { name, ground, ink, path }
    }
}

impl CostPart {
    /// So many cards, described by `text`.
    pub fn new(icon: Icon, count: impl Into<u32>, text: String) -> Self {
        Self { icon, count: count.into(), text }
    }
}

impl Figure {
    pub fn new(icon: Icon, count: impl Into<u32>, text: String) -> Self {
        Self { icon, count: count.into(), text }
    }
}
