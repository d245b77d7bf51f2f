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
    hand_over::close(scribe, &suit, suit.answering);
    let conceded = SuitConceded { suit: suit.number, side: suit.answering, seat };
    scribe.tell(Event::SuitConceded(conceded));
    let winner = suit.answering.other();
    if winner == Side::Plaintiff {
        outlaw(scribe, &suit);
    }
    let seat = suit.party(winner).principal;
    scribe.tell(Event::SuitWon(SuitWon { suit: suit.number, side: winner, seat }));
    althing::go_on(scribe);
    Ok(())
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
