//! Shortest connections of two settlements (rules page §7.3).
//!
//! Two of them with the same own workers have the same effect, so only one of them is kept; that keeps the list short
//! where workers stand in blocks and ways are countless.

use super::Connections;
use crate::nord::board::{Cell, Ends, Field, Settlement};
use rules::Seat;

/// A shortest connection, as far as one player cares for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// The player's own workers on it, in reading order.
    pub own: Vec<Field>,
    /// All workers on it, from the one settlement to the other.
    pub path: Vec<Field>,
}

/// How to go on from a cell: the own workers met from there, one bit for each, and the step.
#[derive(Debug, Clone, Copy)]
struct Step {
    own: u64,
    next: Option<(usize, usize)>,
}

/// Ways that end at a settlement, for one player.
struct Search<'c, 'b> {
    connections: &'c Connections<'b>,
    /// The own workers; the place of one is his bit.
    own: Vec<Cell>,
    /// The workers in the order of their distance, with it.
    reached: Vec<(Cell, u16)>,
    /// The steps from each reached worker, in the order of `reached`.
    steps: Vec<Vec<Step>>,
    /// The place of each cell in `reached`.
    places: Vec<u16>,
}

const UNREACHED: u16 = u16::MAX;

impl Connections<'_> {
    /// The shortest connections from one settlement to another, one for each set of workers of `seat` on them, in
    /// the order of those sets. None if the two are not linked.
    pub fn ways(&self, from: Settlement, to: Settlement, seat: Seat) -> Vec<Way> {
        let own = self.workers().filter(|(_, owner)| *owner == seat).map(|(cell, _)| cell).collect();
        let places = vec![UNREACHED; self.owners.len()];
        let mut search = Search { connections: self, own, reached: Vec::new(), steps: Vec::new(), places };
        let Some(length) = search.spread(Ends::only(from), Ends::only(to)) else { return Vec::new() };
        search.ways(Ends::only(from), length)
    }
}

impl Search<'_, '_> {
    /// Goes out from the gates of `to` until a gate of `from` is reached; how long the shortest connections are.
    fn spread(&mut self, from: Ends, to: Ends) -> Option<u16> {
        let connections = self.connections;
        let gates = connections.workers().filter(|(cell, _)| connections.board.ends(*cell).meets(to));
        gates.for_each(|(cell, _)| self.reach(cell, 1));
        let (mut next, mut shortest) = (0, None);
        while let Some(&(cell, distance)) = self.reached.get(next) {
            if shortest.is_some_and(|shortest| distance > shortest) {
                break;
            }
            if connections.board.ends(cell).meets(from) {
                shortest = Some(distance);
            }
            self.note_steps(cell, distance);
            for near in connections.board.near(cell) {
                if connections.owner(near).is_some() && self.places[near.index()] == UNREACHED {
                    self.reach(near, distance + 1);
                }
            }
            next += 1;
        }
        shortest
    }

    fn reach(&mut self, cell: Cell, distance: u16) {
        self.places[cell.index()] = self.reached.len() as u16;
        self.reached.push((cell, distance));
    }

    /// Every way to go on from a cell, one for each set of own workers.
    fn note_steps(&mut self, cell: Cell, distance: u16) {
        let bit = self.own.iter().position(|own| *own == cell).map_or(0, |place| 1_u64 << (place & 63));
        let mut steps: Vec<Step> = Vec::new();
        if distance == 1 {
            steps.push(Step { own: bit, next: None });
        }
        for near in self.connections.board.near(cell) {
            let place = usize::from(self.places.get(near.index()).copied().unwrap_or(UNREACHED));
            if self.reached.get(place).is_none_or(|(_, before)| before + 1 != distance) {
                continue;
            }
            let on = self.steps.get(place).map_or(&[][..], Vec::as_slice);
            for (index, step) in on.iter().enumerate() {
                let own = step.own | bit;
                if !steps.iter().any(|known| known.own == own) {
                    steps.push(Step { own, next: Some((place, index)) });
                }
            }
        }
        self.steps.push(steps);
    }

    /// The connections of that length, each set of own workers once.
    fn ways(&self, from: Ends, length: u16) -> Vec<Way> {
        let (mut sets, mut ways) = (Vec::new(), Vec::new());
        for (place, &(cell, distance)) in self.reached.iter().enumerate() {
            if distance != length || !self.connections.board.ends(cell).meets(from) {
                continue;
            }
            for (index, step) in self.steps.get(place).into_iter().flatten().enumerate() {
                if !sets.contains(&step.own) {
                    sets.push(step.own);
                    ways.push(self.way(place, index));
                }
            }
        }
        ways.sort_by(|one: &Way, other| one.own.cmp(&other.own));
        ways
    }

    fn way(&self, place: usize, index: usize) -> Way {
        let board = self.connections.board;
        let mut cells = Vec::new();
        let mut at = Some((place, index));
        while let Some((place, index)) = at {
            cells.extend(self.reached.get(place).map(|(cell, _)| *cell));
            at = self.steps.get(place).and_then(|steps| steps.get(index)).and_then(|step| step.next);
        }
        let mut own: Vec<Cell> = cells.iter().copied().filter(|cell| self.own.contains(cell)).collect();
        own.sort_unstable();
        let fields = |cells: Vec<Cell>| cells.into_iter().map(|cell| board.field(cell)).collect();
        Way { own: fields(own), path: fields(cells) }
    }
}
