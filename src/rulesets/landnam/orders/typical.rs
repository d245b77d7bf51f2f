//! A set of orders that most players can live with.

use super::*;
use crate::landnam::card::FateCard;

/// What `simulate --waits` gives every seat, and a client may suggest:
///
/// - yields when fewer than two cards are held of every kind that an own suit would be about;
/// - settles a suit that would be lost with the card that does so, if it is held;
/// - concedes when the hand can't answer;
/// - takes no suit over that would leave no card of its kind in hand;
/// - ends the own turn when there is nothing left to do in it.
pub fn typical() -> Vec<Order> {
    let suits = SuitsMeant::default();
    vec![
        Order::Yield(YieldTime { holding_fewer_than: Some(2) }),
        Order::AlthingCard(CardInNeed { card: FateCard::Settlement, suits, from: None }),
        Order::Concede(GiveUp { suits, from: None }),
        Order::DeclineSuits(LeaveSuits { suits, leaving_fewer_than: Some(1) }),
        Order::EndTurn(EndIdleTurn {}),
    ]
}
