//! What follows a seven or a knight (rules page §6.3).

use super::{Verdict, turn};
use crate::settlers::action::{Discard, MoveRobber};
use crate::settlers::event::{
    CardStolen, CardsDiscarded, CardsLaidAside, Event, RobberAwaited, RobberMoved, Yield,
};
use crate::settlers::recorder::Recorder;
use crate::settlers::state::Phase;
use crate::settlers::validate::robber as validate;
use rules::{Chance, Seat};

/// A seat chooses what it gives back. The cards move, and are shown, when the last one has chosen (§14).
pub fn discard(recorder: &mut Recorder<'_>, seat: Seat, action: &Discard) -> Verdict {
    validate::discard(&recorder.player_view(seat), action.cards)?;
    recorder.record(Event::CardsLaidAside(CardsLaidAside { seat, cards: action.cards }));
    settle_discards(recorder);
    Ok(())
}

/// When nobody owes any more, the chosen cards go back and the robber moves; it stays where the active player has given up.
pub fn settle_discards(recorder: &mut Recorder<'_>) {
    if matches!(&recorder.table().phase, Phase::Discard { owed } if owed.is_empty()) {
        let aside = (0..).zip(&recorder.state().secret.aside).map(|(seat, &cards)| Yield { seat, cards });
        let discards = aside.filter(|aside| !aside.cards.is_empty()).collect();
        recorder.record(Event::CardsDiscarded(CardsDiscarded { discards }));
        let seat = recorder.table().active;
        if recorder.table().has_resigned(seat) {
            // Nothing about the end of a turn is refused.
            let _ = turn::end(recorder, seat);
        } else {
            recorder.record(Event::RobberAwaited(RobberAwaited { seat }));
        }
    }
}

/// The robber moves and takes a card: any of the victim's cards with the same chance.
pub fn movement(
    recorder: &mut Recorder<'_>,
    seat: Seat,
    action: &MoveRobber,
    chance: &mut Chance,
) -> Verdict {
    validate::movement(&recorder.player_view(seat), action.hex, action.victim)?;
    recorder.record(Event::RobberMoved(RobberMoved { seat, hex: action.hex }));
    let Some(victim) = action.victim else { return Ok(()) };
    let hand = recorder.state().secret.hand(victim);
    let place = chance.pick("stolen_card", u32::from(hand.total()));
    if let Some(card) = hand.card_at(u8::try_from(place).unwrap_or(u8::MAX)) {
        recorder.record(Event::CardStolen(CardStolen { seat, victim, card }));
    }
    Ok(())
}
