//! Answering a suit, handing it over, taking it over (rules page §5.7–5.8).

use super::super::Outlook;
use super::super::shapes::bounds;
use super::althing::{owns, session};
use super::best;
use super::odds::{RED, UNIT, WHITE, holds, menace, outbids, price};
use crate::landnam::action::{Action, DeclineSuit, HandOver, Raise, TakeOver};
use crate::landnam::state::{Side, Suit};
use rules::{Legal, Seat};

/// So many cards more than needed are considered.
const MARGIN: u16 = 2;
/// Below this an answer is not worth its cards, in points.
const LEAST: f32 = 0.05;
/// A seat is only asked to take over if it is this likely to have the cards.
const ASKED: f32 = 0.3;

/// Raises where that can be thought to pay; else asks somebody who may, else concedes.
pub fn respond(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let suit = session(outlook)?.suit.as_ref()?;
    raise(outlook, suit, legal)
        .or_else(|| hand_over(outlook, suit, legal))
        .or_else(|| legal.actions.iter().find(|action| matches!(action, Action::Concede(_))).cloned())
}

/// Is there a raise worth making, or somebody worth asking?
pub fn can_go_on(outlook: &Outlook<'_>, legal: &Legal<Action>) -> bool {
    let suit = session(outlook).and_then(|althing| althing.suit.as_ref());
    suit.is_some_and(|suit| raise(outlook, suit, legal).is_some())
}

fn raise(outlook: &Outlook<'_>, suit: &Suit, legal: &Legal<Action>) -> Option<Action> {
    let side = suit.side_led_by(outlook.seat)?;
    let shape = legal.shapes.iter().find(|shape| matches!(shape.action, Action::Raise(_)))?;
    let (low, high) = bounds(shape, "cards")?;
    let bids = (low..=high.min(low + MARGIN)).map(|cards| (prospect(outlook, suit, side, cards), cards));
    best(bids, LEAST).map(|cards| Action::Raise(Raise { cards }))
}

/// What a bid of so many cards for a side brings, in points, against giving up.
fn prospect(outlook: &Outlook<'_>, suit: &Suit, side: Side, cards: u16) -> f32 {
    let opponent = suit.party(side.other()).principal;
    let lead = cards.saturating_sub(suit.needed());
    let wins = 1.0 - outbids(outlook, opponent, suit.resource, lead + 2);
    wins * (stake(outlook, suit, side) + menace(outlook, opponent)) - price(outlook, suit.resource, cards)
}

/// What hangs on a side for the own seat beyond the opponent's point, in points.
fn stake(outlook: &Outlook<'_>, suit: &Suit, side: Side) -> f32 {
    let unit = if owns(outlook, suit) { UNIT + RED * menace(outlook, suit.plaintiff) } else { 0.0 };
    let token = if suit.plaintiff == outlook.seat { RED } else { 0.0 };
    WHITE + if side == Side::Defendant { unit } else { token }
}

/// The seat likeliest to have the cards, if its own point does less harm than the opponent's.
fn hand_over(outlook: &Outlook<'_>, suit: &Suit, legal: &Legal<Action>) -> Option<Action> {
    let side = suit.side_led_by(outlook.seat)?;
    let concerned =
        if side == Side::Defendant { owns(outlook, suit) } else { suit.plaintiff == outlook.seat };
    if !concerned || suit.answering != side {
        return None;
    }
    let opponent = suit.party(side.other()).principal;
    let bearable = |seat: Seat| menace(outlook, seat) <= menace(outlook, opponent).max(0.5);
    let asked = legal.actions.iter().filter_map(|action| match action {
        Action::HandOver(HandOver { to }) if bearable(*to) => {
            Some((holds(outlook, *to, suit.resource, suit.needed()), action))
        }
        _ => None,
    });
    best(asked, ASKED).cloned()
}

/// Takes a side over where its token can be had for a fair price.
pub fn take_over(outlook: &Outlook<'_>, legal: &Legal<Action>) -> Option<Action> {
    let suit = session(outlook)?.suit.as_ref()?;
    let held = u16::from(outlook.hand.get(suit.resource));
    let offers = legal.actions.iter().filter_map(|action| match action {
        Action::TakeOver(TakeOver { side }) => Some((worth(outlook, suit, *side, held), action)),
        _ => None,
    });
    let declined =
        || legal.actions.iter().find(|action| matches!(action, Action::DeclineSuit(DeclineSuit { .. })));
    best(offers, LEAST).or_else(declined).cloned()
}

fn worth(outlook: &Outlook<'_>, suit: &Suit, side: Side, held: u16) -> f32 {
    let opponent = suit.party(side.other()).principal;
    if suit.answering != side {
        // The side leads: it is won unless the other side goes on.
        let lead = suit.needed() + 1;
        return WHITE * (1.0 - outbids(outlook, opponent, suit.resource, lead));
    }
    let low = suit.needed();
    let bids = (low..=held.min(low + MARGIN)).map(|cards| prospect(outlook, suit, side, cards));
    bids.fold(f32::MIN, f32::max)
}
