//! What stands and lies on the board: workers, the fighters and jarls of settlements, who lies in the large dragon
//! boat, and which settlements are linked (rules page §5, §7.1, §12).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use utoipa::ToSchema;

use crate::nord::board::{Board, Endpoints, Field, SETTLEMENTS, Settlement};
use crate::nord::connections::Connections;
use rules::{Misfit, OrMisfit, Seat, Spot, Spots, wire};

pub const MAX_SEATS: usize = 4;

pub type Garrisons = Spots<Settlement, Garrison, SETTLEMENTS>;

pub fn garrisons_of(board: &Board) -> Garrisons {
    let mut garrisons = Garrisons::default();
    board.settlements().for_each(|(settlement, _)| garrisons.put(settlement, Garrison::default()));
    garrisons
}

#[wire(Nord)]
#[derive(Copy, Default)]
pub struct Garrison {
    /// Fighters in seat order: always four numbers.
    #[schema(value_type = Vec<u8>, min_items = 4, max_items = 4)]
    pub fighters: [u8; MAX_SEATS],
    /// Its chief; missing once defeated.
    pub jarl: Option<Jarl>,
}

impl Garrison {
    /// None of a seat that is not there, as a client may name it.
    pub fn fighters_of(&self, seat: Seat) -> u8 {
        self.fighters.get(usize::from(seat)).copied().unwrap_or(0)
    }

    pub fn fighters_of_mut(&mut self, seat: Seat) -> Result<&mut u8, Misfit> {
        self.fighters.get_mut(usize::from(seat)).or_misfit("no such seat")
    }
}

/// The chief of a settlement, told apart by `kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = NordJarl)]
pub enum Jarl {
    /// A jarl that belongs to no player.
    Neutral {},
    /// The jarl of the player who began here.
    Own { seat: Seat },
}

impl Jarl {
    pub fn is_of(self, seat: Seat) -> bool {
        self == Self::Own { seat }
    }

    /// What lies in the large dragon boat once this jarl is defeated.
    pub fn defeated(self) -> Figure {
        match self {
            Self::Neutral {} => Figure::NeutralJarl {},
            Self::Own { seat } => Figure::Jarl { seat },
        }
    }
}

/// Who lies in a place of the large dragon boat, told apart by `kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = NordFigure)]
pub enum Figure {
    /// A worker that died in an attack.
    Man { seat: Seat },
    /// The defeated jarl of a player.
    Jarl { seat: Seat },
    /// A defeated jarl that belonged to no player.
    NeutralJarl {},
    /// A jarl of a colour that nobody plays.
    UnusedJarl {},
}

/// Pairs of settlements that one group of workers joins, each pair once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ToSchema)]
#[schema(as = NordLinks, value_type = Vec<Vec<Settlement>>, example = json!([["s1", "s3"]]))]
pub struct Links([Endpoints; SETTLEMENTS]);

impl Links {
    /// Joins all settlements of a group with each other; the small dragon boat does not count.
    pub fn join(&mut self, group: Endpoints) {
        for one in group.settlements() {
            self.0[one.index()] |= group.without_boat().without(one);
        }
    }

    pub fn has(&self, one: Settlement, other: Settlement) -> bool {
        self.with(one).has(other)
    }

    pub fn with(&self, settlement: Settlement) -> Endpoints {
        self.0[settlement.index()]
    }

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
            links.join(Endpoints::only(one) | Endpoints::only(other));
        }
        Ok(links)
    }
}

/// The owners of the workers by field, at most one on each, in reading order. In JSON a map from field to seat.
#[derive(Debug, Clone, Default)]
pub struct Workers {
    by_field: Vec<(Field, Seat)>,
    /// What follows from the workers on their board, once it was asked for: the view, the listing, the check and the end
    /// of an action ask for the same. It is forgotten where `by_field` changes.
    connections: OnceLock<Arc<Connections>>,
}

impl Workers {
    /// The connections of the workers on `board`. Those that are kept belong to one board: in the set-up another one may
    /// be laid.
    pub fn connections(&self, board: &Board) -> Arc<Connections> {
        let known = self.connections.get_or_init(|| Arc::new(Connections::of(board, self)));
        if known.are_on(board) { known.clone() } else { Arc::new(Connections::of(board, self)) }
    }

    fn by_field_mut(&mut self) -> &mut Vec<(Field, Seat)> {
        self.connections = OnceLock::new();
        &mut self.by_field
    }

    fn find(&self, field: Field) -> Result<usize, usize> {
        self.by_field.binary_search_by_key(&field, |(field, _)| *field)
    }

    pub fn get(&self, field: Field) -> Option<Seat> {
        self.by_field.get(self.find(field).ok()?).map(|(_, seat)| *seat)
    }

    pub fn put(&mut self, field: Field, seat: Seat) {
        match self.find(field) {
            Ok(index) => self.by_field_mut()[index].1 = seat,
            Err(index) => self.by_field_mut().insert(index, (field, seat)),
        }
    }

    pub fn take(&mut self, field: Field) -> Option<Seat> {
        let index = self.find(field).ok()?;
        Some(self.by_field_mut().remove(index).1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Field, Seat)> {
        self.by_field.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.by_field.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_field.is_empty()
    }
}

impl PartialEq for Workers {
    fn eq(&self, other: &Self) -> bool {
        self.by_field == other.by_field
    }
}

impl Eq for Workers {}

impl Serialize for Workers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Workers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let by_field = BTreeMap::<Field, Seat>::deserialize(deserializer)?.into_iter().collect();
        Ok(Self { by_field, ..Self::default() })
    }
}
