//! Whom a write calls.
//!
//! A call to a seat opens when the game begins to wait for it and closes when it no longer does: several decisions of
//! one seat in a row are one call. An invitation with a notice (an offer of a trade, an acceptance to confirm) calls too,
//! although nobody waits for it and even if the seat is awaited already, and so does an answer of others that the seat has
//! waited for. No question calls twice.

use super::decision::{Decision, NoticeKind, Seat};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub seat: Seat,
    /// What for: a word of [`NoticeKind`].
    pub kind: NoticeKind,
    /// The decision that must still be open when the notice is sent; `None` if it tells an answer that asks nothing. Such
    /// a notice is sent unless the seat has acted since.
    pub decision: Option<String>,
}

/// What was open before and after a write, and what it answered.
pub struct Change<'c, D> {
    /// The open decisions before it.
    pub before: &'c [Decision],
    /// The open decisions after it.
    pub after: &'c [Decision],
    /// The seat that acted: it is there and needs no call.
    pub acting: Option<Seat>,
    /// Seats that have waited for what happened; see [`super::Ruleset::answered`].
    pub answered: &'c [Seat],
    /// See [`super::Ruleset::deserves_call`].
    pub deserves_call: D,
}

/// The calls that a write opens, at most one a seat.
pub fn opened(change: &Change<'_, impl Fn(&Decision) -> bool>) -> Vec<Call> {
    let Change { before, after, acting, answered, deserves_call } = change;
    let mut calls: Vec<Call> = Vec::new();
    let mut put = |call: Call| {
        if Some(call.seat) != *acting && calls.iter().all(|other| other.seat != call.seat) {
            calls.push(call);
        }
    };
    let decided =
        |decision: &Decision, kind| Call { seat: decision.seat, kind, decision: Some(decision.id.clone()) };
    let opens = || after.iter().filter(|decision| opens_call(before, decision));
    for decision in opens() {
        let kind = decision.notice.unwrap_or(NoticeKind::YourTurn);
        if decision.blocking || deserves_call(decision) {
            put(decided(decision, kind));
        }
    }
    for seat in answered.iter() {
        put(Call { seat: *seat, kind: NoticeKind::OfferAnswered, decision: None });
    }
    for decision in opens().filter(|decision| decision.notice == Some(NoticeKind::TradeOffered)) {
        put(decided(decision, NoticeKind::UnpayableOffer));
    }
    calls
}

fn opens_call(before: &[Decision], decision: &Decision) -> bool {
    let same = before.iter().find(|old| old.seat == decision.seat && old.id == decision.id);
    // A question that has called as an invitation does not call again when the game begins to wait for it.
    let has_called = same.is_some_and(|old| old.notice.is_some());
    if decision.blocking {
        return !has_called && !awaits(before, decision.seat);
    }
    decision.notice.is_some() && same.is_none()
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

    fn calls(before: &[Decision], after: &[Decision], acting: Seat, answered: &[Seat]) -> Vec<Call> {
        let deserves_call = |decision: &Decision| decision.id != "t1.unpayable";
        opened(&Change { before, after, acting: Some(acting), answered, deserves_call })
    }

    fn called(before: &[Decision], after: &[Decision], acting: Seat) -> Vec<(Seat, String)> {
        let calls = calls(before, after, acting, &[]).into_iter();
        calls.map(|call| (call.seat, call.decision.unwrap_or_default())).collect()
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
    fn whoever_acts_is_not_called_for_what_they_are_asked_next() {
        assert_eq!(called(&[offer(0, "t1.offer3")], &[blocking(0, "t1.build.2")], 0), []);
        assert_eq!(calls(&[], &[], 0, &[0]), []);
    }

    #[test]
    fn an_offer_calls_once_even_a_seat_that_is_awaited() {
        let turn = blocking(0, "t1.build.1");
        let after = [turn.clone(), offer(1, "t1.offer1"), offer(2, "t1.offer1")];
        let both = [(1, "t1.offer1".to_owned()), (2, "t1.offer1".to_owned())];
        assert_eq!(called(std::slice::from_ref(&turn), &after, 0), both);
        assert_eq!(called(&after, &after, 0), []);
        let counter = [turn, offer(0, "t1.offer2")];
        assert_eq!(called(&counter[..1], &counter, 1), [(0, "t1.offer2".to_owned())]);
        assert_eq!(called(&counter, &counter, 1), []);
    }

    #[test]
    fn an_invitation_that_begins_to_block_does_not_call_again() {
        let invited = offer(1, "t1.suit1.takeover.defendant");
        let awaited = Decision { blocking: true, ..invited.clone() };
        assert_eq!(called(std::slice::from_ref(&invited), &[awaited], 0), []);
    }

    #[test]
    fn an_offer_that_cannot_be_accepted_calls_under_a_kind_of_its_own() {
        let calls = calls(&[], &[offer(1, "t1.unpayable")], 0, &[]);
        assert_eq!(calls[0].kind, NoticeKind::UnpayableOffer);
        assert_eq!(calls.len(), 1);
    }

    #[test]
    fn an_answer_that_was_waited_for_calls_unless_a_question_does() {
        let turn = blocking(0, "t1.build.1");
        let answer = calls(std::slice::from_ref(&turn), std::slice::from_ref(&turn), 1, &[0, 0]);
        assert_eq!(answer, [Call { seat: 0, kind: NoticeKind::OfferAnswered, decision: None }]);
        let countered = [turn.clone(), offer(0, "t1.offer2")];
        let one = calls(&[turn], &countered, 1, &[0]);
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].decision.as_deref(), Some("t1.offer2"));
    }
}
