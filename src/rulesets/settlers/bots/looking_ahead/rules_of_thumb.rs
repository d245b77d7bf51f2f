//! Rules of thumb: where to settle first, and which trades a player agrees to who saves for one thing at a time.

use super::imagine::income;
use crate::settlers::action::Action;
use crate::settlers::board::{Spot, Vertex};
use crate::settlers::building::validate_site;
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::scoring;
use crate::settlers::state::BuildingKind;
use crate::settlers::trade::{Offer, OfferId};
use crate::settlers::view::PlayerView;
use rules::{Legal, Seat};

/// What a card of each kind is worth at the beginning, in the order of the kinds.
const WORTH: [u32; Resource::COUNT] = [10, 10, 9, 11, 10];
/// What a kind that the seat does not get yet adds.
const NEW_KIND: u32 = 18;
const HARBOUR: u32 = 8;
/// The points that a seat lacks which may soon win.
const DANGER_MARGIN: i32 = 2;

/// The settlement of the set-up that is worth most, the first of equals.
pub fn best_settlement(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let income = income(player.table);
    let own = income.get(usize::from(player.seat))?;
    let listed = legal.actions.iter().filter_map(|action| match action {
        Action::PlaceSetupSettlement(placed) => Some((worth(player, own, placed.vertex), action)),
        _ => None,
    });
    listed.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, action)| action.clone())
}

/// What settling there is worth: what is rolled around it, kinds that the seat does not get yet, a harbour.
fn worth(player: &PlayerView<'_>, own_income: &[u32; Resource::COUNT], vertex: Vertex) -> u32 {
    let board = &player.table.board;
    let mut sum = 0;
    for hex in vertex.hexes() {
        let Some(kind) = board.land(hex).and_then(|land| land.terrain.resource()) else { continue };
        let pips = u32::from(board.pips(hex));
        sum += pips * WORTH[kind.index()];
        if own_income[kind.index()] == 0 {
            sum += NEW_KIND.min(6 * pips);
        }
    }
    sum + if board.harbour(vertex).is_some() { HARBOUR } else { 0 }
}

/// What it costs to get what is worth most now: a settlement where there is a place, else the nearer of a city and a road
/// to a place.
fn goal(player: &PlayerView<'_>) -> Bundle {
    let costs = &player.components.costs;
    let left = player.table.player(player.seat).left;
    let own = || player.table.buildings_of(player.seat);
    let can_city = left.cities > 0 && own().any(|(_, kind)| kind == BuildingKind::Settlement);
    let can_settle = left.settlements > 0;
    let lacks = |cost: Bundle| (cost - player.hand).total();
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

/// What the seat lacks for its goal, and what it has beyond the cost of it.
pub fn missing_and_spare(player: &PlayerView<'_>) -> (Bundle, Bundle) {
    let goal = goal(player);
    (goal - player.hand, player.hand - goal)
}

fn has_place(player: &PlayerView<'_>) -> bool {
    Vertex::all()
        .any(|vertex| player.table.has_road_at(vertex, player.seat) && validate_site(player, vertex).is_ok())
}

/// Accepts an offer that brings the goal nearer for cards it can spare, else rejects it.
pub fn reply(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let is_good_one =
        |action: &Action| matches!(action, Action::AcceptTrade(accept) if is_good(player, accept.offer));
    legal.find(is_good_one).or_else(|| legal.find(|action| matches!(action, Action::RejectTrade(_))))
}

fn is_good(player: &PlayerView<'_>, offer: OfferId) -> bool {
    let Some(Offer { from, give, get, .. }) = player.table.offer(offer) else { return false };
    let (missing, spare) = missing_and_spare(player);
    let helps = missing.kinds().map(|(kind, count)| count.min(give.get(kind))).sum::<u8>();
    helps > 0 && spare.covers(get) && get.total() <= helps + 1 && !is_near_victory(player, *from)
}

/// A seat that may soon win gets no trade.
pub fn is_near_victory(player: &PlayerView<'_>, seat: Seat) -> bool {
    scoring::public_points(player.table, seat) + DANGER_MARGIN >= i32::from(player.table.victory_points)
}
