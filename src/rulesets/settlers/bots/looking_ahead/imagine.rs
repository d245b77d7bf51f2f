//! Draws what a seat can't see: the hands of the others out of the cards that are in none of the places it sees, and their
//! development cards.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::settlers::components::Components;
use crate::settlers::development::{DevelopmentCard, DevelopmentCards};
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::state::{Secret, State, Table};
use crate::settlers::view::{OwnCards, View};
use rules::Seat;

/// What a seat that never gets a kind counts as getting, in chances in 36: it may have traded for it.
const PIPS_OF_TRADE: u32 = 2;

pub fn imagine(components: &Components, view: &View, rng: &mut dyn Rng) -> Option<(Seat, State)> {
    let own = view.own.as_ref()?;
    let table: &Table = &view.table;
    let (development, deck) = development(components, table, own, rng);
    let mut aside = vec![Bundle::EMPTY; usize::from(table.seats())];
    if let Some(aside) = aside.get_mut(usize::from(own.seat)) {
        *aside = own.aside;
    }
    let hands = hands(components, table, own, rng);
    let secret = Secret { hands, development, bought: own.bought, aside, deck };
    Some((own.seat, State { table: view.table.clone(), secret: secret.into() }))
}

/// Each card goes to a seat that lacks some, more likely to one that has many to get and produces the kind.
fn hands(components: &Components, table: &Table, own: &OwnCards, rng: &mut dyn Rng) -> Vec<Bundle> {
    let mut hands = vec![Bundle::EMPTY; usize::from(table.seats())];
    let mut pool = components.resource_cards - table.bank - own.cards;
    // Who offers or has accepted a trade has the cards for it.
    for offer in &table.offers {
        let sides = offer.accepted().map(|seat| (seat, offer.get)).chain([(offer.from, offer.give)]);
        for (seat, cards) in sides.filter(|(seat, _)| *seat != own.seat) {
            let Some(hand) = hands.get_mut(usize::from(seat)) else { continue };
            let more = cards - *hand;
            if pool.covers(&more) && hand.total() + more.total() <= table.player(seat).cards {
                pool -= more;
                *hand += more;
            }
        }
    }
    let mut cards: Vec<Resource> = pool.each().collect();
    cards.shuffle(rng);
    let income = income(table);
    for kind in cards {
        let weight = |seat: Seat, hand: &Bundle| {
            let lacks = table.player(seat).cards.saturating_sub(hand.total());
            let pips = income.get(usize::from(seat)).map_or(0, |income| income[kind.index()]);
            if seat == own.seat { 0 } else { u32::from(lacks) * (pips + PIPS_OF_TRADE) }
        };
        let weights: Vec<u32> = (0..).zip(&hands).map(|(seat, hand)| weight(seat, hand)).collect();
        let all: u32 = weights.iter().sum();
        if all == 0 {
            continue;
        }
        let mut drawn = rng.random_range(0..all);
        for (hand, weight) in hands.iter_mut().zip(weights) {
            if drawn < weight {
                hand.add(kind);
                break;
            }
            drawn -= weight;
        }
    }
    if let Some(hand) = hands.get_mut(usize::from(own.seat)) {
        *hand = own.cards;
    }
    hands
}

/// The chances in 36 with which each seat gets a card of each kind.
pub fn income(table: &Table) -> Vec<[u32; Resource::COUNT]> {
    let mut income = vec![[0; Resource::COUNT]; usize::from(table.seats())];
    for (vertex, building) in table.buildings.iter() {
        let Some(of_seat) = income.get_mut(usize::from(building.seat)) else { continue };
        for hex in vertex.hexes() {
            if let Some(kind) = table.board.land(hex).and_then(|land| land.terrain.resource()) {
                of_seat[kind.index()] += u32::from(table.board.pips(hex) * building.kind.worth());
            }
        }
    }
    income
}

fn development(
    components: &Components,
    table: &Table,
    own: &OwnCards,
    rng: &mut dyn Rng,
) -> (Vec<DevelopmentCards>, Vec<DevelopmentCard>) {
    let all: DevelopmentCards = components.deck().into_iter().collect();
    let seen = table.players.iter().fold(own.development_cards, |seen, player| seen + player.played);
    let mut hidden: Vec<DevelopmentCard> = (all - seen).each().collect();
    hidden.shuffle(rng);
    let mut hold = |seat: Seat| -> DevelopmentCards {
        if seat == own.seat {
            return own.development_cards;
        }
        let count = usize::from(table.player(seat).development_cards).min(hidden.len());
        hidden.drain(..count).collect()
    };
    let held = (0..table.seats()).map(&mut hold).collect();
    (held, hidden)
}
