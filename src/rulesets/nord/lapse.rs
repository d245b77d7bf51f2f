//! The action for an absent seat: the first that is listed (rules page §8.2).
//!
//! | decision | action |
//! |---|---|
//! | `choose_start` | the first free settlement |
//! | `turn` | one worker on the first field where one can go; else the first jarl that can be defeated |
//! | `attack` | the first attack, from the first start to the first target |

use super::action::Action;
use super::components::Components;
use super::legal;
use super::player_view::PlayerView;
use super::question;
use super::state::State;
use rules::Decision;

/// The action, or `None` if the decision is not open.
pub fn lapse(components: &Components, state: &State, decision: &Decision) -> Option<Action> {
    let (table, seat) = (&state.table, decision.seat);
    let question = question::of_seat(table, seat)?;
    if question.decision(table, seat).id != decision.id {
        return None;
    }
    legal::answers(&PlayerView::of(components, state, seat), question).into_iter().next()
}
