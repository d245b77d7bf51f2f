//! The two bonus cards, points, and ranking (rules page §10, §11).
//!
//! The rules page does not say who is ahead at the turn limit. Here more points are better, then more cities, more
//! knights, more resource cards; seats that are equal in all of these share a rank. While the game runs, hidden victory
//! point cards do not count in the ranking.

use super::board::{EDGES, Edge, Spot, Vertex};
use super::development::DevelopmentCard;
use super::event::Recorder;
use super::state::{BuildingKind, Phase, State, Table};
use rules::{Applied, Apply, OrMisfit, Outcome, RankedSeat, ScoreSource, Seat, outcome, wire};

/// Two points change hands, or are set aside.
#[wire(Settlers)]
pub struct LongestRouteMoved {
    /// The seat that has the card now; missing while it is set aside.
    pub holder: Option<Seat>,
    /// In roads, of the seat that holds the card.
    pub length: u8,
}

/// Two points change hands.
#[wire(Settlers)]
pub struct LargestArmyMoved {
    /// The seat that has the card now.
    pub holder: Seat,
    pub knights: u8,
}

pub const BONUS: i32 = 2;

/// Moves the card of the longest route if it changes hands: after a road, a settlement, or a seat that gave up.
pub fn settle_route(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    let lengths = competing_routes(table);
    let holder = route_holder(&lengths, table.route.holder, recorder.components.longest_route_from);
    if holder != table.route.holder {
        let length = lengths.iter().copied().fold(0, u8::max);
        recorder.record(LongestRouteMoved { holder, length });
    }
}

/// Gives the card of the largest army to `seat`, which has played a knight, if it has enough knights and more than the
/// holder.
pub fn settle_army(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = &recorder.table;
    let knights = table.knights(seat);
    let to_beat = table.army_holder.map_or(0, |holder| table.knights(holder));
    let takes = knights >= recorder.components.largest_army_from && knights > to_beat;
    if takes && table.army_holder != Some(seat) {
        recorder.record(LargestArmyMoved { holder: seat, knights });
    }
}

impl Apply<State> for LongestRouteMoved {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.route.holder = self.holder;
        Ok(())
    }
}

impl Apply<State> for LargestArmyMoved {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.army_holder = Some(self.holder);
        Ok(())
    }
}

/// The lengths that count for the card, by seat. A seat that gave up counts 0, unless it holds the card.
pub fn competing_routes(table: &Table) -> Vec<u8> {
    let counts = |seat: Seat| !table.has_resigned(seat) || table.route.holder == Some(seat);
    (0..).zip(&table.route.lengths).map(|(seat, length)| if counts(seat) { *length } else { 0 }).collect()
}

/// The seat that gets the card. The holder (`before`) keeps it until another route is longer. It is set aside when
/// several others share the longest route, or when no route has the length `from`.
fn route_holder(lengths: &[u8], before: Option<Seat>, from: u8) -> Option<Seat> {
    let most = lengths.iter().copied().fold(0, u8::max);
    if most < from {
        return None;
    }
    let longest = || (0..).zip(lengths).filter(|(_, length)| **length == most).map(|(seat, _)| seat);
    if let Some(holder) = before.filter(|holder| longest().any(|seat| seat == *holder)) {
        return Some(holder);
    }
    let mut longest = longest();
    longest.next().filter(|_| longest.next().is_none())
}

pub fn measure_route(table: &mut Table, seat: Seat) -> Applied {
    let length = longest_route(table, seat);
    *table.route.lengths.get_mut(usize::from(seat)).or_misfit("no such seat")? = length;
    Ok(())
}

/// The length of the longest trail along the roads of `seat`: no edge twice, vertices as often as one likes, and never
/// through a building of another seat (§10.1).
pub fn longest_route(table: &Table, seat: Seat) -> u8 {
    let mut trail = Trail { table, seat, used: [false; EDGES], longest: 0 };
    for edge in table.roads_of(seat) {
        trail.used[edge.index()] = true;
        for end in edge.vertices() {
            trail.extend(end, 1);
        }
        trail.used[edge.index()] = false;
    }
    trail.longest
}

/// A depth-first search: the roads of the present trail (`used`), and the length of the longest trail found.
struct Trail<'t> {
    table: &'t Table,
    seat: Seat,
    used: [bool; EDGES],
    longest: u8,
}

impl Trail<'_> {
    fn extend(&mut self, at: Vertex, length: u8) {
        self.longest = self.longest.max(length);
        // A trail may end at a building of another seat; it only can't go on from there.
        if self.table.is_opponents(at, self.seat) {
            return;
        }
        for edge in at.edges() {
            if self.is_free(edge) {
                self.used[edge.index()] = true;
                self.extend(edge.beyond(at), length + 1);
                self.used[edge.index()] = false;
            }
        }
    }

    fn is_free(&self, edge: Edge) -> bool {
        !self.used[edge.index()] && self.table.roads.get(edge) == Some(self.seat)
    }
}

pub fn public_points(table: &Table, seat: Seat) -> i32 {
    let buildings: i32 = table.buildings_of(seat).map(|(_, kind)| i32::from(kind.worth())).sum();
    let bonus = |holder: Option<Seat>| if holder == Some(seat) { BONUS } else { 0 };
    buildings + bonus(table.route.holder) + bonus(table.army_holder)
}

/// All points, hidden victory point cards included.
pub fn total_points(state: &State, seat: Seat) -> i32 {
    let hidden = state.secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
    public_points(&state.table, seat) + i32::from(hidden)
}

/// The points that everybody may know: all of them once the game is over.
pub fn known_points(state: &State, seat: Seat) -> i32 {
    if state.table.is_over() { total_points(state, seat) } else { public_points(&state.table, seat) }
}

/// Where the known points come from.
pub fn sources(state: &State) -> Vec<ScoreSource> {
    let table = &state.table;
    let of = |name, points: &dyn Fn(Seat) -> i32| ScoreSource::new(name, 0..table.seats(), points);
    let buildings = |seat: Seat, kind: BuildingKind| -> i32 {
        let own = table.buildings_of(seat).filter(|(_, built)| *built == kind);
        own.map(|(_, built)| i32::from(built.worth())).sum()
    };
    let bonus = |holder: Option<Seat>, seat: Seat| if holder == Some(seat) { BONUS } else { 0 };
    vec![
        of("settlements", &|seat| buildings(seat, BuildingKind::Settlement)),
        of("cities", &|seat| buildings(seat, BuildingKind::City)),
        of("longest_route", &|seat| bonus(table.route.holder, seat)),
        of("largest_army", &|seat| bonus(table.army_holder, seat)),
        of("victory_point_cards", &|seat| known_points(state, seat) - public_points(table, seat)),
    ]
}

pub fn rank(state: &State) -> Vec<RankedSeat> {
    let table = &state.table;
    let merits = |seat: Seat| {
        let has_won = matches!(table.phase, Phase::Over { winner, .. } if winner == Some(seat));
        let cities = table.buildings_of(seat).filter(|(_, kind)| *kind == BuildingKind::City).count();
        let points = known_points(state, seat);
        (has_won, !table.has_resigned(seat), points, cities, table.knights(seat), table.player(seat).cards)
    };
    outcome::rank(table.seats(), merits, |seat| known_points(state, seat))
}

pub fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { ended_by, .. } = state.table.phase else { return None };
    Some(Outcome { ended_by: ended_by.to_string(), ranking: rank(state) })
}
