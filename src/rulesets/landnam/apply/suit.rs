//! Suits (rules page §5.6–5.9).

use super::althing::in_session;
use crate::landnam::event::{
    HandOverAccepted, HandOverOffered, SuitAddedTo, SuitBrought, SuitRaised, SuitWon, UnitOutlawed,
};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{Party, RedToken, Side, State, Suit};
use rules::Seat;

/// Staked cards go to the supply at once; the totals are plain numbers (B16).
fn stake(state: &mut State, seat: Seat, resource: Resource, cards: u16) {
    let count = u8::try_from(cards).unwrap_or(u8::MAX);
    state.secret.take(seat, Bundle::of(resource, count));
}

pub(super) fn brought(state: &mut State, event: &SuitBrought) {
    stake(state, event.plaintiff, event.resource, event.cards);
    in_session(state, |althing| {
        let possible = althing
            .suits
            .iter_mut()
            .find(|suit| suit.plaintiff == event.plaintiff && suit.unit == event.unit);
        if let Some(possible) = possible {
            possible.brought = true;
        }
        althing.brought = event.suit;
        althing.suit = Some(Suit {
            number: event.suit,
            plaintiff: event.plaintiff,
            unit: event.unit,
            hex: event.hex,
            resource: event.resource,
            answering: Side::Defendant,
            answers: 0,
            plaintiffs: Party { total: event.cards, ..Party::of(event.plaintiff) },
            defendants: Party::of(event.defendant),
        });
    });
}

pub(super) fn raised(state: &mut State, event: &SuitRaised) {
    stake(state, event.seat, event.resource, event.cards);
    in_suit(state, |suit| bring_to(suit, event.side, event.total));
}

pub(super) fn added_to(state: &mut State, event: &SuitAddedTo) {
    stake(state, event.seat, event.resource, event.cards);
    in_suit(state, |suit| {
        let party = suit.party_mut(event.side);
        let adder = party.earlier.iter().position(|&seat| seat == event.seat);
        if let Some(count) = adder.and_then(|index| party.added.get_mut(index)) {
            *count += 1;
        }
        bring_to(suit, event.side, event.total);
    });
}

/// The turn to answer passes when the side's total exceeds the other's (B16).
fn bring_to(suit: &mut Suit, side: Side, total: u16) {
    suit.party_mut(side).total = total;
    if side == suit.answering && total > suit.party(side.other()).total {
        suit.answering = side.other();
        suit.answers += 1;
    }
}

pub(super) fn offered(state: &mut State, event: &HandOverOffered) {
    in_suit(state, |suit| {
        let party = suit.party_mut(event.side);
        party.offer = Some(event.to);
        party.asked.push(event.to);
    });
}

pub(super) fn offer_gone(state: &mut State, side: Side) {
    in_suit(state, |suit| suit.party_mut(side).offer = None);
}

pub(super) fn accepted(state: &mut State, event: &HandOverAccepted) {
    in_suit(state, |suit| {
        let party = suit.party_mut(event.side);
        party.offer = None;
        party.earlier.push(event.from);
        party.added.push(0);
        party.principal = event.seat;
    });
}

/// The winning principal gets a white token (B22).
pub(super) fn won(state: &mut State, event: &SuitWon) {
    if let Some(player) = state.table.players.get_mut(usize::from(event.seat)) {
        player.white += 1;
    }
    close(state);
}

pub(super) fn outlawed(state: &mut State, event: &UnitOutlawed) {
    state.table.red_tokens.push(RedToken { unit: event.unit, plaintiff: event.plaintiff, hex: event.hex });
}

pub(super) fn close(state: &mut State) {
    in_session(state, |althing| althing.suit = None);
}

fn in_suit(state: &mut State, change: impl FnOnce(&mut Suit)) {
    in_session(state, |althing| {
        if let Some(suit) = &mut althing.suit {
            change(suit);
        }
    });
}
