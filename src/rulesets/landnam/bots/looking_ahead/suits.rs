//! What suits may bring, or bring now, and the red tokens on the board.

use super::value::Features;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Side, State, Suit, Table, Unit};
use rules::{BySeat, Seat};

/// How much more a suit counts that can still be brought in this Althing than one that may be some day.
const NOW: f32 = 4.0;

pub fn count(state: &State, all: &mut BySeat<Features>) {
    let table: &Table = &state.table;
    for unit in &table.units {
        // Outlaws leave the board before suits are determined.
        if let Some(kind) = disputed(table, unit).filter(|_| !table.is_outlaw(unit.id)) {
            count_against(state, unit, kind, all);
        }
    }
    for token in &table.red_tokens {
        all[usize::from(token.plaintiff)].red_due += 1.0;
    }
    if let Some(suit) = table.suit() {
        count_open(state, suit, all);
    }
}

fn disputed(table: &Table, unit: &Unit) -> Option<Resource> {
    let tile = table.tile(unit.place)?;
    tile.harbour.or(tile.terrain.yields())
}

fn count_against(state: &State, unit: &Unit, kind: Resource, all: &mut BySeat<Features>) {
    let table: &Table = &state.table;
    let suitors =
        (0..table.seats()).filter(|&seat| seat != unit.seat && table.has_building_at(seat, unit.place));
    for seat in suitors {
        let staked = state.secret.hand(seat).get(kind);
        let lead = f32::from(staked) - f32::from(state.secret.hand(unit.seat).get(kind));
        let wins = if staked == 0 { 0.0 } else { by_lead(lead) };
        let counted = wins * if may_sue_now(table, seat, unit) { NOW } else { 1.0 };
        all[usize::from(seat)].suing += counted;
        all[usize::from(unit.seat)].exposed += counted;
        all[usize::from(unit.seat)].defended += 1.0 - counted.min(1.0);
    }
}

/// The right to sue passes once around, clockwise.
fn may_sue_now(table: &Table, plaintiff: Seat, unit: &Unit) -> bool {
    let Some(althing) = table.althing() else { return false };
    let unbrought = althing.possible(plaintiff, unit.id).is_some_and(|suit| !suit.brought);
    let (Some(first), Some(suitor)) = (althing.first, althing.suitor) else { return unbrought };
    let after_first = |seat: Seat| (seat + table.seats() - first) % table.seats();
    unbrought && after_first(plaintiff) >= after_first(suitor)
}

/// The suit in progress brings a white token, and an outlaw if the plaintiff wins.
fn count_open(state: &State, suit: &Suit, all: &mut BySeat<Features>) {
    let reach = |side: Side| {
        let party = suit.party(side);
        f32::from(party.total) + f32::from(state.secret.hand(party.principal).get(suit.resource))
    };
    let lead = reach(Side::Plaintiff) - reach(Side::Defendant);
    let is_answered = suit.answering == Side::Defendant;
    let wins = by_lead(if is_answered { lead } else { lead - 1.0 });
    all[usize::from(suit.plaintiffs.principal)].points += wins;
    all[usize::from(suit.defendants.principal)].points += 1.0 - wins;
    all[usize::from(suit.plaintiff)].red_due += wins;
    if let Some(unit) = state.table.unit(suit.unit) {
        all[usize::from(unit.seat)].outlaws += wins;
    }
}

/// The chance to win for a side that can stake that many cards more; equal is enough for the side that leads.
fn by_lead(lead: f32) -> f32 {
    (0.5 + 0.25 * (lead + 0.5)).clamp(0.03, 0.97)
}
