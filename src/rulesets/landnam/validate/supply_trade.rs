//! Trade with the supply (rules page §7, B41–B43).

use super::open_trade;
use crate::landnam::board::Place;
use crate::landnam::player_view::PlayerView;
use crate::landnam::refusals::{refuse, shared, trade as no};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{Table, UnitKind};
use rules::{Refusal, Seat};

/// The cards of one kind given for one other.
pub const ORDINARY_RATE: u8 = 4;
/// The same with a harbour of that kind.
pub const HARBOUR_RATE: u8 = 2;

/// The best rate of a seat for cards of one kind, as the board stands now (B42).
pub fn rate(table: &Table, seat: Seat, give: Resource) -> u8 {
    let harbours = table.tiles.iter().filter(|(_, tile)| tile.harbour == Some(give));
    let mut used = harbours.map(|(place, _)| uses_harbour(table, seat, place));
    if used.any(|used| used) { HARBOUR_RATE } else { ORDINARY_RATE }
}

/// The best rates of a seat for cards of each kind: every view shows them, so the board is passed over once.
pub fn rates(table: &Table, seat: Seat) -> Bundle {
    let mut rates = Bundle::of_each(ORDINARY_RATE);
    for (place, tile) in table.tiles.iter() {
        if let Some(kind) = tile.harbour
            && uses_harbour(table, seat, place)
        {
            rates.set(kind, HARBOUR_RATE);
        }
    }
    rates
}

/// A harbour serves the owner of the ship in it; without a ship, whoever has a building at it.
fn uses_harbour(table: &Table, seat: Seat, harbour: Place) -> bool {
    match table.unit_at(harbour).filter(|unit| unit.kind == UnitKind::Ship) {
        Some(ship) => ship.seat == seat,
        None => table.has_building_at(seat, harbour),
    }
}

/// May the seat trade these kinds with the supply? The rate at which it does.
pub fn supply_trade(player: &PlayerView<'_>, give: Resource, get: Resource) -> Result<u8, Refusal> {
    open_trade(player)?;
    if give == get {
        return Err(refuse(no::SAME_KIND).of("get"));
    }
    if player.has_run_out(get) {
        return Err(refuse(shared::NONE_IN_SUPPLY).of("get"));
    }
    let rate = rate(player.table, player.seat, give);
    if player.hand.get(give) < rate {
        return Err(refuse(shared::CARDS_NOT_HELD).of("give"));
    }
    Ok(rate)
}
