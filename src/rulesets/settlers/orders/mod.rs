//! Standing orders: what a seat may leave behind, and what it answers (rules page §15).
//!
//! May know: what one seat sees and its legal answers. May not know: the state, any secret of another seat, dice.
//! An order only ever gives one of the answers that are listed to its seat.
//!
//! | order | answers |
//! |---|---|
//! | `discard` | `discard` |
//! | `trade` `reject_trades` | `trade_answer` |
//! | `roll` | `roll`, with the dice |
//! | `robber` | `move_robber` |
//! | `end_turn` | `main` |

mod accept;
mod answer;
mod kinds;

pub use accept::accept;
pub use answer::answer;
pub use kinds::*;

use super::player_view::PlayerView;

/// Everybody whom an order is about has given up.
pub const SEAT_RESIGNED: &str = "seat_resigned";
/// Every reason why an order can never apply any more.
pub const REASONS: [&str; 1] = [SEAT_RESIGNED];

/// Why the order can never apply any more, if so.
pub fn spent(player: &PlayerView<'_>, order: &Order) -> Option<&'static str> {
    let Order::Robber(order) = order else { return None };
    let gone = order.victims.iter().all(|seat| player.table.has_resigned(*seat));
    gone.then_some(SEAT_RESIGNED)
}

/// What `simulate --waits` gives every seat, and a client may suggest.
pub fn typical() -> Vec<Order> {
    vec![
        Order::Discard(DiscardPreference { first: Vec::new() }),
        Order::Roll(RollAtOnce {}),
        Order::EndTurn(EndIdleTurn {}),
    ]
}
