//! What may be done at an Althing (rules page §5, B14–B20).

use crate::landnam::action::{AddToSuit, PlayAlthingCard, Raise, Sue};
use crate::landnam::card::{FateCard, SubPhase};
use crate::landnam::player_view::PlayerView;
use crate::landnam::refusals::{phase_1 as no, refuse, shared};
use crate::landnam::resource::Resource;
use crate::landnam::state::{PossibleSuit, Side, Suit};
use rules::{Refusal, Seat};

/// The possible suit that the seat may bring with that stake.
pub fn sue(player: &PlayerView<'_>, action: &Sue) -> Result<PossibleSuit, Refusal> {
    if player.table.unit(action.unit).is_none() {
        return Err(refuse(shared::UNKNOWN_UNIT).of("unit"));
    }
    let possible = player.table.althing().and_then(|althing| althing.possible(player.seat, action.unit));
    let suit = possible.ok_or_else(|| refuse(no::SUIT_NOT_POSSIBLE).of("unit"))?;
    if suit.brought {
        return Err(refuse(no::SUIT_ALREADY_BROUGHT).of("unit"));
    }
    stake(player, suit.resource, action.cards, 1)?;
    Ok(*suit)
}

/// May the seat stake so many cards where at least `fewest` are needed?
fn stake(player: &PlayerView<'_>, kind: Resource, cards: u16, fewest: u16) -> Result<(), Refusal> {
    if cards < fewest {
        return Err(refuse(no::STAKE_TOO_LOW).of("cards"));
    }
    if cards > u16::from(player.hand.get(kind)) {
        return Err(refuse(shared::CARDS_NOT_HELD).of("cards"));
    }
    Ok(())
}

/// The principal of the side to answer brings its total above the other's (B17).
pub fn raise(player: &PlayerView<'_>, suit: &Suit, action: &Raise) -> Result<(), Refusal> {
    stake(player, suit.resource, action.cards, suit.needed())
}

/// An earlier principal of the side to answer adds any number (B17).
pub fn add(player: &PlayerView<'_>, suit: &Suit, action: &AddToSuit) -> Result<(), Refusal> {
    stake(player, suit.resource, action.cards, 1)
}

/// The side that a principal offers when he asks `to` to take it over (B19).
pub fn hand_over(player: &PlayerView<'_>, suit: &Suit, to: Seat) -> Result<Side, Refusal> {
    let side = suit.side_led_by(player.seat).ok_or_else(|| refuse(no::NO_HAND_OVER))?;
    let party = suit.party(side);
    let barred = if to >= player.table.seats() {
        no::NO_SUCH_SEAT
    } else if player.table.has_resigned(to) {
        no::HAS_RESIGNED
    } else if suit.involves(to) {
        no::ALREADY_INVOLVED
    } else if party.offer.is_some() {
        no::HAND_OVER_OPEN
    } else if party.asked.contains(&to) {
        no::ALREADY_ASKED
    } else {
        return Ok(side);
    };
    Err(refuse(barred).of("to"))
}

/// The side whose open offer a principal may withdraw.
pub fn withdraw(player: &PlayerView<'_>, suit: &Suit) -> Result<Side, Refusal> {
    let side = suit.side_led_by(player.seat).filter(|&side| suit.party(side).offer.is_some());
    side.ok_or_else(|| refuse(no::NO_HAND_OVER))
}

/// May the Althing card be played now? `settlement` names the suit it breaks off (B14).
pub fn althing_card(player: &PlayerView<'_>, action: &PlayAlthingCard) -> Result<(), Refusal> {
    if action.card.sub_phase() != SubPhase::Althing {
        return Err(refuse(shared::WRONG_CARD).of("card"));
    }
    if !player.holds(action.card) {
        return Err(refuse(shared::CARD_NOT_HELD).of("card"));
    }
    match (action.card, player.table.suit()) {
        (FateCard::Settlement, None) => Err(refuse(shared::CARD_WITHOUT_EFFECT).of("card")),
        (FateCard::Settlement, Some(suit)) if action.suit == Some(suit.number) => Ok(()),
        (FateCard::Uproar, _) if action.suit.is_none() => Ok(()),
        _ => Err(refuse(no::SUIT_CLOSED).of("suit")),
    }
}
