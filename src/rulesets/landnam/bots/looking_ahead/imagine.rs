//! A whole game that agrees with what a seat sees of it.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::outlook::expected_incomes;
use crate::landnam::components::Components;
use crate::landnam::fate::FateCard;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::setup;
use crate::landnam::state::{Secret, State};
use crate::landnam::view::{Own, View};
use rules::Seat;

/// The hands of the others, the supply and the draw pile are drawn; the numbers of cards are public.
pub fn imagine(components: &Components, view: &View, rng: &mut dyn Rng) -> Option<(Seat, State)> {
    let own = view.own.as_ref()?;
    let (hands, stock) = hands(components, view, own, rng);
    let (fate_cards, pile) = fate_cards(components, view, own, rng);
    let secret = Secret { stock, hands, fate_cards, pile };
    Some((own.seat, State { table: view.table.clone(), secret: secret.into() }))
}

/// Kinds that a seat has no income of are found in its hand too: from the start, discoveries and trades.
const WITHOUT_INCOME: f32 = 0.1;

/// A seat has more of the kinds that its hexes yield.
fn hands(components: &Components, view: &View, own: &Own, rng: &mut dyn Rng) -> (Vec<Bundle>, Bundle) {
    let mut stock = components.resource_cards - own.cards;
    let mut hands = vec![Bundle::EMPTY; view.seats.len()];
    let mut left: Vec<u16> = view.seats.iter().map(|seat| seat.cards).collect();
    if let (Some(hand), Some(none)) =
        (hands.get_mut(usize::from(own.seat)), left.get_mut(usize::from(own.seat)))
    {
        (*hand, *none) = (own.cards, 0);
    }
    let incomes = expected_incomes(&view.table);
    let weight = |seat: usize, kind: Resource| incomes[seat][kind.index()] + WITHOUT_INCOME;
    // What the supply has none of is in the hands.
    for &kind in &view.run_out {
        for _ in 0..stock.get(kind) {
            let Some(seat) = draw(left.len(), rng, |seat| f32::from(left[seat]) * weight(seat, kind)) else {
                break;
            };
            hands[seat].add(kind);
            stock.remove(kind);
            left[seat] -= 1;
        }
    }
    for seat in 0..hands.len() {
        for _ in 0..left[seat] {
            // The last card of a kind stays in the supply, which would have run out of it without.
            let possible = |kind: Resource| stock.get(kind) > 1 && !view.run_out.contains(&kind);
            let weight = |place: usize| {
                let kind = Resource::ALL[place];
                if possible(kind) { weight(seat, kind) } else { 0.0 }
            };
            let Some(kind) = draw(Resource::COUNT, rng, weight) else { break };
            hands[seat].add(Resource::ALL[kind]);
            stock.remove(Resource::ALL[kind]);
        }
    }
    (hands, stock)
}

/// One of so many, each with its weight; `None` if all weigh nothing.
fn draw(count: usize, rng: &mut dyn Rng, weight: impl Fn(usize) -> f32) -> Option<usize> {
    let sum: f32 = (0..count).map(&weight).sum();
    let mut left = rng.random::<f32>() * sum;
    let mut last = None;
    for place in (0..count).filter(|&place| weight(place) > 0.0) {
        last = Some(place);
        left -= weight(place);
        if left < 0.0 {
            break;
        }
    }
    last
}

fn fate_cards(
    components: &Components,
    view: &View,
    own: &Own,
    rng: &mut dyn Rng,
) -> (Vec<Vec<FateCard>>, Vec<FateCard>) {
    let mut unseen = setup::fate_deck(components, &view.table);
    for seen in own.fate_cards.iter().chain(&view.table.discards) {
        if let Some(place) = unseen.iter().position(|card| card == seen) {
            unseen.swap_remove(place);
        }
    }
    unseen.shuffle(rng);
    let mut unseen = unseen.into_iter();
    let held = view.seats.iter().map(|seat| {
        if seat.seat == own.seat {
            own.fate_cards.clone()
        } else {
            unseen.by_ref().take(usize::from(seat.fate_cards)).collect()
        }
    });
    let held = held.collect();
    (held, unseen.collect())
}
