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
use super::resource::Resource;
use super::view::{SeatKnowledge, View};
pub use accept::REASONS;
pub use kinds::*;
use rules::orders::no_seat;
use rules::{Field, FieldKind, Legal, OrderAnswer, Refusal, Shape, StandingOrders};

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

    /// The typical ones, and those with one number that most players have a wish about.
    fn offered_orders(&self) -> Vec<Shape<Order>> {
        let ready = |action| Shape { action, fields: Vec::new() };
        let up_to = |action| Shape { action, fields: vec![cards("up_to")] };
        let suits = SuitsMeant::default();
        let typical = self.typical_orders().into_iter().map(ready);
        let raise = RaiseOrder { suits, up_to: 1, over: 0, keep: 0, against_at_most: None };
        let flee = FleeOrder { places: Vec::new(), terrains: Vec::new(), anywhere: true };
        let decline = DeclineTradesOrder { from: None, until_my_turn: true, last_turn: None };
        let others =
            [up_to(Order::Raise(raise)), ready(Order::Flee(flee)), ready(Order::DeclineTrades(decline))];
        let kinds = |get| Resource::ALL.into_iter().filter(move |pay| *pay != get).map(move |pay| (get, pay));
        let trades = Resource::ALL.into_iter().flat_map(kinds).map(|(get, pay)| {
            up_to(Order::AcceptTrade(AcceptTradeOrder {
                get,
                pay,
                up_to: 1,
                keep: 0,
                from: None,
                until_my_turn: true,
                last_turn: None,
            }))
        });
        typical.chain(others).chain(trades).collect()
    }
}

/// A number of cards of one kind.
const fn cards(name: &'static str) -> Field {
    Field { name, kind: FieldKind::Integer { min: 1, max: 19 } }
}
