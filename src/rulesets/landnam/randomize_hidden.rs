//! Another state that is just as possible for one who sees what a viewer sees.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::fate::FateCard;
use super::resource::{Bundle, Resource};
use super::state::State;
use rules::{Seat, Viewer};

/// So many exchanges of cards are tried.
const EXCHANGES: u32 = 64;

/// Exchanges what the viewer can't know, in a way that leaves everything they see as it is.
pub fn randomize_hidden(state: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
    let mut other = state.clone();
    shuffle_fate_cards(&mut other, viewer, rng);
    for _ in 0..EXCHANGES {
        exchange_resources(&mut other, viewer, rng);
    }
    other
}

/// All fate cards that the viewer does not see go round: those in other hands and those of the pile.
fn shuffle_fate_cards(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let secret = &mut state.secret;
    let hidden = secret.fate_cards.iter_mut().enumerate();
    let hidden = hidden.filter(|(seat, _)| viewer.map(usize::from) != Some(*seat)).map(|(_, cards)| cards);
    let mut piles: Vec<&mut Vec<FateCard>> = hidden.chain([&mut secret.pile]).collect();
    let mut cards: Vec<FateCard> = piles.iter().flat_map(|pile| pile.iter().copied()).collect();
    cards.shuffle(rng);
    let mut cards = cards.into_iter();
    for place in piles.iter_mut().flat_map(|pile| pile.iter_mut()) {
        if let Some(card) = cards.next() {
            *place = card;
        }
    }
}

/// One card of a hidden hand for one of another, or of the supply. Sizes of hands stay, and so does which kinds
/// have run out. What a maker offers stays in their hand, for everybody knows that they hold it (B40).
fn exchange_resources(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    let seats = state.table.seats();
    let seat = rng.random_range(0..seats.max(1));
    let partner = rng.random_range(0..=seats);
    if viewer == Some(seat) || viewer == Some(partner) || seat == partner {
        return;
    }
    let [gives, gets] = [0, 0].map(|_| Resource::ALL[rng.random_range(0..Resource::ALL.len())]);
    if spare(state, seat, gives) == 0 || gives == gets {
        return;
    }
    if partner < seats {
        exchange_with_hand(state, seat, gives, partner, gets);
    } else {
        exchange_with_stock(state, seat, gives, gets);
    }
}

fn exchange_with_hand(state: &mut State, seat: Seat, gives: Resource, partner: Seat, gets: Resource) {
    if spare(state, partner, gets) == 0 {
        return;
    }
    let hands = &mut state.secret.hands;
    if let Some(hand) = hands.get_mut(usize::from(seat)) {
        *hand -= Bundle::of(gives, 1);
        *hand += Bundle::of(gets, 1);
    }
    if let Some(hand) = hands.get_mut(usize::from(partner)) {
        *hand -= Bundle::of(gets, 1);
        *hand += Bundle::of(gives, 1);
    }
}

/// The supply must keep one of the kind it gives, and already have one of the kind it gets.
fn exchange_with_stock(state: &mut State, seat: Seat, gives: Resource, gets: Resource) {
    let stock = state.secret.stock;
    if stock.get(gets) >= 2 && stock.get(gives) >= 1 {
        state.secret.take(seat, Bundle::of(gives, 1));
        state.secret.give(seat, Bundle::of(gets, 1));
    }
}

/// Cards of one kind that nobody can know a seat to hold.
fn spare(state: &State, seat: Seat, kind: Resource) -> u8 {
    let offered = state.table.trading().and_then(|trading| trading.offer_of(seat));
    let shown = offered.map_or(0, |offer| offer.give.get(kind));
    state.secret.hand(seat).get(kind).saturating_sub(shown)
}
