//! The step the server takes where public facts leave one outcome (rules page §17): the only attack there is, if nobody
//! has to say where a fifth man goes, and the only jarl that can be defeated where no worker can be placed.
//!
//! It looks at nothing that somebody does not know. Forced scorings and the end of a turn are no steps: they follow
//! in the action that brings them about.

use super::action::{Action, DefeatJarl};
use super::board::Settlement;
use super::components::Components;
use super::judge::{attacks, jarls, placement};
use super::legal;
use super::question::{self, Question};
use super::sight::Sight;
use super::state::{Hold, State};
use crate::rules::Actor;

/// The next step of the server, if there is one to take.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let (seat, question) = question::open(&state.table)?;
    let sight = Sight::of(components, state, seat);
    let only = match question {
        Question::ChooseStart => None,
        Question::Turn => only_jarl(&sight),
        Question::Attack => only_attack(&sight),
    };
    Some((Some(seat), only?))
}

fn only_attack(sight: &Sight<'_>) -> Option<Action> {
    let mut listed = legal::answers(sight, Question::Attack).into_iter();
    match (listed.next(), listed.next()) {
        (Some(Action::Attack(attack)), None) if attack.attackers.len() < attacks::FIFTH => {
            Some(Action::Attack(attack))
        }
        _ => None,
    }
}

/// Treasures take no part: none can be played where no worker can be placed.
fn only_jarl(sight: &Sight<'_>) -> Option<Action> {
    let within_reach = |(settlement, hold): (Settlement, Hold)| {
        hold.jarl.is_some() && jarls::has_majority(sight.table, settlement, sight.seat)
    };
    if !sight.table.settlements.iter().any(within_reach) {
        return None;
    }
    let connections = sight.connections();
    if placement::is_possible(sight, &connections, sight.own()) {
        return None;
    }
    match jarls::defeatable(sight, &connections).as_slice() {
        &[settlement] => Some(Action::DefeatJarl(DefeatJarl { settlement })),
        _ => None,
    }
}
