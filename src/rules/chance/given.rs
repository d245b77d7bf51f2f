//! Chance given by hand: a die by its face, a pick by its index, a shuffle by its permutation.

use std::collections::VecDeque;

use serde_json::Value;

use super::{ChanceFault, Source};

/// A queue of values, used up in the order in which the rules draw.
pub struct Given {
    values: VecDeque<Value>,
}

impl Given {
    /// The values, first to be drawn first.
    pub fn new(values: Vec<Value>) -> Self {
        Self { values: values.into() }
    }

    fn next(&mut self) -> Result<Value, ChanceFault> {
        self.values.pop_front().ok_or(ChanceFault::ChanceTooShort { purpose: String::new() })
    }

    fn number(&mut self, low: u32, high: u32) -> Result<u32, ChanceFault> {
        let value = self.next()?;
        value
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| misfit(&value, format!("a whole number from {low} to {high}")))
    }
}

fn misfit(given: &Value, expected: String) -> ChanceFault {
    ChanceFault::ChanceOutOfRange { purpose: String::new(), given: given.to_string(), expected }
}

fn permutation(value: &Value, n: u32) -> Option<Vec<u32>> {
    let order: Vec<u32> = value
        .as_array()?
        .iter()
        .map(|k| k.as_u64().and_then(|k| u32::try_from(k).ok()))
        .collect::<Option<_>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..n).then_some(order)
}

impl Source for Given {
    fn begin(&mut self, _version: u64) {}

    fn below(&mut self, n: u32) -> Result<u32, ChanceFault> {
        self.number(0, n.saturating_sub(1))
    }

    fn die(&mut self, faces: u32) -> Result<u32, ChanceFault> {
        self.number(1, faces)
    }

    fn shuffle(&mut self, n: u32) -> Result<Vec<u32>, ChanceFault> {
        let value = self.next()?;
        permutation(&value, n)
            .ok_or_else(|| misfit(&value, format!("a list with each of 0 to {} once", n.saturating_sub(1))))
    }

    fn left_over(&self) -> usize {
        self.values.len()
    }
}
