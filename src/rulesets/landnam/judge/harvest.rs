//! Which harvest cards may be played (rules page §4.2, B2–B5).

use crate::rules::Refusal;
use crate::rulesets::landnam::action::PlayHarvestCard;
use crate::rulesets::landnam::card::{FateCard, SubPhase};
use crate::rulesets::landnam::harvest;
use crate::rulesets::landnam::refusals::{phase_1 as no, refuse, shared};
use crate::rulesets::landnam::sight::Sight;

/// May the card be played with that hex? The hidden stock is not looked at (B5).
pub fn harvest_card(sight: &Sight<'_>, action: &PlayHarvestCard) -> Result<(), Refusal> {
    if action.card.sub_phase() != SubPhase::Harvest {
        return Err(refuse(shared::WRONG_CARD).of("card"));
    }
    if !sight.holds(action.card) {
        return Err(refuse(shared::CARD_NOT_HELD).of("card"));
    }
    let dues = harvest::dues(sight.table, None);
    let fits = match action.hex {
        Some(hex) => action.card != FateCard::Fallow && dues.iter().any(|due| due.hex == hex),
        None => action.card == FateCard::Fallow,
    };
    if fits { Ok(()) } else { Err(refuse(no::HEX_NOT_DUE).of("hex")) }
}
