//! Which harvest cards may be played (rules page §4.2, B2–B5).

use crate::landnam::action::PlayHarvestCard;
use crate::landnam::card::{FateCard, SubPhase};
use crate::landnam::harvest;
use crate::landnam::player_view::PlayerView;
use crate::landnam::refusals::{phase_1 as no, refuse, shared};
use rules::Refusal;

/// May the card be played with that hex? The hidden stock is not looked at (B5).
pub fn harvest_card(player: &PlayerView<'_>, action: &PlayHarvestCard) -> Result<(), Refusal> {
    if action.card.sub_phase() != SubPhase::Harvest {
        return Err(refuse(shared::WRONG_CARD).of("card"));
    }
    if !player.holds(action.card) {
        return Err(refuse(shared::CARD_NOT_HELD).of("card"));
    }
    let dues = harvest::dues(player.table, None);
    let fits = match action.hex {
        Some(hex) => action.card != FateCard::Fallow && dues.iter().any(|due| due.hex == hex),
        None => action.card == FateCard::Fallow,
    };
    if fits { Ok(()) } else { Err(refuse(no::HEX_NOT_DUE).of("hex")) }
}
