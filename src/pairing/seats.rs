//! Which seat each entrant of a table has, so that nobody has a seat number twice more often than another.
//!
//! A seat costs an entrant how many times more it had this number than the one of this table that it had least. So as
//! long as no seat costs anything, the counts of an entrant's seat numbers differ by at most one at every moment.
//!
//! Where all tables have the same size and everybody plays in each round, such seats always exist: after `r` rounds
//! of a cycle of `size` rounds each entrant may sit in `size − r` seats and each seat number may be given to `size −
//! r` times as many as there are tables, so the bipartite graph of entrants and seats is regular, and a regular graph
//! falls apart into perfect matchings. A table then needs one entrant of each class. Bots are therefore counted like
//! entrants, and a bye goes to somebody whom the seats of the others can spare ([`who_plays`]).

use std::collections::BTreeMap;

use crate::competition::{Competition, TableSeat};

/// How often each entrant and bot had each seat number.
pub struct SeatCounts {
    counts: BTreeMap<TableSeat, Vec<i64>>,
    most: usize,
}

impl SeatCounts {
    pub fn of(competition: &Competition) -> Self {
        let mut all = Self { counts: BTreeMap::new(), most: competition.settings.most };
        for (seats, _) in competition.tables() {
            for (number, who) in seats.iter().enumerate() {
                all.counts.entry(*who).or_insert_with(|| vec![0; all.most])[number] += 1;
            }
        }
        all
    }

    pub fn had(&self, who: TableSeat) -> Vec<i64> {
        self.counts.get(&who).cloned().unwrap_or_else(|| vec![0; self.most])
    }
}

/// What each seat of a table of `seats` costs one who had the seat numbers so often.
pub fn costs(had: &[i64], seats: usize) -> Vec<i64> {
    let had = &had[..seats];
    let least = had.iter().min().copied().unwrap_or_default();
    had.iter().map(|count| count - least).collect()
}

/// Which seat numbers those had who have had as many seats as another. One who has had fewer than most because of a
/// bye needs other numbers than most, and can have them only if those like them are spread over the numbers.
#[derive(Default)]
pub struct Peers(BTreeMap<i64, (i64, Vec<i64>)>);

impl Peers {
    /// One who had the numbers so often, counting what exceeds the number that they had least.
    pub fn add(&mut self, had: &[i64]) {
        let (count, sums) = self.0.entry(had.iter().sum()).or_insert_with(|| (0, vec![0; had.len()]));
        *count += 1;
        for (sum, cost) in sums.iter_mut().zip(costs(had, had.len())) {
            *sum += cost;
        }
    }

    /// Which share of those who will be the peers of this one had each number, in thousandths.
    fn of_next(&self, had: &[i64]) -> Vec<i64> {
        let peers = self.0.get(&(had.iter().sum::<i64>() + 1));
        peers.map_or_else(
            || vec![0; had.len()],
            |(count, sums)| sums.iter().map(|sum| 1000 * sum / count).collect(),
        )
    }
}

/// The seats of these, who choose in this order: the cheapest; of several ways the one in which the smallest shares
/// of their peers in sum had the numbers; of several again the one in which the first have the lowest. They are peers
/// of others then.
pub fn choose(members: &[TableSeat], counts: &SeatCounts, peers: &mut Peers) -> Vec<usize> {
    let seats = members.len();
    let wishes = members.iter().map(|member| {
        let had = counts.had(*member);
        let costs = costs(&had, seats).into_iter().zip(peers.of_next(&had));
        costs.map(|(cost, peers)| (cost << 32) + peers).collect()
    });
    let (_, chosen) = cheapest(&wishes.collect::<Vec<_>>(), seats);
    for (member, number) in members.iter().zip(&chosen) {
        let mut had = counts.had(*member);
        had[*number] += 1;
        peers.add(&had);
    }
    chosen
}

/// The cheapest seats for these, in whose order the first lowest seats are chosen if several ways cost the same.
/// There are as many as seats, or fewer.
pub fn cheapest(wishes: &[Vec<i64>], seats: usize) -> (i64, Vec<usize>) {
    // For each set of seats that the first so many may take, the best way to do so.
    let mut best = vec![None; 1 << seats];
    best[0] = Some((0, Vec::new()));
    for costs in wishes {
        let mut after: Vec<Option<(i64, Vec<usize>)>> = vec![None; 1 << seats];
        for (taken, way) in best.iter().enumerate() {
            let Some((cost, way)) = way else { continue };
            for seat in (0..seats).filter(|seat| taken >> seat & 1 == 0) {
                let next = &mut after[taken | 1 << seat];
                let cost = cost + costs[seat];
                if next.as_ref().is_some_and(|(least, _)| *least < cost) {
                    continue;
                }
                let way = (cost, way.iter().copied().chain([seat]).collect());
                if next.as_ref().is_none_or(|least| way < *least) {
                    *next = Some(way);
                }
            }
        }
        best = after;
    }
    best.into_iter().flatten().min().unwrap_or_default()
}

/// Who of these play, if not all can: `had` and `byes` are theirs, best standing first.
///
/// One who had fewer byes than the last that must have one has a bye; one who had more plays. Of the others those
/// play who stand better, but for one for whom no seat is left over that costs nothing, beside those taken in before.
pub fn who_plays(had: &[Vec<i64>], byes: &[u32], seats: &[usize]) -> Vec<usize> {
    let places: usize = seats.iter().sum();
    let mut sorted = byes.to_vec();
    sorted.sort_unstable();
    let Some(limit) = (had.len() - places).checked_sub(1).map(|last| sorted[last]) else {
        return (0..had.len()).collect();
    };
    let mut matching = Matching::new(had, seats);
    let mut order: Vec<usize> = (0..had.len()).filter(|one| byes[*one] >= limit).collect();
    order.sort_by_key(|one| (byes[*one] == limit, *one));
    let mut plays = vec![false; had.len()];
    let mut left = places;
    for spare in [false, true] {
        for one in &order {
            let open = !plays[*one] && left > 0;
            if open && (spare || matching.add(*one) || byes[*one] > limit) {
                plays[*one] = true;
                left -= 1;
            }
        }
    }
    (0..had.len()).filter(|one| plays[*one]).collect()
}

/// Tables at which no seat costs anything: one of each class of a matching, in order; the numbers from `entrants` on
/// are bots, and sit first, each at the last table that is free in its class, one to a table if that can be. `None`
/// if there is no such matching.
pub fn one_of_each(had: &[Vec<i64>], seats: &[usize], entrants: usize) -> Option<Vec<Vec<usize>>> {
    let mut matching = Matching::new(had, seats);
    if !(0..had.len()).all(|one| matching.add(one)) {
        return None;
    }
    let mut tables: Vec<Vec<Option<usize>>> = seats.iter().map(|seats| vec![None; *seats]).collect();
    let mut with_bots = vec![0; tables.len()];
    for one in (entrants..had.len()).chain(0..entrants) {
        let number = matching.taken.iter().position(|class| class.contains(&one))?;
        let free = (0..tables.len()).filter(|table| tables[*table].get(number) == Some(&None));
        let table = if one < entrants {
            free.min()
        } else {
            free.min_by_key(|table| (with_bots[*table], tables.len() - table))
        }?;
        with_bots[table] += usize::from(one >= entrants);
        tables[table][number] = Some(one);
    }
    Some(tables.into_iter().map(|table| table.into_iter().flatten().collect()).collect())
}

/// Who has which seat number, where it costs nothing: by augmenting paths.
struct Matching {
    /// The numbers that cost each nothing.
    free: Vec<Vec<usize>>,
    /// Who has each number.
    taken: Vec<Vec<usize>>,
    /// How many tables have each number.
    room: Vec<usize>,
}

impl Matching {
    fn new(had: &[Vec<i64>], seats: &[usize]) -> Self {
        let numbers = seats.iter().copied().max().unwrap_or_default();
        let free = |had: &Vec<i64>| {
            let costs = costs(had, numbers);
            (0..numbers).filter(|number| costs[*number] == 0).collect()
        };
        let room = |number: usize| seats.iter().filter(|seats| **seats > number).count();
        Self {
            free: had.iter().map(free).collect(),
            taken: vec![Vec::new(); numbers],
            room: (0..numbers).map(room).collect(),
        }
    }

    /// Gives one a number, if those who have theirs can be moved so that one is left.
    fn add(&mut self, one: usize) -> bool {
        let mut seen = vec![false; self.room.len()];
        self.add_unseen(one, &mut seen)
    }

    fn add_unseen(&mut self, one: usize, seen: &mut [bool]) -> bool {
        for number in self.free[one].clone() {
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            if self.taken[number].len() < self.room[number] {
                self.taken[number].push(one);
                return true;
            }
            for place in 0..self.taken[number].len() {
                if self.add_unseen(self.taken[number][place], seen) {
                    self.taken[number][place] = one;
                    return true;
                }
            }
        }
        false
    }
}
