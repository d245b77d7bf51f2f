//! What the toy is made of.

use rules::Seat;
use serde::{Deserialize, Serialize};

/// What is wrong with the toy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    LosesCards,
    ShowsHands,
    TellsCards,
    ForgetsLapse,
    LapsesBySecrets,
    ListsTooMuch,
    ListsTooLittle,
    ReopensQuestions,
    UndocumentedRefusal,
    StepsOnSecrets,
    WaitsForNobody,
    WritesIllegibly,
    WaitsForTheResigned,
    PlaysForTheResigned,
    PaysTheResigned,
    RanksTheResigned,
    OrdersTooMuch,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub pile: Vec<u8>,
    pub hands: Vec<Vec<u8>>,
    pub played: Vec<u8>,
    pub points: Vec<i32>,
    pub turn: u32,
    pub rolled: bool,
    pub resigned: Vec<bool>,
    #[serde(default, skip_serializing_if = "illegible")]
    pub note: bool,
}

/// Stands for a field that is left out when it should not be: it is `true` from turn 20 on in a broken toy.
fn illegible(_: &bool) -> bool {
    true
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Roll {},
    Draw {},
    Play { card: u8 },
    Bet { amount: u8 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Dealt { pile: Vec<u8> },
    Rolled { face: u8 },
    Drawn { seat: Seat, card: u8 },
    Played { seat: Seat, card: u8 },
    Bet { seat: Seat, amount: u8 },
    GaveUp { seat: Seat },
}

#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct View {
    pub counts: Vec<usize>,
    pub hand: Option<Vec<u8>>,
    pub everything: Option<Vec<Vec<u8>>>,
    pub played: Vec<u8>,
    pub turn: u32,
    pub points: Vec<i32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RedactedEvent {
    Dealt,
    Rolled {
        face: u8,
    },
    Drawn {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<u8>,
    },
    Played {
        seat: Seat,
        card: u8,
    },
    Bet {
        seat: Seat,
        amount: u8,
    },
    GaveUp {
        seat: Seat,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Plays this card once it is held.
    PlayWhenHeld { card: u8 },
    /// Bets so much while the pile has cards left to draw.
    KeepBetting { amount: u8 },
}
