//! What suits may bring, or bring now, and the red tokens on the board.

use super::value::Features;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Side, State, Suit, Table, UnitId};
use rules::{BySeat, Seat};

/// How much more a suit counts that can still be brought in this Althing than one that may be some day.
const NOW: f32 = 4.0;

/// A suit that is possible as long as the pieces stay: outlaws leave the board before suits are determined.
pub struct Dispute {
    plaintiff: Seat,
    unit: UnitId,
    defendant: Seat,
    kind: Resource,
}

pub fn disputes(table: &Table) -> Vec<Dispute> {
    let mut disputes = Vec::new();
    for unit in table.units.iter().filter(|unit| !table.is_outlaw(unit.id)) {
        let disputed = table.tile(unit.place).and_then(|tile| tile.harbour.or(tile.terrain.yields()));
        let Some(kind) = disputed else { continue };
        let others = (0..table.seats()).filter(|&seat| seat != unit.seat);
        let suitors = others.filter(|&seat| table.has_building_at(seat, unit.place));
        let dispute = |plaintiff| Dispute { plaintiff, unit: unit.id, defendant: unit.seat, kind };
        disputes.extend(suitors.map(dispute));
    }
    disputes
}

pub fn count(state: &State, disputes: &[Dispute], all: &mut BySeat<Features>) {
    let table: &Table = &state.table;
    for dispute in disputes {
        let held = |seat: Seat| state.secret.hand(seat).get(dispute.kind);
        let staked = held(dispute.plaintiff);
        let lead = f32::from(staked) - f32::from(held(dispute.defendant));
        let wins = if staked == 0 { 0.0 } else { by_lead(lead) };
        let counted = wins * if may_sue_now(table, dispute) { NOW } else { 1.0 };
        all[usize::from(dispute.plaintiff)].suing += counted;
        let defendant = &mut all[usize::from(dispute.defendant)];
        defendant.exposed += counted;
        defendant.defended += 1.0 - counted.min(1.0);
    }
    for token in &table.red_tokens {
        all[usize::from(token.plaintiff)].red_due += 1.0;
    }
    if let Some(suit) = table.suit() {
        count_open(state, suit, all);
    }
}

/// The right to sue passes once around, clockwise.
fn may_sue_now(table: &Table, dispute: &Dispute) -> bool {
    let Some(althing) = table.althing() else { return false };
    let plaintiff = dispute.plaintiff;
    let unbrought = althing.possible(plaintiff, dispute.unit).is_some_and(|suit| !suit.brought);
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
