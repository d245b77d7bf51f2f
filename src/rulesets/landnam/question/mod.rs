//! The decisions of the game: when they are open, their kinds and ids, and which actions answer them (rules page §12).
//!
//! May know: the table, and the types of actions. May not know: a secret, or which answers are allowed. Who is
//! asked what is public, so that being asked tells nobody anything.

mod answers;
mod id;
mod open;

pub use id::closed_code;
pub use open::{find, of_seat, open};

use super::state::{OfferId, Side, Table};
use rules::{Decision, NoticeKind, Seat};

/// Something a seat may or must answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Play a harvest card, or none.
    HarvestCard,
    /// Choose the hex that ages.
    ChooseAging,
    /// Name who goes first at the Althing.
    NameFirst,
    Sue,
    /// Answer a suit. Only invited while somebody is asked to take the side over (B20).
    AnswerSuit {
        blocking: bool,
    },
    /// The principal of the leading side may hand over (B19).
    LeadSuit,
    /// Take a side of the suit over.
    TakeOver {
        side: Side,
        blocking: bool,
    },
    /// An earlier principal may add cards (B17).
    AddToSuit,
    /// Anybody may play an Althing card (B14).
    AlthingCard,
    /// Move, explore, play cards, end phase 2.
    Movement,
    /// Name the number of a hex found with an omen.
    ChooseNumber,
    /// Flee from a chaser.
    Flee,
    Build,
    TradeAnswer {
        offer: OfferId,
        /// Has the seat not declined yet? One that has may still accept, but is asked no more (B40).
        is_asked: bool,
    },
    Trade,
}

impl Question {
    pub const fn kind(self) -> &'static str {
        match self {
            Self::HarvestCard => "harvest_card",
            Self::ChooseAging => "choose_aging",
            Self::NameFirst => "name_first",
            Self::Sue => "sue",
            Self::AnswerSuit { .. } => "answer_suit",
            Self::LeadSuit => "lead_suit",
            Self::TakeOver { .. } => "take_over",
            Self::AddToSuit => "add_to_suit",
            Self::AlthingCard => "althing_card",
            Self::Movement => "movement",
            Self::ChooseNumber => "choose_number",
            Self::Flee => "flee",
            Self::Build => "build",
            Self::TradeAnswer { .. } => "trade_answer",
            Self::Trade => "trade",
        }
    }

    /// Does the game wait for the answer?
    pub const fn blocking(self) -> bool {
        match self {
            Self::AnswerSuit { blocking } | Self::TakeOver { blocking, .. } => blocking,
            Self::LeadSuit | Self::AddToSuit | Self::AlthingCard | Self::TradeAnswer { .. } | Self::Trade => {
                false
            }
            _ => true,
        }
    }

    /// The notice a person gets when it opens.
    pub const fn notice(self) -> Option<NoticeKind> {
        match self {
            Self::HarvestCard
            | Self::ChooseAging
            | Self::NameFirst
            | Self::Movement
            | Self::ChooseNumber
            | Self::Build => Some(NoticeKind::YourTurn),
            Self::Sue | Self::AnswerSuit { blocking: true } | Self::TakeOver { .. } => {
                Some(NoticeKind::Althing)
            }
            Self::Flee => Some(NoticeKind::Flight),
            Self::TradeAnswer { is_asked: true, .. } => Some(NoticeKind::TradeOffered),
            Self::TradeAnswer { is_asked: false, .. }
            | Self::AnswerSuit { blocking: false }
            | Self::LeadSuit
            | Self::AddToSuit
            | Self::AlthingCard
            | Self::Trade => None,
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
}
