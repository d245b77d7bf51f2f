//! Bringing and fighting suits (rules page §5.6–5.9, B16–B18, B22).

use super::{Verdict, althing, hand_over};
use crate::landnam::action::{AddToSuit, Raise, Sue};
use crate::landnam::event::{
    Event, SuitAddedTo, SuitBrought, SuitConceded, SuitRaised, SuitWon, UnitOutlawed,
};
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{asked, refuse};
use crate::landnam::state::{Side, Suit};
use crate::landnam::validate;
use rules::{Refusal, Seat};

pub(super) fn sue(recorder: &mut Recorder<'_>, seat: Seat, action: &Sue) -> Verdict {
    let suit = validate::suits::sue(&recorder.player_view(seat), action)?;
    let number = recorder.table().althing().map_or(0, |althing| althing.brought) + 1;
    recorder.record(Event::SuitBrought(SuitBrought {
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
pub(super) fn open_suit(recorder: &Recorder<'_>) -> Result<Suit, Refusal> {
    recorder.table().suit().cloned().ok_or_else(|| refuse(asked::WRONG_PHASE))
}

pub(super) fn raise(recorder: &mut Recorder<'_>, seat: Seat, action: &Raise) -> Verdict {
    let suit = open_suit(recorder)?;
    validate::suits::raise(&recorder.player_view(seat), &suit, action)?;
    // To answer oneself takes an open offer of the side back (B20).
    hand_over::close(recorder, &suit, suit.answering);
    let total = suit.party(suit.answering).total + action.cards;
    recorder.record(Event::SuitRaised(SuitRaised {
        suit: suit.number,
        side: suit.answering,
        seat,
        resource: suit.resource,
        cards: action.cards,
        total,
    }));
    Ok(())
}

pub(super) fn add(recorder: &mut Recorder<'_>, seat: Seat, action: &AddToSuit) -> Verdict {
    let suit = open_suit(recorder)?;
    validate::suits::add(&recorder.player_view(seat), &suit, action)?;
    let total = suit.party(suit.answering).total + action.cards;
    recorder.record(Event::SuitAddedTo(SuitAddedTo {
        suit: suit.number,
        side: suit.answering,
        seat,
        resource: suit.resource,
        cards: action.cards,
        total,
    }));
    Ok(())
}

pub(super) fn concede(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    let suit = open_suit(recorder)?;
    debug_assert_eq!(suit.party(suit.answering).principal, seat, "only the principal is asked");
    lose(recorder, &suit, suit.answering);
    Ok(())
}

/// The principal of a side concedes, and the other side wins.
pub(super) fn lose(recorder: &mut Recorder<'_>, suit: &Suit, side: Side) {
    hand_over::close(recorder, suit, side);
    let seat = suit.party(side).principal;
    recorder.record(Event::SuitConceded(SuitConceded { suit: suit.number, side, seat }));
    let winner = side.other();
    if winner == Side::Plaintiff {
        outlaw(recorder, suit);
    }
    let seat = suit.party(winner).principal;
    recorder.record(Event::SuitWon(SuitWon { suit: suit.number, side: winner, seat }));
    althing::go_on(recorder);
}

/// The original defendant's unit and the original plaintiff's token, whoever the principals are (B22).
fn outlaw(recorder: &mut Recorder<'_>, suit: &Suit) {
    let Some(unit) = recorder.table().unit(suit.unit) else { return };
    recorder.record(Event::UnitOutlawed(UnitOutlawed {
        suit: suit.number,
        seat: unit.seat,
        plaintiff: suit.plaintiff,
        unit: suit.unit,
        hex: suit.hex,
    }));
}
