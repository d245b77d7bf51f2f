//! What a table can become until it starts, in one place.
//!
//! ```text
//! open ──full, starts when full──────────────► running
//!  │ ▲
//!  │ └─somebody left, was kicked or did not confirm─┐
//!  ├──full, starts on confirmation──────────► confirming ──everybody confirmed──► running
//!  ├──called off, or the last person left──► cancelled ◄──────────┤
//!  └──nobody came or went for long─────────► expired
//! ```

use super::terms::StartRule;
use crate::error::{Code, Error};
use crate::store::games::Status;

/// What a table comes to after somebody came, went or confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Wait,
    /// Everybody is asked to confirm to be there.
    Ask,
    /// It waits for those who have not confirmed.
    GoOnAsking,
    Start,
}

/// A table as it is after a change.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// How it stood before.
    pub status: Status,
    pub rule: StartRule,
    pub is_full: bool,
    pub all_confirmed: bool,
    pub ask_anew: bool,
}

/// What comes next for a table that has not started.
pub fn next(standing: Standing) -> Next {
    match (standing.is_full, standing.rule, standing.status) {
        (false, ..) => Next::Wait,
        (true, StartRule::WhenFull, _) => Next::Start,
        (true, StartRule::OnConfirmation, Status::Confirming) if !standing.ask_anew => {
            if standing.all_confirmed { Next::Start } else { Next::GoOnAsking }
        }
        (true, StartRule::OnConfirmation, _) => Next::Ask,
    }
}

/// Only a table that waits for its start can be changed. Errors: `game_already_started`, `table_closed`.
pub fn must_wait(status: Status) -> Result<(), Error> {
    match status {
        Status::Open | Status::Confirming => Ok(()),
        Status::Cancelled | Status::Expired | Status::Voided => Err(Code::TableClosed.problem()),
        Status::Running | Status::Paused | Status::Finished => Err(Code::GameAlreadyStarted.problem()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(status: Status, rule: StartRule, is_full: bool, all_confirmed: bool, ask_anew: bool) -> Next {
        next(Standing { status, rule, is_full, all_confirmed, ask_anew })
    }

    #[test]
    fn a_table_with_a_free_seat_waits_whatever_else_is_so() {
        for status in [Status::Open, Status::Confirming] {
            for rule in [StartRule::WhenFull, StartRule::OnConfirmation] {
                for flags in 0..4 {
                    let (confirmed, anew) = (flags & 1 == 1, flags & 2 == 2);
                    assert_eq!(after(status, rule, false, confirmed, anew), Next::Wait);
                }
            }
        }
    }

    #[test]
    fn a_full_table_starts_at_once_or_asks_first() {
        assert_eq!(after(Status::Open, StartRule::WhenFull, true, false, false), Next::Start);
        assert_eq!(after(Status::Open, StartRule::OnConfirmation, true, true, false), Next::Ask);
    }

    #[test]
    fn a_table_that_asks_starts_when_all_have_confirmed_and_nothing_changed_meanwhile() {
        let asking =
            |confirmed, anew| after(Status::Confirming, StartRule::OnConfirmation, true, confirmed, anew);
        assert_eq!(asking(false, false), Next::GoOnAsking);
        assert_eq!(asking(true, false), Next::Start);
        assert_eq!(asking(true, true), Next::Ask);
    }
}
