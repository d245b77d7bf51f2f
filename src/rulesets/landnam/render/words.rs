//! What things are called in pictures.

use crate::landnam::card::FateCard;
use crate::landnam::resource::Bundle;
use crate::landnam::state::{BuildingKind, UnitKind};
use crate::landnam::terrain::Terrain;

pub const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Sea => "sea",
        Terrain::Bog => "bog",
        Terrain::Field => "field",
        Terrain::Pasture => "pasture",
        Terrain::Forest => "forest",
        Terrain::Mountain => "mountain",
    }
}

/// A kind of unit.
pub const fn unit(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Ship => "ship",
        UnitKind::Settler => "settler",
    }
}

pub const fn building(kind: BuildingKind) -> &'static str {
    match kind {
        BuildingKind::Farm => "farm",
        BuildingKind::Town => "town",
    }
}

/// A fate card, as the actions call it.
pub const fn card(card: FateCard) -> &'static str {
    match card {
        FateCard::FindBog => "find_bog",
        FateCard::FindField => "find_field",
        FateCard::FindPasture => "find_pasture",
        FateCard::FindForest => "find_forest",
        FateCard::Omen => "omen",
        FateCard::Landfall => "landfall",
        FateCard::MountainTrail => "mountain_trail",
        FateCard::FairWind => "fair_wind",
        FateCard::HardRide => "hard_ride",
        FateCard::DriveOff => "drive_off",
        FateCard::Settlement => "settlement",
        FateCard::Uproar => "uproar",
        FateCard::GoodYear => "good_year",
        FateCard::Blight => "blight",
        FateCard::Fallow => "fallow",
    }
}

/// Cards by kind: `2 iron, 1 wool`; `none` if there are none.
pub fn bundle(bundle: Bundle) -> String {
    if bundle.is_empty() {
        return "none".to_owned();
    }
    listed(bundle.kinds().map(|(kind, count)| format!("{count} {}", kind.name())))
}

/// `1 ship`, `2 ships`.
pub fn counted(count: impl Into<i64>, thing: &str) -> String {
    let count = count.into();
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

pub fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    texts.join(", ")
}

/// Fate cards with their numbers, in the order of the deck: `2 omen, 1 uproar`.
pub fn cards(cards: &[FateCard]) -> String {
    let count = |kind: FateCard| cards.iter().filter(|card| **card == kind).count();
    let kinds = FateCard::ALL.into_iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0);
    listed(kinds.map(|(kind, count)| format!("{count} {}", card(kind))))
}
