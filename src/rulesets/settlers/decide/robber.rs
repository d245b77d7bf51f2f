//! What follows a seven or a knight (rules page §6.3).

use super::{Verdict, turn};
use crate::rules::{Chance, Seat};
use crate::rulesets::settlers::action::{Discard, MoveRobber};
use crate::rulesets::settlers::event::{
    CardStolen, CardsDiscarded, CardsLaidAside, Event, RobberAwaited, RobberMoved, Yield,
};
use crate::rulesets::settlers::judge::robber as judge;
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::Phase;

/// A seat chooses what it gives back. The cards move, and are shown, when the last one has chosen (§14).
pub fn discard(scribe: &mut Scribe<'_>, seat: Seat, action: &Discard) -> Verdict {
    judge::discard(&scribe.sight(seat), action.cards)?;
    scribe.tell(Event::CardsLaidAside(CardsLaidAside { seat, cards: action.cards }));
    settle_discards(scribe);
    Ok(())
}

/// When nobody owes any more, the chosen cards go back and the robber moves; it stays where the active player has given up.
pub fn settle_discards(scribe: &mut Scribe<'_>) {
    if matches!(&scribe.table().phase, Phase::Discard { owed } if owed.is_empty()) {
        let aside = (0..).zip(&scribe.state().secret.aside).map(|(seat, &cards)| Yield { seat, cards });
        let discards = aside.filter(|aside| !aside.cards.is_empty()).collect();
        scribe.tell(Event::CardsDiscarded(CardsDiscarded { discards }));
        let seat = scribe.table().active;
        if scribe.table().has_resigned(seat) {
            // Nothing about the end of a turn is refused.
            let _ = turn::end(scribe, seat);
        } else {
            scribe.tell(Event::RobberAwaited(RobberAwaited { seat }));
        }
    }
}

/// The robber moves and takes a card: any of the victim's cards with the same chance.
pub fn movement(scribe: &mut Scribe<'_>, seat: Seat, action: &MoveRobber, chance: &mut Chance) -> Verdict {
    judge::movement(&scribe.sight(seat), action.hex, action.victim)?;
    scribe.tell(Event::RobberMoved(RobberMoved { seat, hex: action.hex }));
    let Some(victim) = action.victim else { return Ok(()) };
    let hand = scribe.state().secret.hand(victim);
    let place = chance.pick("stolen_card", u32::from(hand.total()));
    if let Some(card) = hand.card_at(u8::try_from(place).unwrap_or(u8::MAX)) {
        scribe.tell(Event::CardStolen(CardStolen { seat, victim, card }));
    }
    Ok(())
}
