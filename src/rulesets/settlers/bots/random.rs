//! The bot that does anything that is allowed.

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};

use super::super::action::{Action, CounterTrade, Discard, OfferTrade};
use super::super::player_view::PlayerView;
use super::super::resource::{Bundle, Resource};
use rules::ruleset::Choice;
use rules::{Legal, Shape};

/// One time in so many a standing invitation is taken up, if there is one.
const INVITATION_ONE_IN: u32 = 40;
/// One time in so many an offer is made where one could be; else a game is nothing but offers.
const OFFER_ONE_IN: u32 = 25;
/// The most cards of one kind in an offer.
const MOST_OFFERED: u8 = 2;

/// Any answer to a question that calls the seat, each as likely as the other. `None` only if none does.
pub fn choose(
    player: &PlayerView<'_>,
    legal: &[Legal<Action>],
    dice: &mut dyn Rng,
) -> Option<Choice<Action>> {
    let can_answer = |legal: &&Legal<Action>| !legal.actions.is_empty() || !legal.shapes.is_empty();
    let called = legal.iter().filter(|legal| legal.decision.is_asked()).filter(can_answer).choose(dice)?;
    if dice.random_ratio(1, INVITATION_ONE_IN) {
        let invited = legal.iter().filter(|legal| !legal.decision.is_asked()).choose(dice);
        if let Some(choice) = invited.and_then(|legal| any(player, legal, dice)) {
            return Some(choice);
        }
    }
    any(player, called, dice)
}

fn any(player: &PlayerView<'_>, legal: &Legal<Action>, dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let shape = legal.shapes.choose(dice);
    if let Some(shape) = shape
        && (legal.actions.is_empty() || dice.random_ratio(1, OFFER_ONE_IN))
        && let Some(action) = fill(shape, player.hand, dice)
    {
        return Some(legal.answer(action));
    }
    legal.actions.choose(dice).map(|action| legal.answer(action.clone()))
}

/// An action of the shape: any cards for a discard; an offer of one kind for one other, to everybody.
fn fill(shape: &Shape<Action>, hand: Bundle, dice: &mut dyn Rng) -> Option<Action> {
    match &shape.action {
        Action::Discard(_) => {
            let cards = any_cards(hand, super::super::validate::robber::owed(hand.total(), 0), dice);
            Some(Action::Discard(Discard { cards }))
        }
        Action::OfferTrade(offer) => {
            let (give, get) = sides(hand, dice)?;
            Some(Action::OfferTrade(OfferTrade { give, get, ..offer.clone() }))
        }
        Action::CounterTrade(counter) => {
            let (give, get) = sides(hand, dice)?;
            Some(Action::CounterTrade(CounterTrade { give, get, ..counter.clone() }))
        }
        other => Some(other.clone()),
    }
}

/// So many cards of the hand, each with the same chance.
fn any_cards(mut hand: Bundle, count: u8, dice: &mut dyn Rng) -> Bundle {
    let mut cards = Bundle::EMPTY;
    for _ in 0..count {
        if let Some(kind) = hand.card_at(dice.random_range(0..hand.total().max(1))) {
            hand -= Bundle::of(kind, 1);
            cards += Bundle::of(kind, 1);
        }
    }
    cards
}

fn sides(hand: Bundle, dice: &mut dyn Rng) -> Option<(Bundle, Bundle)> {
    let (given, count) = hand.kinds().choose(dice)?;
    let wanted = Resource::ALL.into_iter().filter(|kind| *kind != given).choose(dice)?;
    let give = Bundle::of(given, dice.random_range(1..=count.min(MOST_OFFERED)));
    Some((give, Bundle::of(wanted, dice.random_range(1..=MOST_OFFERED))))
}
