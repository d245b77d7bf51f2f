//! The bot that does anything that is allowed.

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};

use super::super::action::Action;
use super::{Outlook, shapes};
use rules::ruleset::Choice;
use rules::{Legal, Shape};

/// One time in so many a standing invitation (an Althing card, a counter-offer) is taken up, if there is one.
const INVITATION_ONE_IN: u32 = 25;
/// One time in so many an offer is made where one could be; else a game is nothing but offers.
const OFFER_ONE_IN: u32 = 30;

/// Any answer to a question that calls the seat, each as likely as the other. `None` only if none does.
pub fn choose(outlook: &Outlook<'_>, legal: &[Legal<Action>], dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let called = legal.iter().filter(|legal| legal.decision.is_asked()).choose(dice)?;
    if dice.random_ratio(1, INVITATION_ONE_IN) {
        let invited = legal.iter().filter(|legal| !legal.decision.is_asked()).choose(dice);
        if let Some(choice) = invited.and_then(|legal| any(outlook, legal, dice)) {
            return Some(choice);
        }
    }
    any(outlook, called, dice)
}

fn any(outlook: &Outlook<'_>, legal: &Legal<Action>, dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let is_offer = |shape: &&Shape<Action>| matches!(shape.action, Action::OfferTrade(_));
    if let Some(shape) = legal.shapes.iter().find(is_offer)
        && (legal.actions.is_empty() || dice.random_ratio(1, OFFER_ONE_IN))
        && let Some(action) = shapes::fill(shape, outlook.hand, dice)
    {
        return Some(legal.answer(action));
    }
    let shaped = legal.shapes.iter().filter(|shape| !is_offer(shape));
    let count = legal.actions.len() + shaped.clone().count();
    let place = if count == 0 { return None } else { dice.random_range(0..count) };
    if let Some(action) = legal.actions.get(place) {
        return Some(legal.answer(action.clone()));
    }
    let shape: Vec<&Shape<Action>> = shaped.collect();
    let filled = shapes::fill(shape.choose(dice)?, outlook.hand, dice)?;
    Some(legal.answer(filled))
}
