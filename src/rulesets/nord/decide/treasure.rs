//! Playing a treasure (rules page §9.2).

use super::Verdict;
use crate::nord::action::PlayTreasure;
use crate::nord::event::{Event, FighterMoved, TreasurePlayed};
use crate::nord::recorder::Recorder;
use crate::nord::state::Mode;
use crate::nord::treasure::TreasureAction;
use crate::nord::validate::treasures as validate;
use rules::Seat;

/// The tile goes to the discard pile; a negotiator moves a fighter, the others change what may be placed.
pub fn play(recorder: &mut Recorder<'_>, seat: Seat, action: &PlayTreasure) -> Verdict {
    let journey = validate::play(&recorder.player_view(seat), &recorder.connections(), action)?;
    let mode = match recorder.components.action_of(action.treasure) {
        TreasureAction::Negotiator => Mode::Normal,
        TreasureAction::TwoAreas => Mode::TwoAreas,
        TreasureAction::ManyWorkers => Mode::ManyWorkers,
    };
    recorder.record(Event::TreasurePlayed(TreasurePlayed { seat, treasure: action.treasure, mode }));
    if let Some([from, to]) = journey {
        recorder.record(Event::FighterMoved(FighterMoved { seat, from, to }));
    }
    Ok(())
}
