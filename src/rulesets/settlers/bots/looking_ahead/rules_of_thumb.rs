//! Rules of thumb: where to settle first, and which trades a player agrees to who saves for one thing at a time.

use crate::settlers::action::Action;
use crate::settlers::board::{Spot, Vertex};
use crate::settlers::building::validate_site;
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::scoring;
use crate::settlers::state::BuildingKind;
use crate::settlers::trade::{Offer, OfferId};
use crate::settlers::view::PlayerView;
use rules::Legal;

/// What a card of each kind is worth at the beginning, in the order of the kinds.
const WORTH: [u32; Resource::COUNT] = [10, 10, 9, 11, 10];
/// What a kind that the seat does not get yet adds.
const NEW_KIND: u32 = 18;
const HARBOUR: u32 = 8;
/// A seat this close to winning gets no trade.
const DANGER_MARGIN: i32 = 2;

/// The settlement of the set-up that is worth most, the first of equals.
pub fn best_settlement(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let listed = legal.actions.iter().filter_map(|action| match action {
        Action::PlaceSetupSettlement(placed) => Some((worth(player, placed.vertex), action)),
        _ => None,
    });
    listed.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, action)| action.clone())
}

/// What settling there is worth: what is rolled around it, kinds that are new to the seat, a harbour.
fn worth(player: &PlayerView<'_>, vertex: Vertex) -> u32 {
    let board = &player.table.board;
    let mut sum = 0;
    for hex in vertex.hexes() {
        let Some(kind) = board.land(hex).and_then(|land| land.terrain.resource()) else { continue };
        let pips = u32::from(board.pips(hex));
        sum += pips * WORTH[kind as usize];
        if income(player, kind) == 0 {
            sum += NEW_KIND.min(6 * pips);
        }
    }
    sum + if board.harbour(vertex).is_some() { HARBOUR } else { 0 }
}

/// The chances in 36 with which the seat gets a card of that kind, cities double.
fn income(player: &PlayerView<'_>, kind: Resource) -> u32 {
    let board = &player.table.board;
    let own = player.table.buildings_of(player.seat);
    own.map(|(vertex, building)| {
        let gives = vertex
            .hexes()
            .filter(|hex| board.land(*hex).and_then(|land| land.terrain.resource()) == Some(kind));
        u32::from(building.worth()) * gives.map(|hex| u32::from(board.pips(hex))).sum::<u32>()
    })
    .sum()
}

/// What it costs to get what is worth most now: a settlement where there is a place, else the nearer of a city and a road
/// to a place.
fn goal(player: &PlayerView<'_>) -> Bundle {
    let costs = &player.components.costs;
    let left = player.table.player(player.seat).left;
    let own = || player.table.buildings_of(player.seat);
    let can_city = left.cities > 0 && own().any(|(_, kind)| kind == BuildingKind::Settlement);
    let can_settle = left.settlements > 0;
    let lacks = |cost: Bundle| missing_for(player, cost).total();
    if can_settle && has_place(player) {
        return if can_city && lacks(costs.city) < lacks(costs.settlement) {
            costs.city
        } else {
            costs.settlement
        };
    }
    match (can_city, can_settle && left.roads > 0) {
        (true, true) if lacks(costs.city) > lacks(costs.road) => costs.road,
        (true, _) => costs.city,
        (false, true) => costs.road,
        (false, false) => costs.development_card,
    }
}

pub fn missing_for_goal(player: &PlayerView<'_>) -> Bundle {
    missing_for(player, goal(player))
}

fn missing_for(player: &PlayerView<'_>, cost: Bundle) -> Bundle {
    cost - player.hand
}

/// What the seat has beyond the cost of its goal.
pub fn spare(player: &PlayerView<'_>) -> Bundle {
    player.hand - goal(player)
}

fn has_place(player: &PlayerView<'_>) -> bool {
    Vertex::all()
        .any(|vertex| player.table.has_road_at(vertex, player.seat) && validate_site(player, vertex).is_ok())
}

/// Accepts an offer that brings the goal nearer for cards it can spare, else rejects it.
pub fn reply(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    accept(player, legal).or_else(|| legal.find(|action| matches!(action, Action::RejectTrade(_))))
}

/// An acceptance of a good offer, or the confirmation of an own one.
fn accept(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    legal.find(|action| match action {
        Action::AcceptTrade(accept) => is_good(player, accept.offer),
        Action::ConfirmTrade(_) => true,
        _ => false,
    })
}

fn is_good(player: &PlayerView<'_>, offer: OfferId) -> bool {
    let Some(Offer { from, give, get, .. }) = player.table.offer(offer) else { return false };
    let helps = overlap(missing_for_goal(player), *give);
    let is_near_victory =
        scoring::public_points(player.table, *from) + DANGER_MARGIN >= i32::from(player.table.victory_points);
    helps > 0 && spare(player).covers(get) && get.total() <= helps + 1 && !is_near_victory
}

fn overlap(needed: Bundle, given: Bundle) -> u8 {
    needed.kinds().map(|(kind, count)| count.min(given.get(kind))).sum()
}
