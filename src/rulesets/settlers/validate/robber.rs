//! The robber and the cards that a seven costs (rules page §6.3).

use super::{Verdict, ensure};
use crate::settlers::board::Hex;
use crate::settlers::player_view::PlayerView;
use crate::settlers::refusals::{self as no, refuse};
use crate::settlers::resource::Bundle;
use crate::settlers::state::{Phase, Table};
use rules::{Refusal, Seat};

/// How many cards a hand of that size gives back.
pub fn owed(cards: u8, limit: u8) -> u8 {
    if cards > limit { cards / 2 } else { 0 }
}

/// May the seat give these back?
pub fn discard(player: &PlayerView<'_>, cards: Bundle) -> Verdict {
    let owed = owes(player.table, player.seat).ok_or_else(|| refuse(no::NOT_AWAITED))?;
    let fits = cards.total() == owed && player.hand.covers(&cards);
    ensure(fits, || refuse(no::BAD_DISCARD).of("cards"))
}

/// How many cards a seat still has to choose.
pub fn owes(table: &Table, seat: Seat) -> Option<u8> {
    match &table.phase {
        Phase::Discard { owed } => owed.iter().find(|owed| owed.seat == seat).map(|owed| owed.count),
        _ => None,
    }
}

/// May the robber move there, taking a card from that seat?
pub fn movement(player: &PlayerView<'_>, hex: Hex, victim: Option<Seat>) -> Result<(), Refusal> {
    ensure(hex.exists(), || refuse(no::UNKNOWN_ID).of("hex"))?;
    ensure(hex != player.table.robber, || refuse(no::SAME_HEX).of("hex"))?;
    let mut victims = victims(player, hex).peekable();
    let fits = match victim {
        None => victims.peek().is_none(),
        Some(victim) => victims.any(|seat| seat == victim),
    };
    ensure(fits, || refuse(no::BAD_VICTIM).of("victim"))
}

/// The opponents with a building on that hex and a card in hand, in seat order.
pub fn victims(player: &PlayerView<'_>, hex: Hex) -> impl Iterator<Item = Seat> {
    let table = player.table;
    let stands = move |seat: Seat| {
        let owner = |vertex| table.buildings.get(vertex).map(|building| building.seat);
        hex.vertices().into_iter().any(|vertex| owner(vertex) == Some(seat))
    };
    table.others(player.seat).filter(move |seat| table.player(*seat).cards > 0 && stands(*seat))
}
