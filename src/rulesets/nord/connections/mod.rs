//! Who is connected with whom: groups of workers, what they touch, and the shortest ways through them (rules page §7).
//!
//! May know: the board and who stands where. May not know: turns, fighters, or what is allowed. Everything is worked
//! out anew from the workers; nothing of it is stored.

mod ways;

pub use ways::Way;

use super::board::{Board, Cell, Ends, Ground};
use super::state::{Links, Workers};
use rules::Seat;

/// No worker, no group.
const NONE: u8 = u8::MAX;

/// The workers on a board and the groups that they form.
#[derive(Debug, Clone)]
pub struct Connections<'b> {
    board: &'b Board,
    /// The cells of the workers, in reading order.
    cells: Vec<Cell>,
    /// The owner of the worker on each cell.
    owners: Vec<u8>,
    /// The group of the worker on each cell.
    groups: Vec<u8>,
    ends: Vec<Ends>,
}

impl<'b> Connections<'b> {
    pub fn of(board: &'b Board, workers: &Workers) -> Self {
        let mut owners = vec![NONE; board.cells()];
        let mut cells = Vec::with_capacity(workers.len());
        for (field, seat) in workers.iter() {
            if let Some(cell) = board.cell(field) {
                owners[cell.index()] = seat;
                cells.push(cell);
            }
        }
        let groups = vec![NONE; board.cells()];
        let mut connections = Self { board, cells, owners, groups, ends: Vec::new() };
        connections.flood();
        connections
    }

    fn flood(&mut self) {
        let mut reached = Vec::with_capacity(self.cells.len());
        for place in 0..self.cells.len() {
            let first = self.cells[place];
            if self.groups[first.index()] != NONE {
                continue;
            }
            let group = self.ends.len() as u8;
            let mut ends = Ends::NONE;
            self.groups[first.index()] = group;
            reached.push(first);
            while let Some(cell) = reached.pop() {
                ends |= self.board.ends(cell);
                for near in self.board.near(cell) {
                    if self.owner(near).is_some() && self.groups[near.index()] == NONE {
                        self.groups[near.index()] = group;
                        reached.push(near);
                    }
                }
            }
            self.ends.push(ends);
        }
    }

    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.owners.get(cell.index()).copied().filter(|owner| *owner != NONE)
    }

    /// What the group of the worker on a cell touches; nothing where no worker stands.
    pub fn ends_of(&self, cell: Cell) -> Ends {
        let group = self.groups.get(cell.index()).copied().unwrap_or(NONE);
        self.ends.get(usize::from(group)).copied().unwrap_or(Ends::NONE)
    }

    /// What each group touches, in the order of their first workers.
    pub fn groups(&self) -> &[Ends] {
        &self.ends
    }

    /// The number of the group of the worker on a cell.
    pub fn group_of(&self, cell: Cell) -> Option<usize> {
        self.groups.get(cell.index()).filter(|group| **group != NONE).map(|group| usize::from(*group))
    }

    /// The cells of the workers with their owners, in reading order.
    pub fn workers(&self) -> impl Iterator<Item = (Cell, Seat)> {
        self.cells.iter().map(|&cell| (cell, self.owners[cell.index()]))
    }

    pub fn links(&self) -> Links {
        let mut links = Links::default();
        self.ends.iter().for_each(|ends| links.join(*ends));
        links
    }

    /// The settlements that are linked with the small dragon boat.
    pub fn boat_links(&self) -> Ends {
        let linked = self.ends.iter().filter(|ends| ends.has_boat());
        linked.flat_map(|ends| ends.settlements()).collect()
    }

    /// Can a worker stand on that cell?
    pub fn is_free(&self, cell: Cell) -> bool {
        let open = matches!(self.board.ground(cell), Ground::Sea | Ground::Land(_));
        open && self.owner(cell).is_none()
    }

    /// Can one who has fighters in the settlements `own` begin to place workers on that free cell (§9.1)?
    pub fn is_root(&self, cell: Cell, own: Ends) -> bool {
        let joins = |near: &Cell| self.ends_of(*near).meets(own);
        self.board.ends(cell).meets(own) || self.board.near(cell).iter().any(joins)
    }

    /// The free cells on which he can, some of them several times.
    pub fn root_candidates(&self, own: Ends) -> impl Iterator<Item = Cell> {
        let gates = own.settlements().flat_map(|settlement| self.board.gates(settlement)).copied();
        let allied = self.cells.iter().filter(move |cell| self.ends_of(**cell).meets(own));
        let near = allied.flat_map(|cell| self.board.near(*cell));
        gates.chain(near).filter(|cell| self.is_free(*cell))
    }

    /// The free cells on which he can, in reading order.
    pub fn roots(&self, own: Ends) -> Vec<Cell> {
        let mut roots: Vec<Cell> = Vec::with_capacity(64);
        roots.extend(self.root_candidates(own));
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}
