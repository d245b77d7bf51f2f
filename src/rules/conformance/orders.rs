//! A standing order gives an answer that its seat is listed, by what that seat sees and nothing else.

use serde::Serialize;

use super::shape::lists;
use super::{Trial, Verdict};
use crate::decision::Seat;
use crate::legal::Legal;
use crate::ruleset::Ruleset;

impl<R: Ruleset> Trial<'_, R> {
    /// The typical orders together, and each of them alone.
    pub(super) fn orders_answer_by_what_is_seen(
        &mut self,
        state: &R::State,
        seat: Seat,
        legal: &[Legal<R::Action>],
    ) -> Verdict {
        if legal.is_empty() {
            return Ok(());
        }
        let typical = self.rules.typical_orders();
        let view = self.rules.view(state, Some(seat));
        self.answers_legally(state, seat, &view, legal, &typical)?;
        for order in &typical {
            reads_as_written(order)?;
            if let Ok(order) = self.rules.accept_order(&view, order.clone()) {
                if let Some(why) = self.rules.spent(&view, &order) {
                    return Err(format!("orders: {order:?} is accepted and can't apply: {why}"));
                }
                self.answers_legally(state, seat, &view, legal, &[order])?;
            }
        }
        Ok(())
    }

    fn answers_legally(
        &mut self,
        state: &R::State,
        seat: Seat,
        view: &R::View,
        legal: &[Legal<R::Action>],
        orders: &[R::Order],
    ) -> Verdict {
        let Some(ordered) = self.rules.order(view, legal, orders) else { return Ok(()) };
        if self.rules.order(view, legal, orders).as_ref() != Some(&ordered) {
            return Err(format!("orders: {orders:?} answer the same table in two ways"));
        }
        let action = &ordered.choice.action;
        let Some(asked) = legal.iter().find(|legal| legal.decision.id == ordered.choice.decision) else {
            return Err(format!("orders: {action:?} answers {}, which is not open", ordered.choice.decision));
        };
        if ordered.order >= orders.len() || !lists(std::slice::from_ref(asked), action) {
            return Err(format!("orders: {action:?} is not listed to seat {seat}"));
        }
        if let Err(refusal) = self.rules.decide(state, Some(seat), action, &mut self.chance) {
            return Err(format!("orders: {action:?} is refused: {refusal}"));
        }
        self.report.ordered += 1;
        Ok(())
    }
}

/// An order is the same after it was written down and read again.
fn reads_as_written<O: Serialize + serde::de::DeserializeOwned + PartialEq>(order: &O) -> Verdict {
    let text = serde_json::to_string(order).map_err(|error| format!("stored form: {error}"))?;
    let read: O = serde_json::from_str(&text).map_err(|error| format!("stored form: {error} in {text}"))?;
    (read == *order).then_some(()).ok_or_else(|| format!("stored form: another order is read from {text}"))
}
