//! Whom a vote and what it led to is told by mail.

use uuid::Uuid;

use crate::service::calls::Notice;
use crate::service::table::Table;
use rules::Seat;

/// What a notice of the table is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Vote,
    /// Somebody is offered a seat.
    SeatOffered,
    /// A bot plays for the owner of a seat.
    CaretakerSeated,
    /// Somebody else has the seat now; told to whoever had it.
    SeatReplaced,
    /// A vote is decided, or its time is over; told to the seat that opened it.
    VoteDecided,
}

impl Kind {
    const ALL: [Self; 5] =
        [Self::Vote, Self::SeatOffered, Self::CaretakerSeated, Self::SeatReplaced, Self::VoteDecided];

    pub fn word(self) -> &'static str {
        match self {
            Self::Vote => "vote",
            Self::SeatOffered => "seat_offered",
            Self::CaretakerSeated => "caretaker_seated",
            Self::SeatReplaced => "seat_replaced",
            Self::VoteDecided => "vote_decided",
        }
    }

    /// The kind that a stored word names.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Asks every voter but the one who opened the vote.
pub fn voters(table: &Table, vote: Uuid, voters: &[Seat], opened_by: Seat) -> Vec<Notice> {
    let asked = voters.iter().filter(|seat| **seat != opened_by);
    asked
        .filter_map(|seat| owner(table, *seat).map(|account| notice(Kind::Vote, *seat, account, Some(vote))))
        .collect()
}

/// Tells the seat that opened a vote how it ended, unless its own ballot decided it.
pub fn decided(table: &Table, vote: Uuid, opened_by: Seat, decided_by: Option<Seat>) -> Option<Notice> {
    let opener = owner(table, opened_by).filter(|_| decided_by != Some(opened_by));
    opener.map(|account| notice(Kind::VoteDecided, opened_by, account, Some(vote)))
}

/// Tells somebody that a vote has offered him a seat.
pub fn offered(seat: Seat, account: Uuid, vote: Uuid) -> Notice {
    notice(Kind::SeatOffered, seat, account, Some(vote))
}

/// Tells the owner of a seat that a bot plays there, unless he wanted it himself.
pub fn caretaker(table: &Table, seat: Seat, decided_by: Option<Seat>) -> Option<Notice> {
    let owner = owner(table, seat).filter(|_| decided_by != Some(seat));
    owner.map(|account| notice(Kind::CaretakerSeated, seat, account, None))
}

/// Tells whoever had a seat that somebody else has it.
pub fn replaced(seat: Seat, owner: Uuid) -> Notice {
    notice(Kind::SeatReplaced, seat, owner, None)
}

pub fn owner(table: &Table, seat: Seat) -> Option<Uuid> {
    table.present.accounts.get(usize::from(seat)).copied().flatten()
}

fn notice(kind: Kind, seat: Seat, account: Uuid, vote: Option<Uuid>) -> Notice {
    Notice { seat, kind: kind.word(), account, decision: vote.map(|vote| vote.to_string()) }
}
