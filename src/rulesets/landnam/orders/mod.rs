//! Standing orders: what a seat may leave behind, and what that answers.
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, dice.
//! An order only ever gives one of the answers that are listed to its seat.

mod accept;
mod answer;
mod kinds;

use strum::VariantNames;

use super::Landnam;
use super::action::Action;
use super::fate::FateCard;
use super::view::{SeatKnowledge, View};
pub use accept::REASONS;
pub use kinds::*;
use rules::orders::no_seat;
use rules::{Legal, OrderAnswer, Refusal, StandingOrders};

impl StandingOrders for Landnam {
    type Order = Order;

    fn order_kinds(&self) -> &'static [&'static str] {
        Order::VARIANTS
    }

    fn accept_order(&self, view: &View, order: Order) -> Result<Order, Refusal> {
        accept::accept(&SeatKnowledge::of(view, &self.components).ok_or_else(no_seat)?, order)
    }

    fn expired(&self, view: &View, order: &Order) -> Option<&'static str> {
        accept::expired(&SeatKnowledge::of(view, &self.components)?, order)
    }

    fn order_answer(
        &self,
        view: &View,
        legal: &[Legal<Action>],
        orders: &[Order],
    ) -> Option<OrderAnswer<Action>> {
        answer::answer(&SeatKnowledge::of(view, &self.components)?, legal, orders)
    }

    /// - yields when fewer than two cards are in hand of every kind that an own suit would be about;
    /// - settles a suit that would be lost with the card that does so, if it is in hand;
    /// - concedes when the hand can't answer;
    /// - takes no suit over that would leave no card of its kind in hand;
    /// - ends the own turn when there is nothing left to do in it.
    fn typical_orders(&self) -> Vec<Order> {
        let suits = SuitsMeant::default();
        vec![
            Order::Yield(YieldOrder { holding_fewer_than: Some(2) }),
            Order::AlthingCard(AlthingCardOrder { card: FateCard::Settlement, suits, from: None }),
            Order::Concede(ConcedeOrder { suits, from: None }),
            Order::DeclineSuits(DeclineSuitsOrder { suits, leaving_fewer_than: Some(1) }),
            Order::EndTurn(EndTurnOrder {}),
        ]
    }
}
