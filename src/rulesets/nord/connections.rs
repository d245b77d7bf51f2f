//! Which settlements are connected: groups of workers, what they touch, and the shortest connections through them
//! (rules page §7).
//!
//! May know: the board and the workers on it. May not know: turns, fighters, or what is allowed. Everything follows from
//! the workers; nothing of it is stored.

use super::board::{Board, Cell, CellMask, Endpoints, Field, Settlement, Surface};
use super::state::{Links, Workers};
use rules::Seat;

/// No worker, no group.
const NONE: u8 = u8::MAX;
/// A worker whose group is not known yet. Four players have fewer than 64 men each to place (see `components`), so this
/// is never the number of a group.
const UNGROUPED: u8 = NONE - 1;

/// The workers on a board and the groups that they form.
#[derive(Debug)]
pub struct Connections {
    board: Board,
    /// The cells of the workers with their owners, in reading order.
    workers: Vec<(Cell, Seat)>,
    /// The surface of each free cell.
    free: Vec<Surface>,
    /// The group of the worker on each cell.
    groups: Vec<u8>,
    /// What each group touches, in the order of their first workers.
    touched: Vec<Endpoints>,
    links: Links,
}

impl Connections {
    pub fn of(board: &Board, workers: &Workers) -> Self {
        let mut connections = Self {
            board: board.clone(),
            workers: Vec::with_capacity(workers.len()),
            free: board.surfaces().to_vec(),
            groups: vec![NONE; board.cells()],
            touched: Vec::with_capacity(workers.len()),
            links: Links::default(),
        };
        for (field, seat) in workers.iter() {
            if let Some(cell) = board.cell(field) {
                connections.workers.push((cell, seat));
                connections.free[cell.index()] = Surface::Closed;
                connections.groups[cell.index()] = UNGROUPED;
            }
        }
        connections.flood();
        connections
    }

    /// Finds the groups: workers that are connected by edges, whatever their owners (§7.1).
    fn flood(&mut self) {
        let mut reached = Vec::with_capacity(self.workers.len());
        for &(first, _) in &self.workers {
            if self.groups[first.index()] != UNGROUPED {
                continue;
            }
            let group = self.touched.len() as u8;
            let mut touched = Endpoints::NONE;
            self.groups[first.index()] = group;
            reached.push(first);
            while let Some(cell) = reached.pop() {
                touched |= self.board.endpoints(cell);
                for near in self.board.near(cell) {
                    if self.groups[near.index()] == UNGROUPED {
                        self.groups[near.index()] = group;
                        reached.push(near);
                    }
                }
            }
            self.touched.push(touched);
            self.links.join(touched);
        }
    }

    /// Are these the connections of workers on that board?
    pub fn are_on(&self, board: &Board) -> bool {
        self.board.is_same(board)
    }

    /// What the group of the worker on a cell touches; nothing where no worker stands.
    pub fn endpoints_of(&self, cell: Cell) -> Endpoints {
        self.group_of(cell).map_or(Endpoints::NONE, |group| self.touched[group])
    }

    /// What each group touches, in the order of their first workers.
    pub fn groups(&self) -> &[Endpoints] {
        &self.touched
    }

    pub fn group_of(&self, cell: Cell) -> Option<usize> {
        Some(self.groups[cell.index()]).filter(|group| *group != NONE).map(usize::from)
    }

    /// The cells of the workers with their owners, in reading order.
    pub fn workers(&self) -> impl Iterator<Item = (Cell, Seat)> {
        self.workers.iter().copied()
    }

    pub const fn links(&self) -> Links {
        self.links
    }

    pub fn boat_links(&self) -> Endpoints {
        let linked = self.touched.iter().filter(|group| group.has_boat());
        linked.fold(Endpoints::NONE, |all, group| all | group.without_boat())
    }

    pub fn is_free(&self, cell: Cell) -> bool {
        self.free_surface(cell) != Surface::Closed
    }

    /// What a worker who is placed on the cell would stand on; `Closed` where none can be placed.
    pub fn free_surface(&self, cell: Cell) -> Surface {
        self.free[cell.index()]
    }

    /// Can a player with fighters in the settlements `own` begin to place workers on that free cell (§9.1)?
    pub fn is_root(&self, cell: Cell, own: Endpoints) -> bool {
        let joins = |near: &Cell| self.endpoints_of(*near).intersects(own);
        self.board.endpoints(cell).intersects(own) || self.board.near(cell).iter().any(joins)
    }

    /// The free cells on which such a player can begin, some of them several times.
    pub fn root_candidates(&self, own: Endpoints) -> impl Iterator<Item = Cell> {
        let gates = own.settlements().flat_map(|settlement| self.board.gates(settlement)).copied();
        let cells = self.workers.iter().map(|(cell, _)| *cell);
        let allied = cells.filter(move |cell| self.endpoints_of(*cell).intersects(own));
        let near = allied.flat_map(|cell| self.board.near(cell));
        gates.chain(near).filter(|cell| self.is_free(*cell))
    }

    /// The free cells on which such a player can begin.
    pub fn roots(&self, own: Endpoints) -> CellMask {
        let mut roots = CellMask::none_of(self.board.cells());
        self.root_candidates(own).for_each(|cell| roots.insert(cell));
        roots
    }
}

/// A shortest connection of two settlements, for one player (§7.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestConnection {
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

/// The search for shortest connections that end at a settlement, for one player. Two of them with the same own workers
/// have the same effect, so only one of them is kept; that keeps the list short where workers stand in blocks and
/// connections are countless.
struct ConnectionSearch<'c> {
    connections: &'c Connections,
    /// The own workers; the index of a worker is its bit.
    own: Vec<Cell>,
    /// The workers in the order of their distance, with it.
    reached: Vec<(Cell, u16)>,
    /// The steps from each reached worker, in the order of `reached`.
    steps: Vec<Vec<Step>>,
    /// The index of each cell in `reached`.
    indices: Vec<u16>,
}

const UNREACHED: u16 = u16::MAX;

impl Connections {
    /// The shortest connections from one settlement to another, one for each set of workers of `seat` on them, in
    /// the order of those sets. None if the two are not linked.
    pub fn shortest(&self, from: Settlement, to: Settlement, seat: Seat) -> Vec<ShortestConnection> {
        let own = self.workers().filter(|(_, owner)| *owner == seat).map(|(cell, _)| cell).collect();
        let indices = vec![UNREACHED; self.board.cells()];
        let mut search =
            ConnectionSearch { connections: self, own, reached: Vec::new(), steps: Vec::new(), indices };
        let Some(length) = search.spread(Endpoints::only(from), Endpoints::only(to)) else {
            return Vec::new();
        };
        search.collect(Endpoints::only(from), length)
    }
}

impl ConnectionSearch<'_> {
    /// Goes out from the gates of `to` until a gate of `from` is reached; how long the shortest connections are.
    fn spread(&mut self, from: Endpoints, to: Endpoints) -> Option<u16> {
        let connections = self.connections;
        let gates =
            connections.workers().filter(|(cell, _)| connections.board.endpoints(*cell).intersects(to));
        gates.for_each(|(cell, _)| self.reach(cell, 1));
        let (mut next, mut shortest) = (0, None);
        while let Some(&(cell, distance)) = self.reached.get(next) {
            if shortest.is_some_and(|shortest| distance > shortest) {
                break;
            }
            if connections.board.endpoints(cell).intersects(from) {
                shortest = Some(distance);
            }
            self.add_steps(cell, distance);
            for near in connections.board.near(cell) {
                if connections.group_of(near).is_some() && self.indices[near.index()] == UNREACHED {
                    self.reach(near, distance + 1);
                }
            }
            next += 1;
        }
        shortest
    }

    fn reach(&mut self, cell: Cell, distance: u16) {
        self.indices[cell.index()] = self.reached.len() as u16;
        self.reached.push((cell, distance));
    }

    /// Every way to go on from a cell, one for each set of own workers.
    fn add_steps(&mut self, cell: Cell, distance: u16) {
        // There are never more than 64: see `components`.
        let bit = self.own.iter().position(|own| *own == cell).map_or(0, |place| 1_u64 << place);
        let mut steps: Vec<Step> = Vec::new();
        if distance == 1 {
            steps.push(Step { own: bit, next: None });
        }
        for near in self.connections.board.near(cell) {
            let place = usize::from(self.indices[near.index()]);
            if self.reached.get(place).is_none_or(|(_, before)| before + 1 != distance) {
                continue;
            }
            // The steps of nearer cells are complete: cells come in the order of their distance.
            for (index, step) in self.steps[place].iter().enumerate() {
                let own = step.own | bit;
                if !steps.iter().any(|known| known.own == own) {
                    steps.push(Step { own, next: Some((place, index)) });
                }
            }
        }
        self.steps.push(steps);
    }

    /// The connections of that length, each set of own workers once.
    fn collect(&self, from: Endpoints, length: u16) -> Vec<ShortestConnection> {
        let (mut sets, mut ways) = (Vec::new(), Vec::new());
        for (place, &(cell, distance)) in self.reached.iter().enumerate() {
            if distance != length || !self.connections.board.endpoints(cell).intersects(from) {
                continue;
            }
            for (index, step) in self.steps[place].iter().enumerate() {
                if !sets.contains(&step.own) {
                    sets.push(step.own);
                    ways.push(self.connection(place, index));
                }
            }
        }
        ways.sort_by(|one: &ShortestConnection, other| one.own.cmp(&other.own));
        ways
    }

    fn connection(&self, place: usize, index: usize) -> ShortestConnection {
        let board = &self.connections.board;
        let mut cells = Vec::new();
        let mut at = Some((place, index));
        while let Some((place, index)) = at {
            cells.push(self.reached[place].0);
            at = self.steps[place][index].next;
        }
        let mut own: Vec<Cell> = cells.iter().copied().filter(|cell| self.own.contains(cell)).collect();
        own.sort_unstable();
        let fields = |cells: Vec<Cell>| cells.into_iter().map(|cell| board.field(cell)).collect();
        ShortestConnection { own: fields(own), path: fields(cells) }
    }
}
