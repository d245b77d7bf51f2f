//! Is a treasure worth playing before workers are placed?

use std::cmp::Reverse;

use super::hand::Hand;
use super::trying::Trial;
use crate::nord::action::{Action, PlayTreasure};
use crate::nord::board::{Field, Settlement};
use crate::nord::legal;
use crate::nord::state::Mode;
use crate::nord::treasure::TreasureAction;

/// Of the ways to send a negotiator so many are looked at closely: those after which the seat stands best at once.
const NEGOTIATORS: usize = 3;

/// The treasure after which the seat stands better than `most`, if there is one among the answers.
pub fn best(trial: &Trial<'_>, answers: &[Action], most: Option<i32>) -> Option<PlayTreasure> {
    let plays: Vec<&PlayTreasure> = answers
        .iter()
        .filter_map(|answer| match answer {
            Action::PlayTreasure(play) => Some(play),
            _ => None,
        })
        .collect();
    let mut best: Option<(i32, PlayTreasure)> = None;
    let actions = [TreasureAction::Negotiator, TreasureAction::TwoAreas, TreasureAction::ManyWorkers];
    for action in actions {
        let of_action = plays.iter().filter(|play| trial.components.action_of(play.treasure) == action);
        // The tile that is missed least.
        let hand = |play: &PlayTreasure| {
            trial.hand.without(trial.components, play.treasure, trial.table().next_scoring)
        };
        let Some(tile) = of_action.clone().max_by_key(|play| (hand(play).value, Reverse(play.treasure)))
        else {
            continue;
        };
        let left = hand(tile);
        let ways: Vec<&PlayTreasure> =
            of_action.filter(|play| play.treasure == tile.treasure).copied().collect();
        let found = match action {
            TreasureAction::Negotiator => negotiator(trial, left, &ways),
            TreasureAction::TwoAreas => more(trial, left, tile, Mode::TwoAreas),
            TreasureAction::ManyWorkers => more(trial, left, tile, Mode::ManyWorkers),
        };
        let Some((value, play)) = found else { continue };
        let better = most.is_none_or(|most| value > most);
        if better && best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, play));
        }
    }
    best.map(|(_, play)| play)
}

/// The best placement that is allowed with the treasure and not without it.
fn more(trial: &Trial<'_>, left: Hand, play: &PlayTreasure, mode: Mode) -> Option<(i32, PlayTreasure)> {
    let played = trial.with(left, |table| {
        table.this_turn.played = Some(play.treasure);
        table.this_turn.mode = mode;
    });
    let usual = |fields: &[Field]| is_usual(trial, fields, mode);
    let values = placements(&played).filter(|fields| !usual(fields)).map(|fields| played.placement(&fields));
    values.max().map(|value| (value, play.clone()))
}

/// Could these workers be placed without the treasure?
fn is_usual(trial: &Trial<'_>, fields: &[Field], mode: Mode) -> bool {
    let board = &trial.table().board;
    let limits = trial.components.limits;
    let area = |field: &Field| board.land(*field).map(|land| land.area);
    let first = fields.first().and_then(area);
    match mode {
        Mode::Normal => true,
        Mode::TwoAreas => fields.iter().all(|field| area(field) == first),
        Mode::ManyWorkers => {
            fields.len() <= usize::from(if first.is_some() { limits.land } else { limits.sea })
        }
    }
}

/// The best of the ways to send the negotiator, each with the best placement after it.
fn negotiator(trial: &Trial<'_>, left: Hand, ways: &[&PlayTreasure]) -> Option<(i32, PlayTreasure)> {
    let sent = |play: &PlayTreasure| -> Option<Trial<'_>> {
        let (from, to): (Settlement, Settlement) = (play.from?, play.to?);
        let mut after = trial.with(left, |table| table.this_turn.played = Some(play.treasure));
        after.moves(from, to);
        Some(after)
    };
    let mut ways: Vec<(i32, &PlayTreasure, Trial<'_>)> =
        ways.iter().filter_map(|play| sent(play).map(|after| (after.standing(), *play, after))).collect();
    ways.sort_by_key(|(standing, ..)| Reverse(*standing));
    ways.truncate(NEGOTIATORS);
    let best = |after: &Trial<'_>| placements(after).map(|fields| after.placement(&fields)).max();
    let values = ways.iter().filter_map(|(_, play, after)| Some((best(after)?, (*play).clone())));
    values.max_by_key(|(value, _)| *value)
}

fn placements<'t>(trial: &'t Trial<'_>) -> impl Iterator<Item = Vec<Field>> + use<'t> {
    let player = trial.player_view();
    legal::placements(&player, &player.connections()).into_iter()
}
