//! Actions without a sender: those of an absent seat, and of the server (rules page §15).
//!
//! | decision | action for an absent seat |
//! |---|---|
//! | `setup_settlement` | the free vertex with most pips, the lowest of equals |
//! | `setup_road`, `free_road` | the lowest edge |
//! | `roll` | rolls |
//! | `discard` | largest pile first; equal piles in the order ore, grain, wool, lumber, brick |
//! | `move_robber` | where it does most harm to others and none to the seat itself |
//! | `main` | ends the turn |
//! | `trade_answer` | rejects; nothing where it has rejected already |
//!
//! `confirm_trade` and `trade` are left unanswered.

use super::action::Action;
use super::components::Components;
use super::production::Roll;
use super::question::{self, Question};
use super::robber::Discard;
use super::state::{Phase, State};
use super::trade::offers::RejectTrade;
use super::turn::EndTurn;
use super::view::PlayerView;
use super::{building, development, founding, robber};
use rules::{Actor, Decision};

/// The action for an absent seat, or `None` if the decision is not open or is a standing invitation.
pub fn lapse(components: &Components, state: &State, decision: &Decision) -> Option<Action> {
    let player = PlayerView::of(components, state, decision.seat);
    Some(match question::of_decision(&state.table, decision)? {
        Question::SetupSettlement => founding::default_settlement(&player)?.into(),
        Question::SetupRoad => founding::default_road(&player)?.into(),
        Question::FreeRoad => development::default_free_road(&player)?.into(),
        Question::Roll => Roll {}.into(),
        Question::Discard => {
            let cards = robber::largest_pile_first(player.hand, robber::owed_by(player.table, player.seat)?);
            Discard { cards }.into()
        }
        Question::MoveRobber => robber::default_move(&player)?.into(),
        Question::Main => EndTurn {}.into(),
        // A seat that has rejected the offer is still invited, since it may yet accept it.
        Question::TradeAnswer(offer) if !state.table.offer(offer)?.asks(decision.seat) => return None,
        Question::TradeAnswer(offer) => RejectTrade { offer }.into(),
        Question::ConfirmTrade(_) | Question::Trade => return None,
    })
}

/// The step the server takes where public facts leave one outcome: it depends on nothing that some seat does not know.
/// Which cards a seat has is secret, how many is not.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let active = state.table.active;
    let player = state.table.player(active);
    let action = match state.table.phase {
        Phase::Roll {} if player.development_cards == 0 => Roll {}.into(),
        Phase::Main {} if player.development_cards == 0 && player.cards == 0 => EndTurn {}.into(),
        Phase::FreeRoads { .. } => {
            let places = building::road_places(&PlayerView::of(components, state, active));
            let &[edge] = places.as_slice() else { return None };
            development::PlaceFreeRoad { edge }.into()
        }
        _ => return None,
    };
    Some((Some(active), action))
}
