//! The bot that does something sensible: it settles where much is rolled, saves for the dearest thing within reach, and
//! trades what it has too much of.
//!
//! Uses no randomness: the same position gets the same answer.

use crate::settlers::action::Action;
use crate::settlers::board::{Edge, Spot, Vertex};
use crate::settlers::building::validate_site;
use crate::settlers::development::DevelopmentCard;
use crate::settlers::question::{self, Question};
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::robber::{self, Discard, largest_pile_first};
use crate::settlers::scoring;
use crate::settlers::state::BuildingKind;
use crate::settlers::trade::{self, Offer, OfferId};
use crate::settlers::view::PlayerView;
use rules::{Choice, Legal};

/// What a card of each kind is worth at the beginning, in the order of the kinds.
const WORTH: [u32; Resource::COUNT] = [10, 10, 9, 11, 10];
/// What a kind that the seat does not get yet adds.
const NEW_KIND: u32 = 18;
const HARBOUR: u32 = 8;
/// A seat this close to winning gets no trade.
const DANGER_MARGIN: i32 = 2;
/// More knights than this are kept back: no opponent's army is likely to grow larger.
const ENOUGH_KNIGHTS: u8 = 6;
/// A monopoly is played for this many cards or more: fewer can be had by trade.
const MONOPOLY_WORTHWHILE: u8 = 3;

/// The answer to the question that calls the seat; what the game waits for comes first.
pub fn choose(player: &PlayerView<'_>, legal: &[Legal<Action>]) -> Option<Choice<Action>> {
    let blocking = legal.iter().find(|legal| legal.decision.blocking);
    let called = blocking.or_else(|| legal.iter().find(|legal| legal.decision.is_asked()))?;
    let question = question::of_decision(player.table, &called.decision)?;
    if question == Question::Main {
        let mut offers = legal.iter().filter(|legal| !legal.decision.blocking);
        let good = offers.find_map(|legal| Some(legal.answer(accept(player, legal)?)));
        if good.is_some() {
            return good;
        }
    }
    let action = match question {
        Question::SetupSettlement | Question::SetupRoad | Question::FreeRoad => {
            best(player, called, |_, _| true)
        }
        Question::Roll => before_the_roll(player, called),
        Question::Discard => discard(player),
        Question::MoveRobber => robber::default_move(player).map(Action::MoveRobber),
        Question::Main => main(player, called),
        Question::TradeAnswer(_) => reply(player, called),
        Question::ConfirmTrade(_) | Question::Trade => None,
    };
    // A question without a rule of thumb gets the first answer there is.
    action.or_else(|| called.actions.first().cloned()).map(|action| called.answer(action))
}

/// A knight drives the robber off an own hex before the roll.
fn before_the_roll(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let mut around = player.table.buildings_on(player.table.robber);
    let blocked = around.any(|building| building.seat == player.seat);
    let knight = legal.find(|action| blocked && matches!(action, Action::PlayKnight(_)));
    knight.or_else(|| legal.find(|action| matches!(action, Action::Roll(_))))
}

/// Keeps what the goal needs, and gives the rest from the largest pile.
fn discard(player: &PlayerView<'_>) -> Option<Action> {
    let owed = robber::owed_by(player.table, player.seat)?;
    let spare = spare(player);
    let spared = largest_pile_first(spare, owed.min(spare.total()));
    let others = largest_pile_first(player.hand - spared, owed - spared.total());
    Some(Discard { cards: spared + others }.into())
}

/// A card, a building, a trade towards the next one, or the end of the turn; in this order. Good offers were answered
/// before, since building may close trade.
fn main(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    card(player, legal)
        .or_else(|| build(player, legal))
        .or_else(|| trade_with_bank(player, legal))
        .or_else(|| second_best(player, legal))
        .or_else(|| legal.find(|action| matches!(action, Action::EndTurn(_))))
}

fn card(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let needed = missing_for_goal(player);
    let army = player.table.knights(player.seat);
    legal.find(|action| match action {
        Action::PlayKnight(_) => army < ENOUGH_KNIGHTS || player.development.get(DevelopmentCard::Knight) > 1,
        Action::PlayRoadBuilding(_) => true,
        Action::PlayYearOfPlenty(played) => needed.covers(&played.cards),
        Action::PlayMonopoly(played) => {
            needed.get(played.resource) > 0 && held_by_others(player, played.resource) >= MONOPOLY_WORTHWHILE
        }
        _ => false,
    })
}

/// How many cards of a kind the others have: what is neither in the bank nor in the own hand.
fn held_by_others(player: &PlayerView<'_>, kind: Resource) -> u8 {
    // A position that was put together by hand may have more cards than there are: then the others have none.
    (player.components.resource_cards - player.table.bank - player.hand).get(kind)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    City,
    Settlement,
    Road,
    DevelopmentCard,
}

impl Goal {
    fn cost(self, player: &PlayerView<'_>) -> Bundle {
        let costs = &player.components.costs;
        match self {
            Self::City => costs.city,
            Self::Settlement => costs.settlement,
            Self::Road => costs.road,
            Self::DevelopmentCard => costs.development_card,
        }
    }

    fn is_built_by(self, action: &Action) -> bool {
        match action {
            Action::BuildCity(_) => self == Self::City,
            Action::BuildSettlement(_) => self == Self::Settlement,
            Action::BuildRoad(_) => self == Self::Road,
            Action::BuyDevelopmentCard(_) => self == Self::DevelopmentCard,
            _ => false,
        }
    }
}

/// What is worth most now: a settlement where there is a place, else the nearer of a city and a road to a place.
fn goal(player: &PlayerView<'_>) -> Goal {
    let left = player.table.player(player.seat).left;
    let own = || player.table.buildings_of(player.seat);
    let can_city = left.cities > 0 && own().any(|(_, kind)| kind == BuildingKind::Settlement);
    let can_settle = left.settlements > 0;
    if can_settle && has_place(player) {
        let (city, settlement) = (Goal::City.cost(player), Goal::Settlement.cost(player));
        let lacks = |cost: Bundle| missing_for(player, cost).total();
        return if can_city && lacks(city) < lacks(settlement) { Goal::City } else { Goal::Settlement };
    }
    match (can_city, can_settle && left.roads > 0) {
        (true, true) => {
            let road = missing_for(player, Goal::Road.cost(player)).total();
            if missing_for(player, Goal::City.cost(player)).total() <= road { Goal::City } else { Goal::Road }
        }
        (true, false) => Goal::City,
        (false, true) => Goal::Road,
        (false, false) => Goal::DevelopmentCard,
    }
}

fn goal_cost(player: &PlayerView<'_>) -> Bundle {
    goal(player).cost(player)
}

pub fn missing_for_goal(player: &PlayerView<'_>) -> Bundle {
    missing_for(player, goal_cost(player))
}

fn missing_for(player: &PlayerView<'_>, cost: Bundle) -> Bundle {
    cost - player.hand
}

/// What the seat has beyond the cost of its goal.
pub fn spare(player: &PlayerView<'_>) -> Bundle {
    player.hand - goal_cost(player)
}

/// The goal itself, where it can be paid; cities and settlements always.
fn build(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    [Goal::City, Goal::Settlement, goal(player)].into_iter().find_map(|goal| best_of(goal, player, legal))
}

/// What the goal leaves over: a card, or a road that leads somewhere.
fn second_best(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let spare = spare(player);
    [Goal::DevelopmentCard, Goal::Road]
        .into_iter()
        .filter(|goal| spare.covers(&goal.cost(player)))
        .find_map(|goal| best_of(goal, player, legal))
}

fn best_of(goal: Goal, player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    best(player, legal, |action, worth| goal.is_built_by(action) && worth > 0)
}

/// The fitting one with the highest worth, the first of equals.
pub fn best(
    player: &PlayerView<'_>,
    legal: &Legal<Action>,
    fits: impl Fn(&Action, u32) -> bool,
) -> Option<Action> {
    let listed = legal.actions.iter().map(|action| (action, worth_of(player, action)));
    let fitting = listed.filter(|(action, worth)| fits(action, *worth));
    let best = fitting.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(action, _)| action.clone())
}

fn worth_of(player: &PlayerView<'_>, action: &Action) -> u32 {
    match action {
        Action::PlaceSetupSettlement(placed) => worth(player, placed.vertex),
        Action::BuildSettlement(built) => worth(player, built.vertex),
        Action::BuildCity(built) => worth(player, built.vertex),
        Action::PlaceSetupRoad(placed) => road_worth(player, placed.edge),
        Action::PlaceFreeRoad(placed) => road_worth(player, placed.edge),
        Action::BuildRoad(built) => road_worth(player, built.edge),
        _ => 1,
    }
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

/// What lies beyond the road: a place to settle at its end, or one edge further; nothing where there is none.
fn road_worth(player: &PlayerView<'_>, edge: Edge) -> u32 {
    let table = player.table;
    let reached =
        |vertex: &Vertex| table.has_road_at(*vertex, player.seat) || table.is_own(*vertex, player.seat);
    let ends = edge.vertices().into_iter().filter(|end| !reached(end));
    ends.map(|end| {
        let here = if validate_site(player, end).is_ok() { 2 * worth(player, end) } else { 0 };
        if table.is_opponents(end, player.seat) {
            return 0;
        }
        let next = end.neighbours().filter(|next| !reached(next) && validate_site(player, *next).is_ok());
        let beyond = next.map(|next| worth(player, next)).max().unwrap_or(0);
        here.max(beyond)
    })
    .max()
    .unwrap_or(0)
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

/// A trade with the bank that gives only what the goal does not need.
fn trade_with_bank(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    let (needed, spare) = (missing_for_goal(player), spare(player));
    legal.find(|action| match action {
        Action::MaritimeTrade(trade) => {
            let rate = trade::rate(player.table, player.seat, trade.give);
            needed.get(trade.get) > 0 && spare.get(trade.give) >= rate
        }
        _ => false,
    })
}
