//! Which order answers which question, and how.

use super::*;
use crate::landnam::action::{Flee, Raise, Sue};
use crate::landnam::question::stake_bounds;
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Offer, OfferId, PossibleSuit, Suit};
use rules::orders::first_answer;

/// What the orders answer, oldest first; see [`Order`] for which of several does.
pub fn answer(
    known: &SeatKnowledge<'_>,
    legal: &[Legal<Action>],
    orders: &[Order],
) -> Option<OrderAnswer<Action>> {
    let mut ranked: Vec<(usize, &Order)> = orders.iter().enumerate().rev().collect();
    // The sort is stable: of orders with the same rank the latest stays first.
    ranked.sort_by_key(|(_, order)| rank(order));
    ranked.into_iter().find_map(|(place, order)| first_answer(legal, place, |legal| one(known, legal, order)))
}

/// What comes first: cards, stakes and trades, then offers to hand over, then giving up.
fn rank(order: &Order) -> u8 {
    match order {
        Order::AlthingCard(_) => 0,
        Order::HandOver(_) => 2,
        Order::Yield(_) | Order::Concede(_) | Order::DeclineSuits(_) | Order::DeclineTrades(_) => 3,
        _ => 1,
    }
}

fn one(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &Order) -> Option<Action> {
    let blocking = legal.decision.blocking;
    match (legal.decision.kind, order) {
        ("sue", Order::Yield(order)) => yields(known, legal, order),
        ("sue", Order::Sue(order)) => sue(known, legal, order),
        ("answer_suit", Order::Raise(order)) if blocking => raise(known, legal, order),
        ("answer_suit", Order::HandOver(order)) if blocking => hand_over(known, legal, order),
        ("answer_suit", Order::Concede(order)) if blocking => concede(known, legal, order),
        ("take_over", Order::TakeOver(order)) => take_over(known, legal, order),
        ("take_over", Order::DeclineSuits(order)) => decline_suit(known, legal, order),
        ("althing_card", Order::AlthingCard(order)) => play_card(known, legal, order),
        ("flee", Order::Flee(order)) => flee(known, legal, order),
        // No order answers again for a seat that has declined.
        ("trade_answer", _) if !legal.decision.is_asked() => None,
        ("trade_answer", Order::AcceptTrade(order)) => accept_trade(known, legal, order),
        ("trade_answer", Order::DeclineTrades(order)) => decline_trade(known, legal, order),
        ("build", Order::EndTurn(_)) => end_turn(known, legal),
        _ => None,
    }
}

fn flee(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &FleeOrder) -> Option<Action> {
    let open: Vec<Place> = legal
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Flee(flee) => Some(flee.to),
            _ => None,
        })
        .collect();
    let named = order.places.iter().find(|place| open.contains(place)).copied();
    let by_terrain = || order.terrains.iter().find_map(|&terrain| of_terrain(known, &open, terrain));
    let first = || open.first().copied().filter(|_| order.anywhere);
    named.or_else(by_terrain).or_else(first).map(|to| Action::Flee(Flee { to }))
}

/// A place of that terrain, by an own building if there is one.
fn of_terrain(known: &SeatKnowledge<'_>, open: &[Place], terrain: Terrain) -> Option<Place> {
    let fits = |place: &&Place| known.table.terrain(**place) == Some(terrain);
    let at_home = |place: &&Place| known.table.has_building_at(known.seat, **place);
    open.iter().filter(fits).find(at_home).or_else(|| open.iter().find(fits)).copied()
}

/// Ends the turn if that, and the end of trade, is all that is left to do alone.
fn end_turn(known: &SeatKnowledge<'_>, legal: &Legal<Action>) -> Option<Action> {
    // An offer that everybody has declined is nothing to wait for, nor is taking it back something to do.
    let idle = |action: &Action| {
        matches!(action, Action::EndTurn(_) | Action::EndTrade(_) | Action::WithdrawOffer(_))
    };
    let mut offers = known.table.trading().into_iter().flat_map(|trading| &trading.offers);
    let is_offered = offers.any(|offer| !offer.is_declined());
    if is_offered || !legal.actions.iter().all(idle) {
        return None;
    }
    legal.find(|action| matches!(action, Action::EndTurn(_)))
}

struct Answering<'s> {
    suit: &'s Suit,
    side: Side,
    in_hand: u16,
}

impl Answering<'_> {
    /// The own side's total if it answers with as few cards as will do.
    fn total(&self) -> u16 {
        self.suit.party(self.side).total + self.suit.needed_to_answer()
    }

    /// Is the order about this suit, and would the least answer bring the side to the total `from`? Without `from`: are
    /// there too few cards in hand to answer?
    fn has_come_to(&self, suits: &SuitsMeant, from: Option<u8>) -> bool {
        let beyond = self.in_hand < self.suit.needed_to_answer();
        suits.mean(self.side, self.suit.resource, self.suit.unit)
            && from.map_or(beyond, |from| self.total() >= u16::from(from))
    }
}

impl SuitsMeant {
    fn mean(&self, side: Side, resource: Resource, unit: UnitId) -> bool {
        self.side.is_none_or(|meant| meant == side)
            && self.resource.is_none_or(|meant| meant == resource)
            && self.unit.is_none_or(|meant| meant == unit)
    }
}

fn answering<'s>(known: &SeatKnowledge<'s>) -> Option<Answering<'s>> {
    let suit = known.table.suit()?;
    let side = suit.side_led_by(known.seat).filter(|side| *side == suit.answering)?;
    Some(Answering { suit, side, in_hand: u16::from(known.hand.get(suit.resource)) })
}

fn yields(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &YieldOrder) -> Option<Action> {
    let poor = |suit: &PossibleSuit| {
        order.holding_fewer_than.is_none_or(|fewest| known.hand.get(suit.resource) < fewest)
    };
    let mut own = known.table.althing()?.unbrought(known.seat);
    if own.all(poor) { legal.find(|action| matches!(action, Action::Yield(_))) } else { None }
}

fn sue(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &SueOrder) -> Option<Action> {
    let althing = known.table.althing()?;
    let stake = u16::from(order.stake);
    let brought = legal.shapes.iter().filter_map(|shape| {
        let Action::Sue(sue) = &shape.action else { return None };
        let possible = althing.possible(known.seat, sue.unit)?;
        let (low, high) = stake_bounds(shape)?;
        let fits = order.suits.mean(Side::Plaintiff, possible.resource, possible.unit)
            && known.holds_at_most(possible.defendant, order.against_at_most)
            && (low..=high).contains(&stake)
            && high >= stake + u16::from(order.keep);
        fits.then_some((high, sue.unit))
    });
    // The first of equals, so that the same position always gets the same answer.
    let most = brought.reduce(|best, next| if next.0 > best.0 { next } else { best });
    most.map(|(_, unit)| Action::Sue(Sue { unit, cards: stake }))
}

fn raise(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &RaiseOrder) -> Option<Action> {
    let answering = answering(known)?;
    let suit = answering.suit;
    let shape = legal.shapes.iter().find(|shape| matches!(shape.action, Action::Raise(_)))?;
    let (low, high) = stake_bounds(shape)?;
    // If the total is at its limit already, or the hand at the cards to keep, nothing may be added.
    let room = u16::from(order.up_to).saturating_sub(suit.party(answering.side).total);
    let most = high.saturating_sub(u16::from(order.keep)).min(room);
    let opponent = suit.party(answering.side.other()).principal;
    let fits = order.suits.mean(answering.side, suit.resource, suit.unit)
        && known.holds_at_most(opponent, order.against_at_most)
        && low <= most;
    fits.then(|| Action::Raise(Raise { cards: most.min(low + u16::from(order.over)) }))
}

fn hand_over(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &HandOverOrder) -> Option<Action> {
    let due = answering(known)?.has_come_to(&order.suits, order.from);
    let asks = |action: &Action| matches!(action, Action::HandOver(offer) if offer.to == order.to);
    if due { legal.find(asks) } else { None }
}

fn concede(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &ConcedeOrder) -> Option<Action> {
    let due = answering(known)?.has_come_to(&order.suits, order.from);
    if due { legal.find(|action| matches!(action, Action::Concede(_))) } else { None }
}

fn play_card(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &AlthingCardOrder) -> Option<Action> {
    let answering = answering(known)?;
    let unit = known.table.unit(answering.suit.unit)?;
    let waits = answering.suit.party(answering.side).offer.is_some();
    let due = unit.seat == known.seat
        && answering.side == Side::Defendant
        && !waits
        && answering.has_come_to(&order.suits, order.from);
    let plays =
        |action: &Action| matches!(action, Action::PlayAlthingCard(played) if played.card == order.card);
    if due { legal.find(plays) } else { None }
}

fn take_over(known: &SeatKnowledge<'_>, legal: &Legal<Action>, order: &TakeOverOrder) -> Option<Action> {
    let suit = known.table.suit()?;
    let in_hand = u16::from(known.hand.get(suit.resource));
    let fits = |side: Side| {
        let asker = suit.party(side).principal;
        side == suit.answering
            && order.suits.mean(side, suit.resource, suit.unit)
            && order.of.as_ref().is_none_or(|of| of.contains(&asker))
            && suit.needed_to_answer() <= u16::from(order.up_to)
            && in_hand >= suit.needed_to_answer() + u16::from(order.keep)
    };
    legal.find(|action| matches!(action, Action::TakeOver(taken) if fits(taken.side)))
}

fn decline_suit(
    known: &SeatKnowledge<'_>,
    legal: &Legal<Action>,
    order: &DeclineSuitsOrder,
) -> Option<Action> {
    let suit = known.table.suit()?;
    let in_hand = u16::from(known.hand.get(suit.resource));
    let fits = |side: Side| {
        let left =
            if side == suit.answering { in_hand.checked_sub(suit.needed_to_answer()) } else { Some(in_hand) };
        let few =
            order.leaving_fewer_than.is_none_or(|fewest| left.is_none_or(|left| left < u16::from(fewest)));
        few && order.suits.mean(side, suit.resource, suit.unit)
    };
    legal.find(|action| matches!(action, Action::DeclineSuit(declined) if fits(declined.side)))
}

fn accept_trade(
    known: &SeatKnowledge<'_>,
    legal: &Legal<Action>,
    order: &AcceptTradeOrder,
) -> Option<Action> {
    let wanted = |id: OfferId| open(known, id).is_some_and(|offer| is_wanted(known, offer, order));
    if order.last_turn.is_some_and(|last| known.table.turn > last) {
        return None;
    }
    legal.find(|action| matches!(action, Action::AcceptOffer(accepted) if wanted(accepted.offer)))
}

fn is_wanted(known: &SeatKnowledge<'_>, offer: &Offer, order: &AcceptTradeOrder) -> bool {
    let (Some(got), Some(paid)) = (only(offer.give, order.get), only(offer.want, order.pay)) else {
        return false;
    };
    let left = known.hand.get(order.pay).checked_sub(paid);
    is_from(&order.from, offer.maker)
        && u16::from(paid) <= u16::from(order.up_to) * u16::from(got)
        && left.is_some_and(|left| left >= order.keep)
}

/// How many cards there are, if all are of that kind.
fn only(cards: Bundle, kind: Resource) -> Option<u8> {
    let count = cards.get(kind);
    (count > 0 && cards == Bundle::of(kind, count)).then_some(count)
}

fn decline_trade(
    known: &SeatKnowledge<'_>,
    legal: &Legal<Action>,
    order: &DeclineTradesOrder,
) -> Option<Action> {
    let unwanted = |id: OfferId| open(known, id).is_some_and(|offer| is_from(&order.from, offer.maker));
    if order.last_turn.is_some_and(|last| known.table.turn > last) {
        return None;
    }
    legal.find(|action| matches!(action, Action::DeclineOffer(declined) if unwanted(declined.offer)))
}

fn open<'o>(known: &SeatKnowledge<'o>, id: OfferId) -> Option<&'o Offer> {
    known.table.trading()?.offer(id)
}

fn is_from(meant: &Option<Vec<Seat>>, maker: Seat) -> bool {
    meant.as_ref().is_none_or(|seats| seats.contains(&maker))
}
