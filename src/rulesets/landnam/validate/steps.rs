//! Which steps the active player may make (rules page §6).

use super::own_unit;
use crate::landnam::board::{Place, PlaceSet};
use crate::landnam::ground::{Ground, home};
use crate::landnam::passage::Passenger;
use crate::landnam::player_view::PlayerView;
use crate::landnam::refusals::{movement as no, refuse, shared};
use crate::landnam::state::{Movement, Player, Unit, UnitId, UnitKind};
use rules::{Refusal, Seat};

/// Phase 2 as the active player sees it.
#[derive(Debug, Clone, Copy)]
pub struct March<'a> {
    pub player: PlayerView<'a>,
    /// What he has done in the phase.
    pub movement: &'a Movement,
    pub ground: Ground,
    /// The hexes at which he has a building.
    pub home: PlaceSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The place is unknown and is explored.
    Explore,
    /// The unit enters a known place.
    Enter(Entry),
}

/// How a unit enters a known place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub landfall: bool,
    /// The unit there, which must flee first.
    pub against: Option<Target>,
}

/// A unit that is to be chased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The unit.
    pub unit: Unit,
    /// Is it driven off by the card? Otherwise a red token gives the right.
    pub drive_off: bool,
}

/// The steps of a unit without cards (rules page §6).
pub const fn ordinary_steps(kind: UnitKind) -> u8 {
    match kind {
        UnitKind::Ship => 2,
        UnitKind::Settler => 1,
    }
}

impl<'a> March<'a> {
    /// Phase 2 through the eyes of `player`; `None` in other phases.
    pub fn of(player: PlayerView<'a>) -> Option<Self> {
        let movement = player.table.movement()?;
        Some(Self {
            player,
            movement,
            ground: Ground::of(player.table),
            home: home(player.table, player.seat),
        })
    }

    /// The own unit of that name, if it may be the one that is moved.
    pub fn unit(&self, id: UnitId) -> Result<Unit, Refusal> {
        let unit = own_unit(&self.player, id)?;
        match self.movement.unit {
            Some(chosen) if chosen != id => Err(refuse(no::ANOTHER_UNIT_MOVES).of("unit")),
            _ => Ok(unit),
        }
    }

    /// The units that may be moved: the chosen one, or every own one.
    pub fn units(&self) -> impl Iterator<Item = Unit> + use<'a> {
        let chosen = self.movement.unit;
        self.player.own_units().filter(move |unit| chosen.is_none_or(|chosen| chosen == unit.id))
    }

    /// The steps that a unit has left.
    pub fn steps_left(&self, unit: Unit) -> u8 {
        if self.movement.unit.is_some() { self.movement.steps } else { ordinary_steps(unit.kind) }
    }

    /// The unit on its way.
    pub fn passenger(&self, unit: Unit) -> Passenger {
        Passenger { kind: unit.kind, at: unit.place, home: self.home }
    }

    /// What a step of the unit to a place comes to, or why it may not be made.
    pub fn step(&self, unit: Unit, to: Place) -> Result<Way, Refusal> {
        if self.steps_left(unit) == 0 {
            return Err(refuse(no::NO_STEPS_LEFT).of("unit"));
        }
        if !unit.place.touches(to) {
            return Err(refuse(no::NOT_ADJACENT).of("to"));
        }
        if !self.ground.known.contains(to) {
            return Ok(Way::Explore);
        }
        let landfall = self.opens(unit, to)?;
        self.first_step(unit, to)?;
        let against = self.against(to)?;
        Ok(Way::Enter(Entry { landfall, against }))
    }

    /// Every place to which the unit may step, in order.
    pub fn reach(&self, unit: Unit) -> impl Iterator<Item = (Place, Way)> {
        let near = if self.steps_left(unit) > 0 { unit.place.near() } else { PlaceSet::EMPTY };
        near.places().filter_map(move |to| Some((to, self.step(unit, to).ok()?)))
    }

    pub fn can_step(&self) -> bool {
        self.units().any(|unit| self.reach(unit).next().is_some())
    }

    /// May the unit enter the terrain of a known place next to it, and does it need its landfall for that?
    pub fn opens(&self, unit: Unit, to: Place) -> Result<bool, Refusal> {
        let passenger = self.passenger(unit);
        if passenger.ordinary(&self.ground).contains(to) {
            return Ok(false);
        }
        let ready = match unit.kind {
            UnitKind::Ship => self.movement.landfall,
            UnitKind::Settler => self.movement.mountain_trail,
        };
        if ready && passenger.by_card(&self.ground).contains(to) {
            return Ok(unit.kind == UnitKind::Ship);
        }
        Err(refuse(shared::TERRAIN_BARRED).of("to"))
    }

    /// The first step a player ever makes from the outer sea (B37).
    fn first_step(&self, unit: Unit, to: Place) -> Result<(), Refusal> {
        let players = &self.player.table.players;
        let bound = |player: &Player| player.first_side.is_none();
        if unit.place != Place::OUTER || !players.get(usize::from(unit.seat)).is_some_and(bound) {
            return Ok(());
        }
        let side = to.side();
        if side.is_some() && players.iter().all(|player| player.first_side != side) {
            return Ok(());
        }
        Err(refuse(no::FIRST_STEP_BARRED).of("to"))
    }

    /// Whom a unit that enters `to` meets there; refused where he may not be chased.
    fn against(&self, to: Place) -> Result<Option<Target>, Refusal> {
        if !self.ground.held.contains(to) {
            return Ok(None);
        }
        let occupied = || refuse(shared::HEX_OCCUPIED).of("to");
        let unit = self.player.table.unit_at(to).ok_or_else(occupied)?;
        let drive_off = !self.may_chase(unit);
        if unit.seat == self.player.seat || (drive_off && !self.movement.drive_off) {
            return Err(occupied());
        }
        Ok(Some(Target { unit, drive_off }))
    }

    /// Has the player a red token at the outlaw's present hex, and was it not chased in this phase (B35)?
    fn may_chase(&self, unit: Unit) -> bool {
        let right = |plaintiff: Seat| plaintiff == self.player.seat;
        let mut tokens = self.player.table.red_tokens.iter();
        tokens.any(|token| token.unit == unit.id && right(token.plaintiff) && token.hex == unit.place)
            && !self.movement.chased.contains(&unit.id)
    }
}

/// Where a chased unit may flee to, in the order of the rules (B34). The chaser still stands where he came from.
pub fn flight(march: &March<'_>, target: Unit, chaser_from: Place) -> PlaceSet {
    let home = home(march.player.table, target.seat);
    Passenger { kind: target.kind, at: target.place, home }.flight(&march.ground, chaser_from)
}
