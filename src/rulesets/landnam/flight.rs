//! Chases and flights, outlaws that leave the board, and their red tokens (rules page §5.2, §6 Chasing, B34–B36).

use super::access::{Mover, home_of};
use super::action::Action;
use super::board::{Place, PlaceSet};
use super::event::Recorder;
use super::movement::{self, MoveContext, move_context};
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::state::{Flight, RedToken, State, Table, Unit, UnitId};
use super::terrain::Terrain;
use super::view::PlayerView;
use rules::{Applied, Apply, OrMisfit, Refusal, Seat, wire};

/// Moves your chased unit out of the way.
#[wire]
pub struct Flee {
    /// One of the `options` of the flight.
    pub to: Place,
}

/// A unit is about to enter the hex of another seat's unit, which must flee first.
#[wire]
pub struct UnitChased {
    /// The seat that moves.
    pub seat: Seat,
    /// The unit that moves in.
    pub unit: UnitId,
    /// The unit that must flee.
    pub target: UnitId,
    /// The owner of `target`.
    pub owner: Seat,
    /// The hex under dispute.
    pub hex: Place,
    /// `true`: by the card `drive_off`; `false`: as an outlaw, for a red token.
    pub drive_off: bool,
}

/// The owner of the chased unit has several places to choose from.
#[wire]
pub struct FlightAwaited {
    pub seat: Seat,
    pub unit: UnitId,
    /// The hex that it must leave.
    pub hex: Place,
    pub options: Vec<Place>,
    /// `true`: by the card `drive_off`; `false`: as an outlaw, for a red token.
    pub drive_off: bool,
}

/// The chased unit made way; the mover enters next.
#[wire]
pub struct UnitFled {
    pub seat: Seat,
    pub unit: UnitId,
    pub from: Place,
    pub to: Place,
}

/// A chased unit had nowhere to go: it is back in its owner's supply.
#[wire]
pub struct UnitRemoved {
    /// The owner of the unit.
    pub seat: Seat,
    pub unit: UnitId,
    pub hex: Place,
}

/// As the Althing opened, an outlaw went back to its owner's supply.
#[wire]
pub struct OutlawRemoved {
    pub seat: Seat,
    pub unit: UnitId,
    pub hex: Place,
}

/// The token left the board and counts as a point of its plaintiff.
#[wire]
pub struct RedTokenAwarded {
    /// The plaintiff of the suit, who gets the point.
    pub seat: Seat,
    /// The outlaw whose token it was.
    pub unit: UnitId,
    pub hex: Place,
}

/// At the end of the phase a red token moved to where its outlaw stands.
#[wire]
pub struct RedTokenFollowed {
    /// The seat that gets the point for it later.
    pub plaintiff: Seat,
    pub unit: UnitId,
    pub from: Place,
    pub to: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChaseTarget {
    pub unit: Unit,
    /// Is it driven off by the card? Otherwise a red token gives the right.
    pub drive_off: bool,
}

impl MoveContext<'_> {
    /// The unit that one entering `to` meets there; refused where it may not be chased.
    pub fn chased_at(&self, to: Place) -> Result<Option<ChaseTarget>, Refusal> {
        if !self.areas.held.contains(to) {
            return Ok(None);
        }
        let occupied = || refuse(no::HEX_OCCUPIED).at_field("to");
        let unit = self.player.table.unit_at(to).ok_or_else(occupied)?;
        let drive_off = !self.may_chase(unit);
        if unit.seat == self.player.seat || (drive_off && !self.movement.drive_off) {
            return Err(occupied());
        }
        Ok(Some(ChaseTarget { unit, drive_off }))
    }

    /// Has the player a red token at the outlaw's present hex, and was it not chased in this phase (B35)?
    fn may_chase(&self, unit: Unit) -> bool {
        let mut tokens = self.player.table.red_tokens.iter();
        tokens.any(|token| {
            token.unit == unit.id && token.plaintiff == self.player.seat && token.hex == unit.place
        }) && !self.movement.chased.contains(&unit.id)
    }

    /// Where a chased unit may flee to, in the order of the rules (B34). The chaser still stands where it came from.
    pub fn flight_of(&self, target: Unit, chaser_from: Place) -> PlaceSet {
        let home = home_of(self.player.table, target.seat);
        Mover { kind: target.kind, at: target.place, home }.flight(&self.areas, chaser_from)
    }
}

/// Chases the unit on `hex`, which must be gone before `unit` enters. Returns whether it is gone already; otherwise its
/// owner decides where it flees to.
pub fn chase(
    recorder: &mut Recorder<'_>,
    unit: Unit,
    hex: Place,
    target: ChaseTarget,
) -> Result<bool, Refusal> {
    let ChaseTarget { unit: chased, drive_off } = target;
    let options = move_context(recorder, unit.seat)?.flight_of(chased, unit.place);
    let (owner, target) = (chased.seat, chased.id);
    recorder.record(UnitChased { seat: unit.seat, unit: unit.id, target, owner, hex, drive_off });
    if options.is_empty() {
        // A unit that can't flee is out of play, and its red tokens go to their plaintiffs.
        recorder.record(UnitRemoved { seat: owner, unit: target, hex: chased.place });
        award_tokens(recorder, target);
        return Ok(true);
    }
    let options = options.places().collect();
    recorder.record(FlightAwaited { seat: owner, unit: target, hex, options, drive_off });
    Ok(false)
}

impl Flee {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let wrong_phase = || refuse(no::WRONG_PHASE);
        let movement = recorder.table.movement().ok_or_else(wrong_phase)?;
        let Flight { unit, hex, options, drive_off } = movement.flight.clone().ok_or_else(wrong_phase)?;
        let mover = movement.unit.and_then(|id| recorder.table.unit(id)).ok_or_else(wrong_phase)?;
        if recorder.table.unit(unit).is_none_or(|unit| unit.seat != seat) {
            return Err(wrong_phase());
        }
        refuse_if(!options.contains(&self.to), no::NO_FLIGHT_THERE, "to")?;
        let landfall = move_context(recorder, mover.seat)?.opens(mover, hex)?;
        recorder.record(UnitFled { seat, unit, from: hex, to: self.to });
        movement::enter(recorder, mover, hex, landfall, drive_off)
    }
}

/// As the Althing opens, outlaws leave the board; what they were condemned for becomes points.
pub fn remove_outlaws(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    let outlaws: Vec<Unit> = table.units.iter().filter(|unit| table.is_outlaw(unit.id)).copied().collect();
    for Unit { id, seat, place, .. } in outlaws {
        award_tokens(recorder, id);
        recorder.record(OutlawRemoved { seat, unit: id, hex: place });
    }
}

/// Each red token that names the unit goes to its plaintiff, in the order in which they were laid. Those of plaintiffs
/// who have given up only leave the board, with the unit.
fn award_tokens(recorder: &mut Recorder<'_>, unit: UnitId) {
    let table = &recorder.table;
    let laid = table.red_tokens.iter().filter(|token| token.unit == unit);
    let laid: Vec<RedToken> = laid.filter(|token| !table.has_resigned(token.plaintiff)).copied().collect();
    for token in laid {
        recorder.record(RedTokenAwarded { seat: token.plaintiff, unit, hex: token.hex });
    }
}

/// At the end of phase 2 tokens follow: of every outlaw that stands on another hex than when the phase began, the outer
/// sea and mountains excepted, those whose plaintiff has a building there (B36).
pub fn let_tokens_follow(recorder: &mut Recorder<'_>) {
    for following in following(&recorder.table) {
        recorder.record(following);
    }
}

fn following(table: &Table) -> Vec<RedTokenFollowed> {
    let Some(movement) = table.movement() else { return Vec::new() };
    let moved = movement.outlaws.iter().filter_map(|outlaw| resting_place(table, outlaw.unit, outlaw.place));
    moved
        .flat_map(|(id, to)| {
            let tokens = table.red_tokens.iter().filter(move |token| token.unit == id && token.hex != to);
            tokens.filter(move |token| table.has_building_at(token.plaintiff, to)).map(move |token| {
                RedTokenFollowed { plaintiff: token.plaintiff, unit: id, from: token.hex, to }
            })
        })
        .collect()
}

/// Where an outlaw that moved has come to rest, if tokens can follow it there.
fn resting_place(table: &Table, id: UnitId, before: Place) -> Option<(UnitId, Place)> {
    let place = table.unit(id)?.place;
    let barred = place == before || place == Place::OUTER || table.terrain(place) == Some(Terrain::Mountain);
    (!barred).then_some((id, place))
}

impl Apply<State> for UnitChased {
    /// From now on only `drive_off` can hit the unit again in this phase (B35).
    fn apply(&self, state: &mut State) -> Applied {
        let movement = state.table.movement_mut()?;
        movement.chased.push(self.target);
        movement.stopped_at = None;
        Ok(())
    }
}

impl Apply<State> for FlightAwaited {
    fn apply(&self, state: &mut State) -> Applied {
        let &Self { unit, hex, ref options, drive_off, .. } = self;
        state.table.movement_mut()?.flight = Some(Flight { unit, hex, options: options.clone(), drive_off });
        Ok(())
    }
}

impl Apply<State> for UnitFled {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.relocate(self.unit, self.to)?;
        state.table.movement_mut()?.flight = None;
        Ok(())
    }
}

impl Apply<State> for UnitRemoved {
    fn apply(&self, state: &mut State) -> Applied {
        remove_unit(&mut state.table, self.unit);
        Ok(())
    }
}

impl Apply<State> for OutlawRemoved {
    fn apply(&self, state: &mut State) -> Applied {
        remove_unit(&mut state.table, self.unit);
        Ok(())
    }
}

/// A unit goes back to its owner's supply, with the tokens that can't become points any more. The other tokens
/// become points, by events of their own.
fn remove_unit(table: &mut Table, unit: UnitId) {
    table.units.retain(|other| other.id != unit);
    let gone = |seat: Seat| table.players.get(usize::from(seat)).is_some_and(|player| player.resigned);
    table.red_tokens.retain(|token| token.unit != unit || !gone(token.plaintiff));
}

impl Apply<State> for RedTokenAwarded {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        let laid = table.red_tokens.iter().position(|token| {
            token.unit == self.unit && token.plaintiff == self.seat && token.hex == self.hex
        });
        table.red_tokens.remove(laid.or_misfit("no such red token")?);
        table.player_mut(self.seat)?.red += 1;
        Ok(())
    }
}

impl Apply<State> for RedTokenFollowed {
    fn apply(&self, state: &mut State) -> Applied {
        let tokens = state.table.red_tokens.iter_mut();
        for token in tokens.filter(|token| token.unit == self.unit && token.plaintiff == self.plaintiff) {
            token.hex = self.to;
        }
        Ok(())
    }
}

pub fn legal_flights(player: &PlayerView<'_>) -> Vec<Action> {
    let flight = player.table.movement().and_then(|movement| movement.flight.as_ref());
    flight.into_iter().flat_map(|flight| &flight.options).map(|&to| Flee { to }.into()).collect()
}
