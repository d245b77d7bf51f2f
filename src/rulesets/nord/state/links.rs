//! Which settlements are linked with which (rules page §7.1).

use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::rules::Spot;
use crate::rulesets::nord::board::{SETTLEMENTS, Settlement};

/// The pairs of settlements that some group of workers touches both of. In JSON a list of pairs, each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, utoipa::ToSchema)]
#[schema(as = NordLinks, value_type = Vec<Vec<Settlement>>, example = json!([["s1", "s3"]]))]
pub struct Links([u8; SETTLEMENTS]);

impl Links {
    /// Joins all settlements of a set, which is one bit for each.
    pub fn join(&mut self, settlements: u8) {
        for settlement in Settlement::all().filter(|settlement| settlements >> settlement.index() & 1 == 1) {
            if let Some(row) = self.0.get_mut(settlement.index()) {
                *row |= settlements & !(1 << settlement.index());
            }
        }
    }

    /// Are these two linked?
    pub fn has(&self, one: Settlement, other: Settlement) -> bool {
        self.with(one) >> other.index() & 1 == 1
    }

    /// What is linked with one settlement, one bit for each.
    pub fn with(&self, settlement: Settlement) -> u8 {
        self.0.get(settlement.index()).copied().unwrap_or(0)
    }

    /// Every pair once, in order.
    pub fn pairs(&self) -> impl Iterator<Item = [Settlement; 2]> + use<> {
        let links = *self;
        let others = move |one: Settlement| {
            let later = Settlement::all().filter(move |other| one < *other && links.has(one, *other));
            later.map(move |other| [one, other])
        };
        Settlement::all().flat_map(others)
    }
}

impl Serialize for Links {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pairs())
    }
}

impl<'de> Deserialize<'de> for Links {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut links = Self::default();
        for [one, other] in Vec::<[Settlement; 2]>::deserialize(deserializer)? {
            if one.index() >= SETTLEMENTS || other.index() >= SETTLEMENTS {
                return Err(D::Error::custom("there is no such settlement"));
            }
            links.join(1 << one.index() | 1 << other.index());
        }
        Ok(links)
    }
}
