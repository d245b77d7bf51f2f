//! Building units, farms, towns and harbours, and aging a hex for pay (rules page §8, B43, B50–B55).

use super::access::BoardAreas;
use super::action::Action;
use super::board::{Corner, Place, PlaceSet};
use super::event::{Event, Recorder};
use super::number::Number;
use super::question::Answers;
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::{Bundle, Resource};
use super::state::{Building, BuildingKind, State, Table, Trading, Unit, UnitId, UnitKind, UnitsMade};
use super::trade;
use super::turn::EndTurn;
use super::view::PlayerView;
use rules::{Applied, Apply, Refusal, Seat, wire};

/// Pays for a settler or ship beside an own building.
#[wire]
pub struct BuildUnit {
    pub unit: UnitKind,
    /// Where your farm or town stands.
    pub corner: Corner,
    /// One of the three hexes at that corner, with no unit on it.
    pub hex: Place,
}

/// Pays for a ship that starts on the outer sea.
#[wire]
pub struct BuildShipOnOuter {}

/// Turns a unit into a farm; the unit returns to the supply when the turn ends.
#[wire]
pub struct BuildFarm {
    pub unit: UnitId,
    /// A corner of the hex where the unit stands.
    pub corner: Corner,
}

/// Pays to turn an own farm into a town.
#[wire]
pub struct BuildTown {
    /// Where the farm stands.
    pub corner: Corner,
}

/// Pays to lay a harbour marker on the sea hex where a ship of yours stands.
#[wire]
pub struct BuildHarbour {
    /// A ship of yours.
    pub unit: UnitId,
    /// The kind on the marker, and the kind in which it is paid.
    pub resource: Resource,
}

/// Pays to age the hex under a unit: its number goes up.
#[wire]
pub struct AgeHex {
    /// A settler, or a landed ship.
    pub unit: UnitId,
}

/// A ship or settler was paid for and placed.
#[wire]
pub struct UnitBuilt {
    pub seat: Seat,
    pub unit: UnitId,
    pub kind: UnitKind,
    /// The building that made it; missing for a ship on the outer sea.
    pub corner: Option<Corner>,
    pub hex: Place,
    pub cost: Bundle,
}

/// A unit was exchanged for a farm; its hex stays empty until the turn ends.
#[wire]
pub struct FarmBuilt {
    pub seat: Seat,
    /// The unit, which has left the board.
    pub unit: UnitId,
    pub kind: UnitKind,
    /// Where the unit stood.
    pub hex: Place,
    pub corner: Corner,
    pub cost: Bundle,
}

/// A farm was replaced by a town.
#[wire]
pub struct TownBuilt {
    pub seat: Seat,
    pub corner: Corner,
    pub cost: Bundle,
}

/// A harbour marker was laid on the hex of a ship.
#[wire]
pub struct HarbourBuilt {
    pub seat: Seat,
    pub unit: UnitId,
    pub hex: Place,
    /// The kind that this harbour trades better.
    pub resource: Resource,
    pub cost: Bundle,
}

/// A unit paid to have its hex age.
#[wire]
pub struct HexAgedForPay {
    pub seat: Seat,
    /// A settler, or a landed ship.
    pub unit: UnitId,
    pub hex: Place,
    pub from: Number,
    /// Its number now: one more, skipping numbers of which no marker is free.
    pub to: Number,
    pub cost: Bundle,
}

/// The board and the turn, as the active player sees them when they build.
#[derive(Debug, Clone, Copy)]
struct BuildContext<'a> {
    player: PlayerView<'a>,
    trading: &'a Trading,
    areas: BoardAreas,
}

struct Aging {
    from: Number,
    to: Number,
    cost: Bundle,
}

/// The units a building makes in one turn (B50).
const fn units_a_turn(kind: BuildingKind) -> u8 {
    match kind {
        BuildingKind::Farm => 1,
        BuildingKind::Town => 3,
    }
}

impl<'a> BuildContext<'a> {
    /// Phase 3 as `player` sees it; `None` in other phases.
    fn of(player: PlayerView<'a>) -> Option<Self> {
        Some(Self { player, trading: player.table.trading()?, areas: BoardAreas::of(player.table) })
    }

    /// The cost, refused if the hand can't pay it.
    fn affordable(&self, cost: Bundle) -> Result<Bundle, Refusal> {
        if self.player.hand.covers(&cost) { Ok(cost) } else { Err(refuse(no::NOT_AFFORDABLE)) }
    }

    /// The cost of a unit, if a piece of that kind is in supply. A unit that became a farm in this turn is not yet back
    /// there (B53).
    fn unit_cost(&self, kind: UnitKind) -> Result<Bundle, Refusal> {
        let pieces = self.player.components.pieces_per_player;
        let all = match kind {
            UnitKind::Ship => pieces.ships,
            UnitKind::Settler => pieces.settlers,
        };
        if self.player.table.pieces_used(self.player.seat, kind) >= all {
            return Err(refuse(no::NO_UNIT_LEFT));
        }
        self.affordable(self.player.components.costs.unit(kind))
    }

    /// The cost of a farm or a town, if a house is left.
    fn house_cost(&self, cost: Bundle) -> Result<Bundle, Refusal> {
        let all = self.player.components.pieces_per_player.houses;
        if self.player.table.houses(self.player.seat) >= all {
            return Err(refuse(no::NO_HOUSE_LEFT));
        }
        self.affordable(cost)
    }

    /// Was the own unit not built in this turn, and has it neither built a harbour nor aged in it? All building is
    /// simultaneous (§8, B51, B55).
    fn idle(&self, unit: Unit) -> Validation {
        refuse_if(self.trading.new_units.contains(&unit.id), no::UNIT_BUILT_THIS_TURN, "unit")?;
        refuse_if(self.trading.acted.contains(&unit.id), no::UNIT_ACTED_THIS_TURN, "unit")
    }

    fn own_building(&self, corner: Corner) -> Result<Building, Refusal> {
        let building = self.player.table.buildings.get(corner);
        let own = building.filter(|building| building.seat == self.player.seat);
        own.ok_or_else(|| refuse(no::NOT_YOUR_BUILDING).at_field("corner"))
    }

    /// An own building that was neither built nor expanded in this turn.
    fn settled_building(&self, corner: Corner) -> Result<Building, Refusal> {
        let building = self.own_building(corner)?;
        let new = self.trading.new_buildings.contains(&corner);
        if new { Err(refuse(no::BUILDING_IS_NEW).at_field("corner")) } else { Ok(building) }
    }

    /// May the unit be built there? Its cost.
    fn unit(&self, kind: UnitKind, corner: Corner, hex: Place) -> Result<Bundle, Refusal> {
        self.unit_maker(corner)?;
        self.unit_site(kind, corner, hex)?;
        self.unit_cost(kind)
    }

    fn unit_maker(&self, corner: Corner) -> Result<(), Refusal> {
        let building = self.settled_building(corner)?;
        refuse_if(self.trading.made_at(corner) >= units_a_turn(building.kind), no::BUILDING_SPENT, "corner")
    }

    /// May a new unit of that kind be placed there? Mountains are open to it, for its builder has a building.
    fn unit_site(&self, kind: UnitKind, corner: Corner, hex: Place) -> Result<(), Refusal> {
        refuse_if(!corner.touches(hex), no::NOT_AT_CORNER, "hex")?;
        refuse_if(!self.areas.known.contains(hex), no::HEX_UNKNOWN, "hex")?;
        refuse_if(self.areas.held.contains(hex), no::HEX_OCCUPIED, "hex")?;
        refuse_if(self.trading.vacated.contains(&hex), no::HEX_VACATED, "hex")?;
        refuse_if(self.areas.sea.contains(hex) != (kind == UnitKind::Ship), no::TERRAIN_BARRED, "hex")
    }

    /// May the unit become a farm there? The unit and the cost.
    fn farm(&self, id: UnitId, corner: Corner) -> Result<(Unit, Bundle), Refusal> {
        let unit = self.player.own_unit(id)?;
        self.farmer(unit)?;
        refuse_if(!corner.touches(unit.place), no::NOT_AT_CORNER, "corner")?;
        self.farm_site(corner)?;
        Ok((unit, self.house_cost(self.player.components.costs.farm)?))
    }

    fn farmer(&self, unit: Unit) -> Validation {
        self.idle(unit)?;
        refuse_if(self.player.table.is_outlaw(unit.id), no::UNIT_IS_OUTLAW, "unit")
    }

    fn farm_site(&self, corner: Corner) -> Result<(), Refusal> {
        let numbered = places_at(corner) & self.areas.numbered();
        refuse_if(self.player.table.buildings.get(corner).is_some(), no::CORNER_TAKEN, "corner")?;
        refuse_if(numbered.is_empty(), no::CORNER_WITHOUT_NUMBER, "corner")?;
        let barren = self.areas.barren();
        let is_too_close = is_too_close(self.player.table, corner, |place| barren.contains(place));
        refuse_if(is_too_close, no::CORNER_TOO_CLOSE, "corner")
    }

    /// May the farm there become a town? The cost.
    fn town(&self, corner: Corner) -> Result<Bundle, Refusal> {
        self.town_site(corner)?;
        self.house_cost(self.player.components.costs.town)
    }

    /// Is there an own farm that may be expanded in this turn (B54)?
    fn town_site(&self, corner: Corner) -> Result<(), Refusal> {
        refuse_if(self.own_building(corner)?.kind == BuildingKind::Town, no::ALREADY_A_TOWN, "corner")?;
        self.settled_building(corner)?;
        refuse_if(self.trading.made_at(corner) > 0, no::FARM_MADE_A_UNIT, "corner")?;
        refuse_if((places_at(corner) & self.areas.sea).is_empty(), no::CORNER_WITHOUT_SEA, "corner")
    }

    /// May the ship build a harbour of that kind on its hex? The ship and the cost.
    fn harbour(&self, id: UnitId, kind: Resource) -> Result<(Unit, Bundle), Refusal> {
        let unit = self.player.own_unit(id)?;
        self.harbour_builder(unit)?;
        Ok((unit, self.harbour_cost(kind)?))
    }

    fn harbour_cost(&self, kind: Resource) -> Result<Bundle, Refusal> {
        refuse_if(self.player.table.supply.harbours.get(kind) == 0, no::NO_HARBOUR_MARKER, "resource")?;
        self.affordable(self.player.components.costs.harbour.of(kind))
    }

    fn harbour_builder(&self, unit: Unit) -> Validation {
        self.idle(unit)?;
        let sails = unit.kind == UnitKind::Ship && self.areas.sea.contains(unit.place);
        let harbour = self.player.table.tile(unit.place).and_then(|tile| tile.harbour);
        let numbered = unit.place.near() & self.areas.numbered();
        refuse_if(!sails, no::NOT_A_SHIP, "unit")?;
        refuse_if(!unit.place.is_interior(), no::NO_HARBOUR_SITE, "unit")?;
        refuse_if(harbour.is_some(), no::HARBOUR_EXISTS, "unit")?;
        refuse_if(numbered.is_empty(), no::HARBOUR_WITHOUT_NUMBER, "unit")
    }

    fn aging(&self, unit: Unit) -> Result<Aging, Refusal> {
        let table = self.player.table;
        self.idle(unit)?;
        refuse_if(!table.acts_as_settler(unit), no::NOT_A_SETTLER, "unit")?;
        let tile = table.tile(unit.place);
        let numbered = tile.and_then(|tile| Some((tile.number?, tile.terrain.yields()?)));
        let Some((from, kind)) = numbered else {
            return Err(refuse(no::HEX_WITHOUT_NUMBER).at_field("unit"));
        };
        let to = from.aged(&table.supply.numbers);
        refuse_if(to == from, no::AGING_CHANGES_NOTHING, "unit")?;
        let cost = self.affordable(self.player.components.costs.aging.of(kind))?;
        Ok(Aging { from, to, cost })
    }
}

/// Is there a building one edge away, along an edge that does not lie between known sea and mountains (B52)?
pub fn is_too_close(table: &Table, corner: Corner, is_barren: impl Fn(Place) -> bool) -> bool {
    corner.edges().iter().any(|edge| {
        table.buildings.get(edge.to).is_some() && !edge.between.iter().all(|&place| is_barren(place))
    })
}

fn places_at(corner: Corner) -> PlaceSet {
    corner.places().into_iter().collect()
}

fn build_context<'s>(recorder: &'s Recorder<'_>, seat: Seat) -> Result<BuildContext<'s>, Refusal> {
    BuildContext::of(PlayerView::after(recorder, seat)).ok_or_else(|| refuse(no::WRONG_PHASE))
}

/// Something is built, which ends trade for good (B43).
fn build(recorder: &mut Recorder<'_>, event: impl Into<Event>) -> Validation {
    trade::close(recorder);
    recorder.record(event);
    Ok(())
}

impl BuildUnit {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let BuildUnit { unit: kind, corner, hex } = *self;
        let cost = build_context(recorder, seat)?.unit(kind, corner, hex)?;
        let unit = recorder.table.next_unit_id();
        build(recorder, UnitBuilt { seat, unit, kind, corner: Some(corner), hex, cost })
    }
}

impl BuildShipOnOuter {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        // The outer sea needs no building beside it, and it is never full.
        let cost = build_context(recorder, seat)?.unit_cost(UnitKind::Ship)?;
        let unit = recorder.table.next_unit_id();
        build(recorder, UnitBuilt { seat, unit, kind: UnitKind::Ship, corner: None, hex: Place::OUTER, cost })
    }
}

impl BuildFarm {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let corner = self.corner;
        let (Unit { id, kind, place, .. }, cost) = build_context(recorder, seat)?.farm(self.unit, corner)?;
        build(recorder, FarmBuilt { seat, unit: id, kind, hex: place, corner, cost })
    }
}

impl BuildTown {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let corner = self.corner;
        let cost = build_context(recorder, seat)?.town(corner)?;
        build(recorder, TownBuilt { seat, corner, cost })
    }
}

impl BuildHarbour {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let resource = self.resource;
        let (unit, cost) = build_context(recorder, seat)?.harbour(self.unit, resource)?;
        build(recorder, HarbourBuilt { seat, unit: unit.id, hex: unit.place, resource, cost })
    }
}

impl AgeHex {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let context = build_context(recorder, seat)?;
        let unit = context.player.own_unit(self.unit)?;
        let Aging { from, to, cost } = context.aging(unit)?;
        build(recorder, HexAgedForPay { seat, unit: unit.id, hex: unit.place, from, to, cost })
    }
}

impl Apply<State> for UnitBuilt {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.take(self.seat, self.cost)?;
        let unit = Unit { id: self.unit, seat: self.seat, kind: self.kind, place: self.hex };
        let units = &mut state.table.units;
        units.insert(units.partition_point(|other| other.id < unit.id), unit);
        let trading = state.table.trading_mut()?;
        trading.acts += 1;
        trading.new_units.push(self.unit);
        let Some(corner) = self.corner else { return Ok(()) };
        match trading.made_at.iter_mut().find(|made| made.corner == corner) {
            Some(made) => made.units += 1,
            None => trading.made_at.push(UnitsMade { corner, units: 1 }),
        }
        Ok(())
    }
}

impl Apply<State> for FarmBuilt {
    /// The unit's hex and its piece stay out of use until the turn ends (B53).
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.take(self.seat, self.cost)?;
        state.table.units.retain(|unit| unit.id != self.unit);
        state.table.buildings.put(self.corner, Building { seat: self.seat, kind: BuildingKind::Farm });
        let trading = state.table.trading_mut()?;
        trading.acts += 1;
        trading.new_buildings.push(self.corner);
        trading.vacated.push(self.hex);
        match self.kind {
            UnitKind::Ship => trading.ships_spent += 1,
            UnitKind::Settler => trading.settlers_spent += 1,
        }
        Ok(())
    }
}

impl Apply<State> for TownBuilt {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.take(self.seat, self.cost)?;
        state.table.buildings.put(self.corner, Building { seat: self.seat, kind: BuildingKind::Town });
        let trading = state.table.trading_mut()?;
        trading.acts += 1;
        trading.new_buildings.push(self.corner);
        Ok(())
    }
}

impl Apply<State> for HarbourBuilt {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.take(self.seat, self.cost)?;
        let table = &mut state.table;
        table.supply.harbours.take(Bundle::of(self.resource, 1))?;
        table.tiles.change(self.hex, |tile| tile.harbour = Some(self.resource))?;
        let trading = table.trading_mut()?;
        trading.acts += 1;
        trading.acted.push(self.unit);
        Ok(())
    }
}

impl Apply<State> for HexAgedForPay {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.take(self.seat, self.cost)?;
        state.table.replace_number(self.hex, self.from, self.to)?;
        let trading = state.table.trading_mut()?;
        trading.acts += 1;
        trading.acted.push(self.unit);
        Ok(())
    }
}

/// What the active player may do in phase 3: trade while it lasts, build, end the turn.
pub fn legal_building(player: PlayerView<'_>) -> Answers {
    let mut actions = trade::legal_trade(&player);
    if let Some(context) = BuildContext::of(player) {
        list_units(&context, &mut actions);
        list_farms(&context, &mut actions);
        list_towns(&context, &mut actions);
        list_harbours(&context, &mut actions);
        let settlers = player.own_units().filter(|unit| context.aging(*unit).is_ok());
        actions.extend(settlers.map(|unit| Action::from(AgeHex { unit: unit.id })));
    }
    actions.push(EndTurn {}.into());
    (actions, trade::legal_offers(&player))
}

fn list_units(context: &BuildContext<'_>, actions: &mut Vec<Action>) {
    if context.unit_cost(UnitKind::Ship).is_ok() {
        actions.push(BuildShipOnOuter {}.into());
    }
    for kind in [UnitKind::Ship, UnitKind::Settler] {
        // What applies to every site is checked once.
        if context.unit_cost(kind).is_err() {
            continue;
        }
        for (corner, building) in context.player.table.buildings.iter() {
            if building.seat == context.player.seat && context.unit_maker(corner).is_ok() {
                let free = corner.places().into_iter();
                let free = free.filter(|&hex| context.unit_site(kind, corner, hex).is_ok());
                actions.extend(free.map(|hex| Action::from(BuildUnit { unit: kind, corner, hex })));
            }
        }
    }
}

fn list_farms(context: &BuildContext<'_>, actions: &mut Vec<Action>) {
    if context.house_cost(context.player.components.costs.farm).is_err() {
        return;
    }
    let farmers = context.player.own_units().filter(|unit| context.farmer(*unit).is_ok());
    for unit in farmers {
        let corners = unit.place.corners().iter().copied();
        let sites = corners.filter(|&corner| context.farm_site(corner).is_ok());
        actions.extend(sites.map(|corner| Action::from(BuildFarm { unit: unit.id, corner })));
    }
}

fn list_towns(context: &BuildContext<'_>, actions: &mut Vec<Action>) {
    if context.house_cost(context.player.components.costs.town).is_err() {
        return;
    }
    let buildings = context.player.table.buildings.iter();
    let own = buildings.filter(|(_, building)| building.seat == context.player.seat);
    let sites = own.map(|(corner, _)| corner).filter(|&corner| context.town_site(corner).is_ok());
    actions.extend(sites.map(|corner| Action::from(BuildTown { corner })));
}

fn list_harbours(context: &BuildContext<'_>, actions: &mut Vec<Action>) {
    let kinds = Resource::ALL.into_iter().filter(|&kind| context.harbour_cost(kind).is_ok());
    if kinds.clone().next().is_none() {
        return;
    }
    for unit in context.player.own_units().filter(|unit| context.harbour_builder(*unit).is_ok()) {
        let harbours = kinds.clone().map(|resource| BuildHarbour { unit: unit.id, resource });
        actions.extend(harbours.map(Action::from));
    }
}
