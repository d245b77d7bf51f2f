//! Standing orders: what a seat may leave behind, and what it answers (rules page §17).
//!
//! May know: what one seat sees and its legal answers. May not know: the state, or any secret of another seat. An order
//! only ever gives one of the answers that are listed to its seat.
//!
//! | order | answers |
//! |---|---|
//! | `start` | `choose_start`, where players wait for each other before the first turn |
//! | `defeat_jarl` | `turn` |

mod accept;
mod answer;
mod kinds;

pub use accept::accept;
pub use answer::answer;
pub use kinds::*;

use super::player_view::PlayerView;

/// The seat has its start settlement, or somebody else has those that it wanted.
pub const START_OVER: &str = "start_over";
/// Every reason why an order can never apply any more.
pub const REASONS: [&str; 1] = [START_OVER];

/// Why the order can never apply any more, if so.
pub fn spent(player: &PlayerView<'_>, order: &Order) -> Option<&'static str> {
    let Order::Start(order) = order else { return None };
    let table = player.table;
    let begun = table.turn > 0 || !table.own_settlements(player.seat).has_no_settlement();
    let taken = |settlement| table.hold(settlement).jarl.is_some();
    let over = begun || order.settlements.iter().all(|settlement| taken(*settlement));
    over.then_some(START_OVER)
}

/// What `simulate --waits` gives every seat, and a client may suggest.
pub fn typical() -> Vec<Order> {
    vec![Order::DefeatJarl(JarlPreference { at_least: 12 })]
}
