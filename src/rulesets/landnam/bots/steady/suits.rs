//! Naming the first plaintiff, suing, Althing cards, answering suits, handing them over (rules page §5).

use super::{best, best_action};
use crate::landnam::action::{Action, HandOver, PlayAlthingCard, Raise, Sue, TakeOver};
use crate::landnam::fate::FateCard;
use crate::landnam::question::stake_bounds;
use crate::landnam::resource::Resource;
use crate::landnam::state::{PossibleSuit, Side, Suit};
use crate::landnam::view::SeatKnowledge;
use rules::{Choice, Legal, Seat};

/// A stake brings no more than this many cards to the first bid.
const MAX_STAKED: u16 = 6;
/// From this menace on, a plaintiff's point is worth a card to prevent.
const DANGER: f32 = 0.5;
/// Below this a suit is not worth bringing, in points.
const LEAST_SUING: f32 = 0.02;

/// Names the own seat: the first to sue has not yet lost cards in other suits.
pub fn name_first(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    legal.find(|action| matches!(action, Action::NameFirst(first) if first.seat == known.seat))
}

/// The suit and stake with the best prospect, or the end of the own time.
pub fn sue(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let althing = known.table.althing()?;
    let suits = legal.shapes.iter().filter_map(|shape| {
        let Action::Sue(sue) = &shape.action else { return None };
        Some((althing.possible(known.seat, sue.unit)?, stake_bounds(shape)?))
    });
    let bids = suits.flat_map(|(possible, (low, high))| {
        (low..=high.min(MAX_STAKED))
            .map(move |cards| (suing_prospect(known, possible, cards), (possible.unit, cards)))
    });
    match best(bids, LEAST_SUING) {
        Some((unit, cards)) => Some(Action::Sue(Sue { unit, cards })),
        None => legal.find(|action| matches!(action, Action::Yield(_))),
    }
}

/// What suing with that stake can be thought to bring, in points.
fn suing_prospect(known: &SeatKnowledge<'_>, possible: &PossibleSuit, cards: u16) -> f32 {
    let alone = 1.0 - outbids(known, possible.defendant, possible.resource, cards + 1);
    // Another seat may get an offer to take the defence over; few accept.
    let taken = known
        .others()
        .filter(|&seat| seat != possible.defendant)
        .fold(1.0, |free, seat| free * (1.0 - 0.25 * outbids(known, seat, possible.resource, cards + 1)));
    let spare = f32::from(u16::from(known.hand.get(possible.resource)) - cards);
    let again = 0.1 * spare.min(3.0);
    let wins = (alone * taken + again).min(0.97);
    let worth = WHITE + RED + 0.3 * menace(known, possible.defendant);
    wins * worth - (1.0 - wins) * menace(known, possible.defendant) - price(known, possible.resource, cards)
}

/// An Althing card, where the own side would otherwise be given up.
pub fn interjection(
    known: &SeatKnowledge<'_>,
    called: &Legal<Action>,
    legal: &[Legal<Action>],
) -> Option<Choice<Action>> {
    let althing = known.table.althing()?;
    let fought = althing.suit.as_ref()?;
    if called.decision.kind != "answer_suit" || !called.decision.blocking || can_go_on(known, called) {
        return None;
    }
    let defends = fought.defendants.principal == known.seat && owns(known, fought);
    let to_come = althing.suits.iter().filter(|suit| suit.defendant == known.seat && !suit.brought).count();
    let wanted = |card: FateCard| match card {
        FateCard::Settlement => defends && menace(known, fought.plaintiff) >= DANGER,
        FateCard::Uproar => defends && to_come >= 1,
        _ => false,
    };
    legal.iter().find_map(|legal| {
        let card = legal.actions.iter().find(
            |action| matches!(action, Action::PlayAlthingCard(PlayAlthingCard { card, .. }) if wanted(*card)),
        )?;
        Some(legal.answer(card.clone()))
    })
}

fn owns(known: &SeatKnowledge<'_>, suit: &Suit) -> bool {
    known.table.unit(suit.unit).is_some_and(|unit| unit.seat == known.seat)
}

/// Up to this many cards more than needed are considered.
const MARGIN: u16 = 2;
/// Below this an answer is not worth its cards, in points.
const LEAST_ANSWER: f32 = 0.05;
/// A seat gets an offer to take over only if it is this likely to have the cards.
const LIKELY_ENOUGH: f32 = 0.3;

/// Raises where that seems worth it; else offers the side to a seat for which it may be, else concedes.
pub fn respond(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let suit = known.table.suit()?;
    raise(known, suit, legal)
        .or_else(|| hand_over(known, suit, legal))
        .or_else(|| legal.find(|action| matches!(action, Action::Concede(_))))
}

/// Is there a raise worth making, or a seat worth asking?
fn can_go_on(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> bool {
    known.table.suit().is_some_and(|suit| raise(known, suit, legal).is_some())
}

fn raise(known: &SeatKnowledge<'_>, suit: &Suit, legal: &Legal<Action>) -> Option<Action> {
    let side = suit.side_led_by(known.seat)?;
    let shape = legal.shapes.iter().find(|shape| matches!(shape.action, Action::Raise(_)))?;
    let (low, high) = stake_bounds(shape)?;
    let bids =
        (low..=high.min(low + MARGIN)).map(|cards| (raising_prospect(known, suit, side, cards), cards));
    best(bids, LEAST_ANSWER).map(|cards| Action::Raise(Raise { cards }))
}

/// What a bid of `cards` cards for a side brings, in points, against giving up.
fn raising_prospect(known: &SeatKnowledge<'_>, suit: &Suit, side: Side, cards: u16) -> f32 {
    let opponent = suit.party(side.other()).principal;
    let lead = cards - suit.needed_to_answer();
    let wins = 1.0 - outbids(known, opponent, suit.resource, lead + 2);
    wins * (stake(known, suit, side) + menace(known, opponent)) - price(known, suit.resource, cards)
}

/// The worth to the own seat, in points, if this side wins, without the harm that the opponent's win would do.
fn stake(known: &SeatKnowledge<'_>, suit: &Suit, side: Side) -> f32 {
    let unit = if owns(known, suit) { UNIT + RED * menace(known, suit.plaintiff) } else { 0.0 };
    let token = if suit.plaintiff == known.seat { RED } else { 0.0 };
    WHITE + if side == Side::Defendant { unit } else { token }
}

/// The seat likeliest to have the cards, if its own point does less harm than the opponent's.
fn hand_over(known: &SeatKnowledge<'_>, suit: &Suit, legal: &Legal<Action>) -> Option<Action> {
    let side = suit.side_led_by(known.seat)?;
    let concerned = if side == Side::Defendant { owns(known, suit) } else { suit.plaintiff == known.seat };
    if !concerned || suit.answering != side {
        return None;
    }
    let opponent = suit.party(side.other()).principal;
    let bearable = |seat: Seat| menace(known, seat) <= menace(known, opponent).max(0.5);
    best_action(legal, LIKELY_ENOUGH, |action| match action {
        Action::HandOver(HandOver { to }) if bearable(*to) => {
            Some(holds(known, *to, suit.resource, suit.needed_to_answer()))
        }
        _ => None,
    })
}

/// Takes a side over where its token can be had for a fair price.
pub fn take_over(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    let suit = known.table.suit()?;
    let in_hand = u16::from(known.hand.get(suit.resource));
    let taken = best_action(legal, LEAST_ANSWER, |action| match action {
        Action::TakeOver(TakeOver { side }) => Some(worth(known, suit, *side, in_hand)),
        _ => None,
    });
    taken.or_else(|| legal.find(|action| matches!(action, Action::DeclineSuit(_))))
}

fn worth(known: &SeatKnowledge<'_>, suit: &Suit, side: Side, in_hand: u16) -> f32 {
    let opponent = suit.party(side.other()).principal;
    if suit.answering != side {
        // The side leads: it is won unless the other side goes on.
        let lead = suit.needed_to_answer() + 1;
        return WHITE * (1.0 - outbids(known, opponent, suit.resource, lead));
    }
    let low = suit.needed_to_answer();
    let bids = (low..=in_hand.min(low + MARGIN)).map(|cards| raising_prospect(known, suit, side, cards));
    bids.fold(f32::MIN, f32::max)
}

/// What a resource card is worth when nothing urgent is lacking, in points.
const CARD: f32 = 0.24;
/// How fast the worth of a card falls with their number.
const PLENTY: f32 = 0.2;
const WHITE: f32 = 1.0;
/// A red token on the board, which most often becomes a point in the end.
const RED: f32 = 0.7;
/// A unit that will leave the board at the next Althing.
const UNIT: f32 = 0.5;
const WILLING: f32 = 0.7;

/// The chance that a seat has at least `count` of a kind, if its cards fall as its income does (Poisson).
fn holds(known: &SeatKnowledge<'_>, seat: Seat, kind: Resource, count: u16) -> f32 {
    if count > known.hand_size(seat) {
        return 0.0;
    }
    let mean = known.guess(seat, kind);
    let mut term = (-mean).exp();
    let mut below = 0.0;
    for k in 0..count {
        below += term;
        term *= mean / f32::from(k + 1);
    }
    (1.0 - below).clamp(0.0, 1.0)
}

/// What it costs to stake cards of a kind, in points: the more of them in hand, the less.
fn price(known: &SeatKnowledge<'_>, kind: Resource, cards: u16) -> f32 {
    f32::from(cards) * CARD / (1.0 + PLENTY * f32::from(known.hand.get(kind)))
}

/// The chance that a seat answers a lead which it needs `count` cards to break.
fn outbids(known: &SeatKnowledge<'_>, seat: Seat, kind: Resource, count: u16) -> f32 {
    WILLING * holds(known, seat, kind, count)
}

/// How much it hurts that `seat` gets a point: more the nearer it is to the end.
fn menace(known: &SeatKnowledge<'_>, seat: Seat) -> f32 {
    match known.lacking(seat) {
        0..=1 => 1.0,
        2..=3 => 0.5,
        _ => 0.25,
    }
}
