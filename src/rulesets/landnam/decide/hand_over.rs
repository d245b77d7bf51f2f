//! Handing a side of a suit over (rules page §5.8, B19–B21).

use super::Verdict;
use super::suit::open_suit;
use crate::rules::Seat;
use crate::rulesets::landnam::action::{DeclineSuit, HandOver, TakeOver};
use crate::rulesets::landnam::event::{
    Event, HandOverAccepted, HandOverDeclined, HandOverOffered, HandOverVoided, HandOverWithdrawn,
};
use crate::rulesets::landnam::judge;
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Side, Suit};

pub(super) fn offer(scribe: &mut Scribe<'_>, seat: Seat, action: &HandOver) -> Verdict {
    let suit = open_suit(scribe)?;
    let side = judge::suits::hand_over(&scribe.sight(seat), &suit, action.to)?;
    let offered = HandOverOffered { suit: suit.number, side, seat, to: action.to };
    scribe.tell(Event::HandOverOffered(offered));
    Ok(())
}

pub(super) fn withdraw(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    let suit = open_suit(scribe)?;
    let side = judge::suits::withdraw(&scribe.sight(seat), &suit)?;
    close(scribe, &suit, side);
    Ok(())
}

/// Takes the open offer of a side back, if there is one.
pub(super) fn close(scribe: &mut Scribe<'_>, suit: &Suit, side: Side) {
    let party = suit.party(side);
    if let Some(to) = party.offer {
        let withdrawn = HandOverWithdrawn { suit: suit.number, side, seat: party.principal, to };
        scribe.tell(Event::HandOverWithdrawn(withdrawn));
    }
}

/// The new principal. If both sides asked him, the other side's offer falls (B19).
pub(super) fn accept(scribe: &mut Scribe<'_>, seat: Seat, action: &TakeOver) -> Verdict {
    let suit = open_suit(scribe)?;
    let (side, other) = (action.side, action.side.other());
    let from = suit.party(side).principal;
    scribe.tell(Event::HandOverAccepted(HandOverAccepted { suit: suit.number, side, seat, from }));
    if suit.party(other).offer == Some(seat) {
        let from = suit.party(other).principal;
        scribe.tell(Event::HandOverVoided(HandOverVoided { suit: suit.number, side: other, seat, from }));
    }
    Ok(())
}

pub(super) fn decline(scribe: &mut Scribe<'_>, seat: Seat, action: &DeclineSuit) -> Verdict {
    let suit = open_suit(scribe)?;
    let (side, from) = (action.side, suit.party(action.side).principal);
    scribe.tell(Event::HandOverDeclined(HandOverDeclined { suit: suit.number, side, seat, from }));
    Ok(())
}
