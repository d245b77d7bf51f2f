//! What the contract itself does, without any ruleset.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod chance;
mod typed_answers;

use rules::{Call, CallKind, Decision, DecisionChange, Hex, HexCorner, NotAHex, Seat, opened_calls};

// Whom a write calls.

fn blocking(seat: Seat, id: &str) -> Decision {
    let call = Some(CallKind::YOUR_TURN);
    Decision { id: id.to_owned(), seat, kind: "build", blocking: true, call }
}

fn offer(seat: Seat, id: &str) -> Decision {
    let call = Some(CallKind::TRADE_OFFERED);
    Decision { id: id.to_owned(), seat, kind: "trade_answer", blocking: false, call }
}

fn calls(before: &[Decision], after: &[Decision], acting: Seat, answered: &[Seat]) -> Vec<Call> {
    let deserves_call = |decision: &Decision| decision.id != "t1.unpayable";
    opened_calls(&DecisionChange { before, after, acting: Some(acting), answered, deserves_call })
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
fn who_acts_is_not_called_for_what_they_are_asked_next() {
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
    assert_eq!(calls[0].kind, CallKind::UNPAYABLE_OFFER);
    assert_eq!(calls.len(), 1);
}

#[test]
fn an_answer_that_was_waited_for_calls_unless_a_question_does() {
    let turn = blocking(0, "t1.build.1");
    let answer = calls(std::slice::from_ref(&turn), std::slice::from_ref(&turn), 1, &[0, 0]);
    assert_eq!(answer, [Call { seat: 0, kind: CallKind::OFFER_ANSWERED, decision: None }]);
    let countered = [turn.clone(), offer(0, "t1.offer2")];
    let one = calls(&[turn], &countered, 1, &[0]);
    assert_eq!(one.len(), 1);
    assert_eq!(one[0].decision.as_deref(), Some("t1.offer2"));
}

// Hexes, their corners and their names.

#[test]
fn every_neighbour_is_one_step_away_and_knows_it() {
    for hex in Hex::disc(3) {
        for neighbour in hex.neighbours() {
            assert_eq!(hex.distance(neighbour), 1);
            assert!(neighbour.neighbours().contains(&hex));
        }
    }
}

#[test]
fn a_disc_has_three_r_times_r_plus_one_and_one_hexes() {
    assert_eq!(Hex::disc(3).count(), 37);
    assert_eq!(Hex::disc(4).count(), 61);
}

#[test]
fn a_corner_touches_exactly_the_hexes_that_list_it() {
    for hex in Hex::disc(3) {
        for corner in hex.corners() {
            for touched in corner.hexes() {
                assert!(touched.corners().contains(&corner));
            }
            assert!(corner.hexes().contains(&hex));
        }
    }
}

#[test]
fn corners_one_edge_apart_share_two_hexes() {
    for corner in Hex::CENTRE.corners() {
        for other in corner.neighbours() {
            assert!(other.neighbours().contains(&corner));
            let shared = corner.hexes().iter().filter(|hex| other.hexes().contains(hex)).count();
            assert_eq!(shared, 2);
        }
    }
}

#[test]
fn names_are_read_back_and_have_one_spelling() {
    assert_eq!("2,-3".parse(), Ok(Hex::new(2, -3)));
    assert_eq!("2,-3,S".parse(), Ok(HexCorner::south(Hex::new(2, -3))));
    assert_eq!(HexCorner::north(Hex::new(-1, 0)).to_string(), "-1,0,N");
    assert_eq!("-128,127".parse(), Ok(Hex::new(-128, 127)));
    for wrong in ["", "1", "1,", "1,2,3", "+1,2", "01,2", "00,2", "1, 2", "-0,1", "--1,2", "128,0", "-129,0"]
    {
        assert_eq!(wrong.parse::<Hex>(), Err(NotAHex), "{wrong}");
    }
    for wrong in ["1,2", "1,2,E", "1,2,n"] {
        assert_eq!(wrong.parse::<HexCorner>(), Err(NotAHex), "{wrong}");
    }
}
