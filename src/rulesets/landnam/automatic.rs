//! Actions that no player sends: the lapse of an absent seat, and the step the server takes where public facts leave
//! one outcome (rules page §12).

use super::action::*;
use super::board::Place;
use super::components::Components;
use super::movement::MoveContext;
use super::question::{Question, of_seat};
use super::state::{Movement, Phase, State, Table};
use super::view::PlayerView;
use rules::{Actor, Decision};

/// The action for an absent seat, or `None` if the decision is not open or is a standing invitation.
pub fn lapse(table: &Table, decision: &Decision) -> Option<Action> {
    let question = of_seat(table, decision.seat).find(|question| {
        question.kind() == decision.kind && question.decision(table, decision.seat).id == decision.id
    })?;
    Some(match question {
        Question::HarvestCard => DeclineHarvestCard {}.into(),
        Question::ChooseAging => ChooseAging { hex: first_candidate(table)? }.into(),
        // The active player goes first.
        Question::NameFirst => NameFirst { seat: decision.seat }.into(),
        Question::Sue => Yield {}.into(),
        Question::AnswerSuit { blocking: true } => Concede {}.into(),
        Question::TakeOver { side, .. } => DeclineSuit { side }.into(),
        Question::Flee => Flee { to: first_flight(table)? }.into(),
        Question::Movement => EndMovement {}.into(),
        Question::ChooseNumber => ChooseNumber { number: table.movement()?.naming?.default }.into(),
        Question::Build => EndTurn {}.into(),
        Question::TradeAnswer { offer, is_undecided: true } => DeclineOffer { offer }.into(),
        // Standing invitations: nothing is done. A seat that has declined an offer may still accept it.
        Question::TradeAnswer { is_undecided: false, .. }
        | Question::AnswerSuit { blocking: false }
        | Question::LeadSuit
        | Question::AddToSuit
        | Question::AlthingCard
        | Question::Trade => return None,
    })
}

fn first_candidate(table: &Table) -> Option<Place> {
    match &table.phase {
        Phase::Aging { candidates } => candidates.first().copied(),
        _ => None,
    }
}

fn first_flight(table: &Table) -> Option<Place> {
    table.movement()?.flight.as_ref()?.options.first().copied()
}

/// The next step of the server, if there is one to take. Depends on nothing that is hidden from some seat: which cards
/// a seat has is secret, how many is not.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let active = Some(state.table.active);
    match &state.table.phase {
        Phase::Roll => Some((None, RollDice {}.into())),
        Phase::Aging { candidates } => match candidates.as_slice() {
            &[hex] => Some((active, ChooseAging { hex }.into())),
            _ => None,
        },
        Phase::Movement(movement) => advance_movement(components, state, movement),
        // Nothing can be traded or built without a card (B44).
        Phase::Trading(_) if state.secret.hand_size(state.table.active) == 0 => {
            Some((active, EndTurn {}.into()))
        }
        _ => None,
    }
}

fn advance_movement(components: &Components, state: &State, movement: &Movement) -> Option<(Actor, Action)> {
    let active = state.table.active;
    match (&movement.flight, &movement.naming) {
        (Some(flight), _) => match flight.options.as_slice() {
            &[to] => Some((Some(state.table.unit(flight.unit)?.seat), Flee { to }.into())),
            _ => None,
        },
        (None, Some(_)) => None,
        (None, None) => {
            let over = movement.on_outer || is_stuck(components, state);
            over.then_some((Some(active), EndMovement {}.into()))
        }
    }
}

/// No step is possible and there is no fate card in hand. A seat with any fate card always decides itself (B39).
fn is_stuck(components: &Components, state: &State) -> bool {
    let active = state.table.active;
    state.secret.fate_cards_of(active).is_empty()
        && MoveContext::of(PlayerView::of(components, state, active))
            .is_some_and(|context| !context.can_step())
}
