//! Building ships and settlers (rules page §8, B50, B53).

use super::works::Works;
use crate::landnam::board::{Corner, Place};
use crate::landnam::refusals::{building as no, refuse, shared};
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Building, BuildingKind, UnitKind};
use rules::Refusal;

/// The units a building makes in one turn.
const fn units_a_turn(kind: BuildingKind) -> u8 {
    match kind {
        BuildingKind::Farm => 1,
        BuildingKind::Town => 3,
    }
}

impl Works<'_> {
    /// The cost of a unit.
    pub fn unit_cost(&self, kind: UnitKind) -> Bundle {
        let costs = &self.player.components.costs;
        match kind {
            UnitKind::Ship => costs.ship,
            UnitKind::Settler => costs.settler,
        }
    }

    /// May the unit be built there? Its cost.
    pub fn unit(&self, kind: UnitKind, corner: Corner, hex: Place) -> Result<Bundle, Refusal> {
        self.maker(corner)?;
        self.launching_place(kind, corner, hex)?;
        self.piece(kind)?;
        self.pays(self.unit_cost(kind))
    }

    /// May a ship be built on the outer sea, which needs no building and is never full? Its cost.
    pub fn ship_on_outer(&self) -> Result<Bundle, Refusal> {
        self.piece(UnitKind::Ship)?;
        self.pays(self.unit_cost(UnitKind::Ship))
    }

    pub(super) fn own_building(&self, corner: Corner) -> Result<Building, Refusal> {
        let building = self.player.table.buildings.get(corner);
        let own = building.filter(|building| building.seat == self.player.seat);
        own.ok_or_else(|| refuse(no::NOT_YOUR_BUILDING).of("corner"))
    }

    /// Refuses a building that was built or expanded in this turn.
    pub(super) fn not_new(&self, corner: Corner) -> Result<(), Refusal> {
        let new = self.trading.new_buildings.contains(&corner);
        if new { Err(refuse(no::BUILDING_IS_NEW).of("corner")) } else { Ok(()) }
    }

    /// May the building there make another unit in this turn?
    pub fn maker(&self, corner: Corner) -> Result<(), Refusal> {
        let building = self.own_building(corner)?;
        self.not_new(corner)?;
        if self.trading.made_at(corner) >= units_a_turn(building.kind) {
            return Err(refuse(no::BUILDING_SPENT).of("corner"));
        }
        Ok(())
    }

    /// May a new unit of that kind be placed there? Mountains are open to it, for its builder has a building.
    pub fn launching_place(&self, kind: UnitKind, corner: Corner, hex: Place) -> Result<(), Refusal> {
        let refused = |code| Err(refuse(code).of("hex"));
        if !corner.touches(hex) {
            return refused(no::NOT_AT_CORNER);
        }
        if !self.ground.known.contains(hex) {
            return refused(no::HEX_UNKNOWN);
        }
        if self.ground.held.contains(hex) {
            return refused(shared::HEX_OCCUPIED);
        }
        if self.trading.vacated.contains(&hex) {
            return refused(no::HEX_VACATED);
        }
        if self.ground.sea.contains(hex) != (kind == UnitKind::Ship) {
            return refused(shared::TERRAIN_BARRED);
        }
        Ok(())
    }
}
