//! The decisions of the game: when they are open, their kinds and ids, and which actions answer them (rules page §13,
//! §15).
//!
//! | kind | asked | answers |
//! |---|---|---|
//! | `setup_settlement`, `setup_road` | the founder | the placement |
//! | `roll` | active | roll, or a development card before |
//! | `discard` | everyone who owes, at the same time | the cards |
//! | `move_robber`, `free_road` | active | the place |
//! | `main` | active | trade, building, cards, the end of the turn; answers to offers made to him |
//! | `trade_answer` | an addressee of an offer of the active player who said nothing yet; invited | accept, reject, counter |
//! | `trade` | everybody else while trade is open; a standing invitation | offers to the active player, and taking back |
//!
//! The active player answers offers under `main`: he is asked for his turn already.

use super::action::Action;
use super::state::{OfferId, Phase, Reply, Table};
use crate::rules::{Decision, NoticeKind, Seat};

/// Something a seat may or must answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Found a settlement.
    SetupSettlement,
    /// Lay its road.
    SetupRoad,
    /// Roll, or play a card before.
    Roll,
    /// Give cards back.
    Discard,
    /// Move the robber.
    MoveRobber,
    /// Lay a road free of charge.
    FreeRoad,
    /// Trade, build, end the turn.
    Main,
    /// Answer an offer of the active player.
    TradeAnswer(OfferId),
    /// Offer the active player a trade, or take something back.
    Trade,
}

impl Question {
    /// The kind in the API.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::SetupSettlement => "setup_settlement",
            Self::SetupRoad => "setup_road",
            Self::Roll => "roll",
            Self::Discard => "discard",
            Self::MoveRobber => "move_robber",
            Self::FreeRoad => "free_road",
            Self::Main => "main",
            Self::TradeAnswer(_) => "trade_answer",
            Self::Trade => "trade",
        }
    }

    /// Does the game wait for the answer?
    pub const fn blocking(self) -> bool {
        !matches!(self, Self::TradeAnswer(_) | Self::Trade)
    }

    /// The notice a person gets when it opens.
    pub const fn notice(self) -> Option<NoticeKind> {
        match self {
            Self::Discard => Some(NoticeKind::Discard),
            Self::TradeAnswer(_) => Some(NoticeKind::TradeOffered),
            Self::Trade => None,
            _ => Some(NoticeKind::YourTurn),
        }
    }

    /// A function of the table alone. It changes when the seat's own question does and, where a seat may act several
    /// times, with each of its actions; one that was closed never comes back.
    fn id(self, table: &Table, seat: Seat) -> String {
        let (turn, acts, market) = (table.turn, table.acts, table.market);
        match (self, &table.phase) {
            (Self::SetupSettlement | Self::SetupRoad, Phase::Founding(founding)) => {
                format!("{}.{}", self.kind(), founding.placed)
            }
            (Self::Discard, _) => format!("t{turn}.discard"),
            (Self::TradeAnswer(offer), _) => format!("t{turn}.offer{}.{market}", offer.0),
            (Self::Trade, _) => format!("t{turn}.trade.{market}.{}", table.player(seat).trade_acts),
            _ => format!("t{turn}.{}.{acts}", self.kind()),
        }
    }

    /// The decision of `seat`, with its id.
    pub fn decision(self, table: &Table, seat: Seat) -> Decision {
        Decision {
            id: self.id(table, seat),
            seat,
            kind: self.kind(),
            blocking: self.blocking(),
            notice: self.notice(),
        }
    }

    /// Is `action` an answer to it? Whether it is allowed is another matter.
    pub fn takes(self, action: &Action) -> bool {
        match self {
            Self::SetupSettlement => matches!(action, Action::PlaceSetupSettlement(_)),
            Self::SetupRoad => matches!(action, Action::PlaceSetupRoad(_)),
            Self::Roll => matches!(action, Action::Roll(_)) || is_card(action),
            Self::Discard => matches!(action, Action::Discard(_)),
            Self::MoveRobber => matches!(action, Action::MoveRobber(_)),
            Self::FreeRoad => matches!(action, Action::PlaceFreeRoad(_)),
            Self::Main => is_card(action) || is_building(action) || is_trade(action),
            Self::TradeAnswer(offer) => match action {
                Action::AcceptTrade(accepted) => accepted.offer == offer,
                Action::RejectTrade(rejected) => rejected.offer == offer,
                Action::CounterTrade(counter) => counter.offer == offer,
                _ => false,
            },
            Self::Trade => {
                matches!(action, Action::OfferTrade(_) | Action::RejectTrade(_) | Action::WithdrawTrade(_))
            }
        }
    }
}

const fn is_card(action: &Action) -> bool {
    matches!(
        action,
        Action::PlayKnight(_)
            | Action::PlayRoadBuilding(_)
            | Action::PlayYearOfPlenty(_)
            | Action::PlayMonopoly(_)
    )
}

const fn is_building(action: &Action) -> bool {
    matches!(
        action,
        Action::BuildRoad(_)
            | Action::BuildSettlement(_)
            | Action::BuildCity(_)
            | Action::BuyDevelopmentCard(_)
            | Action::EndTurn(_)
    )
}

const fn is_trade(action: &Action) -> bool {
    matches!(
        action,
        Action::OfferTrade(_)
            | Action::AcceptTrade(_)
            | Action::RejectTrade(_)
            | Action::ConfirmTrade(_)
            | Action::WithdrawTrade(_)
            | Action::MaritimeTrade(_)
    )
}

/// Every open question, in seat order.
pub fn open(table: &Table) -> Vec<(Seat, Question)> {
    let active = table.active;
    match &table.phase {
        Phase::Blank {} | Phase::Over { .. } => Vec::new(),
        Phase::Founding(founding) => {
            let question = match founding.settlement {
                None => Question::SetupSettlement,
                Some(_) => Question::SetupRoad,
            };
            vec![(active, question)]
        }
        Phase::Roll {} => vec![(active, Question::Roll)],
        Phase::Discard { owed } => owed.iter().map(|owed| (owed.seat, Question::Discard)).collect(),
        Phase::Robber { .. } => vec![(active, Question::MoveRobber)],
        Phase::FreeRoads { .. } => vec![(active, Question::FreeRoad)],
        Phase::Main {} => in_main(table),
    }
}

fn in_main(table: &Table) -> Vec<(Seat, Question)> {
    let mut asked = Vec::with_capacity(8);
    for seat in 0..table.seats() {
        if seat == table.active {
            asked.push((seat, Question::Main));
        } else if table.trading_open && !table.has_resigned(seat) {
            let offers = table.offers.iter().filter(|offer| offer.asks(seat));
            asked.extend(offers.map(|offer| (seat, Question::TradeAnswer(offer.id))));
            asked.push((seat, Question::Trade));
        }
    }
    asked
}

/// The open questions of one seat.
pub fn of_seat(table: &Table, seat: Seat) -> impl Iterator<Item = Question> {
    open(table).into_iter().filter(move |(asked, _)| *asked == seat).map(|(_, question)| question)
}

/// The open question of `seat` that `action` answers. An offer that asks the seat is answered under its own question;
/// an acceptance is taken back under the standing invitation.
pub fn find(table: &Table, seat: Seat, action: &Action) -> Option<Question> {
    of_seat(table, seat).find(|question| match (question, action) {
        (Question::Trade, Action::RejectTrade(rejected)) => {
            table.offer(rejected.offer).and_then(|offer| offer.reply_of(seat)) != Some(Reply::Pending)
        }
        _ => question.takes(action),
    })
}
