//! How well every seat stands, in hundredths of a point: what has been scored, what the next scorings would bring if
//! the position stayed as it is, and what treasures in hand are worth.

use crate::nord::board::Endpoints;
use crate::nord::components::Components;
use crate::nord::connections::Connections;
use crate::nord::state::{MAX_SEATS, Table};
use crate::nord::treasures::{Treasure, Treasures};
use crate::nord::{jarls, scoring};
use rules::Seat;

/// What a thing is worth, in hundredths of a point.
mod worth {
    /// A treasure of another seat.
    pub const TREASURE: i32 = 260;
    pub const MAN: i32 = 30;
    /// A fighter who would not be fed yet.
    pub const UNFED: i32 = 90;
    /// A point of a scoring that comes at once.
    pub const AT_ONCE: i32 = 100;
    pub const NEXT: i32 = 85;
    /// A point of fighters after the raw materials.
    pub const FIGHTERS_LATER: i32 = 65;
    /// A point of fighters in the last scoring, as long as another scoring of fighters comes before it: they stay, but
    /// the fishing boats that feed them do not.
    pub const FIGHTERS_LAST: i32 = 20;
    /// A forest in the raw materials after the next ones: forests stay.
    pub const FORESTS_LATER: i32 = 20;
    /// A point of raw materials after the fighters.
    pub const MATERIALS_LATER: i32 = 40;
    /// A point for a jarl that can be defeated in the next turn.
    pub const JARL: i32 = 70;
    /// A point for a jarl whose funeral is not possible yet.
    pub const JARL_WITHOUT_FUNERAL: i32 = 30;
    /// How much of the others' average is subtracted from the seat's own value, in hundredths.
    pub const ENVY: i32 = 100;
}

struct Weights {
    mountains: i32,
    forests: i32,
    fighters: i32,
}

/// The position of `seat`, which has `hand`, compared with the others who play on.
pub fn evaluate(table: &Table, connections: &Connections, seat: Seat, hand: &ValuedHand) -> i32 {
    let all = each(table, connections);
    let others =
        (0..table.seats()).zip(all).filter(|(other, _)| *other != seat && !table.has_resigned(*other));
    let (theirs, count) = others.fold((0, 0), |(sum, count), (_, value)| (sum + value, count + 1));
    let treasures = table.player(seat).treasures;
    let own = all[usize::from(seat)] - i32::from(treasures) * worth::TREASURE + hand.with_found(treasures);
    // A bot may be asked in a game that all others have left.
    own - theirs * worth::ENVY / 100 / count.max(1)
}

/// The values of all seats, their treasures at the value of unknown ones.
fn each(table: &Table, connections: &Connections) -> [i32; MAX_SEATS] {
    let mut values = [0; MAX_SEATS];
    let weights = weights(table);
    for (player, value) in table.players.iter().zip(&mut values) {
        *value += player.score * 100 + i32::from(player.treasures) * worth::TREASURE;
        *value += i32::from(player.supply) * worth::MAN;
    }
    if weights.forests > 0 {
        for delivery in scoring::deliveries(table, connections) {
            let (forests, mountains) = (i32::from(delivery.forests), i32::from(delivery.mountains));
            values[usize::from(delivery.seat)] += forests * weights.forests + mountains * weights.mountains;
        }
    }
    for meal in scoring::meals(table, connections) {
        let fed = i32::from(meal.fed);
        values[usize::from(meal.seat)] += fed * fed * weights.fighters + i32::from(meal.unfed) * worth::UNFED;
    }
    let boat_links = connections.boat_links();
    for seat in 0..table.seats() {
        values[usize::from(seat)] += within_reach(table, boat_links, seat);
    }
    values
}

fn weights(table: &Table) -> Weights {
    let next = if table.free_places() == 0 { worth::AT_ONCE } else { worth::NEXT };
    let (mountains, forests, fighters) = match table.next_scoring {
        1 => (next, next + worth::FORESTS_LATER, worth::FIGHTERS_LATER + worth::FIGHTERS_LAST),
        2 => (worth::MATERIALS_LATER, worth::MATERIALS_LATER, next + worth::FIGHTERS_LAST),
        3 => (next, next, worth::FIGHTERS_LATER),
        4 => (0, 0, next),
        _ => (0, 0, 0),
    };
    Weights { mountains, forests, fighters }
}

/// What the best jarl brings that a seat could defeat soon; nothing without one.
fn within_reach(table: &Table, boat_links: Endpoints, seat: Seat) -> i32 {
    // A full boat is scored before anybody can defeat a jarl.
    let number = table.next_place().map_or(0, i32::from);
    let foreign =
        table.settlements.iter().filter(|(_, garrison)| garrison.jarl.is_some_and(|jarl| !jarl.is_of(seat)));
    let reached = foreign.filter(|(settlement, _)| jarls::has_majority(table, *settlement, seat));
    let worth = |linked| if linked { worth::JARL } else { worth::JARL_WITHOUT_FUNERAL };
    reached.map(|(settlement, _)| number * worth(boat_links.has(settlement))).max().unwrap_or(0)
}

/// The chance to find 0 to 5 more tiles of one kind, in thousandths: by the number of the next scoring,
/// 1 to 5. A seat finds about nine tiles in a game, of six kinds.
const STILL_FOUND: [[i32; 6]; 5] = [
    [223, 335, 251, 126, 47, 18],
    [340, 367, 198, 71, 19, 5],
    [512, 343, 115, 26, 4, 0],
    [779, 195, 24, 2, 0, 0],
    [1000, 0, 0, 0, 0, 0],
];

#[derive(Debug, Clone, Copy)]
pub struct ValuedHand {
    /// The treasures that are known; those found in a simulation are not.
    pub known: Treasures,
    pub value: i32,
    /// What one more of an unknown kind is worth.
    pub find: i32,
}

impl ValuedHand {
    pub fn of(components: &Components, known: Treasures, next_scoring: u8) -> Self {
        let value = expected_score(components, known, next_scoring);
        let more = Treasure::ALL.into_iter().map(|kind| {
            let mut more = known;
            more.add(kind);
            expected_score(components, more, next_scoring) - value
        });
        Self { known, value, find: more.sum::<i32>() / Treasure::COUNT as i32 }
    }

    pub fn without(&self, components: &Components, kind: Treasure, next_scoring: u8) -> Self {
        let mut known = self.known;
        known.remove(kind);
        Self::of(components, known, next_scoring)
    }

    /// What `tiles` tiles are worth, of which those known are a part.
    pub fn with_found(&self, tiles: u8) -> i32 {
        self.value + (i32::from(tiles) - i32::from(self.known.total())) * self.find
    }
}

/// What a hand will score, on the average.
pub fn expected_score(components: &Components, hand: Treasures, next_scoring: u8) -> i32 {
    // The bounds only keep the index valid.
    let found = &STILL_FOUND[usize::from(next_scoring.clamp(1, 5)) - 1];
    let mut equal = 0;
    // The chance to have 0, 1, 2 … different kinds, in thousandths.
    let mut kinds = [0; Treasure::COUNT + 1];
    kinds[0] = 1000;
    for kind in Treasure::ALL {
        let in_hand = i32::from(hand.get(kind));
        equal +=
            (0..).zip(found).map(|(more, likely)| squared(components, in_hand + more) * likely).sum::<i32>();
        let missing = if in_hand > 0 { 0 } else { found[0] };
        for count in (0..kinds.len()).rev() {
            let before = if count > 0 { kinds[count - 1] } else { 0 };
            kinds[count] = (kinds[count] * missing + before * (1000 - missing)) / 1000;
        }
    }
    let points = components.different_kinds_points.iter().map(|points| i32::from(*points));
    let different: i32 = points.zip(kinds).map(|(points, likely)| points * likely).sum();
    (equal + different) / 10
}

fn squared(components: &Components, count: i32) -> i32 {
    if count >= i32::from(components.equal_kinds_from) { count * count } else { 0 }
}
