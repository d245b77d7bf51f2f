//! The step the server takes where public facts leave one outcome (rules page §17): the only attack there is, if nobody
//! has to say where a fifth man goes, and the only jarl that can be defeated where no worker can be placed.
//!
//! It looks at nothing that somebody does not know. Forced scorings and the end of a turn are no steps: they follow
//! in the action that brings them about.

use super::action::{Action, DefeatJarl};
use super::board::Settlement;
use super::components::Components;
use super::legal;
use super::player_view::PlayerView;
use super::question::{self, Question};
use super::state::{Hold, State};
use super::validate::{attacks, jarls, placement};
use rules::Actor;

/// The next step of the server, if there is one to take.
pub fn advance(components: &Components, state: &State) -> Option<(Actor, Action)> {
    let (seat, question) = question::open(&state.table)?;
    let player = PlayerView::of(components, state, seat);
    let only = match question {
        Question::ChooseStart => None,
        Question::Turn => only_jarl(&player),
        Question::Attack => only_attack(&player),
    };
    Some((Some(seat), only?))
}

fn only_attack(player: &PlayerView<'_>) -> Option<Action> {
    let mut listed = legal::answers(player, Question::Attack).into_iter();
    match (listed.next(), listed.next()) {
        (Some(Action::Attack(attack)), None) if attack.attackers.len() < attacks::FIFTH => {
            Some(Action::Attack(attack))
        }
        _ => None,
    }
}

/// Treasures take no part: none can be played where no worker can be placed.
fn only_jarl(player: &PlayerView<'_>) -> Option<Action> {
    let within_reach = |(settlement, hold): (Settlement, Hold)| {
        hold.jarl.is_some() && jarls::has_majority(player.table, settlement, player.seat)
    };
    if !player.table.settlements.iter().any(within_reach) {
        return None;
    }
    let connections = player.connections();
    if placement::is_possible(player, &connections, player.own()) {
        return None;
    }
    match jarls::defeatable(player, &connections).as_slice() {
        &[settlement] => Some(Action::DefeatJarl(DefeatJarl { settlement })),
        _ => None,
    }
}
