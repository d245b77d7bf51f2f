//! Who sits with whom: tables with the fewest repeated meetings, found by exchanges.
//!
//! The cost of a set of tables has three parts, the first that differs counts: how much the seats cost (`seats.rs`),
//! the repeats (for each two at a table, how often they met before), and the distance (for each two at a table, the
//! square of how many score groups lie between them).
//!
//! From the given tables, [`arrange`] works in steps, each of them bounded and without any chance:
//!
//! 1. Descent: for each two in order that sit apart, exchange them if it costs less then; up to ten times through all.
//! 2. If the cost is above the lower bound: up to 200 exchanges out of tables that have repeats or costly seats, each
//!    time the cheapest one even if it costs more than none, where an exchanged one rests for some exchanges (tabu
//!    search); then the cheapest tables that were met, and descent again.
//! 3. If seats cost something and need not: both again, from tables that have one of each class ([`seats::one_of_each`]).
//! 4. If the cost is above the lower bound and there are at most 16: exact search (`exact.rs`), and descent again.
//!
//! The lower bound: no seat costs anything, and each meets those whom they met least, as many as sit with them at the
//! smallest table.

use std::collections::BTreeMap;

use crate::exact;
use crate::seats;

/// Seat costs and repeats, as parts of a cost above the distance.
const REPEAT: i128 = 1 << 40;
const SEAT: i128 = 1 << 80;

/// The task: entrants by standing, after them the bots, all numbered from 0.
pub struct Start {
    /// Where the search begins: the entrants and bots at each table.
    pub tables: Vec<Vec<usize>>,
    /// Seats by table.
    pub seats: Vec<usize>,
    /// How often each two entrants met.
    pub met: Vec<Vec<i64>>,
    /// The score group of each entrant.
    pub groups: Vec<i64>,
    /// How often each entrant and bot had each seat number.
    pub had: Vec<Vec<i64>>,
}

/// The tables, and whether it is proven that no tables of the same sizes have a lower seat cost, or the same and
/// fewer repeats.
pub fn arrange(start: Start) -> (Vec<Vec<usize>>, bool) {
    let mut search = Search::new(start);
    let bound = search.bound();
    search.improve(bound);
    if search.worth() >= (1, 0)
        && let Some(tables) =
            seats::one_of_each(&search.start.had, &search.start.seats, search.start.met.len())
    {
        search.place(tables);
        search.improve(bound);
    }
    let mut proven = search.worth() <= bound;
    if !proven && search.start.met.len() <= exact::MOST {
        let found = exact::search(&mut search, bound);
        proven = found.complete;
        if let Some(tables) = found.tables {
            search.place(tables);
            search.descend();
        }
    }
    (search.start.tables, proven)
}

pub struct Search {
    pub start: Start,
    /// What it costs that two sit together, for entrants and bots.
    together: Vec<Vec<i128>>,
    table_of: Vec<usize>,
    /// By entrant and table: what it costs together with all who sit there.
    links: Vec<Vec<i128>>,
    /// The cost of seats by table.
    seat_costs: Vec<i64>,
    /// The cost of seats for those who had the numbers so often, sorted, at a table of that size.
    known: BTreeMap<(usize, Vec<Vec<i64>>), i64>,
}

impl Search {
    fn new(start: Start) -> Self {
        let (all, entrants) = (start.had.len(), start.met.len());
        let together = |a: usize, b: usize| {
            if a.max(b) >= entrants {
                return 0;
            }
            let distance = i128::from(start.groups[a] - start.groups[b]);
            i128::from(start.met[a][b]) * REPEAT + distance * distance
        };
        let together = (0..all).map(|a| (0..all).map(|b| together(a, b)).collect()).collect();
        let tables = start.tables.clone();
        let (table_of, links, seat_costs, known) = (vec![0; all], Vec::new(), Vec::new(), BTreeMap::new());
        let mut search = Self { start, together, table_of, links, seat_costs, known };
        search.place(tables);
        search
    }

    fn place(&mut self, tables: Vec<Vec<usize>>) {
        for (table, members) in tables.iter().enumerate() {
            for one in members {
                self.table_of[*one] = table;
            }
        }
        let link = |costs: &Vec<i128>| -> Vec<i128> {
            tables.iter().map(|members| members.iter().map(|one| costs[*one]).sum()).collect()
        };
        self.links = self.together.iter().map(link).collect();
        self.seat_costs = (0..tables.len()).map(|table| self.seat_cost(table, &tables[table])).collect();
        self.start.tables = tables;
    }

    /// What the seats of a table cost if these sit there.
    pub fn seat_cost(&mut self, table: usize, members: &[usize]) -> i64 {
        let seats = self.start.seats[table];
        let mut costs: Vec<_> =
            members.iter().map(|one| seats::costs(&self.start.had[*one], seats)).collect();
        costs.sort_unstable();
        let compute = |costs: &(usize, Vec<Vec<i64>>)| seats::cheapest(&costs.1, seats).0;
        let key = (seats, costs);
        if let Some(cost) = self.known.get(&key) {
            return *cost;
        }
        let cost = compute(&key);
        self.known.insert(key, cost);
        cost
    }

    fn cost(&self) -> i128 {
        let links: i128 = self.table_of.iter().zip(&self.links).map(|(table, links)| links[*table]).sum();
        i128::from(self.seat_costs.iter().sum::<i64>()) * SEAT + links / 2
    }

    /// The cost without the distance: of seats, and the repeats.
    pub fn worth(&self) -> (i64, i64) {
        let cost = self.cost();
        ((cost / SEAT) as i64, (cost % SEAT / REPEAT) as i64)
    }

    /// No tables have a lower seat cost and fewer repeats.
    fn bound(&self) -> (i64, i64) {
        let entrants = self.start.met.len();
        let table =
            self.start.tables.iter().map(|members| members.iter().filter(|one| **one < entrants).count());
        let others = table.min().unwrap_or_default().saturating_sub(1);
        let least = |(one, met): (usize, &Vec<i64>)| {
            let mut met: Vec<i64> =
                met.iter().enumerate().filter(|(b, _)| *b != one).map(|(_, met)| *met).collect();
            met.sort_unstable();
            met.iter().take(others).sum::<i64>()
        };
        let sum: i64 = self.start.met.iter().enumerate().map(least).sum();
        (0, (sum + 1) / 2)
    }

    /// How the cost changes if these two, who sit apart, are exchanged; `limit` if it is not below that.
    fn change(&mut self, a: usize, b: usize, limit: i128) -> i128 {
        let (at_a, at_b) = (self.table_of[a], self.table_of[b]);
        let links = self.links[b][at_a] + self.links[a][at_b] - self.links[a][at_a] - self.links[b][at_b];
        let links = links - 2 * self.together[a][b];
        let now = self.seat_costs[at_a] + self.seat_costs[at_b];
        if links - i128::from(now) * SEAT >= limit {
            return limit;
        }
        let then = self.seat_cost_with(at_a, a, b) + self.seat_cost_with(at_b, b, a);
        limit.min(links + i128::from(then - now) * SEAT)
    }

    fn seat_cost_with(&mut self, table: usize, leaves: usize, comes: usize) -> i64 {
        let members = &self.start.tables[table];
        let members: Vec<usize> =
            members.iter().map(|one| if *one == leaves { comes } else { *one }).collect();
        self.seat_cost(table, &members)
    }

    fn swap(&mut self, a: usize, b: usize) {
        let (at_a, at_b) = (self.table_of[a], self.table_of[b]);
        for (table, leaves, comes) in [(at_a, a, b), (at_b, b, a)] {
            for one in &mut self.start.tables[table] {
                if *one == leaves {
                    *one = comes;
                }
            }
            self.table_of[comes] = table;
            let members = self.start.tables[table].clone();
            self.seat_costs[table] = self.seat_cost(table, &members);
        }
        for (links, costs) in self.links.iter_mut().zip(&self.together) {
            let change = costs[b] - costs[a];
            links[at_a] += change;
            links[at_b] -= change;
        }
    }

    /// Two can be exchanged if both are entrants, or both bots, at different tables.
    fn apart(&self, a: usize, b: usize) -> bool {
        let entrants = self.start.met.len();
        self.table_of[a] != self.table_of[b] && (a < entrants) == (b < entrants)
    }

    fn improve(&mut self, bound: (i64, i64)) {
        self.descend();
        if self.worth() > bound {
            self.exchange(bound);
            self.descend();
        }
    }

    fn descend(&mut self) {
        for _ in 0..10 {
            let mut changed = false;
            for a in 0..self.table_of.len() {
                for b in a + 1..self.table_of.len() {
                    if self.apart(a, b) && self.change(a, b, 0) < 0 {
                        self.swap(a, b);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn exchange(&mut self, bound: (i64, i64)) {
        let mut best = (self.cost(), self.start.tables.clone());
        let mut rests = vec![0; self.table_of.len()];
        for step in 1..=200 {
            let Some((a, b)) = self.cheapest_exchange(&rests, step) else { break };
            self.swap(a, b);
            rests[a] = step + 2 + step % 5;
            rests[b] = rests[a];
            if self.cost() < best.0 {
                best = (self.cost(), self.start.tables.clone());
                if self.worth() <= bound {
                    break;
                }
            }
        }
        self.place(best.1);
    }

    /// The first of the cheapest exchanges of one at a table with repeats or costly seats.
    fn cheapest_exchange(&mut self, rests: &[u32], step: u32) -> Option<(usize, usize)> {
        let costly = |table: usize| {
            let members = self.start.tables[table].iter();
            self.seat_costs[table] > 0
                || members.map(|one| self.links[*one][table]).sum::<i128>() >= 2 * REPEAT
        };
        let costly: Vec<bool> = (0..self.seat_costs.len()).map(costly).collect();
        let (mut limit, mut found) = (i128::MAX, None);
        for a in 0..rests.len() {
            for b in 0..rests.len() {
                if costly[self.table_of[a]] && rests[a].max(rests[b]) < step && self.apart(a, b) {
                    let change = self.change(a, b, limit);
                    if change < limit {
                        (limit, found) = (change, Some((a, b)));
                    }
                }
            }
        }
        found
    }
}
