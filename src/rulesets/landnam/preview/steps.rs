//! What a step opens: a chase, an unknown hex, the end of the phase.

use super::{Effect, Moment};
use crate::landnam::action::{Action, Step};
use crate::landnam::board::Place;
use crate::landnam::exploration::possible_finds;
use crate::landnam::flight::ChaseTarget;
use crate::landnam::movement::{MoveContext, StepKind};
use crate::landnam::state::{Unit, UnitId};
use crate::landnam::terrain::Terrain;
use rules::{Seat, wire};

/// The step chases a unit, which must flee before yours enters.
#[wire]
pub struct WillChase {
    /// The unit that moves in.
    pub unit: UnitId,
    pub target: UnitId,
    /// Owner of the chased unit, who chooses among several places to flee to.
    pub owner: Seat,
    /// The hex that it must leave.
    pub hex: Place,
    /// `true`: by the card `drive_off`; `false`: as an outlaw, for a red token.
    pub drive_off: bool,
    /// Where it may flee. If empty, it leaves the board, and its red tokens become points of their plaintiffs.
    pub flights: Vec<Place>,
}

/// The step explores an unknown hex; chance decides what lies there.
#[wire]
pub struct WillExplore {
    pub unit: UnitId,
    pub hex: Place,
    /// What may lie there, with chances.
    pub finds: Vec<PossibleFind>,
    /// The sum of the chances of all finds.
    pub of: u16,
}

/// A terrain that may turn up.
#[wire]
#[derive(Copy)]
pub struct PossibleFind {
    pub terrain: Terrain,
    /// How many of all chances (`of`) it has.
    pub chances: u16,
    /// Would the unit enter in the same step?
    pub enters: bool,
}

/// The action also ends phase 2, movement and exploration.
#[wire]
pub struct MovementWillEnd {}

pub fn foresee(moment: &Moment<'_>, effects: &mut Vec<Effect>) {
    if let Action::Step(step) = moment.action {
        effects.extend(opened_by(moment, step));
    }
    let ends = match moment.action {
        // The end of the movement is what the player chose: it is no consequence.
        Action::EndMovement(_) => false,
        // Its event is cut off.
        Action::ExchangeFateCard(_) => true,
        _ => moment.player.table.movement().is_some() && moment.after.movement().is_none(),
    };
    if ends {
        effects.push(MovementWillEnd {}.into());
    }
}

fn opened_by(moment: &Moment<'_>, step: &Step) -> Option<Effect> {
    let context = MoveContext::of(moment.player)?;
    let unit = context.unit(step.unit).ok()?;
    match context.step(unit, step.to).ok()? {
        StepKind::Explore => Some(exploration(context, unit, step).into()),
        StepKind::Enter { against, .. } => against.map(|target| chase(context, unit, target).into()),
    }
}

fn chase(
    context: MoveContext<'_>,
    unit: Unit,
    ChaseTarget { unit: target, drive_off }: ChaseTarget,
) -> WillChase {
    let flights = context.flight_of(target, unit.place).places().collect();
    let Unit { id, seat: owner, place: hex, .. } = target;
    WillChase { unit: unit.id, target: id, owner, hex, drive_off, flights }
}

fn exploration(context: MoveContext<'_>, unit: Unit, step: &Step) -> WillExplore {
    let Step { to: hex, ref cards, .. } = *step;
    let rows = &context.player.components.exploration_table;
    let finds: Vec<PossibleFind> = possible_finds(rows, context.player.table, hex, cards)
        .into_iter()
        .map(|(terrain, chances)| PossibleFind {
            terrain,
            chances,
            enters: enters(context, unit, hex, terrain),
        })
        .collect();
    let of = finds.iter().map(|find| find.chances).sum();
    WillExplore { unit: unit.id, hex, finds, of }
}

fn enters(mut context: MoveContext<'_>, unit: Unit, hex: Place, terrain: Terrain) -> bool {
    context.areas.add(hex, terrain);
    context.opens(unit, hex).is_ok()
}
