//! Chance that can be committed to, recorded, given by hand and re-derived.
//!
//! Rules code calls [`Chance::die`], [`Chance::pick`] and [`Chance::shuffle`] and always gets a value. Each draw is
//! recorded with its purpose and range. Where the values are given by hand (`drive`), a wrong or missing value is
//! remembered as an error and reported by [`Chance::finish`]; the caller then throws the outcome away.
//!
//! Else chance is derived from a committed secret, so that anyone can check it after the end:
//!
//! - `commitment` = SHA-256(secret), published before the first draw.
//! - `game_seed` = HMAC-SHA256(secret, for each joiner in join order: u16 BE length ‖ entropy).
//! - a draw = HMAC-SHA256(game_seed, `"althing/draw/v1"` ‖ 0 ‖ version u64 BE ‖ draw index within the entry
//!   u32 BE ‖ retry u32 BE); its first 8 bytes as u64 BE are `x`; for a range `n`, `x ≥ ⌊2⁶⁴/n⌋·n` is rejected
//!   (retry + 1), else the value is `x mod n`.

use std::borrow::Cow;
use std::collections::VecDeque;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The chance of one write: a source and the record of what was drawn for the entry at hand.
pub struct Chance {
    source: Box<dyn Source>,
    draws: Vec<Draw>,
    fault: Option<ChanceError>,
}

impl Chance {
    /// Chance derived from a game's seed; see [`Seeded`].
    pub fn seeded(game_seed: [u8; 32]) -> Self {
        Self::from(Seeded::new(game_seed))
    }

    /// Chance given by hand, in the order in which the rules draw.
    pub fn given(values: Vec<Value>) -> Self {
        Self::from(Given { values: values.into() })
    }

    fn from(source: impl Source + 'static) -> Self {
        Self { source: Box::new(source), draws: Vec::new(), fault: None }
    }

    pub fn begin(&mut self, version: u64) {
        self.source.begin(version);
        self.draws.clear();
    }

    pub fn die(&mut self, purpose: &'static str, faces: u32) -> u32 {
        let value = self.source.die(faces);
        let value = self.settle(purpose, value, 1);
        self.draws.push(Draw::Die { purpose: purpose.into(), faces, value });
        value
    }

    /// A pick of one among `n` (at least 1): its index, `0..n`.
    pub fn pick(&mut self, purpose: &'static str, n: u32) -> u32 {
        let value = self.source.below(n);
        let value = self.settle(purpose, value, 0);
        self.draws.push(Draw::Pick { purpose: purpose.into(), of: n, value });
        value
    }

    /// A shuffle of `n`: position `k` of the result holds the original index of what now lies there.
    pub fn shuffle(&mut self, purpose: &'static str, n: u32) -> Vec<u32> {
        let order = self.source.shuffle(n);
        let order = self.settle(purpose, order, (0..n).collect());
        self.draws.push(Draw::Shuffle { purpose: purpose.into(), of: n, value: order.clone() });
        order
    }

    /// These in an order that chance gives.
    pub fn shuffled<T: Copy>(&mut self, purpose: &'static str, things: &[T]) -> Vec<T> {
        let order = self.shuffle(purpose, things.len() as u32);
        order.into_iter().filter_map(|from| things.get(from as usize).copied()).collect()
    }

    /// The draws of the entry at hand; the record is empty afterwards.
    pub fn take_draws(&mut self) -> Vec<Draw> {
        std::mem::take(&mut self.draws)
    }

    pub fn fault(&self) -> Option<&ChanceError> {
        self.fault.as_ref()
    }

    /// The end of the write: were all values drawn, and did they fit?
    pub fn finish(&self) -> Result<(), ChanceError> {
        match (&self.fault, self.source.left_over()) {
            (Some(fault), _) => Err(fault.clone()),
            (None, 0) => Ok(()),
            (None, left) => Err(ChanceError::TooLong { left }),
        }
    }

    fn settle<T>(&mut self, purpose: &str, value: Result<T, ChanceError>, otherwise: T) -> T {
        value.unwrap_or_else(|fault| {
            self.fault.get_or_insert(fault.about(purpose));
            otherwise
        })
    }
}

/// One draw: what for, out of what, and what came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Draw {
    /// A die: `value` is the face, `1..=faces`.
    Die {
        /// What the draw was for, in the ruleset's words.
        purpose: Cow<'static, str>,
        faces: u32,
        value: u32,
    },
    /// A pick of one among `of`: `value` is its index, `0..of`.
    Pick {
        /// What the draw was for, in the ruleset's words.
        purpose: Cow<'static, str>,
        of: u32,
        /// The index of the one that was picked.
        value: u32,
    },
    /// A shuffle of `of`: position `k` holds the original index `value[k]`.
    Shuffle {
        /// What the draw was for, in the ruleset's words.
        purpose: Cow<'static, str>,
        of: u32,
        value: Vec<u32>,
    },
}

/// What is wrong with chance that was given by hand.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChanceError {
    /// The rules drew once more than values were given.
    #[error("the list of chance values is too short: `{purpose}` found none left")]
    TooShort { purpose: String },
    #[error("the list of chance values is too long: {left} were not drawn")]
    TooLong { left: usize },
    /// A value does not fit the draw it was given for.
    #[error("the chance value {given} does not fit `{purpose}`, which takes {expected}")]
    OutOfRange { purpose: String, given: String, expected: String },
}

impl ChanceError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooShort { .. } => "chance_too_short",
            Self::TooLong { .. } => "chance_too_long",
            Self::OutOfRange { .. } => "chance_out_of_range",
        }
    }

    /// The error, with `name` as the purpose of the draw.
    fn about(mut self, name: &str) -> Self {
        if let Self::TooShort { purpose } | Self::OutOfRange { purpose, .. } = &mut self {
            name.clone_into(purpose);
        }
        self
    }
}

/// Where raw values come from.
trait Source: Send {
    /// A new entry begins: its number, which is the version it produces.
    fn begin(&mut self, version: u64);
    /// A value in `0..n`; `n` is at least 1.
    fn below(&mut self, n: u32) -> Result<u32, ChanceError>;
    /// A die of `faces` faces, 1-based.
    fn die(&mut self, faces: u32) -> Result<u32, ChanceError> {
        Ok(self.below(faces)? + 1)
    }
    /// A permutation: position `k` holds the original index `p[k]`.
    fn shuffle(&mut self, n: u32) -> Result<Vec<u32>, ChanceError> {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            let j = self.below(i + 1)?;
            order.swap(i as usize, j as usize);
        }
        Ok(order)
    }
    /// How many values are left that were not drawn?
    fn left_over(&self) -> usize {
        0
    }
}

const LABEL: &[u8] = b"althing/draw/v1\0";

/// The published promise: SHA-256 of the secret.
pub fn commitment(secret: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The seed of all draws: the secret, mixed with what each joiner gave (empty where they gave nothing).
/// An entropy longer than 65,535 bytes counts up to there.
pub fn game_seed<'a>(secret: &[u8; 32], entropies: impl IntoIterator<Item = &'a [u8]>) -> [u8; 32] {
    let mut mac = keyed(secret);
    for entropy in entropies {
        let length = u16::try_from(entropy.len()).unwrap_or(u16::MAX);
        mac.update(&length.to_be_bytes());
        mac.update(&entropy[..usize::from(length)]);
    }
    mac.finalize().into_bytes().into()
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC takes keys of every length; an array of 32 can't fail.
    match Hmac::<Sha256>::new_from_slice(key) {
        Ok(mac) => mac,
        Err(_) => unreachable!("HMAC-SHA256 takes keys of every length"),
    }
}

/// The draws of one game, entry by entry.
struct Seeded {
    keyed: Hmac<Sha256>,
    version: u64,
    index: u32,
}

impl Seeded {
    fn new(game_seed: [u8; 32]) -> Self {
        Self { keyed: keyed(&game_seed), version: 0, index: 0 }
    }

    fn raw(&self, retry: u32) -> u64 {
        let mut mac = self.keyed.clone();
        mac.update(LABEL);
        mac.update(&self.version.to_be_bytes());
        mac.update(&self.index.to_be_bytes());
        mac.update(&retry.to_be_bytes());
        let bytes = mac.finalize().into_bytes();
        let mut first = [0; 8];
        first.copy_from_slice(&bytes[..8]);
        u64::from_be_bytes(first)
    }
}

impl Source for Seeded {
    fn begin(&mut self, version: u64) {
        self.version = version;
        self.index = 0;
    }

    fn below(&mut self, n: u32) -> Result<u32, ChanceError> {
        let n = u64::from(n.max(1));
        // The last that is not rejected: one less than ⌊2⁶⁴/n⌋·n, which is 2⁶⁴ itself when n is a power of two.
        let last = u64::MAX - (u64::MAX % n + 1) % n;
        let mut retry = 0;
        let x = loop {
            let x = self.raw(retry);
            if x <= last {
                break x;
            }
            retry += 1;
        };
        self.index += 1;
        Ok((x % n) as u32)
    }
}

/// A queue of values, used up in the order in which the rules draw.
struct Given {
    values: VecDeque<Value>,
}

impl Given {
    fn next(&mut self) -> Result<Value, ChanceError> {
        self.values.pop_front().ok_or(ChanceError::TooShort { purpose: String::new() })
    }

    fn number(&mut self, low: u32, high: u32) -> Result<u32, ChanceError> {
        let value = self.next()?;
        value
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| misfit(&value, format!("a whole number from {low} to {high}")))
    }
}

fn misfit(given: &Value, expected: String) -> ChanceError {
    ChanceError::OutOfRange { purpose: String::new(), given: given.to_string(), expected }
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

    fn below(&mut self, n: u32) -> Result<u32, ChanceError> {
        // A pick out of nothing, which no rules make, takes 0 as [`Seeded`] does.
        self.number(0, n.saturating_sub(1))
    }

    fn die(&mut self, faces: u32) -> Result<u32, ChanceError> {
        self.number(1, faces)
    }

    fn shuffle(&mut self, n: u32) -> Result<Vec<u32>, ChanceError> {
        let value = self.next()?;
        permutation(&value, n)
            // For a shuffle of nothing, which takes an empty list, this sentence is wrong; the refusal is right.
            .ok_or_else(|| misfit(&value, format!("a list with each of 0 to {} once", n.saturating_sub(1))))
    }

    fn left_over(&self) -> usize {
        self.values.len()
    }
}
