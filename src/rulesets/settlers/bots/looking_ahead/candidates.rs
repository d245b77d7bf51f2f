//! The answers that are worth a try.

use std::cmp::Reverse;

use super::plan::{Paces, Plan, cards};
use super::position::{KnownPlans, Position};
use super::rules_of_thumb::{best_settlement, is_near_victory, missing_and_spare};
use crate::settlers::action::Action;
use crate::settlers::board::{Edge, Vertex};
use crate::settlers::building::validate_site;
use crate::settlers::components::Components;
use crate::settlers::question::{self, Question};
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::robber::{self, Discard, MoveRobber, largest_pile_first};
use crate::settlers::scoring;
use crate::settlers::state::{Building, State};
use crate::settlers::trade::Offer;
use crate::settlers::trade::offers::OfferTrade;
use crate::settlers::view::PlayerView;
use rules::{Legal, Seat};

const MAX_ROADS: usize = 4;
/// With 8 it won no more of 4,000 games, for more time.
const MAX_ROBBER_MOVES: usize = 4;
/// Offers that are tried in the mind at a time. With 6 it won no more of 4,000 games.
const MAX_OFFERS: usize = 2;
/// Own offers that may lie open; those that nobody took stay until trade closes, so it is how often others are asked in vain.
const MAX_OPEN_OFFERS: usize = 2;
/// No offers after so many actions in a turn.
const MAX_ACTS: u16 = 40;

pub fn candidates(components: &Components, state: &State, seat: Seat, legal: &Legal<Action>) -> Vec<Action> {
    let player = PlayerView::of(components, state, seat);
    let Some(question) = question::of_decision(player.table, &legal.decision) else { return Vec::new() };
    match question {
        // The rule of thumb won 4 to 5 points of a hundred more than the value of a game that has hardly begun, in each of
        // three series of 150 to 200 games.
        Question::SetupSettlement => best_settlement(&player, legal).into_iter().collect(),
        Question::FreeRoad => roads(&player, legal),
        Question::SetupRoad => legal.actions.clone(),
        Question::Roll => before_the_roll(&player, legal),
        Question::Discard => discards(&player),
        Question::MoveRobber => robber_moves(&player, legal),
        Question::Main => main(&player, state, legal),
        Question::TradeAnswer(_) => {
            let fits = |action: &&Action| matches!(action, Action::RejectTrade(_) | Action::AcceptTrade(_));
            let mut answers: Vec<Action> = legal.actions.iter().filter(fits).cloned().collect();
            // Of equals the first is taken: no trade that brings nothing.
            answers.sort_by_key(|action| matches!(action, Action::AcceptTrade(_)));
            answers
        }
        Question::ConfirmTrade(_) => legal.actions.clone(),
        Question::Trade => Vec::new(),
    }
}

fn pips(player: &PlayerView<'_>, vertex: Vertex) -> u8 {
    vertex.hexes().map(|hex| player.table.board.pips(hex)).sum()
}

/// The roads that lead to the best places.
fn roads(player: &PlayerView<'_>, legal: &Legal<Action>) -> Vec<Action> {
    let leads = |action: &&Action| match action {
        Action::BuildRoad(built) => Some(lead(player, built.edge)),
        Action::PlaceFreeRoad(placed) => Some(lead(player, placed.edge)),
        _ => None,
    };
    let listed = legal.actions.iter().filter_map(|action| Some((leads(&action)?, action)));
    let mut roads: Vec<(u16, &Action)> = listed.collect();
    roads.sort_by_key(|(lead, _)| Reverse(*lead));
    roads.into_iter().take(MAX_ROADS).map(|(_, action)| action.clone()).collect()
}

/// How good a place the road leads to, up to two edges further.
fn lead(player: &PlayerView<'_>, edge: Edge) -> u16 {
    let table = player.table;
    let place = |vertex: Vertex, share: u16| {
        if validate_site(player, vertex).is_ok() { share * u16::from(pips(player, vertex)) } else { 0 }
    };
    let reached =
        |vertex: Vertex| table.has_road_at(vertex, player.seat) || table.is_own(vertex, player.seat);
    let ends = edge.vertices().into_iter().filter(|end| !reached(*end));
    ends.map(|end| {
        if table.is_opponents(end, player.seat) {
            return 1;
        }
        let next = end.neighbours().filter(|next| !reached(*next));
        let further = next.map(|next| {
            let last = next.neighbours().map(|last| place(last, 2)).max().unwrap_or(0);
            place(next, 3).max(last)
        });
        1 + place(end, 4).max(further.max().unwrap_or(0))
    })
    .max()
    .unwrap_or(0)
}

/// A knight drives the robber away before the roll or takes the army.
fn before_the_roll(player: &PlayerView<'_>, legal: &Legal<Action>) -> Vec<Action> {
    let table = player.table;
    let blocked = table.buildings_on(table.robber).any(|building| building.seat == player.seat);
    let own = table.knights(player.seat) + 1;
    let most = table.others(player.seat).map(|other| table.knights(other)).fold(0, u8::max);
    let takes_army =
        table.army_holder != Some(player.seat) && own >= player.components.largest_army_from && own > most;
    let knight = legal.find(|action| matches!(action, Action::PlayKnight(_)));
    let knight = knight.filter(|_| blocked || takes_army);
    knight.or_else(|| legal.find(|action| matches!(action, Action::Roll(_)))).into_iter().collect()
}

/// What is left when the cards for one or two things are kept.
fn discards(player: &PlayerView<'_>) -> Vec<Action> {
    let Some(owed) = robber::owed_by(player.table, player.seat) else { return Vec::new() };
    let costs = &player.components.costs;
    let things = [Bundle::EMPTY, costs.city, costs.settlement, costs.development_card, costs.road];
    let mut discards: Vec<Bundle> = Vec::new();
    for (place, first) in things.into_iter().enumerate() {
        for second in things.into_iter().skip(place) {
            let spare = player.hand - (first + second);
            let spared = largest_pile_first(spare, owed.min(spare.total()));
            let cards = spared + largest_pile_first(player.hand - spared, owed - spared.total());
            if !discards.contains(&cards) {
                discards.push(cards);
            }
        }
    }
    discards.into_iter().map(|cards| Discard { cards }.into()).collect()
}

/// Where it hurts others most.
fn robber_moves(player: &PlayerView<'_>, legal: &Legal<Action>) -> Vec<Action> {
    let table = player.table;
    let harm = |moved: &MoveRobber| {
        let claims = |building: Building| {
            let points = scoring::public_points(table, building.seat);
            let claims = i32::from(building.kind.worth()) * (4 + points);
            if building.seat == player.seat { -3 * claims } else { claims }
        };
        let claims: i32 = table.buildings_on(moved.hex).map(claims).sum();
        let robs = moved.victim.map_or(0, |victim| 4 + scoring::public_points(table, victim));
        2 * claims * i32::from(table.board.pips(moved.hex)) + 3 * robs
    };
    let mut moves: Vec<(i32, &Action)> = legal
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::MoveRobber(moved) => Some((harm(moved), action)),
            _ => None,
        })
        .collect();
    moves.sort_by_key(|(harm, _)| Reverse(*harm));
    moves.into_iter().take(MAX_ROBBER_MOVES).map(|(_, action)| action.clone()).collect()
}

fn main(player: &PlayerView<'_>, state: &State, legal: &Legal<Action>) -> Vec<Action> {
    let costs = &player.components.costs;
    let things = [costs.city, costs.settlement, costs.road, costs.development_card];
    let lacks = |kind: Resource| things.iter().any(|cost| cost.get(kind) > player.hand.get(kind));
    let pool = player.components.resource_cards - player.table.bank - player.hand;
    let fits = |action: &&Action| match action {
        Action::EndTurn(_)
        | Action::BuildSettlement(_)
        | Action::BuildCity(_)
        | Action::BuyDevelopmentCard(_)
        | Action::PlayKnight(_)
        | Action::PlayRoadBuilding(_) => true,
        Action::MaritimeTrade(trade) => lacks(trade.get),
        Action::PlayYearOfPlenty(played) => played.cards.kinds().all(|(kind, _)| lacks(kind)),
        Action::PlayMonopoly(played) => pool.get(played.resource) >= 3,
        _ => false,
    };
    // The end of the turn comes first: of equals the first is taken.
    let mut answers: Vec<Action> = legal.actions.iter().filter(fits).cloned().collect();
    answers.extend(roads(player, legal));
    if legal.shapes.iter().any(|shape| matches!(shape.action, Action::OfferTrade(_))) {
        answers.extend(offers(player, state));
    }
    answers
}

/// Offers that somebody would take, the best for the seat first.
fn offers(player: &PlayerView<'_>, state: &State) -> Vec<Action> {
    let table = player.table;
    let own = table.offers.iter().filter(|offer| offer.from == player.seat).count();
    if own >= MAX_OPEN_OFFERS || table.acts >= MAX_ACTS {
        return Vec::new();
    }
    let to: Vec<Seat> =
        table.playing().filter(|seat| *seat != player.seat && !is_near_victory(player, *seat)).collect();
    let mut sides: Vec<(Bundle, Bundle)> = Vec::new();
    for &seat in &to {
        let (missing, spare) = missing_and_spare(&PlayerView::of(player.components, state, seat));
        for (give, _) in player.hand.kinds().filter(|(kind, _)| missing.get(*kind) > 0) {
            for get in gets(spare).into_iter().filter(|get| get.get(give) == 0) {
                let side = (Bundle::of(give, 1), get);
                let is_open = |offer: &Offer| offer.from == player.seat && (offer.give, offer.get) == side;
                if !sides.contains(&side) && !table.offers.iter().any(is_open) {
                    sides.push(side);
                }
            }
        }
    }
    if sides.is_empty() {
        return Vec::new();
    }
    let position = Position::new(player.components, state, &mut KnownPlans::default());
    let plan = position.plan(player.seat);
    let mut paces = Paces::default();
    let mut rounds = |hand: Bundle| position.rounds(&Plan { hand: cards(hand), ..plan.clone() }, &mut paces);
    let now = rounds(player.hand);
    let after = sides.into_iter().map(|(give, get)| (rounds(player.hand - give + get), give, get));
    let mut better: Vec<(f32, Bundle, Bundle)> = after.filter(|(rounds, ..)| *rounds < now).collect();
    better.sort_by(|one, other| one.0.total_cmp(&other.0));
    let offers = better.into_iter().take(MAX_OFFERS);
    offers
        .map(|(_, give, get)| OfferTrade { give, get, to: Some(to.clone()), first_come: true }.into())
        .collect()
}

/// One or two of the cards that a seat can spare.
fn gets(spare: Bundle) -> Vec<Bundle> {
    let mut gets = Vec::new();
    for (kind, count) in spare.kinds() {
        gets.push(Bundle::of(kind, 1));
        if count > 1 {
            gets.push(Bundle::of(kind, 2));
        }
        for (second, _) in spare.kinds().filter(|(second, _)| *second > kind) {
            gets.push(Bundle::of(kind, 1) + Bundle::of(second, 1));
        }
    }
    gets
}
