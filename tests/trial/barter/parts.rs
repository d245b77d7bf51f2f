//! What the barter is made of.

use rules::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is wrong with the barter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    TellsUnmarked,
    ShowsUnmarked,
    ForeseesHands,
    PromisesDice,
    RefusesBySecrets,
    NumbersOffersAgain,
    MarksItsIds,
    KeepsPoints,
    ForgetsActs,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BarterOptions)]
pub struct Options {}

/// A card that lies on the table until it is bought or withdrawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = BarterOffer)]
pub struct Offer {
    pub number: u32,
    pub card: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub pile: Vec<u8>,
    pub hands: Vec<Vec<u8>>,
    pub shown: Vec<u8>,
    pub points: Vec<i32>,
    pub turn: u32,
    pub begun: bool,
    /// What the seat whose turn it is has done in it.
    pub acts: u8,
    pub offer: Option<Offer>,
    pub offers_made: u32,
    /// What was answered to the last question: has the seat a high card?
    pub answer: Option<(Seat, bool)>,
    pub resigned: Vec<bool>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BarterAction)]
pub enum Action {
    Begin {},
    Draw {},
    Show { card: u8 },
    Offer { card: u8 },
    Withdraw {},
    Accept {},
    Ask { seat: Seat },
    Gamble {},
    End {},
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = BarterEvent)]
pub enum Event {
    Dealt { pile: Vec<u8>, hands: Vec<Vec<u8>> },
    Begun {},
    Drawn { seat: Seat, card: u8 },
    Shown { seat: Seat, card: u8 },
    Offered { seat: Seat, offer: u32, card: u8 },
    Withdrawn { seat: Seat },
    Bought { seat: Seat, from: Seat },
    Answered { of: Seat, is_high: bool },
    Paid { seat: Seat, amount: i32 },
    Gambled { seat: Seat, face: u8 },
    TurnEnded {},
    GaveUp { seat: Seat },
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = BarterRedactedEvent)]
pub enum RedactedEvent {
    Whole(Event),
    Redacted(Redacted),
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = BarterRedacted)]
pub enum Redacted {
    Dealt {},
    Drawn { seat: Seat },
    Answered { of: Seat },
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = BarterView)]
pub struct View {
    pub hand: Option<Vec<u8>>,
    pub counts: Vec<usize>,
    pub shown: Vec<u8>,
    pub points: Vec<i32>,
    pub turn: u32,
    pub acts: u8,
    pub offer: Option<Offer>,
    pub answer: Option<(Seat, bool)>,
}

/// What an action leaves in hand.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = BarterOwnEffect)]
pub enum Effect {
    /// The seat will have these cards in hand.
    WillKeep { cards: Vec<u8> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BarterOrder)]
pub enum Order {
    /// Buys what is offered.
    Buy {},
    /// Shows this card at the start of a turn.
    ShowFirst { card: u8 },
}
