//! RenderedBoard fate cards (rules page §5.1, §6, B9, §15).

use crate::landnam::event::{Event, FateCardDrawn, FatePileReshuffled};
use crate::landnam::recorder::Recorder;
use rules::{Chance, Seat};

/// `seat` draws the top fate card. With an empty pile the discards are shuffled first; with both empty nothing
/// is drawn. True if a card was drawn.
pub(super) fn draw(recorder: &mut Recorder<'_>, seat: Seat, chance: &mut Chance) -> bool {
    if recorder.state().secret.pile.is_empty() {
        reshuffle(recorder, chance);
    }
    let Some(&card) = recorder.state().secret.pile.first() else { return false };
    recorder.record(Event::FateCardDrawn(FateCardDrawn { seat, card }));
    true
}

/// One shuffle of the discards, oldest first.
fn reshuffle(recorder: &mut Recorder<'_>, chance: &mut Chance) {
    let discards = &recorder.table().discards;
    if discards.is_empty() {
        return;
    }
    let pile = chance.shuffled("fate_discards", discards);
    recorder.record(Event::FatePileReshuffled(FatePileReshuffled { pile }));
}
