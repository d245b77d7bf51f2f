//! The best tables of a few entrants, by trying all that may be better than those that are known (branch and bound).

use crate::search::Search;

/// Up to how many entrants it is tried.
pub const MOST: usize = 16;
/// How many times somebody may be put at a table before it is given up.
const TRIES: u32 = 20_000;

pub struct Exact<'a> {
    search: &'a mut Search,
    /// Seat cost and repeats of the best tables so far, and what can't be undercut.
    best: (i64, i64),
    bound: (i64, i64),
    found: Option<Vec<Vec<usize>>>,
    /// Seats, entrants and members of each table.
    kinds: Vec<(usize, usize, usize)>,
    tables: Vec<Vec<usize>>,
    placed: Vec<bool>,
    tries: u32,
}

pub struct Found {
    /// Better tables than those that were known.
    pub tables: Option<Vec<Vec<usize>>>,
    /// There are no better ones.
    pub complete: bool,
}

/// The first who has no table opens the first empty table of each kind in turn, and those with higher numbers join in
/// every combination, entrants before bots. Tables are left off as soon as they are not better than the best so far
/// in seat cost and repeats.
pub fn search(search: &mut Search, bound: (i64, i64)) -> Found {
    let entrants = search.start.met.len();
    let kind = |(seats, members): (&usize, &Vec<usize>)| {
        (*seats, members.iter().filter(|one| **one < entrants).count(), members.len())
    };
    let kinds: Vec<_> = search.start.seats.iter().zip(&search.start.tables).map(kind).collect();
    let (best, tables, placed) =
        (search.worth(), vec![Vec::new(); kinds.len()], vec![false; search.start.had.len()]);
    let mut exact = Exact { search, best, bound, found: None, kinds, tables, placed, tries: 0 };
    exact.open(0, 0);
    Found { tables: exact.found, complete: exact.tries <= TRIES }
}

impl Exact<'_> {
    fn is_over(&self) -> bool {
        self.tries > TRIES || self.best <= self.bound
    }

    fn open(&mut self, seat_cost: i64, repeats: i64) {
        if (seat_cost, repeats) >= self.best {
            return;
        }
        let Some(first) = self.placed.iter().position(|placed| !placed) else {
            self.best = (seat_cost, repeats);
            self.found = Some(self.tables.clone());
            return;
        };
        self.placed[first] = true;
        let mut seen = Vec::new();
        for table in 0..self.kinds.len() {
            if self.tables[table].is_empty() && !seen.contains(&self.kinds[table]) {
                seen.push(self.kinds[table]);
                self.tables[table].push(first);
                self.join(table, seat_cost, repeats);
                self.tables[table].clear();
            }
        }
        self.placed[first] = false;
    }

    fn join(&mut self, table: usize, seat_cost: i64, repeats: i64) {
        if self.is_over() {
            return;
        }
        self.tries += 1;
        let members = self.tables[table].clone();
        let (_, entrants, all) = self.kinds[table];
        if (seat_cost, repeats) >= self.best {
            return;
        }
        if members.len() == all {
            let seat_cost = seat_cost + self.search.seat_cost(table, &members);
            return self.open(seat_cost, repeats);
        }
        let least = members.last().map_or(0, |last| last + 1);
        let border = self.search.start.met.len();
        let others =
            if members.len() < entrants { least..border } else { least.max(border)..self.placed.len() };
        for one in others {
            if self.placed[one] {
                continue;
            }
            let met = if one < border {
                members.iter().map(|other| self.search.start.met[one][*other]).sum()
            } else {
                0
            };
            self.placed[one] = true;
            self.tables[table].push(one);
            self.join(table, seat_cost, repeats + met);
            self.tables[table].pop();
            self.placed[one] = false;
        }
    }
}
