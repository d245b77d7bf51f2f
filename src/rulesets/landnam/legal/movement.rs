//! What the active player may do in phase 2, and what others must answer in it (rules page §6).

use crate::landnam::action::*;
use crate::landnam::board::Place;
use crate::landnam::card::{FateCard, SubPhase};
use crate::landnam::number::Number;
use crate::landnam::player_view::PlayerView;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Flight, Unit};
use crate::landnam::validate::steps::{March, Way};

/// Every step with and without exploration cards, every movement card, every exchange, and the end of the phase.
pub fn movement(player: PlayerView<'_>) -> Vec<Action> {
    let Some(march) = March::of(player) else { return Vec::new() };
    let mut actions = Vec::with_capacity(32);
    let cards = held(&player);
    for unit in march.units() {
        for (to, way) in march.reach(unit) {
            steps(&march, unit, to, way, &cards, &mut actions);
        }
    }
    movement_cards(&march, &cards, &mut actions);
    exchanges(&march, &cards, &mut actions);
    actions.push(Action::EndMovement(EndMovement {}));
    actions
}

/// The numbers that the player of an omen may name, rising.
pub fn numbers(player: &PlayerView<'_>) -> Vec<Action> {
    let free = Number::ALL.into_iter().filter(|&number| player.table.supply.numbers_of(number) > 0);
    free.map(|number| Action::ChooseNumber(ChooseNumber { number })).collect()
}

/// The places to which the chased unit may flee, in order.
pub fn flights(flight: &Flight) -> Vec<Action> {
    flight.options.iter().map(|&to| Action::Flee(Flee { to })).collect()
}

/// The fate cards in hand, each kind once.
fn held(player: &PlayerView<'_>) -> Vec<FateCard> {
    let mut cards = player.fate_cards.to_vec();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// One step, with every set of exploration cards that may go with it.
fn steps(march: &March<'_>, unit: Unit, to: Place, way: Way, held: &[FateCard], actions: &mut Vec<Action>) {
    let mut list = |cards: Vec<FateCard>| {
        if march.exploration_cards(way, to, &cards).is_ok() {
            actions.push(Action::Step(Step { unit: unit.id, to, cards }));
        }
    };
    list(Vec::new());
    if way != Way::Explore {
        return;
    }
    let omen = held.contains(&FateCard::Omen);
    for &card in held.iter().filter(|card| card.sub_phase() == SubPhase::Exploration) {
        list(vec![card]);
        if omen && card != FateCard::Omen {
            list(vec![card, FateCard::Omen]);
        }
    }
}

fn movement_cards(march: &March<'_>, held: &[FateCard], actions: &mut Vec<Action>) {
    for &card in held.iter().filter(|card| card.sub_phase() == SubPhase::Movement) {
        // Named only while none is chosen.
        let named = march.units().map(|unit| march.movement.unit.is_none().then_some(unit.id));
        let playable = named.filter(|&unit| march.movement_card(card, unit).is_ok());
        actions.extend(playable.map(|unit| Action::PlayMovementCard(PlayMovementCard { card, unit })));
    }
}

fn exchanges(march: &March<'_>, held: &[FateCard], actions: &mut Vec<Action>) {
    if !march.is_untouched() {
        return;
    }
    for &card in held {
        let kinds = Resource::ALL.into_iter().filter(|&kind| march.exchange(card, kind).is_ok());
        actions.extend(kinds.map(|resource| Action::ExchangeFateCard(ExchangeFateCard { card, resource })));
    }
}
