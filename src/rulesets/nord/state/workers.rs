//! The workers on the board.

use serde::de::Deserializer;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::nord::board::Field;
use rules::Seat;

/// The owners of the workers by field, at most one on each. In JSON a map from field to seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Workers(Vec<(Field, Seat)>);

impl Workers {
    pub fn get(&self, field: Field) -> Option<Seat> {
        let place = self.0.binary_search_by_key(&field, |(field, _)| *field).ok()?;
        self.0.get(place).map(|(_, seat)| *seat)
    }

    /// Puts a worker on a field, in place of the one that stood there.
    pub fn put(&mut self, field: Field, seat: Seat) {
        match self.0.binary_search_by_key(&field, |(field, _)| *field) {
            Ok(place) => self.0[place].1 = seat,
            Err(place) => self.0.insert(place, (field, seat)),
        }
    }

    /// Takes the worker off a field; whose it was.
    pub fn take(&mut self, field: Field) -> Option<Seat> {
        let place = self.0.binary_search_by_key(&field, |(field, _)| *field).ok()?;
        Some(self.0.remove(place).1)
    }

    /// Every worker, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Field, Seat)> {
        self.0.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Workers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Workers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(BTreeMap::<Field, Seat>::deserialize(deserializer)?.into_iter().collect()))
    }
}
