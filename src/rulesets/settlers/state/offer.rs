//! Offers of trade (rules page §7.1).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::resource::Bundle;
use rules::Seat;

/// The number of an offer, counted from 1 over the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = SettlersOfferId, value_type = u32, minimum = 1, maximum = 2147483647)]
pub struct OfferId(pub u32);

/// An open offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersOffer)]
pub struct Offer {
    /// Its number.
    pub id: OfferId,
    /// Who made it.
    pub from: Seat,
    /// Whom it is made to, and what they have said so far.
    pub to: Vec<Addressee>,
    /// What its maker gives.
    pub give: Bundle,
    /// What its maker gets.
    pub get: Bundle,
    /// The offer that this one answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<OfferId>,
    /// Is the first acceptance carried out at once?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_come: bool,
    /// How often its last acceptance was taken back: each time it is another question whether to carry it out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub emptied: u16,
}

/// One to whom an offer is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersAddressee)]
pub struct Addressee {
    /// Who.
    pub seat: Seat,
    /// What he has said.
    pub reply: Reply,
    /// How often the seat has taken an acceptance back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken_back: u16,
}

fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// What an addressee has said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersSaid)]
pub enum Reply {
    /// Nothing yet.
    Pending,
    /// Yes; the maker may carry it out with him.
    Accepted,
    /// No.
    Rejected,
}

impl Offer {
    /// What `seat` has said, if it is made to him.
    pub fn reply_of(&self, seat: Seat) -> Option<Reply> {
        self.to.iter().find(|to| to.seat == seat).map(|to| to.reply)
    }

    /// Is `seat` still to say something?
    pub fn asks(&self, seat: Seat) -> bool {
        self.reply_of(seat) == Some(Reply::Pending)
    }

    /// May `seat` accept it? One that has rejected it still may: a slip of the thumb must not cost a trade.
    pub fn may_still_accept(&self, seat: Seat) -> bool {
        matches!(self.reply_of(seat), Some(Reply::Pending | Reply::Rejected))
    }

    /// How often `seat` has taken an acceptance back.
    pub fn taken_back_by(&self, seat: Seat) -> u16 {
        self.to.iter().find(|to| to.seat == seat).map_or(0, |to| to.taken_back)
    }

    pub fn is_rejected(&self) -> bool {
        self.to.iter().all(|to| to.reply == Reply::Rejected)
    }

    pub fn accepted(&self) -> impl Iterator<Item = Seat> {
        self.to.iter().filter(|to| to.reply == Reply::Accepted).map(|to| to.seat)
    }
}
