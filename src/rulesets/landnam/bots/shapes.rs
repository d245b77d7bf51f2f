//! Filling the open fields of a shape at random.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::super::action::{Action, AddToSuit, OfferTrade, Raise, Sue};
use super::super::resource::{Bundle, Resource};
use rules::{FieldKind, Shape};

/// The most cards of one kind in a random offer.
const MOST_OFFERED: u8 = 2;

/// The bounds of the number in the field of that name.
pub fn bounds(shape: &Shape<Action>, name: &str) -> Option<(u16, u16)> {
    shape.fields.iter().find(|field| field.name == name).and_then(|field| match field.kind {
        FieldKind::Integer { min, max } => Some((u16::try_from(min).ok()?, u16::try_from(max).ok()?)),
        _ => None,
    })
}

/// An action of the shape, or `None` if no offer can be made of the cards in hand. Stakes are small oftener than
/// large; an offer is of one kind for one other kind, to everybody it may be made to.
pub fn fill(shape: &Shape<Action>, hand: Bundle, dice: &mut dyn Rng) -> Option<Action> {
    let mut cards = || {
        let (low, high) = bounds(shape, "cards")?;
        let upper = dice.random_range(low..=high);
        Some(dice.random_range(low..=upper))
    };
    match &shape.action {
        Action::Sue(sue) => Some(Action::Sue(Sue { cards: cards()?, ..sue.clone() })),
        Action::Raise(_) => Some(Action::Raise(Raise { cards: cards()? })),
        Action::AddToSuit(_) => Some(Action::AddToSuit(AddToSuit { cards: cards()? })),
        Action::OfferTrade(template) => offer(template, hand, dice),
        other => Some(other.clone()),
    }
}

fn offer(template: &OfferTrade, hand: Bundle, dice: &mut dyn Rng) -> Option<Action> {
    let held: Vec<(Resource, u8)> = hand.kinds().collect();
    let &(given, count) = held.choose(dice)?;
    let wanted: Vec<Resource> = Resource::ALL.into_iter().filter(|kind| *kind != given).collect();
    let give = Bundle::of(given, dice.random_range(1..=count.min(MOST_OFFERED)));
    let want = Bundle::of(*wanted.choose(dice)?, dice.random_range(1..=MOST_OFFERED));
    Some(Action::OfferTrade(OfferTrade { give, want, to: template.to.clone() }))
}
