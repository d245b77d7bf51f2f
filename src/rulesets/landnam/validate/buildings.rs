//! Building farms and towns (rules page §8, B51–B54).

use super::works::Works;
use crate::landnam::board::{Corner, PlaceSet};
use crate::landnam::refusals::{building as no, refuse};
use crate::landnam::resource::Bundle;
use crate::landnam::state::{BuildingKind, Unit, UnitId};
use rules::Refusal;

impl Works<'_> {
    /// May the unit become a farm there? The unit and the cost.
    pub fn farm(&self, id: UnitId, corner: Corner) -> Result<(Unit, Bundle), Refusal> {
        let unit = self.farmer(id)?;
        if !corner.touches(unit.place) {
            return Err(refuse(no::NOT_AT_CORNER).of("corner"));
        }
        self.farm_site(corner)?;
        self.house()?;
        Ok((unit, self.pays(self.player.components.costs.farm)?))
    }

    /// A unit that may become a farm somewhere.
    pub fn farmer(&self, id: UnitId) -> Result<Unit, Refusal> {
        let unit = self.idle_unit(id)?;
        if self.player.table.is_outlaw(id) {
            return Err(refuse(no::UNIT_IS_OUTLAW).of("unit"));
        }
        Ok(unit)
    }

    /// May a farm stand at that corner?
    pub fn farm_site(&self, corner: Corner) -> Result<(), Refusal> {
        let refused = |code| Err(refuse(code).of("corner"));
        if self.player.table.buildings.get(corner).is_some() {
            return refused(no::CORNER_TAKEN);
        }
        if (places(corner) & self.ground.numbered()).is_empty() {
            return refused(no::CORNER_WITHOUT_NUMBER);
        }
        if self.is_too_close(corner) {
            return refused(no::CORNER_TOO_CLOSE);
        }
        Ok(())
    }

    /// Is there a building one edge away, along an edge that does not lie between known sea and mountains (B52)?
    fn is_too_close(&self, corner: Corner) -> bool {
        let barren = self.ground.barren();
        corner.edges().iter().any(|edge| {
            self.player.table.buildings.get(edge.to).is_some()
                && !edge.between.iter().all(|&place| barren.contains(place))
        })
    }

    /// May the farm there become a town? The cost.
    pub fn town(&self, corner: Corner) -> Result<Bundle, Refusal> {
        self.town_site(corner)?;
        self.house()?;
        self.pays(self.player.components.costs.town)
    }

    /// Is there an own farm that may be expanded in this turn?
    pub fn town_site(&self, corner: Corner) -> Result<(), Refusal> {
        let refused = |code| Err(refuse(code).of("corner"));
        if self.own_building(corner)?.kind == BuildingKind::Town {
            return refused(no::ALREADY_A_TOWN);
        }
        self.not_new(corner)?;
        if self.trading.made_at(corner) > 0 {
            return refused(no::FARM_MADE_A_UNIT);
        }
        if (places(corner) & self.ground.sea).is_empty() {
            return refused(no::CORNER_WITHOUT_SEA);
        }
        Ok(())
    }
}

fn places(corner: Corner) -> PlaceSet {
    corner.places().into_iter().collect()
}
