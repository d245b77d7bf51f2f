//! Who is asked what: seats and their open decisions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place at the table, counted from 0 in the order of play.
pub type Seat = u8;

/// Something a seat may or must answer.
///
/// The `id` is a function of the state alone. It changes only when the seat's own question changes, and in
/// open phases (building, movement) with each action of that seat, so that a repeated request is harmless.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// For example `t12.build.3`; unique among the open decisions of its seat.
    pub id: String,
    /// The seat that is asked.
    pub seat: Seat,
    /// What is asked, in the ruleset's own words (`answer_suit`, `movement`, …).
    pub kind: &'static str,
    /// `true`: the game waits for this answer (the seat is *awaited*); `false`: the seat is only *invited*.
    pub blocking: bool,
    /// The notice a person gets when this question opens; `None` for standing invitations nobody is called for. It is
    /// public: what a call depends on beyond it is told by [`super::Ruleset::deserves_call`].
    pub notice: Option<NoticeKind>,
}

impl Decision {
    /// Is somebody told of it: does it block, or is it an invitation with a call?
    pub fn is_asked(&self) -> bool {
        self.blocking || self.notice.is_some()
    }
}

/// The kinds of notice a ruleset can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The seat's turn goes on: roll, movement, building and what belongs to them.
    YourTurn,
    /// The Althing needs this seat: to sue, to answer a suit, to take one over.
    Althing,
    /// A unit of this seat is chased and must flee.
    Flight,
    /// Somebody offers this seat a trade.
    TradeOffered,
    /// Cards must be discarded.
    Discard,
    /// Others have answered what this seat offered or asked for.
    OfferAnswered,
    /// Somebody offers this seat a trade that it can't accept with what it holds.
    UnpayableOffer,
}

impl NoticeKind {
    pub const ALL: [Self; 7] = [
        Self::YourTurn,
        Self::Althing,
        Self::Flight,
        Self::TradeOffered,
        Self::Discard,
        Self::OfferAnswered,
        Self::UnpayableOffer,
    ];

    /// Does the game wait for a seat that is called so?
    pub fn is_awaited(self) -> bool {
        !matches!(self, Self::TradeOffered | Self::OfferAnswered | Self::UnpayableOffer)
    }

    /// The word that is stored and shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::YourTurn => "your_turn",
            Self::Althing => "althing",
            Self::Flight => "flight",
            Self::TradeOffered => "trade_offered",
            Self::Discard => "discard",
            Self::OfferAnswered => "offer_answered",
            Self::UnpayableOffer => "unpayable_offer",
        }
    }
}
