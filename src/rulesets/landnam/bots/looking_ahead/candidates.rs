//! The answers that are worth a try. The one that does nothing comes first: it wins where all are equal.

use crate::landnam::action::{Action, OfferTrade, Raise, Sue};
use crate::landnam::question::stake_bounds;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::State;
use rules::{Legal, Seat, Shape};

/// Stakes up to so many cards more than needed are tried.
const MARGIN: u16 = 3;
/// Offers that a seat makes in a turn.
const OFFERS: u8 = 3;
/// With so many of a kind two of them are offered for one card.
const PLENTY: u8 = 4;

pub fn candidates(state: &State, seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
    let mut tried: Vec<Action> = Vec::with_capacity(legal.actions.len() + 8);
    let passes = legal.actions.iter().filter(|action| is_pass(action));
    tried.extend(passes.cloned());
    match legal.decision.kind {
        // It is neither invited to counter, nor does it hand over a side that leads.
        "trade" | "lead_suit" | "add_to_suit" => return Vec::new(),
        "althing_card" if state.table.suit().is_none_or(|suit| !suit.involves(seat)) => return Vec::new(),
        "name_first" => {
            let own = |action: &&Action| matches!(action, Action::NameFirst(first) if first.seat == seat);
            return legal.actions.iter().find(own).cloned().into_iter().collect();
        }
        _ => {}
    }
    tried.extend(legal.actions.iter().filter(|action| !is_pass(action) && !is_idle(action)).cloned());
    for shape in &legal.shapes {
        match &shape.action {
            Action::Sue(sue) => {
                tried.extend(stakes(shape).map(|cards| Sue { cards, ..sue.clone() }.into()));
            }
            Action::Raise(_) => tried.extend(stakes(shape).map(|cards| Raise { cards }.into())),
            _ => {}
        }
    }
    if legal.shapes.iter().any(|shape| matches!(shape.action, Action::OfferTrade(_))) {
        offers(state, seat, &mut tried);
    }
    tried
}

/// What another seat may answer: it gives no more than it must, and doesn't look for a third who would.
pub fn replies(state: &State, seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
    let mut tried = candidates(state, seat, legal);
    let mut has_raised = false;
    tried.retain(|action| match action {
        Action::HandOver(_) => false,
        // The lowest stake comes first.
        Action::Raise(_) => !std::mem::replace(&mut has_raised, true),
        _ => true,
    });
    tried
}

const fn is_pass(action: &Action) -> bool {
    matches!(
        action,
        Action::DeclineHarvestCard(_)
            | Action::Yield(_)
            | Action::Concede(_)
            | Action::DeclineSuit(_)
            | Action::EndMovement(_)
            | Action::EndTurn(_)
            | Action::DeclineOffer(_)
    )
}

/// What changes nothing that counts.
const fn is_idle(action: &Action) -> bool {
    matches!(action, Action::EndTrade(_) | Action::WithdrawOffer(_) | Action::WithdrawHandOver(_))
}

fn stakes(shape: &Shape<Action>) -> impl Iterator<Item = u16> {
    let (low, high) = stake_bounds(shape).unwrap_or((1, 0));
    low..=high.min(low + MARGIN)
}

/// One card, or two where there are plenty, for one of a kind of which there are fewer in hand.
fn offers(state: &State, seat: Seat, tried: &mut Vec<Action>) {
    let made = state.table.trading().map_or(0, |trading| trading.made_by(seat));
    if made >= OFFERS {
        return;
    }
    let hand = state.secret.hand(seat);
    for (given, count) in hand.kinds() {
        for wanted in Resource::ALL.into_iter().filter(|&wanted| hand.get(wanted) < count.min(2)) {
            for give in 1..=if count >= PLENTY { 2 } else { 1 } {
                let (give, want) = (Bundle::of(given, give), Bundle::of(wanted, 1));
                tried.push(OfferTrade { give, want, to: None }.into());
            }
        }
    }
}
