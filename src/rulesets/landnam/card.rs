//! The fate cards and the sub-phases in which they are played (rules page §10).

use serde::{Deserialize, Serialize};

use super::terrain::Terrain;

/// A fate card.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FateCard {
    /// The hex explored next is bog.
    FindBog,
    /// The hex explored next is field.
    FindField,
    /// The hex explored next is pasture.
    FindPasture,
    /// The hex explored next is forest.
    FindForest,
    /// The player names the free number marker of the hex explored next.
    Omen,
    /// The ship moved may enter one land hex that is no mountain.
    Landfall,
    /// The settler moved may enter mountains this phase.
    MountainTrail,
    /// Two more steps for the ship moved.
    FairWind,
    /// One more step for the settler moved.
    HardRide,
    /// The unit moved may enter a hex held by an opponent's unit, which flees.
    DriveOff,
    /// The suit being fought is broken off.
    Settlement,
    /// The Althing is broken up.
    Uproar,
    /// One hex with the rolled number yields double.
    GoodYear,
    /// One hex with the rolled number yields nothing.
    Blight,
    /// No hex is aged this turn.
    Fallow,
}

/// The sub-phase marked on a fate card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubPhase {
    /// After the roll, before the yield.
    Harvest,
    /// From the naming to the end of an Althing, by anybody.
    Althing,
    /// While a unit is moved.
    Movement,
    /// Named with the step that explores.
    Exploration,
}

impl FateCard {
    pub const COUNT: usize = 15;

    /// Every card, in the order of the deck's data.
    pub const ALL: [Self; Self::COUNT] = [
        Self::FindBog,
        Self::FindField,
        Self::FindPasture,
        Self::FindForest,
        Self::Omen,
        Self::Landfall,
        Self::MountainTrail,
        Self::FairWind,
        Self::HardRide,
        Self::DriveOff,
        Self::Settlement,
        Self::Uproar,
        Self::GoodYear,
        Self::Blight,
        Self::Fallow,
    ];

    /// The sub-phase in which the card may be played.
    pub const fn sub_phase(self) -> SubPhase {
        match self {
            Self::FindBog | Self::FindField | Self::FindPasture | Self::FindForest | Self::Omen => {
                SubPhase::Exploration
            }
            Self::Landfall | Self::MountainTrail | Self::FairWind | Self::HardRide | Self::DriveOff => {
                SubPhase::Movement
            }
            Self::Settlement | Self::Uproar => SubPhase::Althing,
            Self::GoodYear | Self::Blight | Self::Fallow => SubPhase::Harvest,
        }
    }

    /// The terrain that a `find_*` card ensures.
    pub const fn finds(self) -> Option<Terrain> {
        match self {
            Self::FindBog => Some(Terrain::Bog),
            Self::FindField => Some(Terrain::Field),
            Self::FindPasture => Some(Terrain::Pasture),
            Self::FindForest => Some(Terrain::Forest),
            _ => None,
        }
    }
}
