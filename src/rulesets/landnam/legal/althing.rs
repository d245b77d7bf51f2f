//! The Althing: stakes are shapes, everything else is listed (rules page §5).

use super::Answers;
use crate::landnam::action::{
    Action, AddToSuit, Concede, DeclineSuit, HandOver, NameFirst, PlayAlthingCard, Raise, Sue, TakeOver,
    WithdrawHandOver, Yield,
};
use crate::landnam::card::SubPhase;
use crate::landnam::player_view::PlayerView;
use crate::landnam::state::{PossibleSuit, Side};
use crate::landnam::validate::suits as validate;
use rules::{Field, FieldKind, Shape};

/// Anybody may go first.
pub fn first(player: &PlayerView<'_>) -> Vec<Action> {
    (0..player.table.seats()).map(|seat| Action::NameFirst(NameFirst { seat })).collect()
}

/// To yield, or a suit with a stake.
pub fn suits(player: &PlayerView<'_>) -> Answers {
    let own = player.table.althing().into_iter().flat_map(|althing| althing.unbrought(player.seat));
    let bring = |suit: &PossibleSuit| {
        let action = Sue { unit: suit.unit, cards: 1 };
        validate::sue(player, &action).ok()?;
        Some(staked(Action::Sue(action), 1, player.hand.get(suit.resource)))
    };
    (vec![Action::Yield(Yield {})], own.filter_map(bring).collect())
}

/// To concede, hand over or raise.
pub fn answers(player: &PlayerView<'_>) -> Answers {
    let mut actions = vec![Action::Concede(Concede {})];
    actions.extend(hand_overs(player));
    (actions, raises(player))
}

fn raises(player: &PlayerView<'_>) -> Vec<Shape<Action>> {
    let Some(suit) = player.table.suit() else { return Vec::new() };
    let action = Raise { cards: suit.needed() };
    let may = validate::raise(player, suit, &action).is_ok();
    let shape = may.then(|| staked(Action::Raise(action), suit.needed(), player.hand.get(suit.resource)));
    shape.into_iter().collect()
}

/// Whom a principal may ask to take over, and taking such an offer back.
pub fn hand_overs(player: &PlayerView<'_>) -> Vec<Action> {
    let Some(suit) = player.table.suit() else { return Vec::new() };
    let asked = (0..player.table.seats()).filter(|&to| validate::hand_over(player, suit, to).is_ok());
    let mut actions: Vec<Action> = asked.map(|to| Action::HandOver(HandOver { to })).collect();
    if validate::withdraw(player, suit).is_ok() {
        actions.push(Action::WithdrawHandOver(WithdrawHandOver {}));
    }
    actions
}

/// To take a side over, or not.
pub fn take_over(side: Side) -> Vec<Action> {
    vec![Action::TakeOver(TakeOver { side }), Action::DeclineSuit(DeclineSuit { side })]
}

/// What an earlier principal may add.
pub fn additions(player: &PlayerView<'_>) -> Vec<Shape<Action>> {
    let Some(suit) = player.table.suit() else { return Vec::new() };
    let action = AddToSuit { cards: 1 };
    let may = validate::add(player, suit, &action).is_ok();
    let shape = may.then(|| staked(Action::AddToSuit(action), 1, player.hand.get(suit.resource)));
    shape.into_iter().collect()
}

/// Each Althing card that has an effect now.
pub fn cards(player: &PlayerView<'_>) -> Vec<Action> {
    let number = player.table.suit().map(|suit| suit.number);
    let cards = player.different_fate_cards().filter(|card| card.sub_phase() == SubPhase::Althing);
    let plays = cards.flat_map(|card| [None, number].map(|suit| PlayAlthingCard { card, suit }));
    let mut plays: Vec<PlayAlthingCard> =
        plays.filter(|play| validate::althing_card(player, play).is_ok()).collect();
    plays.dedup();
    plays.into_iter().map(Action::PlayAlthingCard).collect()
}

/// A stake: the field `cards` from the fewest that do to all that are held.
fn staked(action: Action, fewest: u16, held: u8) -> Shape<Action> {
    let kind = FieldKind::Integer { min: fewest.into(), max: held.into() };
    Shape { action, fields: vec![Field { name: "cards", kind }] }
}
