//! The Althing around its suits (rules page §5).

use super::{Verdict, fate, outlaw, turn};
use crate::rules::{Chance, Seat};
use crate::rulesets::landnam::action::{NameFirst, PlayAlthingCard};
use crate::rulesets::landnam::card::FateCard;
use crate::rulesets::landnam::event::{
    AlthingBrokenUp, AlthingCardPlayed, AlthingEnded, AlthingOpened, BlackTokenAwarded, Event, FirstNamed,
    OutlawRemoved, SuitBrokenOff, SuitorCalled, SuitorPassedOver, SuitorYielded,
};
use crate::rulesets::landnam::judge;
use crate::rulesets::landnam::possible_suits::{self, possible_suits};
use crate::rulesets::landnam::refusals::{phase_1 as no, refuse};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::Unit;

/// Draws, outlaws away, suits listed, naming (B10). Without a possible suit there is no Althing to speak of (B12).
pub(super) fn open(scribe: &mut Scribe<'_>, chance: &mut Chance) {
    draw_fate_cards(scribe, chance);
    remove_outlaws(scribe);
    let suits = possible_suits(scribe.table());
    let none = suits.is_empty();
    scribe.tell(Event::AlthingOpened(AlthingOpened { suits }));
    if none {
        scribe.tell(Event::AlthingEnded(AlthingEnded {}));
        turn::begin_movement(scribe);
    }
}

/// The active player, and every other who plays on and holds none at the roll (B9), draws one, clockwise.
fn draw_fate_cards(scribe: &mut Scribe<'_>, chance: &mut Chance) {
    let active = scribe.table().active;
    let draws = |seat: &Seat| *seat == active || scribe.state().secret.fate_cards_of(*seat).is_empty();
    let table = scribe.table();
    let playing = table.clockwise_from(active).filter(|seat| !table.has_resigned(*seat));
    let drawing: Vec<Seat> = playing.filter(draws).collect();
    for seat in drawing {
        fate::draw(scribe, seat, chance);
    }
}

/// Outlaws leave the board; what they were condemned for becomes points.
fn remove_outlaws(scribe: &mut Scribe<'_>) {
    let table = scribe.table();
    let outlaws: Vec<Unit> = table.units.iter().filter(|unit| table.is_outlaw(unit.id)).copied().collect();
    for Unit { id, seat, place, .. } in outlaws {
        outlaw::award_tokens(scribe, id);
        scribe.tell(Event::OutlawRemoved(OutlawRemoved { seat, unit: id, hex: place }));
    }
}

pub(super) fn name_first(scribe: &mut Scribe<'_>, seat: Seat, action: &NameFirst) -> Verdict {
    let first = action.seat;
    if first >= scribe.table().seats() {
        return Err(refuse(no::NO_SUCH_SEAT).of("seat"));
    }
    scribe.tell(Event::FirstNamed(FirstNamed { seat, first }));
    call_from(scribe, first);
    Ok(())
}

pub(super) fn yield_time(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    scribe.tell(Event::SuitorYielded(SuitorYielded { seat }));
    call_after(scribe, seat);
    Ok(())
}

/// After a suit: its bringer goes on if he can still sue, else he is passed over too (B13).
pub(super) fn go_on(scribe: &mut Scribe<'_>) {
    let Some(seat) = scribe.table().althing().and_then(|althing| althing.suitor) else { return };
    if !can_sue(scribe, seat) {
        scribe.tell(Event::SuitorPassedOver(SuitorPassedOver { seat }));
        call_after(scribe, seat);
    }
}

/// A suit to bring, a card to stake, and somebody there to bring it. All of it is public; the kinds of cards are not (B13).
fn can_sue(scribe: &Scribe<'_>, seat: Seat) -> bool {
    let unbrought = scribe.table().althing().is_some_and(|althing| althing.unbrought(seat).next().is_some());
    unbrought && !scribe.table().has_resigned(seat) && scribe.state().secret.hand_size(seat) > 0
}

/// The next after `seat`; the right to sue passes once around.
fn call_after(scribe: &mut Scribe<'_>, seat: Seat) {
    let table = scribe.table();
    let next = (seat + 1) % table.seats().max(1);
    if table.althing().is_some_and(|althing| althing.first == Some(next)) {
        end(scribe);
    } else {
        call_from(scribe, next);
    }
}

/// Calls the first from `seat` on who can sue.
fn call_from(scribe: &mut Scribe<'_>, seat: Seat) {
    if can_sue(scribe, seat) {
        scribe.tell(Event::SuitorCalled(SuitorCalled { seat }));
    } else {
        scribe.tell(Event::SuitorPassedOver(SuitorPassedOver { seat }));
        call_after(scribe, seat);
    }
}

/// The Althing ran to its end: black tokens for those who play on (rules page §5.10).
fn end(scribe: &mut Scribe<'_>) {
    let Some(althing) = scribe.table().althing() else { return };
    let mut unsued = possible_suits::unsued(althing, scribe.table().seats());
    unsued.retain(|seat| !scribe.table().has_resigned(*seat));
    for seat in unsued {
        scribe.tell(Event::BlackTokenAwarded(BlackTokenAwarded { seat }));
    }
    scribe.tell(Event::AlthingEnded(AlthingEnded {}));
    turn::begin_movement(scribe);
}

pub(super) fn play_card(scribe: &mut Scribe<'_>, seat: Seat, action: &PlayAlthingCard) -> Verdict {
    judge::suits::althing_card(&scribe.sight(seat), action)?;
    let (card, suit) = (action.card, action.suit);
    scribe.tell(Event::AlthingCardPlayed(AlthingCardPlayed { seat, card, suit }));
    if let Some(suit) = scribe.table().suit().map(|suit| suit.number) {
        scribe.tell(Event::SuitBrokenOff(SuitBrokenOff { suit }));
    }
    if card == FateCard::Uproar {
        scribe.tell(Event::AlthingBrokenUp(AlthingBrokenUp {}));
        turn::begin_movement(scribe);
    } else {
        go_on(scribe);
    }
    Ok(())
}
