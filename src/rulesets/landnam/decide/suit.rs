//! Bringing and fighting suits (rules page §5.6–5.9, B16–B18, B22).

use super::{Verdict, althing, hand_over};
use crate::rules::{Refusal, Seat};
use crate::rulesets::landnam::action::{AddToSuit, Raise, Sue};
use crate::rulesets::landnam::event::{
    Event, SuitAddedTo, SuitBrought, SuitConceded, SuitRaised, SuitWon, UnitOutlawed,
};
use crate::rulesets::landnam::judge;
use crate::rulesets::landnam::refusals::{asked, refuse};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Side, Suit};

pub(super) fn sue(scribe: &mut Scribe<'_>, seat: Seat, action: &Sue) -> Verdict {
    let suit = judge::suits::sue(&scribe.sight(seat), action)?;
    let number = scribe.table().althing().map_or(0, |althing| althing.brought) + 1;
    scribe.tell(Event::SuitBrought(SuitBrought {
        suit: number,
        plaintiff: seat,
        defendant: suit.defendant,
        unit: suit.unit,
        hex: suit.hex,
        resource: suit.resource,
        cards: action.cards,
    }));
    Ok(())
}

/// The suit being fought. `is_asked` has found a question about it, so it is there.
pub(super) fn open_suit(scribe: &Scribe<'_>) -> Result<Suit, Refusal> {
    scribe.table().suit().cloned().ok_or_else(|| refuse(asked::WRONG_PHASE))
}

pub(super) fn raise(scribe: &mut Scribe<'_>, seat: Seat, action: &Raise) -> Verdict {
    let suit = open_suit(scribe)?;
    judge::suits::raise(&scribe.sight(seat), &suit, action)?;
    // To answer oneself takes an open offer of the side back (B20).
    hand_over::close(scribe, &suit, suit.answering);
    let total = suit.party(suit.answering).total + action.cards;
    scribe.tell(Event::SuitRaised(SuitRaised {
        suit: suit.number,
        side: suit.answering,
        seat,
        resource: suit.resource,
        cards: action.cards,
        total,
    }));
    Ok(())
}

pub(super) fn add(scribe: &mut Scribe<'_>, seat: Seat, action: &AddToSuit) -> Verdict {
    let suit = open_suit(scribe)?;
    judge::suits::add(&scribe.sight(seat), &suit, action)?;
    let total = suit.party(suit.answering).total + action.cards;
    scribe.tell(Event::SuitAddedTo(SuitAddedTo {
        suit: suit.number,
        side: suit.answering,
        seat,
        resource: suit.resource,
        cards: action.cards,
        total,
    }));
    Ok(())
}

pub(super) fn concede(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    let suit = open_suit(scribe)?;
    debug_assert_eq!(suit.party(suit.answering).principal, seat, "only the principal is asked");
    lose(scribe, &suit, suit.answering);
    Ok(())
}

/// The principal of a side concedes, and the other side wins.
pub(super) fn lose(scribe: &mut Scribe<'_>, suit: &Suit, side: Side) {
    hand_over::close(scribe, suit, side);
    let seat = suit.party(side).principal;
    scribe.tell(Event::SuitConceded(SuitConceded { suit: suit.number, side, seat }));
    let winner = side.other();
    if winner == Side::Plaintiff {
        outlaw(scribe, suit);
    }
    let seat = suit.party(winner).principal;
    scribe.tell(Event::SuitWon(SuitWon { suit: suit.number, side: winner, seat }));
    althing::go_on(scribe);
}

/// The original defendant's unit and the original plaintiff's token, whoever the principals are (B22).
fn outlaw(scribe: &mut Scribe<'_>, suit: &Suit) {
    let Some(unit) = scribe.table().unit(suit.unit) else { return };
    scribe.tell(Event::UnitOutlawed(UnitOutlawed {
        suit: suit.number,
        seat: unit.seat,
        plaintiff: suit.plaintiff,
        unit: suit.unit,
        hex: suit.hex,
    }));
}
