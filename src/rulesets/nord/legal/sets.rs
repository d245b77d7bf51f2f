//! Every set of fields on which workers can be placed, each once (rules page §9.3).
//!
//! A set grows from one root, field by field. A field that was left out at one step is left out of everything that grows from
//! there, and a root is left out of everything that grows from a later one; so no set is met twice.

use crate::nord::board::{Board, Cell, Ground};
use crate::nord::connections::Connections;
use crate::nord::validate::placement::Bounds;

/// The most workers that components may allow in a turn.
const MOST: usize = 8;

/// A set of cells, in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    count: u8,
    cells: [Cell; MOST],
}

impl Set {
    /// Its cells, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Self { count, cells } = *self;
        cells.into_iter().take(count.into())
    }

    fn of(cells: &[Cell]) -> Self {
        let mut set = Self { count: cells.len() as u8, cells: [Cell(u16::MAX); MOST] };
        for (place, cell) in set.cells.iter_mut().zip(cells) {
            *place = *cell;
        }
        if let Some(used) = set.cells.get_mut(..cells.len()) {
            used.sort_unstable();
        }
        set
    }
}

/// Every set, small ones first, then in reading order.
pub fn sets(board: &Board, connections: &Connections<'_>, roots: &[Cell], bounds: Bounds) -> Vec<Set> {
    let met = vec![false; board.cells()];
    let mut growth = Growth {
        board,
        connections,
        most: 0,
        most_areas: bounds.areas,
        chosen: Vec::with_capacity(MOST),
        areas: Vec::with_capacity(MOST),
        open: Vec::with_capacity(32),
        met,
        found: Vec::with_capacity(128),
    };
    for &root in roots {
        growth.most = match board.ground(root) {
            Ground::Land(_) => bounds.land.min(MOST),
            _ => bounds.sea.min(MOST),
        };
        growth.grow(root);
    }
    growth.found.sort_unstable();
    growth.found
}

struct Growth<'a> {
    board: &'a Board,
    connections: &'a Connections<'a>,
    most: usize,
    most_areas: usize,
    chosen: Vec<Cell>,
    /// The areas of its cells; none for the sea.
    areas: Vec<Option<u8>>,
    /// The cells by which it can grow.
    open: Vec<Cell>,
    /// The cells that are chosen, open, or left out.
    met: Vec<bool>,
    found: Vec<Set>,
}

impl Growth<'_> {
    fn grow(&mut self, root: Cell) {
        if self.most == 0 {
            return;
        }
        self.met[root.index()] = true;
        self.choose(root, 0);
    }

    fn area(&self, cell: Cell) -> Option<u8> {
        match self.board.ground(cell) {
            Ground::Land(land) => Some(land.area),
            _ => None,
        }
    }

    /// Adds a cell, notes the set, and goes on with the open cells from `next` on.
    fn choose(&mut self, cell: Cell, next: usize) {
        let area = self.area(cell);
        self.chosen.push(cell);
        self.areas.push(area);
        self.found.push(Set::of(&self.chosen));
        if self.chosen.len() < self.most {
            let before = self.open.len();
            self.open_around(cell, area.is_some());
            for place in next..self.open.len() {
                let other = self.open[place];
                if self.fits(other) {
                    self.choose(other, place + 1);
                }
            }
            for place in before..self.open.len() {
                self.met[self.open[place].index()] = false;
            }
            self.open.truncate(before);
        }
        self.chosen.pop();
        self.areas.pop();
    }

    fn open_around(&mut self, cell: Cell, on_land: bool) {
        for near in self.board.near(cell) {
            let same = self.area(near).is_some() == on_land;
            if same && !self.met[near.index()] && self.connections.is_free(near) {
                self.met[near.index()] = true;
                self.open.push(near);
            }
        }
    }

    /// Does the set stay within its areas with that cell?
    fn fits(&self, cell: Cell) -> bool {
        let area = self.area(cell);
        if self.areas.contains(&area) {
            return true;
        }
        let mut areas = self.areas.clone();
        areas.sort_unstable();
        areas.dedup();
        areas.len() < self.most_areas
    }
}
