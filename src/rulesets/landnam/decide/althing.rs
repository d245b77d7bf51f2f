//! The Althing around its suits (rules page §5).

use super::{Verdict, fate, outlaw, turn};
use crate::landnam::action::{NameFirst, PlayAlthingCard};
use crate::landnam::card::FateCard;
use crate::landnam::event::{
    AlthingBrokenUp, AlthingCardPlayed, AlthingEnded, AlthingOpened, BlackTokenAwarded, Event, FirstNamed,
    OutlawRemoved, SuitBrokenOff, SuitorCalled, SuitorPassedOver, SuitorYielded,
};
use crate::landnam::possible_suits::{self, possible_suits};
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{phase_1 as no, refuse};
use crate::landnam::state::Unit;
use crate::landnam::validate;
use rules::{Chance, Seat};

/// Draws, outlaws away, suits listed, naming (B10). Without a possible suit there is no Althing to speak of (B12).
pub(super) fn open(recorder: &mut Recorder<'_>, chance: &mut Chance) {
    draw_fate_cards(recorder, chance);
    remove_outlaws(recorder);
    let suits = possible_suits(recorder.table());
    let none = suits.is_empty();
    recorder.record(Event::AlthingOpened(AlthingOpened { suits }));
    if none {
        recorder.record(Event::AlthingEnded(AlthingEnded {}));
        turn::begin_movement(recorder);
    }
}

/// The active player, and every other who plays on and holds none at the roll (B9), draws one, clockwise.
fn draw_fate_cards(recorder: &mut Recorder<'_>, chance: &mut Chance) {
    let active = recorder.table().active;
    let draws = |seat: &Seat| *seat == active || recorder.state().secret.fate_cards_of(*seat).is_empty();
    let table = recorder.table();
    let playing = table.clockwise_from(active).filter(|seat| !table.has_resigned(*seat));
    let drawing: Vec<Seat> = playing.filter(draws).collect();
    for seat in drawing {
        fate::draw(recorder, seat, chance);
    }
}

/// Outlaws leave the board; what they were condemned for becomes points.
fn remove_outlaws(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    let outlaws: Vec<Unit> = table.units.iter().filter(|unit| table.is_outlaw(unit.id)).copied().collect();
    for Unit { id, seat, place, .. } in outlaws {
        outlaw::award_tokens(recorder, id);
        recorder.record(Event::OutlawRemoved(OutlawRemoved { seat, unit: id, hex: place }));
    }
}

pub(super) fn name_first(recorder: &mut Recorder<'_>, seat: Seat, action: &NameFirst) -> Verdict {
    let first = action.seat;
    if first >= recorder.table().seats() {
        return Err(refuse(no::NO_SUCH_SEAT).of("seat"));
    }
    recorder.record(Event::FirstNamed(FirstNamed { seat, first }));
    call_from(recorder, first);
    Ok(())
}

pub(super) fn yield_time(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    recorder.record(Event::SuitorYielded(SuitorYielded { seat }));
    call_after(recorder, seat);
    Ok(())
}

/// After a suit: its bringer goes on if he can still sue, else he is passed over too (B13).
pub(super) fn go_on(recorder: &mut Recorder<'_>) {
    let Some(seat) = recorder.table().althing().and_then(|althing| althing.suitor) else { return };
    if !can_sue(recorder, seat) {
        recorder.record(Event::SuitorPassedOver(SuitorPassedOver { seat }));
        call_after(recorder, seat);
    }
}

/// A suit to bring, a card to stake, and somebody there to bring it. All of it is public; the kinds of cards are not (B13).
fn can_sue(recorder: &Recorder<'_>, seat: Seat) -> bool {
    let unbrought =
        recorder.table().althing().is_some_and(|althing| althing.unbrought(seat).next().is_some());
    unbrought && !recorder.table().has_resigned(seat) && recorder.state().secret.hand_size(seat) > 0
}

/// The next after `seat`; the right to sue passes once around.
fn call_after(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = recorder.table();
    let next = (seat + 1) % table.seats().max(1);
    if table.althing().is_some_and(|althing| althing.first == Some(next)) {
        end(recorder);
    } else {
        call_from(recorder, next);
    }
}

/// Calls the first from `seat` on who can sue.
fn call_from(recorder: &mut Recorder<'_>, seat: Seat) {
    if can_sue(recorder, seat) {
        recorder.record(Event::SuitorCalled(SuitorCalled { seat }));
    } else {
        recorder.record(Event::SuitorPassedOver(SuitorPassedOver { seat }));
        call_after(recorder, seat);
    }
}

/// The Althing ran to its end: black tokens for those who play on (rules page §5.10).
fn end(recorder: &mut Recorder<'_>) {
    let Some(althing) = recorder.table().althing() else { return };
    let mut unsued = possible_suits::unsued(althing, recorder.table().seats());
    unsued.retain(|seat| !recorder.table().has_resigned(*seat));
    for seat in unsued {
        recorder.record(Event::BlackTokenAwarded(BlackTokenAwarded { seat }));
    }
    recorder.record(Event::AlthingEnded(AlthingEnded {}));
    turn::begin_movement(recorder);
}

pub(super) fn play_card(recorder: &mut Recorder<'_>, seat: Seat, action: &PlayAlthingCard) -> Verdict {
    validate::suits::althing_card(&recorder.player_view(seat), action)?;
    let (card, suit) = (action.card, action.suit);
    recorder.record(Event::AlthingCardPlayed(AlthingCardPlayed { seat, card, suit }));
    if let Some(suit) = recorder.table().suit().map(|suit| suit.number) {
        recorder.record(Event::SuitBrokenOff(SuitBrokenOff { suit }));
    }
    if card == FateCard::Uproar {
        recorder.record(Event::AlthingBrokenUp(AlthingBrokenUp {}));
        turn::begin_movement(recorder);
    } else {
        go_on(recorder);
    }
    Ok(())
}
