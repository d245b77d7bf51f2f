//! Orders about suits (rules page §5).

use super::lookout::Lookout;
use super::{
    AskToTakeOver, BringSuits, CardInNeed, GiveUp, LeaveSuits, RaiseLimit, SuitsMeant, TakeSuits, YieldTime,
};
use crate::landnam::action::{Action, PlayAlthingCard, Raise, Sue};
use crate::landnam::resource::Resource;
use crate::landnam::state::{PossibleSuit, Side, Suit, UnitId};
use rules::{FieldKind, Legal, Shape};

type Answers = Legal<Action>;

/// A suit in which the own seat must answer.
struct Answering<'s> {
    suit: &'s Suit,
    side: Side,
    held: u16,
}

impl Answering<'_> {
    /// The own side's total if it answers with as few cards as will do.
    fn total(&self) -> u16 {
        self.suit.party(self.side).total + self.suit.needed()
    }

    /// Is it meant by the order, and has it come to this total, or beyond the hand?
    fn has_come_to(&self, suits: &SuitsMeant, from: Option<u8>) -> bool {
        let beyond = self.held < self.suit.needed();
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

fn answering<'s>(lookout: &Lookout<'s>) -> Option<Answering<'s>> {
    let suit = lookout.player.table.suit()?;
    let side = suit.side_led_by(lookout.player.seat).filter(|side| *side == suit.answering)?;
    Some(Answering { suit, side, held: u16::from(lookout.player.hand.get(suit.resource)) })
}

fn listed(legal: &Answers, wanted: impl Fn(&Action) -> bool) -> Option<Action> {
    legal.actions.iter().find(|action| wanted(action)).cloned()
}

fn bounds(shape: &Shape<Action>) -> Option<(u16, u16)> {
    shape.fields.iter().find_map(|field| match field.kind {
        FieldKind::Integer { min, max } => Some((u16::try_from(min).ok()?, u16::try_from(max).ok()?)),
        _ => None,
    })
}

pub fn yields(lookout: &Lookout<'_>, legal: &Answers, order: &YieldTime) -> Option<Action> {
    let poor = |suit: &PossibleSuit| {
        order.holding_fewer_than.is_none_or(|fewest| lookout.player.hand.get(suit.resource) < fewest)
    };
    let mut own = lookout.player.table.althing()?.unbrought(lookout.player.seat);
    if own.all(poor) { listed(legal, |action| matches!(action, Action::Yield(_))) } else { None }
}

pub fn sue(lookout: &Lookout<'_>, legal: &Answers, order: &BringSuits) -> Option<Action> {
    let althing = lookout.player.table.althing()?;
    let stake = u16::from(order.stake);
    let brought = legal.shapes.iter().filter_map(|shape| {
        let Action::Sue(sue) = &shape.action else { return None };
        let possible = althing.possible(lookout.player.seat, sue.unit)?;
        let (low, high) = bounds(shape)?;
        let fits = order.suits.mean(Side::Plaintiff, possible.resource, possible.unit)
            && lookout.holds_at_most(possible.defendant, order.against_at_most)
            && (low..=high).contains(&stake)
            && high >= stake + u16::from(order.keep);
        fits.then_some((high, sue.unit))
    });
    // The first of equals, so that the same table always gets the same answer.
    let most = brought.reduce(|best, next| if next.0 > best.0 { next } else { best });
    most.map(|(_, unit)| Action::Sue(Sue { unit, cards: stake }))
}

pub fn raise(lookout: &Lookout<'_>, legal: &Answers, order: &RaiseLimit) -> Option<Action> {
    let answering = answering(lookout)?;
    let suit = answering.suit;
    let shape = legal.shapes.iter().find(|shape| matches!(shape.action, Action::Raise(_)))?;
    let (low, high) = bounds(shape)?;
    let room = u16::from(order.up_to).saturating_sub(suit.party(answering.side).total);
    let most = high.saturating_sub(u16::from(order.keep)).min(room);
    let opponent = suit.party(answering.side.other()).principal;
    let fits = order.suits.mean(answering.side, suit.resource, suit.unit)
        && lookout.holds_at_most(opponent, order.against_at_most)
        && low <= most;
    fits.then(|| Action::Raise(Raise { cards: most.min(low + u16::from(order.over)) }))
}

pub fn hand_over(lookout: &Lookout<'_>, legal: &Answers, order: &AskToTakeOver) -> Option<Action> {
    let due = answering(lookout)?.has_come_to(&order.suits, order.from);
    let asks = |action: &Action| matches!(action, Action::HandOver(asked) if asked.to == order.to);
    if due { listed(legal, asks) } else { None }
}

pub fn concede(lookout: &Lookout<'_>, legal: &Answers, order: &GiveUp) -> Option<Action> {
    let due = answering(lookout)?.has_come_to(&order.suits, order.from);
    if due { listed(legal, |action| matches!(action, Action::Concede(_))) } else { None }
}

pub fn card(lookout: &Lookout<'_>, legal: &Answers, order: &CardInNeed) -> Option<Action> {
    let answering = answering(lookout)?;
    let unit = lookout.player.table.unit(answering.suit.unit)?;
    let waits = answering.suit.party(answering.side).offer.is_some();
    let due = unit.seat == lookout.player.seat
        && answering.side == Side::Defendant
        && !waits
        && answering.has_come_to(&order.suits, order.from);
    let plays = |action: &Action| matches!(action, Action::PlayAlthingCard(PlayAlthingCard { card, .. }) if *card == order.card);
    if due { listed(legal, plays) } else { None }
}

pub fn take_over(lookout: &Lookout<'_>, legal: &Answers, order: &TakeSuits) -> Option<Action> {
    let suit = lookout.player.table.suit()?;
    let held = u16::from(lookout.player.hand.get(suit.resource));
    let fits = |side: Side| {
        let asker = suit.party(side).principal;
        side == suit.answering
            && order.suits.mean(side, suit.resource, suit.unit)
            && order.of.as_ref().is_none_or(|of| of.contains(&asker))
            && suit.needed() <= u16::from(order.up_to)
            && held >= suit.needed() + u16::from(order.keep)
    };
    listed(legal, |action| matches!(action, Action::TakeOver(taken) if fits(taken.side)))
}

pub fn decline(lookout: &Lookout<'_>, legal: &Answers, order: &LeaveSuits) -> Option<Action> {
    let suit = lookout.player.table.suit()?;
    let held = u16::from(lookout.player.hand.get(suit.resource));
    let fits = |side: Side| {
        let left = if side == suit.answering { held.checked_sub(suit.needed()) } else { Some(held) };
        let few =
            order.leaving_fewer_than.is_none_or(|fewest| left.is_none_or(|left| left < u16::from(fewest)));
        few && order.suits.mean(side, suit.resource, suit.unit)
    };
    listed(legal, |action| matches!(action, Action::DeclineSuit(declined) if fits(declined.side)))
}
