//! How many tables of which size a number of entrants fills.

use crate::competition::{CompetitionSettings, Fill};

/// The tables of a round, largest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes {
    /// Seats by table.
    pub seats: Vec<usize>,
    /// Seats by table that bots take.
    pub bots: Vec<usize>,
    pub byes: usize,
}

impl Sizes {
    /// As few byes, or bots, as possible; then as many tables as make the sizes differ least from the wanted one in
    /// sum, the more tables if two numbers are equally good. The seats are spread evenly over the tables, larger
    /// tables first. Bots go one to a table, beginning with the last, and round again if some are left. `None` if not
    /// one table can be filled.
    pub fn of(entrants: usize, settings: &CompetitionSettings) -> Option<Self> {
        let bots = settings.fill == Fill::Bots;
        let fills = if bots { 0..=settings.least } else { 0..=entrants.saturating_sub(settings.least) };
        if entrants < 2 || (!bots && entrants < settings.least) {
            return None;
        }
        fills.into_iter().find_map(|fill| {
            let seats = if bots { entrants + fill } else { entrants - fill };
            let tables = seats.div_ceil(settings.most)..=seats / settings.least;
            let tables = tables.rev().min_by_key(|tables| seats.abs_diff(tables * settings.size))?;
            Some(Self::spread(seats, tables, fill, bots))
        })
    }

    /// These seats over that many tables.
    pub fn spread(seats: usize, tables: usize, fill: usize, bots: bool) -> Self {
        let seats = (0..tables).map(|table| seats / tables + usize::from(table < seats % tables)).collect();
        let mut sizes = Self { seats, bots: vec![0; tables], byes: if bots { 0 } else { fill } };
        for bot in 0..if bots { fill } else { 0 } {
            sizes.bots[tables - 1 - bot % tables] += 1;
        }
        sizes
    }

    /// How many entrants sit at each table.
    pub fn entrants(&self) -> impl Iterator<Item = usize> {
        self.seats.iter().zip(&self.bots).map(|(seats, bots)| seats - bots)
    }

    /// Consecutive numbers from 0, as many as entrants sit at each table.
    pub fn cut(&self) -> Vec<Vec<usize>> {
        let mut next = 0;
        let mut table = |size: usize| {
            next += size;
            (next - size..next).collect()
        };
        self.entrants().map(&mut table).collect()
    }
}
