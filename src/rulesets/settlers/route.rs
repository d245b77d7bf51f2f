//! The longest route of a seat (rules page §10.1).

use super::board::{EDGES, Edge, Spot, Vertex};
use super::state::Table;
use rules::Seat;

/// The length of the longest trail along the roads of `seat`: no edge twice, vertices as often as one likes, and
/// never through a building of somebody else.
pub fn longest(table: &Table, seat: Seat) -> u8 {
    let mut walk = Walk { table, seat, used: [false; EDGES], best: 0 };
    for edge in table.roads_of(seat) {
        walk.used[edge.index()] = true;
        for end in edge.vertices() {
            walk.go_on(end, 1);
        }
        walk.used[edge.index()] = false;
    }
    walk.best
}

/// One trail, as far as it goes.
struct Walk<'t> {
    table: &'t Table,
    seat: Seat,
    used: [bool; EDGES],
    best: u8,
}

impl Walk<'_> {
    fn go_on(&mut self, at: Vertex, length: u8) {
        self.best = self.best.max(length);
        if self.table.is_opponents(at, self.seat) {
            return;
        }
        for edge in at.edges() {
            if self.is_free(edge) {
                self.used[edge.index()] = true;
                self.go_on(edge.beyond(at), length + 1);
                self.used[edge.index()] = false;
            }
        }
    }

    fn is_free(&self, edge: Edge) -> bool {
        !self.used[edge.index()] && self.table.roads.get(edge) == Some(self.seat)
    }
}

/// The lengths that count for the card, by seat: of those who have given up only the holder's counts.
pub fn competing(table: &Table) -> Vec<u8> {
    let counts = |seat: Seat| !table.has_resigned(seat) || table.route.holder == Some(seat);
    (0..).zip(&table.route.lengths).map(|(seat, length)| if counts(seat) { *length } else { 0 }).collect()
}

/// Who holds the card, given all lengths and who held it: an equal length never takes it, and it is set aside while
/// several others tie above the holder or nobody is long enough.
pub fn holder(lengths: &[u8], before: Option<Seat>, from: u8) -> Option<Seat> {
    let most = lengths.iter().copied().max().unwrap_or(0);
    if most < from {
        return None;
    }
    let longest = || (0..).zip(lengths).filter(|(_, length)| **length == most).map(|(seat, _)| seat);
    if let Some(holder) = before.filter(|holder| longest().any(|seat| seat == *holder)) {
        return Some(holder);
    }
    let mut longest = longest();
    longest.next().filter(|_| longest.next().is_none())
}
