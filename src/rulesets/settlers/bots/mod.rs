//! Three bots: `random` does anything, `steady` takes the best answer, `strong` plans its turn and offers trades.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, the
//! game's chance. All name decisions and actions out of the list they are given.

mod looking_ahead;

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};

use super::Settlers;
use super::action::Action;
use super::resource::{Bundle, Resource};
use super::robber::{Discard, owed_by};
use super::trade::offers::{CounterTrade, OfferTrade};
use super::view::{PlayerView, View};
use rules::{Bots, Choice, Legal, Shape, search};

/// The chance (1 in …) to answer an optional decision.
const INVITATION_ONE_IN: u32 = 40;
/// The chance (1 in …) to make an offer where one could be made; else a game is nothing but offers.
const OFFER_ONE_IN: u32 = 25;
const MAX_OFFERED: u8 = 2;

impl Bots for Settlers {
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
        match bot {
            "steady" => search::choose(self, view, &without_offers(legal), looking_ahead::STEADY, rng),
            "strong" => search::choose(self, view, legal, looking_ahead::STRONG, rng),
            _ => choose_any(&view.player_view(&self.components)?, legal, rng),
        }
    }

    fn waits_for_answers(&self, bot: &str) -> bool {
        bot == "strong"
    }
}

/// The same without offers of trades, with which `steady` asks nobody: each of them interrupts somebody's day.
fn without_offers(legal: &[Legal<Action>]) -> Vec<Legal<Action>> {
    let mut legal = legal.to_vec();
    for legal in &mut legal {
        legal.shapes.retain(|shape| !matches!(shape.action, Action::OfferTrade(_)));
    }
    legal
}

/// Any answer to a decision that calls for one, each as likely as the other. `None` if no open decision calls for an
/// answer.
fn choose_any(
    player: &PlayerView<'_>,
    legal: &[Legal<Action>],
    dice: &mut dyn Rng,
) -> Option<Choice<Action>> {
    let can_answer = |legal: &&Legal<Action>| !legal.actions.is_empty() || !legal.shapes.is_empty();
    let called = legal.iter().filter(|legal| legal.decision.is_asked()).filter(can_answer).choose(dice)?;
    if dice.random_ratio(1, INVITATION_ONE_IN) {
        let invited = legal.iter().filter(|legal| !legal.decision.is_asked()).choose(dice);
        if let Some(choice) = invited.and_then(|legal| answer(player, legal, dice)) {
            return Some(choice);
        }
    }
    answer(player, called, dice)
}

fn answer(player: &PlayerView<'_>, legal: &Legal<Action>, dice: &mut dyn Rng) -> Option<Choice<Action>> {
    let shape = legal.shapes.choose(dice);
    if let Some(shape) = shape
        && (legal.actions.is_empty() || dice.random_ratio(1, OFFER_ONE_IN))
        && let Some(action) = fill(shape, player, dice)
    {
        return Some(legal.answer(action));
    }
    legal.actions.choose(dice).map(|action| legal.answer(action.clone()))
}

/// An action of the shape: any cards for a discard; an offer of one kind for one other, to everybody.
fn fill(shape: &Shape<Action>, player: &PlayerView<'_>, dice: &mut dyn Rng) -> Option<Action> {
    match &shape.action {
        Action::Discard(_) => {
            Some(Discard { cards: any_cards(player.hand, owed_by(player.table, player.seat)?, dice) }.into())
        }
        Action::OfferTrade(offer) => {
            let (give, get) = sides(player.hand, dice)?;
            Some(OfferTrade { give, get, ..offer.clone() }.into())
        }
        Action::CounterTrade(counter) => {
            let (give, get) = sides(player.hand, dice)?;
            Some(CounterTrade { give, get, ..counter.clone() }.into())
        }
        other => Some(other.clone()),
    }
}

/// `count` cards of the hand, each with the same chance.
fn any_cards(mut hand: Bundle, count: u8, dice: &mut dyn Rng) -> Bundle {
    let mut cards = Bundle::EMPTY;
    for _ in 0..count {
        if let Some(kind) = hand.each().nth(dice.random_range(0..hand.total().max(1)).into()) {
            hand.remove(kind);
            cards.add(kind);
        }
    }
    cards
}

fn sides(hand: Bundle, dice: &mut dyn Rng) -> Option<(Bundle, Bundle)> {
    let (given, count) = hand.kinds().choose(dice)?;
    let requested = Resource::ALL.into_iter().filter(|kind| *kind != given).choose(dice)?;
    let give = Bundle::of(given, dice.random_range(1..=count.min(MAX_OFFERED)));
    Some((give, Bundle::of(requested, dice.random_range(1..=MAX_OFFERED))))
}
