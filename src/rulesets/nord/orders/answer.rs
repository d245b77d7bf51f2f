//! Which order answers which question.

use super::{JarlPreference, Order, StartPreference};
use crate::nord::action::{Action, ChooseStart};
use crate::nord::player_view::PlayerView;
use rules::{Legal, Ordered};

/// What the orders answer, oldest first; the one given last that can answer does.
pub fn answer(player: &PlayerView<'_>, legal: &[Legal<Action>], orders: &[Order]) -> Option<Ordered<Action>> {
    orders.iter().enumerate().rev().find_map(|(place, order)| {
        legal.iter().find_map(|legal| {
            let action = one(player, legal, order)?;
            Some(Ordered { order: place, choice: legal.answer(action) })
        })
    })
}

fn one(player: &PlayerView<'_>, legal: &Legal<Action>, order: &Order) -> Option<Action> {
    match (legal.decision.kind, order) {
        ("choose_start", Order::Start(order)) => start(legal, order),
        ("turn", Order::DefeatJarl(order)) => defeat_jarl(player, legal, order),
        _ => None,
    }
}

fn start(legal: &Legal<Action>, order: &StartPreference) -> Option<Action> {
    let mut wishes =
        order.settlements.iter().map(|&settlement| Action::ChooseStart(ChooseStart { settlement }));
    wishes.find(|wish| legal.actions.contains(wish))
}

fn defeat_jarl(player: &PlayerView<'_>, legal: &Legal<Action>, order: &JarlPreference) -> Option<Action> {
    let number = player.table.places.get(player.table.dragon_boat.len())?;
    if *number < order.at_least {
        return None;
    }
    legal.actions.iter().find(|action| matches!(action, Action::DefeatJarl(_))).cloned()
}
