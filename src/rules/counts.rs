//! Counts of a few kinds, such as the cards of a hand: an array in memory, and in JSON an object such as
//! `{"wool":1,"ore":2}` without the kinds whose count is 0.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{AddAssign, Sub, SubAssign};

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema, openapi::RefOr};

use crate::recorder::{Applied, OrMisfit};
use crate::spots::Spot;

pub trait Counted: Spot + Into<&'static str> + 'static {
    const COUNTS: &'static str;
    const ABOUT: &'static str;
    /// 0 where it may be said that there are none; they are left out all the same when counts are written.
    const LEAST: u8 = 1;
    /// As many as there are of any one kind in the game.
    const MOST: u8;

    fn example() -> serde_json::Value;
}

/// A count for each kind. `+`, `-`, `+=` and `-=` stop at 255 and at 0, for estimates and wishes; what moves cards uses
/// [`Counts::put`] and [`Counts::take`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counts<K, const N: usize> {
    counts: [u8; N],
    kinds: PhantomData<K>,
}

impl<K, const N: usize> Counts<K, N> {
    pub const EMPTY: Self = Self::new([0; N]);

    /// The counts in the order of the kinds.
    pub const fn new(counts: [u8; N]) -> Self {
        Self { counts, kinds: PhantomData }
    }

    pub const fn of_each(count: u8) -> Self {
        Self::new([count; N])
    }

    /// How many there are altogether, 255 at most.
    pub fn total(&self) -> u8 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    pub fn sum(&self) -> u16 {
        self.counts.iter().map(|&count| u16::from(count)).sum()
    }

    /// How many there are of the kind of which there are most.
    pub fn most(&self) -> u8 {
        self.counts.iter().copied().fold(0, u8::max)
    }

    pub fn is_empty(&self) -> bool {
        self.counts == [0; N]
    }

    /// Are all of `other` among these?
    pub fn covers(&self, other: &Self) -> bool {
        self.counts.iter().zip(other.counts).all(|(&have, wanted)| have >= wanted)
    }

    /// Is there a kind that both have?
    pub fn shares_a_kind_with(&self, other: &Self) -> bool {
        self.counts.iter().zip(other.counts).any(|(&mine, theirs)| mine > 0 && theirs > 0)
    }
}

impl<K: Spot, const N: usize> Counts<K, N> {
    pub fn of(kind: K, count: u8) -> Self {
        let mut counts = Self::EMPTY;
        counts.set(kind, count);
        counts
    }

    pub fn get(&self, kind: K) -> u8 {
        self.counts[kind.index()]
    }

    pub fn set(&mut self, kind: K, count: u8) {
        self.counts[kind.index()] = count;
    }

    /// Adds what an event brings.
    pub fn put(&mut self, others: Self) -> Applied {
        for (mine, theirs) in self.counts.iter_mut().zip(others.counts) {
            *mine = mine.checked_add(theirs).or_misfit("more of a kind than there can be")?;
        }
        Ok(())
    }

    /// Takes away what an event moves.
    pub fn take(&mut self, others: Self) -> Applied {
        for (mine, theirs) in self.counts.iter_mut().zip(others.counts) {
            *mine = mine.checked_sub(theirs).or_misfit("less of a kind than is taken")?;
        }
        Ok(())
    }

    pub fn add(&mut self, kind: K) {
        *self += Self::of(kind, 1);
    }

    pub fn remove(&mut self, kind: K) {
        *self -= Self::of(kind, 1);
    }

    /// The kinds present with their numbers, in order.
    pub fn kinds(self) -> impl Iterator<Item = (K, u8)> {
        K::all().zip(self.counts).filter(|(_, count)| *count > 0)
    }

    /// Each single one, in the order of the kinds.
    pub fn each(self) -> impl Iterator<Item = K> {
        self.kinds().flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }
}

impl<K, const N: usize> Default for Counts<K, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<K: Spot, const N: usize> FromIterator<K> for Counts<K, N> {
    fn from_iter<I: IntoIterator<Item = K>>(kinds: I) -> Self {
        let mut counts = Self::EMPTY;
        kinds.into_iter().for_each(|kind| counts.add(kind));
        counts
    }
}

// By its path: in scope, the operator would hide [`Counts::add`].
impl<K, const N: usize> std::ops::Add for Counts<K, N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<K, const N: usize> Sub for Counts<K, N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<K, const N: usize> AddAssign for Counts<K, N> {
    fn add_assign(&mut self, other: Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine = mine.saturating_add(theirs);
        }
    }
}

impl<K, const N: usize> SubAssign for Counts<K, N> {
    fn sub_assign(&mut self, other: Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine = mine.saturating_sub(theirs);
        }
    }
}

impl<K: Counted, const N: usize> Serialize for Counts<K, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.kinds().map(|(kind, count)| (kind.into(), count)))
    }
}

impl<'de, K: Counted + Deserialize<'de>, const N: usize> Deserialize<'de> for Counts<K, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

struct Reader<K, const N: usize>(PhantomData<K>);

impl<'de, K: Counted + Deserialize<'de>, const N: usize> Visitor<'de> for Reader<K, N> {
    type Value = Counts<K, N>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<&str> = K::all().map(Into::into).collect();
        write!(out, "an object of counts by kind: {}", kinds.join(", "))
    }

    // Only one form of each value is read, so that equal counts are equal as text, too.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut counts = Counts::EMPTY;
        while let Some((kind, count)) = map.next_entry::<K, u8>()? {
            if !(K::LEAST..=K::MOST).contains(&count) {
                let (least, most) = (K::LEAST, K::MOST);
                let wrong = format!("a count is {least} to {most}; leave out kinds of which there are none");
                return Err(A::Error::custom(wrong));
            }
            if counts.get(kind) > 0 {
                return Err(A::Error::custom(format!("`{}` is given twice", kind.into())));
            }
            counts.set(kind, count);
        }
        Ok(counts)
    }
}

impl<K: Counted + ToSchema, const N: usize> PartialSchema for Counts<K, N> {
    // One example, as everywhere else in the description; newer documents have a list of them.
    #[allow(deprecated)]
    fn schema() -> RefOr<Schema> {
        let counts = ObjectBuilder::new().schema_type(Type::Object).property_names(Some(K::schema()));
        let count =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(K::LEAST)).maximum(Some(K::MOST));
        let counts = counts.additional_properties(Some(count));
        counts.description(Some(K::ABOUT)).example(Some(K::example())).build().into()
    }
}

impl<K: Counted + ToSchema, const N: usize> ToSchema for Counts<K, N> {
    fn name() -> Cow<'static, str> {
        K::COUNTS.into()
    }
}
