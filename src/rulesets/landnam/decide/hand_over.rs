//! Handing a side of a suit over (rules page §5.8, B19–B21).

use super::Verdict;
use super::suit::open_suit;
use crate::landnam::action::{DeclineSuit, HandOver, TakeOver};
use crate::landnam::event::{
    Event, HandOverAccepted, HandOverDeclined, HandOverOffered, HandOverVoided, HandOverWithdrawn,
};
use crate::landnam::recorder::Recorder;
use crate::landnam::state::{Side, Suit};
use crate::landnam::validate;
use rules::Seat;

pub(super) fn offer(recorder: &mut Recorder<'_>, seat: Seat, action: &HandOver) -> Verdict {
    let suit = open_suit(recorder)?;
    let side = validate::suits::hand_over(&recorder.player_view(seat), &suit, action.to)?;
    let offered = HandOverOffered { suit: suit.number, side, seat, to: action.to };
    recorder.record(Event::HandOverOffered(offered));
    Ok(())
}

pub(super) fn withdraw(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    let suit = open_suit(recorder)?;
    let side = validate::suits::withdraw(&recorder.player_view(seat), &suit)?;
    close(recorder, &suit, side);
    Ok(())
}

/// Takes the open offer of a side back, if there is one.
pub(super) fn close(recorder: &mut Recorder<'_>, suit: &Suit, side: Side) {
    let party = suit.party(side);
    if let Some(to) = party.offer {
        let withdrawn = HandOverWithdrawn { suit: suit.number, side, seat: party.principal, to };
        recorder.record(Event::HandOverWithdrawn(withdrawn));
    }
}

/// The new principal. If both sides asked him, the other side's offer falls (B19).
pub(super) fn accept(recorder: &mut Recorder<'_>, seat: Seat, action: &TakeOver) -> Verdict {
    let suit = open_suit(recorder)?;
    let (side, other) = (action.side, action.side.other());
    let from = suit.party(side).principal;
    recorder.record(Event::HandOverAccepted(HandOverAccepted { suit: suit.number, side, seat, from }));
    if suit.party(other).offer == Some(seat) {
        let from = suit.party(other).principal;
        recorder.record(Event::HandOverVoided(HandOverVoided { suit: suit.number, side: other, seat, from }));
    }
    Ok(())
}

pub(super) fn decline(recorder: &mut Recorder<'_>, seat: Seat, action: &DeclineSuit) -> Verdict {
    let suit = open_suit(recorder)?;
    let (side, from) = (action.side, suit.party(action.side).principal);
    recorder.record(Event::HandOverDeclined(HandOverDeclined { suit: suit.number, side, seat, from }));
    Ok(())
}
