//! Which settlements are connected: groups of workers, what they touch, and the shortest connections through them
//! (rules page §7).
//!
//! May know: the board and the workers on it. May not know: turns, fighters, or what is allowed. Everything follows from
//! the workers; nothing of it is stored.

use std::ops::Range;

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

    /// [`Connections::free_surface`] of every cell.
    pub fn free_surfaces(&self) -> &[Surface] {
        &self.free
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

/// A worker that the search has reached.
struct Reached {
    cell: Cell,
    /// Its distance from the end.
    distance: u16,
    /// Its part of the list of steps, once it is worked out.
    steps: Option<Range<usize>>,
}

/// How to go on from a cell: the own workers met from there, one bit for each, and the next step.
#[derive(Debug, Clone, Copy)]
struct Step {
    cell: Cell,
    own: u64,
    next: Option<usize>,
}

/// The search for shortest connections that end at a settlement, for one player. Two of them with the same own workers
/// have the same effect, so only one of them is kept; that keeps the list short where workers stand in blocks and
/// connections are countless.
struct ConnectionSearch<'c> {
    connections: &'c Connections,
    /// The own workers in reading order; the index of a worker is its bit.
    own: Vec<Cell>,
    /// The workers in the order of their distance.
    reached: Vec<Reached>,
    steps: Vec<Step>,
    /// The index of each cell in `reached`.
    indices: Vec<u16>,
}

const UNREACHED: u16 = u16::MAX;

impl Connections {
    /// The shortest connections from one settlement to another, one for each set of workers of `seat` on them, in
    /// the order of those sets. None if the two are not linked.
    pub fn shortest(&self, from: Settlement, to: Settlement, seat: Seat) -> Vec<ShortestConnection> {
        let mut own = Vec::with_capacity(self.workers.len());
        own.extend(self.workers().filter(|(_, owner)| *owner == seat).map(|(cell, _)| cell));
        let mut search = ConnectionSearch {
            connections: self,
            own,
            reached: Vec::with_capacity(self.workers.len()),
            steps: Vec::with_capacity(self.workers.len()),
            indices: vec![UNREACHED; self.board.cells()],
        };
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
        let (mut place, mut shortest) = (0, None);
        while let Some(&Reached { cell, distance, .. }) = self.reached.get(place) {
            if shortest.is_some_and(|shortest| distance > shortest) {
                break;
            }
            if connections.board.endpoints(cell).intersects(from) {
                shortest = Some(distance);
            }
            for near in connections.board.near(cell) {
                if connections.group_of(near).is_some() && self.indices[near.index()] == UNREACHED {
                    self.reach(near, distance + 1);
                }
            }
            place += 1;
        }
        shortest
    }

    fn reach(&mut self, cell: Cell, distance: u16) {
        self.indices[cell.index()] = self.reached.len() as u16;
        self.reached.push(Reached { cell, distance, steps: None });
    }

    /// Every way to go on from a worker that was reached, one for each set of own workers. Only those of workers on a
    /// shortest connection are ever asked for.
    fn steps_from(&mut self, place: usize) -> Range<usize> {
        let Reached { cell, distance, ref steps } = self.reached[place];
        if let Some(steps) = steps {
            return steps.clone();
        }
        let nearer = self.connections.board.near(cell).map(|near| {
            let place = usize::from(self.indices[near.index()]);
            let is_nearer = self.reached.get(place).is_some_and(|near| near.distance + 1 == distance);
            if is_nearer { self.steps_from(place) } else { 0..0 }
        });
        // There are never more than 64: see `components`.
        let bit = self.own.binary_search(&cell).map_or(0, |place| 1_u64 << place);
        let first = self.steps.len();
        if distance == 1 {
            self.steps.push(Step { cell, own: bit, next: None });
        }
        for next in nearer.into_iter().flatten() {
            let own = self.steps[next].own | bit;
            if self.steps[first..].iter().all(|known| known.own != own) {
                self.steps.push(Step { cell, own, next: Some(next) });
            }
        }
        let steps = first..self.steps.len();
        self.reached[place].steps = Some(steps.clone());
        steps
    }

    /// The connections of that length, each set of own workers once.
    fn collect(&mut self, from: Endpoints, length: u16) -> Vec<ShortestConnection> {
        let mut first_steps: Vec<Step> = Vec::new();
        for place in 0..self.reached.len() {
            let Reached { cell, distance, .. } = self.reached[place];
            if distance != length || !self.connections.board.endpoints(cell).intersects(from) {
                continue;
            }
            for step in self.steps_from(place) {
                let step = self.steps[step];
                if first_steps.iter().all(|known| known.own != step.own) {
                    first_steps.push(step);
                }
            }
        }
        let mut ways: Vec<ShortestConnection> =
            first_steps.into_iter().map(|first| self.connection(first, length)).collect();
        ways.sort_by(|one, other| one.own.cmp(&other.own));
        ways
    }

    fn connection(&self, first: Step, length: u16) -> ShortestConnection {
        let board = &self.connections.board;
        let mut own = Vec::with_capacity(first.own.count_ones() as usize);
        let workers = self.own.iter().enumerate().filter(|(place, _)| first.own >> place & 1 == 1);
        own.extend(workers.map(|(_, cell)| board.field(*cell)));
        let mut path = Vec::with_capacity(length.into());
        let mut at = Some(first);
        while let Some(step) = at {
            path.push(board.field(step.cell));
            at = step.next.map(|next| self.steps[next]);
        }
        ShortestConnection { own, path }
    }
}
