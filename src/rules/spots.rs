//! Things on the spots of a board, and counts by spot. Both are arrays in memory, and maps without the empty spots in
//! JSON.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// An element of a fixed, numbered list: a hex, a corner or an edge of a board, a kind of tile.
pub trait Spot: Copy + Ord {
    /// The place in the list of [`Spot::all`]. Arrays by spot are as long as that list, so that every spot is in them.
    fn index(self) -> usize;
    fn all() -> impl Iterator<Item = Self>;
    /// The one at that place of the list.
    fn at(index: usize) -> Option<Self> {
        Self::all().nth(index)
    }
}

/// At most one `T` on each of `N` spots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spots<K, T, const N: usize> {
    cells: [Option<T>; N],
    /// The spots where something lies, one bit each, so that a walk meets no empty ones: boards are nearly empty, and
    /// every look at a game walks over them. It is kept by [`Spots::put`], as nothing is ever taken away.
    taken: u128,
    keys: PhantomData<K>,
}

impl<K: Spot, T: Copy, const N: usize> Spots<K, T, N> {
    /// What lies at `spot`; nothing lies outside the board.
    pub fn get(&self, spot: K) -> Option<T> {
        self.cells.get(spot.index()).copied().flatten()
    }

    /// Puts `thing` at `spot`, in place of what lay there.
    pub fn put(&mut self, spot: K, thing: T) {
        if let Some(cell) = self.cells.get_mut(spot.index()) {
            *cell = Some(thing);
            self.taken |= 1 << spot.index();
        }
    }

    pub fn get_mut(&mut self, spot: K) -> Option<&mut T> {
        self.cells.get_mut(spot.index())?.as_mut()
    }

    /// Everything that lies somewhere, in the order of the spots.
    pub fn iter(&self) -> impl Iterator<Item = (K, T)> {
        let mut left = self.taken;
        let places = std::iter::from_fn(move || {
            let first = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(first)
        });
        places.filter_map(|place| Some((K::at(place)?, self.cells.get(place).copied().flatten()?)))
    }
}

impl<K, T: Copy, const N: usize> Default for Spots<K, T, N> {
    fn default() -> Self {
        const { assert!(N <= u128::BITS as usize) };
        Self { cells: [None; N], taken: 0, keys: PhantomData }
    }
}

impl<K: Spot + Serialize, T: Copy + Serialize, const N: usize> Serialize for Spots<K, T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (spot, thing) in self.iter() {
            map.serialize_entry(&spot, &thing)?;
        }
        map.end()
    }
}

impl<'de, K: Spot + Deserialize<'de>, T: Copy + Deserialize<'de>, const N: usize> Deserialize<'de>
    for Spots<K, T, N>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Filler(PhantomData))
    }
}

/// Puts each entry of a map on its spot as it is read.
struct Filler<K, T, const N: usize>(PhantomData<(K, T)>);

impl<'de, K: Spot + Deserialize<'de>, T: Copy + Deserialize<'de>, const N: usize> Visitor<'de>
    for Filler<K, T, N>
{
    type Value = Spots<K, T, N>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object by the spots of the board")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut spots = Spots::default();
        while let Some((spot, thing)) = map.next_entry()? {
            spots.put(spot, thing);
        }
        Ok(spots)
    }
}

/// Counts by spot as a map, for `#[serde(with = "ByName::<K>")]`; nothing is written where there are none.
pub struct ByName<K>(PhantomData<K>);

impl<K: Spot + Serialize> ByName<K> {
    /// Writes the counts, which lie in the order of the spots.
    pub fn serialize<S: Serializer, const N: usize>(
        counts: &[u8; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let there = K::all().zip(counts).filter(|(_, count)| **count > 0);
        serializer.collect_map(there)
    }
}

impl<'de, K: Spot + Deserialize<'de>> ByName<K> {
    pub fn deserialize<D: Deserializer<'de>, const N: usize>(deserializer: D) -> Result<[u8; N], D::Error> {
        let there: Spots<K, u8, N> = Deserialize::deserialize(deserializer)?;
        // The count of a spot that is left out is 0.
        Ok(there.cells.map(Option::unwrap_or_default))
    }
}
