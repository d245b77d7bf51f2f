//! The step the server takes where public facts leave one outcome (rules page §15): it looks at nothing that
//! somebody does not know. Which cards are held is secret, how many is not.

use super::action::{Action, EndTurn, PlaceFreeRoad, Roll};
use super::components::Components;
use super::player_view::PlayerView;
use super::state::{Phase, State};
use super::validate::building;
use rules::Actor;

/// The next step of the server, if there is one to take.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let active = state.table.active;
    let holds = state.table.player(active);
    let action = match state.table.phase {
        Phase::Roll {} if holds.development_cards == 0 => Action::Roll(Roll {}),
        Phase::Main {} if holds.development_cards == 0 && holds.cards == 0 => Action::EndTurn(EndTurn {}),
        Phase::FreeRoads { .. } => {
            let places = building::road_candidates(&PlayerView::of(components, state, active));
            let &[edge] = places.as_slice() else { return None };
            Action::PlaceFreeRoad(PlaceFreeRoad { edge })
        }
        _ => return None,
    };
    Some((Some(active), action))
}
