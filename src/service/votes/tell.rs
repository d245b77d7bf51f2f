//! Whom a vote and what it led to is told by mail.

use uuid::Uuid;

use crate::notifications::MailKind;
use crate::service::calls::Notice;
use crate::service::table::Table;
use rules::Seat;

/// Asks every voter but the one who opened the vote.
pub fn voters(table: &Table, vote: Uuid, voters: &[Seat], opened_by: Seat) -> Vec<Notice> {
    let asked = voters.iter().filter(|seat| **seat != opened_by);
    asked
        .filter_map(|seat| {
            owner(table, *seat).map(|account| notice(MailKind::Vote, *seat, account, Some(vote)))
        })
        .collect()
}

/// Tells the seat that opened a vote how it ended, unless its own ballot decided it.
pub fn decided(table: &Table, vote: Uuid, opened_by: Seat, decided_by: Option<Seat>) -> Option<Notice> {
    let opener = owner(table, opened_by).filter(|_| decided_by != Some(opened_by));
    opener.map(|account| notice(MailKind::VoteDecided, opened_by, account, Some(vote)))
}

/// Tells somebody that a vote has offered him a seat.
pub fn offered(seat: Seat, account: Uuid, vote: Uuid) -> Notice {
    notice(MailKind::SeatOffered, seat, account, Some(vote))
}

/// Tells the owner of a seat that a bot plays there, unless he wanted it himself.
pub fn caretaker(table: &Table, seat: Seat, decided_by: Option<Seat>) -> Option<Notice> {
    let owner = owner(table, seat).filter(|_| decided_by != Some(seat));
    owner.map(|account| notice(MailKind::CaretakerSeated, seat, account, None))
}

/// Tells whoever had a seat that somebody else has it.
pub fn replaced(seat: Seat, owner: Uuid) -> Notice {
    notice(MailKind::SeatReplaced, seat, owner, None)
}

pub fn owner(table: &Table, seat: Seat) -> Option<Uuid> {
    table.present.accounts.get(usize::from(seat)).copied().flatten()
}

fn notice(kind: MailKind, seat: Seat, account: Uuid, vote: Option<Uuid>) -> Notice {
    Notice { seat, kind: kind.name(), account, decision: vote.map(|vote| vote.to_string()) }
}
