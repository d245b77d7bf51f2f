//! Whom a write calls.
//!
//! A call to a seat opens when the game begins to wait for it and closes when it no longer does: several decisions of
//! one seat in a row are one call. An offer of a trade calls too, although nobody waits for the answer.

use super::decision::{Decision, NoticeKind, Seat};

/// A call to a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Who is called.
    pub seat: Seat,
    /// What for: a word of [`NoticeKind`].
    pub kind: NoticeKind,
    /// The decision that must still be open when the notice is sent.
    pub decision: String,
}

/// The calls that a write opens; the seat that acted is there and needs none.
pub fn opened(before: &[Decision], after: &[Decision], acting: Option<Seat>) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for decision in after.iter().filter(|decision| Some(decision.seat) != acting) {
        let called = calls.iter().any(|call| call.seat == decision.seat);
        if !called && opens_call(before, after, decision) {
            calls.push(Call {
                seat: decision.seat,
                kind: decision.notice.unwrap_or(NoticeKind::YourTurn),
                decision: decision.id.clone(),
            });
        }
    }
    calls
}

fn opens_call(before: &[Decision], after: &[Decision], decision: &Decision) -> bool {
    if decision.blocking {
        return !awaits(before, decision.seat);
    }
    let is_new = !before.iter().any(|old| old.seat == decision.seat && old.id == decision.id);
    decision.notice.is_some() && is_new && !awaits(after, decision.seat)
}

/// Does the game wait for `seat`?
pub fn awaits(decisions: &[Decision], seat: Seat) -> bool {
    decisions.iter().any(|decision| decision.seat == seat && decision.blocking)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocking(seat: Seat, id: &str) -> Decision {
        let notice = Some(NoticeKind::YourTurn);
        Decision { id: id.to_owned(), seat, kind: "build", blocking: true, notice }
    }

    fn offer(seat: Seat, id: &str) -> Decision {
        let notice = Some(NoticeKind::TradeOffered);
        Decision { id: id.to_owned(), seat, kind: "trade_answer", blocking: false, notice }
    }

    fn called(before: &[Decision], after: &[Decision], acting: Seat) -> Vec<(Seat, String)> {
        opened(before, after, Some(acting)).into_iter().map(|call| (call.seat, call.decision)).collect()
    }

    #[test]
    fn a_seat_is_called_when_the_game_begins_to_wait_for_it() {
        let calls = called(&[blocking(0, "t1.build.1")], &[blocking(1, "t2.move.1")], 0);
        assert_eq!(calls, [(1, "t2.move.1".to_owned())]);
    }

    #[test]
    fn several_decisions_in_a_row_are_one_call() {
        let before = [blocking(0, "t1.first"), blocking(1, "t1.aging")];
        assert_eq!(called(&before, &[blocking(1, "t1.harvest")], 0), []);
    }

    #[test]
    fn whoever_acts_is_not_called_for_his_own_next_question() {
        assert_eq!(called(&[offer(0, "t1.offer3")], &[blocking(0, "t1.build.2")], 0), []);
    }

    #[test]
    fn an_offer_calls_once_and_only_seats_that_are_not_awaited() {
        let turn = blocking(0, "t1.build.1");
        let after = [turn.clone(), offer(1, "t1.offer1"), offer(2, "t1.offer1")];
        let both = [(1, "t1.offer1".to_owned()), (2, "t1.offer1".to_owned())];
        assert_eq!(called(std::slice::from_ref(&turn), &after, 0), both);
        assert_eq!(called(&after, &after, 0), []);
        let awaited = [turn, offer(0, "t1.offer2")];
        assert_eq!(called(&awaited[..1], &awaited, 1), []);
    }
}
