//! What the active player may do in phase 3: trade, build, end the turn (rules page §7–8).

use super::trade;
use crate::landnam::action::*;
use crate::landnam::player_view::PlayerView;
use crate::landnam::resource::Resource;
use crate::landnam::state::UnitKind;
use crate::landnam::validate::works::Works;
use rules::Shape;

/// Everything the active player may send on his own account in phase 3.
pub fn building(player: PlayerView<'_>) -> (Vec<Action>, Vec<Shape<Action>>) {
    let Some(works) = Works::of(player) else { return (Vec::new(), Vec::new()) };
    let mut actions = Vec::with_capacity(16);
    if !works.trading.closed {
        trade::with_supply(&player, &mut actions);
        trade::withdrawals(&player, &mut actions);
        actions.push(Action::EndTrade(EndTrade {}));
    }
    units(&works, &mut actions);
    farms(&works, &mut actions);
    towns(&works, &mut actions);
    harbours(&works, &mut actions);
    aging(&works, &mut actions);
    actions.push(Action::EndTurn(EndTurn {}));
    (actions, trade::offers(&player))
}

fn units(works: &Works<'_>, actions: &mut Vec<Action>) {
    if works.ship_on_outer().is_ok() {
        actions.push(Action::BuildShipOnOuter(BuildShipOnOuter {}));
    }
    for kind in [UnitKind::Ship, UnitKind::Settler] {
        if works.has_piece(kind) && works.can_pay(&works.unit_cost(kind)) {
            units_of(works, kind, actions);
        }
    }
}

fn units_of(works: &Works<'_>, kind: UnitKind, actions: &mut Vec<Action>) {
    for (corner, _) in works.player.table.buildings.iter() {
        if works.maker(corner).is_err() {
            continue;
        }
        let hexes = corner.places().into_iter();
        let free = hexes.filter(|&hex| works.launching_place(kind, corner, hex).is_ok());
        actions.extend(free.map(|hex| Action::BuildUnit(BuildUnit { unit: kind, corner, hex })));
    }
}

fn farms(works: &Works<'_>, actions: &mut Vec<Action>) {
    if !works.has_house() || !works.can_pay(&works.player.components.costs.farm) {
        return;
    }
    let farmers = works.player.own_units().filter(|unit| works.farmer(unit.id).is_ok());
    for unit in farmers {
        let corners = unit.place.corners().iter().copied();
        let sites = corners.filter(|&corner| works.farm_site(corner).is_ok());
        actions.extend(sites.map(|corner| Action::BuildFarm(BuildFarm { unit: unit.id, corner })));
    }
}

fn towns(works: &Works<'_>, actions: &mut Vec<Action>) {
    if !works.has_house() || !works.can_pay(&works.player.components.costs.town) {
        return;
    }
    let corners = works.player.table.buildings.iter().map(|(corner, _)| corner);
    let sites = corners.filter(|&corner| works.town_site(corner).is_ok());
    actions.extend(sites.map(|corner| Action::BuildTown(BuildTown { corner })));
}

fn harbours(works: &Works<'_>, actions: &mut Vec<Action>) {
    let price = |kind| works.player.components.costs.harbour.of(kind);
    if !Resource::ALL.into_iter().any(|kind| works.can_pay(&price(kind))) {
        return;
    }
    for unit in works.player.own_units().filter(|unit| works.harbour_builder(unit.id).is_ok()) {
        let kinds = Resource::ALL.into_iter().filter(|&kind| works.harbour(unit.id, kind).is_ok());
        actions.extend(kinds.map(|resource| Action::BuildHarbour(BuildHarbour { unit: unit.id, resource })));
    }
}

fn aging(works: &Works<'_>, actions: &mut Vec<Action>) {
    let settlers = works.player.own_units().filter(|unit| works.aging(unit.id).is_ok());
    actions.extend(settlers.map(|unit| Action::AgeHex(AgeHex { unit: unit.id })));
}
