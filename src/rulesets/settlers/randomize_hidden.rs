//! Another state that is just as possible for one who sees what a viewer sees.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::development::{DevelopmentCard, DevelopmentCards};
use super::resource::{Bundle, Resource};
use super::state::{Phase, State};
use rules::{Seat, Viewer};

/// So many exchanges of cards are tried.
const EXCHANGES: u32 = 48;

/// Exchanges what the viewer can't know, in a way that leaves everything he sees as it is.
pub fn randomize_hidden(state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
    let mut other = state.clone();
    if matches!(state.table.phase, Phase::Over { .. }) {
        // Everything is shown but the order of what is left.
        other.secret.deck.shuffle(rng);
        return other;
    }
    development_cards(&mut other, viewer, rng);
    for _ in 0..EXCHANGES {
        exchange(&mut other, viewer, rng);
    }
    other
}

/// All development cards that the viewer does not see go round: those in other hands and those of the deck. A hidden
/// hand keeps fewer points than win, for else the game would be over.
fn development_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let before = state.secret.clone();
    let secret = &mut state.secret;
    let hidden = (0..).zip(&mut secret.development).filter(|(seat, _)| viewer != Some(*seat));
    let mut hands: Vec<(Seat, &mut DevelopmentCards)> = hidden.collect();
    let of = |cards: &DevelopmentCards| -> Vec<DevelopmentCard> {
        cards.kinds().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count))).collect()
    };
    let mut cards: Vec<DevelopmentCard> = hands.iter().flat_map(|(_, held)| of(held)).collect();
    cards.append(&mut secret.deck);
    cards.shuffle(rng);
    for (seat, held) in &mut hands {
        let taken: Vec<DevelopmentCard> = cards.drain(..usize::from(held.total()).min(cards.len())).collect();
        if *seat == state.table.active {
            let bought = usize::from(secret.bought.total()).min(taken.len());
            secret.bought = taken[..bought].iter().copied().collect();
        }
        **held = taken.into_iter().collect();
    }
    secret.deck = cards;
    let active = state.table.active;
    if super::points::total(state, active) >= i32::from(state.table.victory_points)
        && !state.table.has_resigned(active)
    {
        state.secret = before;
    }
}

/// One card of a hidden hand for one of another hidden hand, of another kind. Sizes of hands stay, and so does what the
/// bank has. What follows from an answer to an open offer stays too, and so do cards that were laid aside.
fn exchange(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let seats = state.table.seats().max(1);
    let [one, two] = [0, 0].map(|_| rng.random_range(0..seats));
    let [gives, gets] = [0, 0].map(|_| Resource::ALL[rng.random_range(0..Resource::COUNT)]);
    let hidden = viewer != Some(one) && viewer != Some(two) && one != two && gives != gets;
    if !hidden || spare(state, one, gives) == 0 || spare(state, two, gets) == 0 {
        return;
    }
    let before = state.secret.hands.clone();
    let outcomes = outcomes(state);
    state.hand_over(one, two, Bundle::of(gives, 1));
    state.hand_over(two, one, Bundle::of(gets, 1));
    if self::outcomes(state) != outcomes {
        state.secret.hands = before;
    }
}

fn spare(state: &State, seat: Seat, kind: Resource) -> u8 {
    let aside = state.secret.aside.get(usize::from(seat)).copied().unwrap_or_default();
    state.secret.hand(seat).get(kind).saturating_sub(aside.get(kind))
}

/// For each open offer: could its maker, and could each addressee, carry it out now?
fn outcomes(state: &State) -> Vec<bool> {
    let holds = |seat: Seat, cards: &Bundle| state.secret.hand(seat).covers(cards);
    let offers = state.table.offers.iter();
    offers
        .flat_map(|offer| {
            let takers = offer.to.iter().map(|to| holds(to.seat, &offer.get));
            std::iter::once(holds(offer.from, &offer.give)).chain(takers).collect::<Vec<bool>>()
        })
        .collect()
}
