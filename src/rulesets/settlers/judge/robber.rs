//! The robber and the cards that a seven costs (rules page §6.3).

use super::{Verdict, demand};
use crate::rules::{Refusal, Seat};
use crate::rulesets::settlers::board::Hex;
use crate::rulesets::settlers::refusals::{self as no, refuse};
use crate::rulesets::settlers::resource::Bundle;
use crate::rulesets::settlers::sight::Sight;
use crate::rulesets::settlers::state::{Phase, Table};

/// How many cards a hand of that size gives back.
pub fn owed(cards: u8, limit: u8) -> u8 {
    if cards > limit { cards / 2 } else { 0 }
}

/// May the seat give these back?
pub fn discard(sight: &Sight<'_>, cards: Bundle) -> Verdict {
    let owed = owes(sight.table, sight.seat).ok_or_else(|| refuse(no::NOT_AWAITED))?;
    let fits = cards.total() == owed && sight.hand.covers(&cards);
    demand(fits, || refuse(no::BAD_DISCARD).of("cards"))
}

/// How many cards a seat still has to choose.
pub fn owes(table: &Table, seat: Seat) -> Option<u8> {
    match &table.phase {
        Phase::Discard { owed } => owed.iter().find(|owed| owed.seat == seat).map(|owed| owed.count),
        _ => None,
    }
}

/// May the robber move there, taking a card from that seat?
pub fn movement(sight: &Sight<'_>, hex: Hex, victim: Option<Seat>) -> Result<(), Refusal> {
    demand(hex.exists(), || refuse(no::UNKNOWN_ID).of("hex"))?;
    demand(hex != sight.table.robber, || refuse(no::SAME_HEX).of("hex"))?;
    let mut victims = victims(sight, hex).peekable();
    let fits = match victim {
        None => victims.peek().is_none(),
        Some(victim) => victims.any(|seat| seat == victim),
    };
    demand(fits, || refuse(no::BAD_VICTIM).of("victim"))
}

/// The opponents with a building on that hex and a card in hand, in seat order.
pub fn victims(sight: &Sight<'_>, hex: Hex) -> impl Iterator<Item = Seat> {
    let table = sight.table;
    let stands = move |seat: Seat| {
        let owner = |vertex| table.buildings.get(vertex).map(|building| building.seat);
        hex.vertices().into_iter().any(|vertex| owner(vertex) == Some(seat))
    };
    table.others(sight.seat).filter(move |seat| table.player(*seat).cards > 0 && stands(*seat))
}
