//! The bot that does something sensible: it tries every answer on a copy of the table and takes the one after which it
//! stands best. A treasure is worth playing if the best placement that it allows is worth more than the best one without
//! it, by more than the tile would bring at the end.
//!
//! May know: what its seat sees and its legal answers. May not know: dice. It looks no farther than the end of its own
//! turn and always answers the same to the same table.

mod hand;
mod standing;
mod treasures;
mod trying;

use crate::nord::action::Action;
use crate::nord::player_view::PlayerView;
use rules::Legal;
use rules::ruleset::Choice;
use trying::Trial;

/// The answer after which the seat stands best, the first of equals.
pub fn choose(player: &PlayerView<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let asked = legal.first()?;
    let trial = Trial::at(player);
    let mut best: Option<(i32, Action)> = None;
    for action in &asked.actions {
        let Some(value) = value(&trial, action) else { continue };
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, action.clone()));
        }
    }
    let most = best.as_ref().map(|(most, _)| *most);
    if let Some(play) = treasures::best(&trial, &asked.actions, most) {
        return Some(asked.answer(Action::PlayTreasure(play)));
    }
    best.map(|(_, action)| asked.answer(action))
}

/// How good an answer is; only to be compared with other answers to the same question. Treasures are compared apart.
fn value(trial: &Trial<'_>, action: &Action) -> Option<i32> {
    Some(match action {
        Action::ChooseStart(start) => {
            let board = &trial.table().board;
            let site = board.place_of(start.settlement);
            let distance = site.map_or(0, |site| site.distance(board.dragon_boat()));
            -i32::try_from(distance).unwrap_or(i32::MAX)
        }
        Action::PlayTreasure(_) => return None,
        Action::PlaceWorkers(placed) => trial.placement(&placed.fields),
        Action::Attack(attack) => trial.attack(attack),
        Action::DefeatJarl(defeated) => trial.jarl(defeated),
    })
}
