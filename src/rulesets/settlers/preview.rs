//! What players wish to know before they send an action, beyond the events that follow for certain.

use serde::Serialize;
use utoipa::ToSchema;

use super::Settlers;
use super::action::Action;
use super::resource::Bundle;
use super::state::State;
use rules::{Previews, Seat};

/// What will be true after an action, distinguished by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersOwnEffect)]
pub enum Effect {
    /// The seat will have other cards in hand.
    HandWillBe {
        /// The cards in hand then.
        cards: Bundle,
    },
}

impl Previews for Settlers {
    type Effect = Effect;

    fn effects(&self, before: &State, seat: Seat, _action: &Action, after: &State) -> Vec<Effect> {
        let cards = after.secret.hand(seat);
        let changes = cards != before.secret.hand(seat);
        if changes { vec![Effect::HandWillBe { cards }] } else { Vec::new() }
    }
}
