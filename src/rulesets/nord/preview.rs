//! What players wish to know before they send an action, beyond the events that follow for certain.

use serde::Serialize;
use utoipa::ToSchema;

use super::Nord;
use super::action::Action;
use super::state::State;
use rules::{Previews, Seat};

/// What will be true after an action, distinguished by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordOwnEffect)]
pub enum Effect {
    /// The seat will have another number of men at home.
    SupplyWillBe {
        /// How many men are at home then.
        men: u8,
    },
}

impl Previews for Nord {
    type Effect = Effect;

    fn effects(&self, before: &State, seat: Seat, _action: &Action, after: &State) -> Vec<Effect> {
        let at_home =
            |state: &State| state.table.players.get(usize::from(seat)).map_or(0, |player| player.supply);
        let men = at_home(after);
        if men == at_home(before) { Vec::new() } else { vec![Effect::SupplyWillBe { men }] }
    }
}
