//! What is allowed: the one validator behind `decide`, which asks about one action, and `legal`, which asks about
//! every candidate.
//!
//! May know: what a seat sees ([`super::player_view::PlayerView`]). May not know: the stock, other hands, the pile, chance.

pub mod buildings;
pub mod exploration_cards;
pub mod harvest;
pub mod movement_cards;
pub mod new_units;
pub mod offers;
pub mod steps;
pub mod suits;
pub mod supply_trade;
pub mod unit_acts;
pub mod works;

use super::player_view::PlayerView;
use super::refusals::{refuse, shared, trade};
use super::state::{Trading, Unit, UnitId};
use rules::Refusal;

/// The own unit of that name.
pub fn own_unit(player: &PlayerView<'_>, id: UnitId) -> Result<Unit, Refusal> {
    let unit = player.table.unit(id).ok_or_else(|| refuse(shared::UNKNOWN_UNIT).of("unit"))?;
    if unit.seat == player.seat { Ok(unit) } else { Err(refuse(shared::NOT_YOUR_UNIT).of("unit")) }
}

/// Phase 3 while trade lasts.
pub fn open_trade<'a>(player: &PlayerView<'a>) -> Result<&'a Trading, Refusal> {
    let trading = player.table.trading().filter(|trading| !trading.closed);
    trading.ok_or_else(|| refuse(trade::TRADE_CLOSED))
}
