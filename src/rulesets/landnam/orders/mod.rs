//! Standing orders: what a seat may leave behind, and what that answers.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, dice.
//! An order only ever gives one of the answers that are listed to its seat.

mod accept;
mod answer;
mod kinds;

use super::fate::FateCard;
pub use accept::{REASONS, accept, spent};
pub use answer::answer;
pub use kinds::*;

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
