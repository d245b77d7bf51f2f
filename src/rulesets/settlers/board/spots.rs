//! Something that may lie on each vertex or edge: an array inside, a map of what is there in JSON.

use serde::de::Deserializer;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::{EDGES, Edge, HEXES, Hex, VERTICES, Vertex};

/// A place with a number.
pub trait Spot: Copy + Ord {
    /// Its number, as an index.
    fn index(self) -> usize;
    /// Every place, in order.
    fn all() -> impl Iterator<Item = Self>;
}

impl Spot for Hex {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..HEXES as u8).map(Self)
    }
}

impl Spot for Vertex {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..VERTICES as u8).map(Self)
    }
}

impl Spot for Edge {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..EDGES as u8).map(Self)
    }
}

/// At most one `T` on each of `N` places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spots<K, T, const N: usize> {
    cells: [Option<T>; N],
    places: PhantomData<K>,
}

impl<K: Spot, T: Copy, const N: usize> Spots<K, T, N> {
    /// What lies there; nothing lies outside the board.
    pub fn get(&self, place: K) -> Option<T> {
        self.cells.get(place.index()).copied().flatten()
    }

    /// Puts `thing` there, in place of what lay there.
    pub fn put(&mut self, place: K, thing: T) {
        if let Some(cell) = self.cells.get_mut(place.index()) {
            *cell = Some(thing);
        }
    }

    /// Everything that lies somewhere, in the order of the places.
    pub fn iter(&self) -> impl Iterator<Item = (K, T)> {
        K::all().zip(self.cells).filter_map(|(place, thing)| Some((place, thing?)))
    }
}

impl<K, T: Copy, const N: usize> Default for Spots<K, T, N> {
    fn default() -> Self {
        Self { cells: [None; N], places: PhantomData }
    }
}

impl<K: Spot + Serialize, T: Copy + Serialize, const N: usize> Serialize for Spots<K, T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (place, thing) in self.iter() {
            map.serialize_entry(&place, &thing)?;
        }
        map.end()
    }
}

impl<'de, K: Spot + Deserialize<'de>, T: Copy + Deserialize<'de>, const N: usize> Deserialize<'de>
    for Spots<K, T, N>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut spots = Self::default();
        for (place, thing) in BTreeMap::<K, T>::deserialize(deserializer)? {
            spots.put(place, thing);
        }
        Ok(spots)
    }
}
