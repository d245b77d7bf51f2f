//! Which order answers which question.

use super::lookout::Lookout;
use super::{Order, suits, trades};
use crate::landnam::action::{Action, Flee};
use crate::landnam::board::Place;
use crate::landnam::orders::FlightPreference;
use crate::landnam::terrain::Terrain;
use rules::{Legal, Ordered};

/// What the orders answer, oldest first; see [`Order`] for which of several does.
pub fn answer(lookout: &Lookout<'_>, legal: &[Legal<Action>], orders: &[Order]) -> Option<Ordered<Action>> {
    let mut places: Vec<usize> = (0..orders.len()).rev().collect();
    places.sort_by_key(|&place| orders.get(place).map_or(u8::MAX, rank));
    places.into_iter().find_map(|place| {
        let order = orders.get(place)?;
        legal.iter().find_map(|legal| {
            let action = one(lookout, legal, order)?;
            Some(Ordered { order: place, choice: legal.answer(action) })
        })
    })
}

/// What comes first: cards, stakes and what is wanted, then asking others, then giving up.
fn rank(order: &Order) -> u8 {
    match order {
        Order::AlthingCard(_) => 0,
        Order::HandOver(_) => 2,
        Order::Yield(_) | Order::Concede(_) | Order::DeclineSuits(_) | Order::DeclineTrades(_) => 3,
        _ => 1,
    }
}

fn one(lookout: &Lookout<'_>, legal: &Legal<Action>, order: &Order) -> Option<Action> {
    let blocking = legal.decision.blocking;
    match (legal.decision.kind, order) {
        ("sue", Order::Yield(order)) => suits::yields(lookout, legal, order),
        ("sue", Order::Sue(order)) => suits::sue(lookout, legal, order),
        ("answer_suit", Order::Raise(order)) if blocking => suits::raise(lookout, legal, order),
        ("answer_suit", Order::HandOver(order)) if blocking => suits::hand_over(lookout, legal, order),
        ("answer_suit", Order::Concede(order)) if blocking => suits::concede(lookout, legal, order),
        ("take_over", Order::TakeOver(order)) => suits::take_over(lookout, legal, order),
        ("take_over", Order::DeclineSuits(order)) => suits::decline(lookout, legal, order),
        ("althing_card", Order::AlthingCard(order)) => suits::card(lookout, legal, order),
        ("flee", Order::Flee(order)) => flee(lookout, legal, order),
        // Nobody answers again for a seat that has declined.
        ("trade_answer", _) if !legal.decision.is_asked() => None,
        ("trade_answer", Order::AcceptTrade(order)) => trades::accept(lookout, legal, order),
        ("trade_answer", Order::DeclineTrades(order)) => trades::decline(lookout, legal, order),
        ("build", Order::EndTurn(_)) => end_turn(lookout, legal),
        _ => None,
    }
}

fn flee(lookout: &Lookout<'_>, legal: &Legal<Action>, order: &FlightPreference) -> Option<Action> {
    let open: Vec<Place> = legal
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Flee(flee) => Some(flee.to),
            _ => None,
        })
        .collect();
    let named = order.places.iter().find(|place| open.contains(place)).copied();
    let by_terrain = || order.terrains.iter().find_map(|&terrain| of_terrain(lookout, &open, terrain));
    let first = || open.first().copied().filter(|_| order.anywhere);
    named.or_else(by_terrain).or_else(first).map(|to| Action::Flee(Flee { to }))
}

/// A place of that terrain, by an own building if there is one.
fn of_terrain(lookout: &Lookout<'_>, open: &[Place], terrain: Terrain) -> Option<Place> {
    let fits = |place: &&Place| lookout.player.table.terrain(**place) == Some(terrain);
    let at_home = |place: &&Place| lookout.player.table.has_building_at(lookout.player.seat, **place);
    open.iter().filter(fits).find(at_home).or_else(|| open.iter().find(fits)).copied()
}

/// Ends the turn if that, and the end of trade, is all that is left to do alone.
fn end_turn(lookout: &Lookout<'_>, legal: &Legal<Action>) -> Option<Action> {
    // An offer that everybody has declined is nothing to wait for, nor is taking it back something to do.
    let idle = |action: &Action| {
        matches!(action, Action::EndTurn(_) | Action::EndTrade(_) | Action::WithdrawOffer(_))
    };
    let mut offers = lookout.player.table.trading().into_iter().flat_map(|trading| &trading.offers);
    let is_offered = offers.any(|offer| !offer.is_declined());
    if is_offered || !legal.actions.iter().all(idle) {
        return None;
    }
    legal.actions.iter().find(|action| matches!(action, Action::EndTurn(_))).cloned()
}
