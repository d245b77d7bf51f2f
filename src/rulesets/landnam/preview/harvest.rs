//! What a harvest would give, with a card or without one.
//!
//! Whether it is given depends on what the supply has, which is hidden: a famine may come in its place (rules page §4.4).

use super::{Effect, Moment};
use crate::landnam::action::Action;
use crate::landnam::harvest::{HexYield, dues};
use rules::wire;

/// The harvest that follows, unless the supply has too few cards: then a famine comes.
#[wire]
pub struct HarvestWillBeDue {
    /// Ordered by hex, then by seat.
    pub yields: Vec<HexYield>,
}

pub fn foresee(moment: &Moment<'_>, effects: &mut Vec<Effect>) {
    let played = match moment.action {
        Action::PlayHarvestCard(play) => Some((play.card, play.hex)),
        Action::DeclineHarvestCard(_) => None,
        _ => return,
    };
    effects.push(HarvestWillBeDue { yields: dues(moment.player.table, played) }.into());
}
