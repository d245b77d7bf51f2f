//! The places that marks name: hexes, `1,-2` and `outer`, and corners, `1,-2,N`.

use crate::landnam::action::Action;
use crate::landnam::event::{Event, RedactedEvent};
use crate::landnam::state::{Table, UnitId};

/// What a viewer sees change on the board: pieces, tiles, numbers and harbours.
pub fn changed_places(event: &RedactedEvent) -> Vec<String> {
    let RedactedEvent::Whole(event) = event else { return Vec::new() };
    match event {
        Event::UnitMoved(moved) => vec![moved.from.to_string(), moved.to.to_string()],
        Event::UnitFled(fled) => vec![fled.from.to_string(), fled.to.to_string()],
        Event::UnitRemoved(removed) => vec![removed.hex.to_string()],
        Event::OutlawRemoved(removed) => vec![removed.hex.to_string()],
        Event::UnitOutlawed(outlawed) => vec![outlawed.hex.to_string()],
        Event::HexDiscovered(found) => vec![found.hex.to_string()],
        Event::NumberLaid(laid) => vec![laid.hex.to_string()],
        Event::HexAged(aged) => vec![aged.hex.to_string()],
        Event::HexAgedForPay(aged) => vec![aged.hex.to_string()],
        Event::UnitBuilt(built) => vec![built.hex.to_string()],
        Event::FarmBuilt(built) => vec![built.corner.to_string()],
        Event::TownBuilt(built) => vec![built.corner.to_string()],
        Event::HarbourBuilt(built) => vec![built.hex.to_string()],
        _ => Vec::new(),
    }
}

pub fn places_of(table: &Table, action: &Action) -> Vec<String> {
    let of_unit = |id: UnitId| table.unit(id).map(|unit| unit.place.to_string());
    let place = match action {
        Action::PlayHarvestCard(play) => play.hex.map(|hex| hex.to_string()),
        Action::ChooseAging(choice) => Some(choice.hex.to_string()),
        Action::Sue(sue) => of_unit(sue.unit),
        Action::Step(step) => Some(step.to.to_string()),
        Action::Flee(flee) => Some(flee.to.to_string()),
        Action::BuildUnit(build) => Some(build.hex.to_string()),
        Action::BuildShipOnOuter(_) => Some("outer".to_owned()),
        Action::BuildFarm(build) => Some(build.corner.to_string()),
        Action::BuildTown(build) => Some(build.corner.to_string()),
        Action::BuildHarbour(build) => of_unit(build.unit),
        Action::AgeHex(age) => of_unit(age.unit),
        _ => None,
    };
    place.into_iter().collect()
}
