//! Which settlements are linked with which (rules page §7.1).

use serde::de::Deserializer;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::nord::board::{Ends, SETTLEMENTS, Settlement};
use rules::Spot;

/// The pairs of settlements that some group of workers touches both of. In JSON a list of pairs, each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, utoipa::ToSchema)]
#[schema(as = NordLinks, value_type = Vec<Vec<Settlement>>, example = json!([["s1", "s3"]]))]
pub struct Links([Ends; SETTLEMENTS]);

impl Links {
    /// Joins all settlements of a group with each other; the small dragon boat does not count.
    pub fn join(&mut self, ends: Ends) {
        for one in ends.settlements() {
            for other in ends.settlements().filter(|other| *other != one) {
                self.0[one.index()] |= Ends::only(other);
            }
        }
    }

    pub fn has(&self, one: Settlement, other: Settlement) -> bool {
        self.with(one).has(other)
    }

    pub fn with(&self, settlement: Settlement) -> Ends {
        self.0[settlement.index()]
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
            links.join(Ends::only(one) | Ends::only(other));
        }
        Ok(links)
    }
}
