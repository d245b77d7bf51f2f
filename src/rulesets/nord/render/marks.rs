//! The places that marks name: fields, `4,6`, and settlements, `s1`.

use crate::nord::action::Action;
use crate::nord::event::{Event, RedactedEvent};
use crate::nord::treasures::PlayTreasure;

/// What a viewer sees change on the board: where men were placed or went, and where a fight was. What a scoring takes
/// from the board is gone and not marked.
pub fn changed_places(event: &RedactedEvent) -> Vec<String> {
    let RedactedEvent::Whole(event) = event else { return Vec::new() };
    match event {
        Event::StartChosen(chosen) => vec![chosen.settlement.to_string()],
        Event::WorkersPlaced(placed) => placed.fields.iter().map(ToString::to_string).collect(),
        Event::FighterMoved(moved) => vec![moved.from.to_string(), moved.to.to_string()],
        Event::SettlementAttacked(attack) => vec![attack.from.to_string(), attack.to.to_string()],
        Event::JarlDefeated(defeat) => vec![defeat.settlement.to_string()],
        _ => Vec::new(),
    }
}

pub fn places_of(action: &Action) -> Vec<String> {
    match action {
        Action::ChooseStart(choice) => vec![choice.settlement.to_string()],
        Action::PlayTreasure(PlayTreasure { from, to, .. }) => {
            [from, to].into_iter().flatten().map(ToString::to_string).collect()
        }
        Action::PlaceWorkers(placing) => placing.fields.iter().map(ToString::to_string).collect(),
        Action::Attack(attack) => vec![attack.to.to_string()],
        Action::DefeatJarl(defeat) => vec![defeat.settlement.to_string()],
    }
}
