//! Where a player may begin (rules page §6.1, step 9).

use super::{Verdict, ensure, is_there};
use crate::nord::board::Settlement;
use crate::nord::refusals::{self as no, refuse};
use crate::nord::state::{Jarl, Table};

/// May somebody begin there?
pub fn choice(table: &Table, settlement: Settlement) -> Verdict {
    is_there(table, settlement, "settlement")?;
    let taken = matches!(table.hold(settlement).jarl, Some(Jarl::Own { .. }));
    ensure(!taken, || refuse(no::OCCUPIED).of("settlement"))
}
