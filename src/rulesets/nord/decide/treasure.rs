//! Playing a treasure (rules page §9.2).

use super::Verdict;
use crate::rules::Seat;
use crate::rulesets::nord::action::PlayTreasure;
use crate::rulesets::nord::event::{Event, FighterMoved, TreasurePlayed};
use crate::rulesets::nord::judge::treasures as judge;
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::state::Mode;
use crate::rulesets::nord::treasure::TreasureAction;

/// The tile goes to the discard pile; a negotiator moves a fighter, the others change what may be placed.
pub fn play(scribe: &mut Scribe<'_>, seat: Seat, action: &PlayTreasure) -> Verdict {
    let journey = judge::play(&scribe.sight(seat), &scribe.connections(), action)?;
    let mode = match scribe.components.action_of(action.treasure) {
        TreasureAction::Negotiator => Mode::Normal,
        TreasureAction::TwoAreas => Mode::TwoAreas,
        TreasureAction::ManyWorkers => Mode::ManyWorkers,
    };
    scribe.tell(Event::TreasurePlayed(TreasurePlayed { seat, treasure: action.treasure, mode }));
    if let Some([from, to]) = journey {
        scribe.tell(Event::FighterMoved(FighterMoved { seat, from, to }));
    }
    Ok(())
}
