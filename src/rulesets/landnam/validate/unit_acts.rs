//! What units do for pay: harbours and aging (rules page §8, B53, B55).

use super::works::Works;
use crate::landnam::number::Number;
use crate::landnam::refusals::{building as no, refuse};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{Unit, UnitId, UnitKind};
use rules::Refusal;

/// A hex that is aged for pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aging {
    pub unit: Unit,
    /// The number before.
    pub from: Number,
    /// The number after.
    pub to: Number,
    pub cost: Bundle,
}

impl Works<'_> {
    /// May the ship build a harbour of that kind on its hex? The ship and the cost.
    pub fn harbour(&self, id: UnitId, kind: Resource) -> Result<(Unit, Bundle), Refusal> {
        let unit = self.harbour_builder(id)?;
        if self.player.table.supply.harbours_of(kind) == 0 {
            return Err(refuse(no::NO_HARBOUR_MARKER).of("resource"));
        }
        Ok((unit, self.pays(self.player.components.costs.harbour.of(kind))?))
    }

    /// A ship whose hex may get a harbour.
    pub fn harbour_builder(&self, id: UnitId) -> Result<Unit, Refusal> {
        let refused = |code| Err(refuse(code).of("unit"));
        let unit = self.idle_unit(id)?;
        if unit.kind != UnitKind::Ship || !self.ground.sea.contains(unit.place) {
            return refused(no::NOT_A_SHIP);
        }
        if !unit.place.is_interior() {
            return refused(no::NO_HARBOUR_SITE);
        }
        if self.player.table.tile(unit.place).is_some_and(|tile| tile.harbour.is_some()) {
            return refused(no::HARBOUR_EXISTS);
        }
        if (unit.place.near() & self.ground.numbered()).is_empty() {
            return refused(no::HARBOUR_WITHOUT_NUMBER);
        }
        Ok(unit)
    }

    /// May the settler age its hex?
    pub fn aging(&self, id: UnitId) -> Result<Aging, Refusal> {
        let refused = |code| Err(refuse(code).of("unit"));
        let table = self.player.table;
        let unit = self.idle_unit(id)?;
        if !table.acts_as_settler(unit) {
            return refused(no::NOT_A_SETTLER);
        }
        let tile = table.tile(unit.place);
        let numbered = tile.and_then(|tile| Some((tile.number?, tile.terrain.yields()?)));
        let Some((from, kind)) = numbered else { return refused(no::HEX_WITHOUT_NUMBER) };
        let to = from.aged(&table.supply.numbers);
        if to == from {
            return refused(no::AGING_CHANGES_NOTHING);
        }
        let cost = self.pays(self.player.components.costs.aging.of(kind))?;
        Ok(Aging { unit, from, to, cost })
    }
}
