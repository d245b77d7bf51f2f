//! Standing orders: answers that somebody gives in advance for his seat, secret to everybody else.
//!
//! May know: the orders of the account that asks, and its seat. Carrying them out is part of the write that opens a
//! question: see [`crate::service::play::commit`].

mod list;
mod rehearse;
mod remove;
mod set;
mod shown;

pub use list::list;
pub use rehearse::{Rehearsal, rehearse};
pub use remove::remove;
pub use set::{Asked, OrderSet, set};
pub use shown::{OrderShown, Orders, Spent};

use crate::error::{Code, Error};
use crate::rules::Seat;
use crate::service::table::Table;

/// The most orders that a seat has, those that can't apply any more among them.
pub const MOST_ORDERS: usize = 40;

/// The caller's seat in a game in which orders can still be given. Errors: `not_a_member`, `game_not_running`,
/// `seat_resigned`, `invalid_field`.
fn seat_in_play(table: &Table, ruleset: Option<&str>) -> Result<Seat, Error> {
    let seat = table.member()?;
    table.in_play()?;
    if table.has_resigned(seat) {
        return Err(Code::SeatResigned.problem());
    }
    let title = table.title.id();
    if ruleset.is_some_and(|ruleset| ruleset != title) {
        return Err(Code::InvalidField.field("ruleset", format!("This is a game of `{title}`.")));
    }
    Ok(seat)
}
