//! Harvest cards and aging (rules page §4).

use crate::rulesets::landnam::action::{Action, ChooseAging, DeclineHarvestCard, PlayHarvestCard};
use crate::rulesets::landnam::harvest;
use crate::rulesets::landnam::judge::harvest::harvest_card;
use crate::rulesets::landnam::sight::Sight;
use crate::rulesets::landnam::state::Phase;

/// None, or each card in hand with each hex it may be about.
pub fn cards(sight: &Sight<'_>) -> Vec<Action> {
    let due = harvest::due_hexes(&harvest::dues(sight.table, None));
    let mut actions = vec![Action::DeclineHarvestCard(DeclineHarvestCard {})];
    for card in sight.different_fate_cards() {
        let hexes = std::iter::once(None).chain(due.iter().copied().map(Some));
        let plays = hexes.map(|hex| PlayHarvestCard { card, hex });
        actions.extend(plays.filter(|play| harvest_card(sight, play).is_ok()).map(Action::PlayHarvestCard));
    }
    actions
}

/// Each hex that may age.
pub fn aging(sight: &Sight<'_>) -> Vec<Action> {
    match &sight.table.phase {
        Phase::Aging { candidates } => {
            candidates.iter().map(|&hex| Action::ChooseAging(ChooseAging { hex })).collect()
        }
        _ => Vec::new(),
    }
}
