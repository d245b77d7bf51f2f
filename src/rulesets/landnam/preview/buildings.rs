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

/// A building will stand at a corner of these hexes.
#[wire]
pub struct WillStandBeside {
    /// The kind: farm or town.
    pub building: BuildingKind,
    /// The corner where it stands.
    pub corner: Corner,
    /// The three hexes that meet there, in order.
    pub hexes: Vec<HexBeside>,
}

/// A hex beside a building.
#[wire]
#[derive(Copy)]
pub struct HexBeside {
    /// The name of the hex.
    pub hex: Place,
    /// Its terrain; none while it is unknown.
    pub terrain: Option<Terrain>,
    /// The number marker on it, if it has one.
    pub number: Option<Number>,
    /// The harbour marker on it, if it has one.
    pub harbour: Option<Resource>,
    /// The unit that stands there; while it does, the yield of the hex is its owner's.
    pub unit: Option<UnitId>,
}

/// The seat will trade with the supply at other rates.
#[wire]
pub struct RatesWillBe {
    /// How many cards of each kind the supply will take for one of another kind.
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
