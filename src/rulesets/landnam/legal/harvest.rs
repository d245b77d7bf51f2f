//! Harvest cards and aging (rules page §4).

use crate::landnam::action::{Action, ChooseAging, DeclineHarvestCard, PlayHarvestCard};
use crate::landnam::harvest;
use crate::landnam::player_view::PlayerView;
use crate::landnam::state::Phase;
use crate::landnam::validate::harvest::harvest_card;

/// None, or each card in hand with each hex it may be about.
pub fn cards(player: &PlayerView<'_>) -> Vec<Action> {
    let due = harvest::due_hexes(&harvest::dues(player.table, None));
    let mut actions = vec![Action::DeclineHarvestCard(DeclineHarvestCard {})];
    for card in player.different_fate_cards() {
        let hexes = std::iter::once(None).chain(due.iter().copied().map(Some));
        let plays = hexes.map(|hex| PlayHarvestCard { card, hex });
        actions.extend(plays.filter(|play| harvest_card(player, play).is_ok()).map(Action::PlayHarvestCard));
    }
    actions
}

/// Each hex that may age.
pub fn aging(player: &PlayerView<'_>) -> Vec<Action> {
    match &player.table.phase {
        Phase::Aging { candidates } => {
            candidates.iter().map(|&hex| Action::ChooseAging(ChooseAging { hex })).collect()
        }
        _ => Vec::new(),
    }
}
