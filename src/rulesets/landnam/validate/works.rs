//! Phase 3 as a builder sees it: what every act of building asks for (rules page §8).

use super::own_unit;
use crate::landnam::ground::Ground;
use crate::landnam::player_view::PlayerView;
use crate::landnam::refusals::{building as no, refuse};
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Trading, Unit, UnitId, UnitKind};
use rules::Refusal;

/// The board and the turn, as the active player sees them when he builds.
#[derive(Debug, Clone, Copy)]
pub struct Works<'a> {
    pub player: PlayerView<'a>,
    /// What was done in phase 3.
    pub trading: &'a Trading,
    pub ground: Ground,
}

impl<'a> Works<'a> {
    /// Phase 3 through the eyes of `player`; `None` in other phases.
    pub fn of(player: PlayerView<'a>) -> Option<Self> {
        Some(Self { player, trading: player.table.trading()?, ground: Ground::of(player.table) })
    }

    pub fn can_pay(&self, cost: &Bundle) -> bool {
        self.player.hand.covers(cost)
    }

    /// Refuses what the hand can't pay.
    pub(super) fn pays(&self, cost: Bundle) -> Result<Bundle, Refusal> {
        if self.can_pay(&cost) { Ok(cost) } else { Err(refuse(no::NOT_AFFORDABLE)) }
    }

    /// Is a piece of that kind in supply? One that became a farm in this turn is not (B53).
    pub fn has_piece(&self, kind: UnitKind) -> bool {
        let pieces = self.player.components.pieces_per_player;
        let (all, spent) = match kind {
            UnitKind::Ship => (pieces.ships, self.trading.ships_spent),
            UnitKind::Settler => (pieces.settlers, self.trading.settlers_spent),
        };
        self.player.table.units_of(self.player.seat, kind) + spent < all
    }

    /// Refuses when all pieces of that kind are in use.
    pub(super) fn piece(&self, kind: UnitKind) -> Result<(), Refusal> {
        if self.has_piece(kind) { Ok(()) } else { Err(refuse(no::NO_UNIT_LEFT)) }
    }

    pub fn has_house(&self) -> bool {
        self.player.table.houses(self.player.seat) < self.player.components.pieces_per_player.houses
    }

    /// Refuses when all houses are on the board.
    pub(super) fn house(&self) -> Result<(), Refusal> {
        if self.has_house() { Ok(()) } else { Err(refuse(no::NO_HOUSE_LEFT)) }
    }

    /// An own unit that was not built in this turn and has neither built a harbour nor aged in it: all building
    /// is simultaneous (§8, B51, B55).
    pub(super) fn idle_unit(&self, id: UnitId) -> Result<Unit, Refusal> {
        let unit = own_unit(&self.player, id)?;
        if self.trading.new_units.contains(&id) {
            return Err(refuse(no::UNIT_BUILT_THIS_TURN).of("unit"));
        }
        if self.trading.acted.contains(&id) {
            return Err(refuse(no::UNIT_ACTED_THIS_TURN).of("unit"));
        }
        Ok(unit)
    }
}
