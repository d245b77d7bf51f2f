//! The Althing: stakes are shapes, everything else is listed (rules page §5).

use super::Answers;
use crate::rules::{Field, FieldKind, Shape};
use crate::rulesets::landnam::action::{
    Action, AddToSuit, Concede, DeclineSuit, HandOver, NameFirst, PlayAlthingCard, Raise, Sue, TakeOver,
    WithdrawHandOver, Yield,
};
use crate::rulesets::landnam::card::SubPhase;
use crate::rulesets::landnam::judge::suits as judge;
use crate::rulesets::landnam::sight::Sight;
use crate::rulesets::landnam::state::{PossibleSuit, Side};

/// Anybody may go first.
pub fn first(sight: &Sight<'_>) -> Vec<Action> {
    (0..sight.table.seats()).map(|seat| Action::NameFirst(NameFirst { seat })).collect()
}

/// To yield, or a suit with a stake.
pub fn suits(sight: &Sight<'_>) -> Answers {
    let own = sight.table.althing().into_iter().flat_map(|althing| althing.unbrought(sight.seat));
    let bring = |suit: &PossibleSuit| {
        let action = Sue { unit: suit.unit, cards: 1 };
        judge::sue(sight, &action).ok()?;
        Some(staked(Action::Sue(action), 1, sight.hand.get(suit.resource)))
    };
    (vec![Action::Yield(Yield {})], own.filter_map(bring).collect())
}

/// To concede, hand over or raise.
pub fn answers(sight: &Sight<'_>) -> Answers {
    let mut actions = vec![Action::Concede(Concede {})];
    actions.extend(hand_overs(sight));
    (actions, raises(sight))
}

fn raises(sight: &Sight<'_>) -> Vec<Shape<Action>> {
    let Some(suit) = sight.table.suit() else { return Vec::new() };
    let action = Raise { cards: suit.needed() };
    let may = judge::raise(sight, suit, &action).is_ok();
    let shape = may.then(|| staked(Action::Raise(action), suit.needed(), sight.hand.get(suit.resource)));
    shape.into_iter().collect()
}

/// Whom a principal may ask to take over, and taking such an offer back.
pub fn hand_overs(sight: &Sight<'_>) -> Vec<Action> {
    let Some(suit) = sight.table.suit() else { return Vec::new() };
    let asked = (0..sight.table.seats()).filter(|&to| judge::hand_over(sight, suit, to).is_ok());
    let mut actions: Vec<Action> = asked.map(|to| Action::HandOver(HandOver { to })).collect();
    if judge::withdraw(sight, suit).is_ok() {
        actions.push(Action::WithdrawHandOver(WithdrawHandOver {}));
    }
    actions
}

/// To take a side over, or not.
pub fn take_over(side: Side) -> Vec<Action> {
    vec![Action::TakeOver(TakeOver { side }), Action::DeclineSuit(DeclineSuit { side })]
}

/// What an earlier principal may add.
pub fn additions(sight: &Sight<'_>) -> Vec<Shape<Action>> {
    let Some(suit) = sight.table.suit() else { return Vec::new() };
    let action = AddToSuit { cards: 1 };
    let may = judge::add(sight, suit, &action).is_ok();
    let shape = may.then(|| staked(Action::AddToSuit(action), 1, sight.hand.get(suit.resource)));
    shape.into_iter().collect()
}

/// Each Althing card that has an effect now.
pub fn cards(sight: &Sight<'_>) -> Vec<Action> {
    let number = sight.table.suit().map(|suit| suit.number);
    let cards = sight.different_fate_cards().filter(|card| card.sub_phase() == SubPhase::Althing);
    let plays = cards.flat_map(|card| [None, number].map(|suit| PlayAlthingCard { card, suit }));
    let mut plays: Vec<PlayAlthingCard> =
        plays.filter(|play| judge::althing_card(sight, play).is_ok()).collect();
    plays.dedup();
    plays.into_iter().map(Action::PlayAlthingCard).collect()
}

/// A stake: the field `cards` from the fewest that do to all that are held.
fn staked(action: Action, fewest: u16, held: u8) -> Shape<Action> {
    let kind = FieldKind::Integer { min: fewest.into(), max: held.into() };
    Shape { action, fields: vec![Field { name: "cards", kind }] }
}
