//! Three bots: `random` does anything, `steady` looks at what each of its answers leads to, `strong` looks further ahead.
//!
//! May know: what one seat knows and its legal answers. May not know: the state, any secret of another seat, the
//! game's chance. They name decisions and actions out of the list they are given.

mod looking_ahead;

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};

use super::Landnam;
use super::action::{Action, AddToSuit, OfferTrade, Raise, Sue};
use super::question::stake_bounds;
use super::resource::{Bundle, Resource};
use super::view::{SeatKnowledge, View};
use rules::{Bots, Choice, Legal, Shape, search};

impl Bots for Landnam {
    fn bots(&self) -> &'static [&'static str] {
        &["random", "steady", "strong"]
    }

    /// An unknown name plays as `random`.
    fn choose(
        &self,
        bot: &str,
        view: &View,
        legal: &[Legal<Action>],
        rng: &mut dyn Rng,
    ) -> Option<Choice<Action>> {
        let known = SeatKnowledge::of(view, &self.components)?;
        match bot {
            "steady" => search::choose(self, view, &without_offers(legal), looking_ahead::STEADY, rng),
            "strong" => search::choose(self, view, legal, looking_ahead::strong(legal), rng),
            _ => choose_any(&known, legal, rng),
        }
    }

    fn waits_for_answers(&self, bot: &str) -> bool {
        bot == "strong"
    }
}

/// A bot that plays on at once makes no offers: people would be called to what is gone before they read of it.
fn without_offers(legal: &[Legal<Action>]) -> Vec<Legal<Action>> {
    let mut legal = legal.to_vec();
    let is_offer = |shape: &Shape<Action>| matches!(shape.action, Action::OfferTrade(_));
    legal.iter_mut().for_each(|legal| legal.shapes.retain(|shape| !is_offer(shape)));
    legal
}

/// The chance (1 in …) to answer an optional decision (an Althing card, a counter-offer).
const INVITATION_ONE_IN: u32 = 25;
/// The chance (1 in …) to make an offer where one could be made; else a game is nothing but offers.
const OFFER_ONE_IN: u32 = 30;

/// Any answer to a decision that calls for one, each as likely as the other. `None` if no open decision calls for an
/// answer.
fn choose_any(
    known: &SeatKnowledge<'_>,
    legal: &[Legal<Action>],
    dice: &mut dyn Rng,
) -> Option<Choice<Action>> {
    let called = legal.iter().filter(|legal| legal.decision.is_asked()).choose(dice)?;
    if dice.random_ratio(1, INVITATION_ONE_IN) {
        let invited = legal.iter().filter(|legal| !legal.decision.is_asked()).choose(dice);
        if let Some(choice) = invited.and_then(|legal| answer(known, legal, dice)) {
            return Some(choice);
        }
    }
    answer(known, called, dice)
}

fn answer(known: &SeatKnowledge<'_>, legal: &Legal<Action>, dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let is_offer = |shape: &&Shape<Action>| matches!(shape.action, Action::OfferTrade(_));
    if let Some(shape) = legal.shapes.iter().find(is_offer)
        && (legal.actions.is_empty() || dice.random_ratio(1, OFFER_ONE_IN))
        && let Some(action) = fill(shape, known.hand, dice)
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
    let filled = fill(shape.choose(dice)?, known.hand, dice)?;
    Some(legal.answer(filled))
}

const MAX_OFFERED: u8 = 2;

/// An action of the shape, or `None` if no offer can be made of the cards in hand. Stakes are small oftener than
/// large; an offer is of one kind for one other kind, to everybody it may be made to.
fn fill(shape: &Shape<Action>, hand: Bundle, dice: &mut dyn Rng) -> Option<Action> {
    let mut cards = || {
        let (low, high) = stake_bounds(shape)?;
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
    let in_hand: Vec<(Resource, u8)> = hand.kinds().collect();
    let &(given, count) = in_hand.choose(dice)?;
    let requested: Vec<Resource> = Resource::ALL.into_iter().filter(|kind| *kind != given).collect();
    let give = Bundle::of(given, dice.random_range(1..=count.min(MAX_OFFERED)));
    let want = Bundle::of(*requested.choose(dice)?, dice.random_range(1..=MAX_OFFERED));
    Some(Action::OfferTrade(OfferTrade { give, want, to: template.to.clone() }))
}
