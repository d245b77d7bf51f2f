//! How well each seat stands: what [`Plan`] needs to know, read off a state.

use std::rc::Rc;

use smallvec::SmallVec;

use super::plan::{Cards, Paces, Plan, Prices, Site, add, cards};
use crate::settlers::board::{Edge, Harbour, Hex, Spot, VERTICES, Vertex};
use crate::settlers::components::Components;
use crate::settlers::development::DevelopmentCard;
use crate::settlers::resource::Bundle;
use crate::settlers::scoring::{self, BONUS};
use crate::settlers::state::{BuildingKind, Buildings, Phase, Roads, State, Table};
use crate::settlers::trade;
use rules::Seat;

/// More roads than this are not planned to one place.
const MAX_ROADS: u8 = 3;
/// The places to settle that are looked at, the best first.
const MAX_SITES: usize = 4;

/// The rounds that a seat is behind once its turn is over: what it could pay for waits for the next. Without it the
/// strong bot ended turns too soon and won 53 % of 4,000 games of three and 45 % of four; with 0.3 it won 67 and 65 %,
/// with 0.6 and with 1.0 68 %.
const TURN_OVER: f32 = 0.6;
/// What a settlement that is still to come yields of each kind, in chances in 36.
const PIPS_TO_COME: f32 = 1.6;
/// How much of a hex is counted on while the robber stands there.
const ROBBED_SHARE: f32 = 0.5;
/// The part of a hand above the limit that sevens take until the next turn, in the mean.
const SEVEN_COSTS: f32 = 0.22;

/// What was worked out for one answer.
#[derive(Default)]
pub struct KnownPlans {
    grounds: Vec<Rc<Ground>>,
    by_seat: SmallVec<[PlansOfSeat; 4]>,
}

/// The plans of a seat with the rounds that they take. Most of what is tried changes the plan of one seat alone, and to
/// work one out takes as long as the rest of a value.
#[derive(Default)]
struct PlansOfSeat {
    known: Vec<(Plan, f32)>,
    paces: Paces,
}

/// What follows from the pieces on the board alone: most of what is tried changes hands and leaves it as it is.
struct Ground {
    buildings: Buildings,
    roads: Roads,
    robber: Hex,
    playing: usize,
    is_founding: bool,
    prices: Prices,
    /// By seat, without cards and the points for them.
    plans: SmallVec<[Plan; 4]>,
}

impl KnownPlans {
    fn rounds(&mut self, position: &Position<'_>, seat: Seat, plan: Plan) -> f32 {
        let place = usize::from(seat);
        if self.by_seat.len() <= place {
            self.by_seat.resize_with(place + 1, PlansOfSeat::default);
        }
        let PlansOfSeat { known, paces } = &mut self.by_seat[place];
        if let Some((_, rounds)) = known.iter().find(|(known, _)| *known == plan) {
            return *rounds;
        }
        let rounds = position.rounds(&plan, paces);
        known.push((plan, rounds));
        rounds
    }

    fn ground(&mut self, components: &Components, table: &Table) -> Rc<Ground> {
        // The last one first: positions that are looked at one after the other are alike.
        if let Some(known) = self.grounds.iter().rev().find(|ground| ground.is_of(table)) {
            return known.clone();
        }
        let ground = Rc::new(Ground::new(components, table));
        self.grounds.push(ground.clone());
        ground
    }
}

/// The chance that the seat wins.
pub fn chance_to_win(components: &Components, state: &State, seat: Seat, known: &mut KnownPlans) -> f32 {
    Position::new(components, state, known).chance_to_win(seat, known)
}

/// A state with what follows from its board.
pub struct Position<'s> {
    components: &'s Components,
    state: &'s State,
    ground: Rc<Ground>,
}

impl<'s> Position<'s> {
    pub fn new(components: &'s Components, state: &'s State, known: &mut KnownPlans) -> Self {
        Self { components, state, ground: known.ground(components, &state.table) }
    }

    fn table(&self) -> &'s Table {
        &self.state.table
    }

    fn chance_to_win(&self, seat: Seat, known: &mut KnownPlans) -> f32 {
        let table = self.table();
        if let Phase::Over { winner, .. } = table.phase {
            return if winner == Some(seat) { 1.0 } else { 0.0 };
        }
        let behind = if table.active == seat { 0.0 } else { TURN_OVER };
        let own = self.strength(seat, behind, known);
        if matches!(table.phase, Phase::Founding(_)) {
            return own;
        }
        let others = table.playing().filter(|other| *other != seat);
        own / (own + others.map(|other| self.strength(other, 0.0, known)).sum::<f32>())
    }

    fn strength(&self, seat: Seat, behind: f32, known: &mut KnownPlans) -> f32 {
        let rounds = known.rounds(self, seat, self.plan(seat)) + behind + self.turn_comes_after(seat);
        (rounds.max(0.0) + 1.0).powi(-4)
    }

    pub fn rounds(&self, plan: &Plan, paces: &mut Paces) -> f32 {
        plan.rounds_to_win(&self.ground.prices, paces)
    }

    /// The part of a round by which the seat's next turn comes earlier than that of the seat that has rolled last.
    fn turn_comes_after(&self, seat: Seat) -> f32 {
        let table = self.table();
        let (seats, active) = (table.seats(), table.active);
        let last = if table.phase == (Phase::Roll {}) { (active + seats - 1) % seats } else { active };
        let turns = (2 * seats + seat - last - 1) % seats + 1;
        f32::from(turns) / f32::from(seats) - 1.0
    }

    pub fn plan(&self, seat: Seat) -> Plan {
        let table = self.table();
        let mut plan = self.ground.plans.get(usize::from(seat)).cloned().unwrap_or_default();
        plan.needs = f32::from(table.victory_points) - scoring::public_points(table, seat) as f32;
        plan.hand = cards(self.hand(seat));
        self.count_development(seat, &mut plan);
        self.count_route(seat, &mut plan);
        let held: f32 = plan.hand.iter().sum();
        // A hand that is nearly too large will be by the time that a seven is rolled.
        let danger = ((held + 2.0 - f32::from(table.discard_limit)) / 3.0).clamp(0.0, 1.0);
        plan.hand.iter_mut().for_each(|cards| *cards *= 1.0 - SEVEN_COSTS * danger);
        plan
    }

    /// What the seat has when open acceptances are carried out and discards are made.
    fn hand(&self, seat: Seat) -> Bundle {
        let mut hand = self.state.secret.hand(seat) - self.state.secret.aside_of(seat);
        for offer in &self.table().offers {
            let Some(with) = offer.accepted().next() else { continue };
            if offer.from == seat {
                hand = hand - offer.give + offer.get;
            } else if with == seat {
                hand = hand - offer.get + offer.give;
            }
        }
        hand
    }

    /// Points and cards to come from the development cards in hand. Those bought in this turn count as the mean of all, so
    /// that it makes no difference which of them the imagined deck had on top.
    fn count_development(&self, seat: Seat, plan: &mut Plan) {
        let (table, secret) = (self.table(), &self.state.secret);
        let held = secret.development_of(seat);
        let bought = if table.active == seat { secret.bought } else { Default::default() };
        let known = held - bought;
        let count = |card: DevelopmentCard| f32::from(known.get(card));
        let new = f32::from(bought.total());
        plan.needs -= count(DevelopmentCard::VictoryPoint) + 0.2 * new;
        // In cards, a little less than they bring when they are played.
        plan.wild += 0.5 * count(DevelopmentCard::Knight)
            + 1.7 * count(DevelopmentCard::YearOfPlenty)
            + 2.5 * count(DevelopmentCard::Monopoly)
            + 0.5 * new;
        add(&mut plan.hand, cards(self.components.costs.road), 1.8 * count(DevelopmentCard::RoadBuilding));
        let unplayed = count(DevelopmentCard::Knight) + 0.56 * new;
        let own = f32::from(table.knights(seat)) + 0.9 * unplayed;
        let others = table.others(seat).map(|other| f32::from(table.knights(other))).fold(0.0, f32::max);
        let mut card = 0.2;
        if table.army_holder == Some(seat) {
            // The public points count the bonus in full; with a short lead it may be lost.
            let lead = (own - others).clamp(0.0, 3.0);
            plan.needs += 0.2 * (3.0 - lead);
        } else {
            let to_beat = others.max(f32::from(self.components.largest_army_from) - 1.0) + 1.0;
            let missing = (to_beat - own).max(0.0);
            // With enough knights in hand all that is missing is a few turns.
            plan.needs -= 1.5 * (1.0 - missing / 3.0).max(0.0).powi(2);
            card += 0.6 / missing.max(1.0);
        }
        plan.card = if table.deck > 0 { card } else { 0.0 };
    }

    fn count_route(&self, seat: Seat, plan: &mut Plan) {
        let table = self.table();
        let length = |seat: Seat| table.route.lengths.get(usize::from(seat)).copied().map_or(0.0, f32::from);
        let others = table.others(seat).map(length).fold(0.0, f32::max);
        if table.route.holder == Some(seat) {
            let lead = (length(seat) - others).clamp(0.0, 3.0);
            plan.needs += 0.25 * (3.0 - lead);
            return;
        }
        let to_beat = others.max(f32::from(self.components.longest_route_from) - 1.0) + 1.0;
        let missing = (to_beat - length(seat)).max(1.0);
        if missing <= 4.0 && f32::from(table.player(seat).left.roads) >= missing {
            plan.route = Some((missing, 0.75 * BONUS as f32));
        }
    }
}

impl Ground {
    fn is_of(&self, table: &Table) -> bool {
        self.robber == table.robber
            && self.buildings == table.buildings
            && self.roads == table.roads
            && self.playing == table.playing().count()
            && self.is_founding == table.founding().is_some()
    }

    fn new(components: &Components, table: &Table) -> Self {
        let survey = Survey::new(table);
        Self {
            buildings: table.buildings,
            roads: table.roads,
            robber: table.robber,
            playing: table.playing().count(),
            is_founding: table.founding().is_some(),
            prices: Prices::new(&components.costs),
            plans: (0..table.seats()).map(|seat| survey.plan(components, seat)).collect(),
        }
    }
}

/// What all seats need to know of the board.
struct Survey<'t> {
    table: &'t Table,
    /// The cards in a round from what is rolled once in 36 times.
    per_pip: f32,
    /// The corners where nobody can settle any more, one bit each.
    closed: u64,
    /// How many roads each seat needs to each corner.
    roads: SmallVec<[[u8; VERTICES]; 4]>,
}

impl<'t> Survey<'t> {
    fn new(table: &'t Table) -> Self {
        let mut closed = 0;
        for (vertex, _) in table.buildings.iter() {
            closed |= 1 << vertex.index();
            vertex.neighbours().for_each(|next| closed |= 1 << next.index());
        }
        let roads = (0..table.seats()).map(|seat| roads_from(table, seat)).collect();
        Self { table, per_pip: table.playing().count() as f32 / 36.0, closed, roads }
    }

    fn plan(&self, components: &Components, seat: Seat) -> Plan {
        let table = self.table;
        let left = table.player(seat).left;
        let mut plan = Plan {
            worth: cards(trade::rates(table, seat)).map(|rate| 1.0 / rate),
            settlements_left: left.settlements,
            cities_left: left.cities,
            ..Plan::default()
        };
        for (vertex, kind) in table.buildings_of(seat) {
            let income = self.income(vertex);
            add(&mut plan.income, income, f32::from(kind.worth()));
            if kind == BuildingKind::Settlement {
                plan.settlements.push(income);
            }
        }
        if table.founding().is_some() && left.settlements + 1 >= components.pieces.settlements {
            // The second settlement is still to come.
            add(&mut plan.income, Cards::default().map(|_| self.per_pip), PIPS_TO_COME);
        }
        plan.sites = self.sites(seat, &plan);
        plan
    }

    /// The cards in a round that a settlement there yields.
    fn income(&self, vertex: Vertex) -> Cards {
        let mut income = Cards::default();
        for hex in vertex.hexes() {
            let land = self.table.board.land(hex);
            let Some(kind) = land.and_then(|land| land.terrain.resource()) else { continue };
            let share = if hex == self.table.robber { ROBBED_SHARE } else { 1.0 };
            income[kind.index()] += f32::from(self.table.board.pips(hex)) * self.per_pip * share;
        }
        income
    }

    fn sites(&self, seat: Seat, plan: &Plan) -> SmallVec<[Site; MAX_SITES]> {
        let mut best: SmallVec<[(f32, Vertex, u8); MAX_SITES]> = SmallVec::new();
        let Some(own) = self.roads.get(usize::from(seat)) else { return SmallVec::new() };
        for vertex in Vertex::all().filter(|vertex| (self.closed >> vertex.index()) & 1 == 0) {
            let roads = own[vertex.index()];
            if roads > MAX_ROADS {
                continue;
            }
            let pips: u8 = vertex.hexes().map(|hex| self.table.board.pips(hex)).sum();
            let score = f32::from(pips + 2) / f32::from(4 + 2 * roads);
            let place = best.iter().position(|(other, ..)| score > *other).unwrap_or(best.len());
            if place < MAX_SITES {
                best.truncate(MAX_SITES - 1);
                best.insert(place, (score, vertex, roads));
            }
        }
        best.into_iter().map(|(_, vertex, roads)| self.site(seat, plan, vertex, roads)).collect()
    }

    fn site(&self, seat: Seat, plan: &Plan, vertex: Vertex, roads: u8) -> Site {
        let others = self.table.others(seat).filter_map(|other| self.roads.get(usize::from(other)));
        let nearest = others.map(|roads| roads[vertex.index()]).min().unwrap_or(u8::MAX);
        let chance = match i16::from(nearest) - i16::from(roads) {
            ..0 => 0.35,
            0 => 0.65,
            1 => 0.85,
            _ => 0.95,
        };
        let mut worth = plan.worth;
        match self.table.board.harbour(vertex).map(Harbour::resource) {
            Some(Some(kind)) => worth[kind.index()] = worth[kind.index()].max(0.5),
            Some(None) => worth.iter_mut().for_each(|worth| *worth = worth.max(1.0 / 3.0)),
            None => {}
        }
        Site { roads: f32::from(roads), income: self.income(vertex), worth, chance }
    }
}

/// How many more roads the seat needs to each corner, [`MAX_ROADS`] at most.
fn roads_from(table: &Table, seat: Seat) -> [u8; VERTICES] {
    let mut roads = [u8::MAX; VERTICES];
    let own = table.roads_of(seat).flat_map(Edge::vertices);
    let own = own.chain(table.buildings_of(seat).map(|(vertex, _)| vertex));
    // The corners reached with a number of roads, one bit each.
    let mut reached = own.fold(0_u64, |reached, vertex| reached | (1 << vertex.index()));
    for count in 0..=MAX_ROADS {
        let mut next = 0;
        while reached != 0 {
            let place = reached.trailing_zeros() as usize;
            reached &= reached - 1;
            let (Some(vertex), Some(there)) = (Vertex::at(place), roads.get_mut(place)) else { continue };
            if *there != u8::MAX {
                continue;
            }
            *there = count;
            if count < MAX_ROADS && !table.is_opponents(vertex, seat) {
                let free = vertex.edges().filter(|edge| table.roads.get(*edge).is_none());
                next = free.fold(next, |next, edge| next | (1 << edge.beyond(vertex).index()));
            }
        }
        reached = next;
    }
    roads
}
