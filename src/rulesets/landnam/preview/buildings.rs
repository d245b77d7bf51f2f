//! What a farm or a town will stand beside, and the rates at which its owner will trade with the supply.

use super::{Effect, Moment};
use crate::landnam::action::Action;
use crate::landnam::board::{Corner, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{BuildingKind, Table, UnitId};
use crate::landnam::terrain::Terrain;
use crate::landnam::trade;
use rules::wire;

/// Tells what lies around the building.
#[wire]
pub struct WillStandBeside {
    pub building: BuildingKind,
    pub corner: Corner,
    /// The three hexes that meet at the corner.
    pub hexes: Vec<HexBeside>,
}

/// A hex beside the building, as far as it is known.
#[wire]
#[derive(Copy)]
pub struct HexBeside {
    pub hex: Place,
    /// Missing while it is unknown.
    pub terrain: Option<Terrain>,
    pub number: Option<Number>,
    /// Missing without a harbour marker.
    pub harbour: Option<Resource>,
    /// The unit there, to whose owner the whole yield of the hex goes; missing while it is empty.
    pub unit: Option<UnitId>,
}

/// Your rates with the supply will change.
#[wire]
pub struct RatesWillBe {
    /// How many cards of each kind the supply takes for one of another.
    pub rates: Bundle,
}

pub fn foresee(moment: &Moment<'_>, effects: &mut Vec<Effect>) {
    let table = moment.player.table;
    match moment.action {
        Action::BuildFarm(farm) => {
            effects.push(beside(table, BuildingKind::Farm, farm.corner, Some(farm.unit)).into());
        }
        Action::BuildTown(town) => {
            effects.push(beside(table, BuildingKind::Town, town.corner, None).into());
        }
        _ => {}
    }
    if may_change_rates(moment.action) {
        let rates = |table| trade::rates(table, moment.player.seat);
        let then = rates(moment.after);
        if then != rates(table) {
            effects.push(RatesWillBe { rates: then }.into());
        }
    }
}

/// The hexes at the corner, without the unit that becomes the building.
fn beside(table: &Table, building: BuildingKind, corner: Corner, builder: Option<UnitId>) -> WillStandBeside {
    let hexes = corner.places().map(|hex| {
        let tile = table.tile(hex);
        let unit = table.unit_at(hex).map(|unit| unit.id);
        HexBeside {
            hex,
            terrain: table.terrain(hex),
            number: tile.and_then(|tile| tile.number),
            harbour: tile.and_then(|tile| tile.harbour),
            unit: unit.filter(|&unit| builder != Some(unit)),
        }
    });
    WillStandBeside { building, corner, hexes: hexes.to_vec() }
}

/// Rates depend on harbours, ships and buildings.
const fn may_change_rates(action: &Action) -> bool {
    matches!(
        action,
        Action::Step(_)
            | Action::PlayMovementCard(_)
            | Action::BuildUnit(_)
            | Action::BuildFarm(_)
            | Action::BuildHarbour(_)
    )
}
