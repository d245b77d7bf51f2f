//! The bot that does something sensible: it tries every answer on a copy of the table and takes the one after which it
//! stands best.
//!
//! May know: what its seat sees and its legal answers. May not know: dice. It looks no farther than the end of its own
//! turn and always answers the same to the same table.

mod standing;
mod trying;

use crate::rules::Legal;
use crate::rules::ruleset::Choice;
use crate::rulesets::nord::action::Action;
use crate::rulesets::nord::sight::Sight;

/// The answer after which the seat stands best, the first of equals.
pub fn choose(sight: &Sight<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let asked = legal.first()?;
    let mut best = None;
    for action in &asked.actions {
        let value = value(sight, action);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, action));
        }
    }
    best.map(|(_, action)| asked.answer(action.clone()))
}

/// How good an answer is; only to be compared with other answers to the same question.
fn value(sight: &Sight<'_>, action: &Action) -> i32 {
    match action {
        Action::ChooseStart(start) => {
            let site = sight.table.board.place_of(start.settlement);
            let distance = site.map_or(0, |site| site.distance(sight.table.board.dragon_boat()));
            -i32::try_from(distance).unwrap_or(i32::MAX)
        }
        // Treasures are worth more at the end than what they allow on the way.
        Action::PlayTreasure(_) => i32::MIN,
        Action::PlaceWorkers(placed) => trying::placement(sight, placed),
        Action::Attack(attack) => trying::attack(sight, attack),
        Action::DefeatJarl(defeated) => trying::jarl(sight, defeated),
    }
}
