//! The six terrains and what they yield (rules page §1).

use super::resource::Resource;
use rules::words;

/// Yields: bog iron, field grain, forest timber, pasture wool; sea and mountain nothing.
#[words]
pub enum Terrain {
    /// Ships sail it; an interior one may get a harbour.
    Sea,
    /// A hex that yields iron.
    Bog,
    /// A hex that yields grain.
    Field,
    /// A hex that yields wool.
    Pasture,
    /// A hex that yields timber.
    Forest,
    /// Yields nothing; hard to enter.
    Mountain,
}

impl Terrain {
    pub const fn yields(self) -> Option<Resource> {
        match self {
            Self::Bog => Some(Resource::Iron),
            Self::Field => Some(Resource::Grain),
            Self::Pasture => Some(Resource::Wool),
            Self::Forest => Some(Resource::Timber),
            Self::Sea | Self::Mountain => None,
        }
    }

    /// Does a hex of this terrain carry a number marker? Exactly those that yield.
    pub const fn is_numbered(self) -> bool {
        self.yields().is_some()
    }

    pub const fn is_land(self) -> bool {
        !matches!(self, Self::Sea)
    }

    /// Sea or mountain: what lets farms stand one edge apart (rules page §8 Farm).
    pub const fn is_barren(self) -> bool {
        !self.is_numbered()
    }
}
