//! The step the server takes where public facts leave one outcome (rules page §12).

use super::action::{Action, ChooseAging, EndMovement, EndTurn, Flee, RollDice};
use super::components::Components;
use super::player_view::PlayerView;
use super::state::{Movement, Phase, State};
use super::validate::steps::March;
use rules::Actor;

/// The next step of the server, if there is one to take. Looks at nothing that somebody does not know: which
/// cards are held is secret, how many is not.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let active = Some(state.table.active);
    match &state.table.phase {
        Phase::Roll => Some((None, Action::RollDice(RollDice {}))),
        Phase::Aging { candidates } => match candidates.as_slice() {
            &[hex] => Some((active, Action::ChooseAging(ChooseAging { hex }))),
            _ => None,
        },
        Phase::Movement(movement) => in_movement(components, state, movement),
        // Nothing can be traded or built without a card (B44).
        Phase::Trading(_) if state.secret.hand_size(state.table.active) == 0 => {
            Some((active, Action::EndTurn(EndTurn {})))
        }
        _ => None,
    }
}

fn in_movement(components: &Components, state: &State, movement: &Movement) -> Option<(Actor, Action)> {
    let active = state.table.active;
    match (&movement.flight, &movement.naming) {
        (Some(flight), _) => match flight.options.as_slice() {
            &[to] => Some((Some(state.table.unit(flight.unit)?.seat), Action::Flee(Flee { to }))),
            _ => None,
        },
        (None, Some(_)) => None,
        (None, None) => {
            let over = movement.on_outer || is_stuck(components, state);
            over.then_some((Some(active), Action::EndMovement(EndMovement {})))
        }
    }
}

/// No step is possible and no fate card is held. A holder of any fate card is always asked (B39).
fn is_stuck(components: &Components, state: &State) -> bool {
    let active = state.table.active;
    let without_cards = state.secret.fate_cards_of(active).is_empty();
    without_cards
        && March::of(PlayerView::of(components, state, active)).is_some_and(|march| !march.can_step())
}
