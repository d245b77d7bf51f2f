//! Phase 3 as a builder sees it: what every act of building asks for (rules page §8).

use super::own_unit;
use crate::rules::Refusal;
use crate::rulesets::landnam::ground::Ground;
use crate::rulesets::landnam::refusals::{building as no, refuse};
use crate::rulesets::landnam::resource::Bundle;
use crate::rulesets::landnam::sight::Sight;
use crate::rulesets::landnam::state::{Trading, Unit, UnitId, UnitKind};

/// The board and the turn, as the active player sees them when he builds.
#[derive(Debug, Clone, Copy)]
pub struct Works<'a> {
    /// What he sees.
    pub sight: Sight<'a>,
    /// What was done in phase 3.
    pub trading: &'a Trading,
    /// The board at a glance.
    pub ground: Ground,
}

impl<'a> Works<'a> {
    /// Phase 3 through the eyes of `sight`; `None` in other phases.
    pub fn of(sight: Sight<'a>) -> Option<Self> {
        Some(Self { sight, trading: sight.table.trading()?, ground: Ground::of(sight.table) })
    }

    /// Does the hand hold these cards?
    pub fn can_pay(&self, cost: &Bundle) -> bool {
        self.sight.hand.covers(cost)
    }

    /// Refuses what the hand can't pay.
    pub(super) fn pays(&self, cost: Bundle) -> Result<Bundle, Refusal> {
        if self.can_pay(&cost) { Ok(cost) } else { Err(refuse(no::NOT_AFFORDABLE)) }
    }

    /// Is a piece of that kind in supply? One that became a farm in this turn is not (B53).
    pub fn has_piece(&self, kind: UnitKind) -> bool {
        let pieces = self.sight.components.pieces_per_player;
        let (all, spent) = match kind {
            UnitKind::Ship => (pieces.ships, self.trading.ships_spent),
            UnitKind::Settler => (pieces.settlers, self.trading.settlers_spent),
        };
        self.sight.table.units_of(self.sight.seat, kind) + spent < all
    }

    /// Refuses when all pieces of that kind are in use.
    pub(super) fn piece(&self, kind: UnitKind) -> Result<(), Refusal> {
        if self.has_piece(kind) { Ok(()) } else { Err(refuse(no::NO_UNIT_LEFT)) }
    }

    /// Has the seat a house left?
    pub fn has_house(&self) -> bool {
        self.sight.table.houses(self.sight.seat) < self.sight.components.pieces_per_player.houses
    }

    /// Refuses when all houses are on the board.
    pub(super) fn house(&self) -> Result<(), Refusal> {
        if self.has_house() { Ok(()) } else { Err(refuse(no::NO_HOUSE_LEFT)) }
    }

    /// An own unit that was not built in this turn and has neither built a harbour nor aged in it: all building
    /// is simultaneous (§8, B51, B55).
    pub(super) fn idle_unit(&self, id: UnitId) -> Result<Unit, Refusal> {
        let unit = own_unit(&self.sight, id)?;
        if self.trading.new_units.contains(&id) {
            return Err(refuse(no::UNIT_BUILT_THIS_TURN).of("unit"));
        }
        if self.trading.acted.contains(&id) {
            return Err(refuse(no::UNIT_ACTED_THIS_TURN).of("unit"));
        }
        Ok(unit)
    }
}
