//! Standing orders: answers that somebody gives in advance for his seat, secret to everybody else.
//!
//! May know: the orders of the account that asks, and its seat. Carrying them out is part of the write that opens a
//! question: see [`crate::service::play::commit`].

mod dry_run;
mod list;
mod remove;
mod resume;
mod set;
mod shown;

pub use dry_run::{Rehearsal, dry_run};
pub use list::list;
pub use remove::remove;
pub use resume::resume;
pub use set::{Asked, OrderSet, set};
pub use shown::{OrderShown, Orders, Spent, Suspended, WhySuspended};

use uuid::Uuid;

use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Grant;
use crate::service::table::Table;
use crate::store::{self, Tx};
use rules::Seat;

/// The most orders that a seat has, those that can't apply any more among them.
pub const MOST_ORDERS: usize = 40;

/// Makes sure that what follows in this transaction does not outlive the proof it was asked for with: an order that is
/// given at the moment in which its giver is shut out. Errors: `session_ended`, `token_invalid`.
async fn hold(app: &App, tx: &mut Tx<'_>, account: Uuid, grant: Grant) -> Result<(), Error> {
    store::accounts::hold_off_recovery(tx, account).await?;
    grant.must_hold(app, tx).await
}

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
