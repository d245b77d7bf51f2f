//! Where a player may begin (rules page §6.1, step 9).

use super::{Verdict, demand, is_there};
use crate::rulesets::nord::board::Settlement;
use crate::rulesets::nord::refusals::{self as no, refuse};
use crate::rulesets::nord::state::{Jarl, Table};

/// May somebody begin there?
pub fn choice(table: &Table, settlement: Settlement) -> Verdict {
    is_there(table, settlement, "settlement")?;
    let taken = matches!(table.hold(settlement).jarl, Some(Jarl::Own { .. }));
    demand(!taken, || refuse(no::OCCUPIED).of("settlement"))
}
