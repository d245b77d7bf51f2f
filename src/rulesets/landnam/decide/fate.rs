//! Drawing fate cards (rules page §5.1, §6, B9, §15).

use crate::rules::{Chance, Seat};
use crate::rulesets::landnam::event::{Event, FateCardDrawn, FatePileReshuffled};
use crate::rulesets::landnam::scribe::Scribe;

/// `seat` draws the top fate card. With an empty pile the discards are shuffled first; with both empty nothing
/// is drawn. True if a card was drawn.
pub(super) fn draw(scribe: &mut Scribe<'_>, seat: Seat, chance: &mut Chance) -> bool {
    if scribe.state().secret.pile.is_empty() {
        reshuffle(scribe, chance);
    }
    let Some(&card) = scribe.state().secret.pile.first() else { return false };
    scribe.tell(Event::FateCardDrawn(FateCardDrawn { seat, card }));
    true
}

/// One shuffle of the discards, oldest first.
fn reshuffle(scribe: &mut Scribe<'_>, chance: &mut Chance) {
    let discards = &scribe.table().discards;
    if discards.is_empty() {
        return;
    }
    let pile = chance.shuffled("fate_discards", discards);
    scribe.tell(Event::FatePileReshuffled(FatePileReshuffled { pile }));
}
