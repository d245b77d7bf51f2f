//! Chance that can be committed to, recorded, given by hand and re-derived.
//!
//! Rules code calls [`Chance::die`], [`Chance::pick`] and [`Chance::shuffle`] and always gets a value. Each draw is
//! recorded with its purpose and range. Where the values are given by hand (`drive`), a wrong or missing value is
//! remembered as a fault and told by [`Chance::finish`]; whoever asked then throws the outcome away.

mod draw;
mod given;
mod seeded;

pub use draw::Draw;
pub use given::Given;
pub use seeded::{Seeded, commitment, game_seed};

use serde::Serialize;

/// Where raw values come from.
pub(crate) trait Source: Send {
    /// A new entry begins: its number, which is the version it produces.
    fn begin(&mut self, version: u64);
    /// A value in `0..n`; `n` is at least 1.
    fn below(&mut self, n: u32) -> Result<u32, ChanceFault>;
    /// A die of `faces` faces, 1-based.
    fn die(&mut self, faces: u32) -> Result<u32, ChanceFault> {
        Ok(self.below(faces)? + 1)
    }
    /// A permutation: position `k` holds the original index `p[k]`.
    fn shuffle(&mut self, n: u32) -> Result<Vec<u32>, ChanceFault> {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            let j = self.below(i + 1)?;
            order.swap(i as usize, j as usize);
        }
        Ok(order)
    }
    /// Are there values left that nobody asked for?
    fn left_over(&self) -> usize {
        0
    }
}

/// What is wrong with chance that was given by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ChanceFault {
    /// The rules drew once more than values were given.
    #[error("the list of chance values is too short: `{purpose}` found none left")]
    ChanceTooShort { purpose: String },
    #[error("the list of chance values is too long: {left} were not drawn")]
    ChanceTooLong {
        /// How many were not drawn.
        left: usize,
    },
    /// A value does not fit the draw it was given for.
    #[error("the chance value {given} does not fit `{purpose}`, which takes {expected}")]
    ChanceOutOfRange {
        purpose: String,
        /// The value as given, in JSON.
        given: String,
        expected: String,
    },
}

impl ChanceFault {
    pub fn code(&self) -> &'static str {
        match self {
            Self::ChanceTooShort { .. } => "chance_too_short",
            Self::ChanceTooLong { .. } => "chance_too_long",
            Self::ChanceOutOfRange { .. } => "chance_out_of_range",
        }
    }

    fn about(self, name: &str) -> Self {
        match self {
            Self::ChanceTooShort { .. } => Self::ChanceTooShort { purpose: name.to_owned() },
            Self::ChanceOutOfRange { given, expected, .. } => {
                Self::ChanceOutOfRange { purpose: name.to_owned(), given, expected }
            }
            long @ Self::ChanceTooLong { .. } => long,
        }
    }
}

/// The chance of one write: a source and the record of what was drawn for the entry at hand.
pub struct Chance {
    source: Box<dyn Source>,
    draws: Vec<Draw>,
    fault: Option<ChanceFault>,
}

impl Chance {
    /// Chance derived from a game's seed; see [`Seeded`].
    pub fn seeded(game_seed: [u8; 32]) -> Self {
        Self::from(Box::new(Seeded::new(game_seed)))
    }

    /// Chance given by hand, in the order in which the rules draw.
    pub fn given(values: Vec<serde_json::Value>) -> Self {
        Self::from(Box::new(Given::new(values)))
    }

    fn from(source: Box<dyn Source>) -> Self {
        Self { source, draws: Vec::new(), fault: None }
    }

    /// Begins the entry that produces `version`.
    pub fn begin(&mut self, version: u64) {
        self.source.begin(version);
        self.draws.clear();
    }

    /// A die: its face, `1..=faces`.
    pub fn die(&mut self, purpose: &'static str, faces: u32) -> u32 {
        let value = self.source.die(faces);
        let value = self.settle(purpose, value, 1);
        self.draws.push(Draw::die(purpose, faces, value));
        value
    }

    /// A pick of one among `n` (at least 1): its index, `0..n`.
    pub fn pick(&mut self, purpose: &'static str, n: u32) -> u32 {
        let value = self.source.below(n);
        let value = self.settle(purpose, value, 0);
        self.draws.push(Draw::pick(purpose, n, value));
        value
    }

    /// A shuffle of `n`: position `k` of the result holds the original index of what now lies there.
    pub fn shuffle(&mut self, purpose: &'static str, n: u32) -> Vec<u32> {
        let order = self.source.shuffle(n);
        let order = self.settle(purpose, order, (0..n).collect());
        self.draws.push(Draw::shuffle(purpose, order.clone()));
        order
    }

    /// These in an order that chance gives.
    pub fn shuffled<T: Copy>(&mut self, purpose: &'static str, things: &[T]) -> Vec<T> {
        let order = self.shuffle(purpose, u32::try_from(things.len()).unwrap_or(u32::MAX));
        order.into_iter().filter_map(|from| things.get(from as usize).copied()).collect()
    }

    /// The draws of the entry at hand; the record is empty afterwards.
    pub fn take_draws(&mut self) -> Vec<Draw> {
        std::mem::take(&mut self.draws)
    }

    /// The first fault so far, if any.
    pub fn fault(&self) -> Option<&ChanceFault> {
        self.fault.as_ref()
    }

    /// The end of the write: were all values drawn, and did they fit?
    pub fn finish(&self) -> Result<(), ChanceFault> {
        match (&self.fault, self.source.left_over()) {
            (Some(fault), _) => Err(fault.clone()),
            (None, 0) => Ok(()),
            (None, left) => Err(ChanceFault::ChanceTooLong { left }),
        }
    }

    fn settle<T>(&mut self, purpose: &str, value: Result<T, ChanceFault>, otherwise: T) -> T {
        value.unwrap_or_else(|fault| {
            self.fault.get_or_insert(fault.about(purpose));
            otherwise
        })
    }
}
