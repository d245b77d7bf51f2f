//! How well everybody stands, in hundredths of a point: what has been scored, and what the next scorings would bring if
//! the table stayed as it is.

use super::hand::Hand;
use crate::nord::board::Ends;
use crate::nord::connections::Connections;
use crate::nord::scoring::{fighters, materials};
use crate::nord::state::{MOST_SEATS, Table};
use crate::nord::validate::jarls;
use rules::Seat;

/// What a thing is worth, in hundredths of a point.
mod worth {
    /// A treasure of somebody else.
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
    /// A point for a jarl who can be defeated in the next turn.
    pub const JARL: i32 = 70;
    /// A point for a jarl whose funeral can't be held yet.
    pub const JARL_WITHOUT_FUNERAL: i32 = 30;
    /// So much of what the others have, on the average, is taken off what one has, in hundredths.
    pub const ENVY: i32 = 100;
}

struct Weights {
    mountains: i32,
    forests: i32,
    fighters: i32,
}

/// How well `seat`, which holds `hand`, stands, compared with the others who play on.
pub fn standing(table: &Table, connections: &Connections<'_>, seat: Seat, hand: &Hand) -> i32 {
    let all = each(table, connections);
    let others =
        (0..table.seats()).zip(all).filter(|(other, _)| *other != seat && !table.has_resigned(*other));
    let (theirs, count) = others.fold((0, 0), |(sum, count), (_, value)| (sum + value, count + 1));
    let own = all.get(usize::from(seat)).copied().unwrap_or(0);
    let treasures = table.player(seat).treasures;
    let own = own - i32::from(treasures) * worth::TREASURE + hand.with_found(treasures);
    own - theirs * worth::ENVY / 100 / count.max(1)
}

fn each(table: &Table, connections: &Connections<'_>) -> [i32; MOST_SEATS] {
    let mut values = [0; MOST_SEATS];
    let weights = weights(table);
    for (player, value) in table.players.iter().zip(&mut values) {
        *value += player.score * 100 + i32::from(player.treasures) * worth::TREASURE;
        *value += i32::from(player.supply) * worth::MAN;
    }
    if weights.forests > 0 {
        for delivery in materials::deliveries(table, connections) {
            let (forests, mountains) = (i32::from(delivery.forests), i32::from(delivery.mountains));
            add(&mut values, delivery.seat, forests * weights.forests + mountains * weights.mountains);
        }
    }
    for meal in fighters::meals(table, connections) {
        let fed = i32::from(meal.fed);
        add(&mut values, meal.seat, fed * fed * weights.fighters + i32::from(meal.unfed) * worth::UNFED);
    }
    let boat_links = connections.boat_links();
    for seat in 0..table.seats() {
        add(&mut values, seat, within_reach(table, boat_links, seat));
    }
    values
}

fn add(values: &mut [i32; MOST_SEATS], seat: Seat, more: i32) {
    if let Some(value) = values.get_mut(usize::from(seat)) {
        *value += more;
    }
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

/// The best jarl that a seat could defeat soon.
fn within_reach(table: &Table, boat_links: Ends, seat: Seat) -> i32 {
    let number = table.places.get(table.dragon_boat.len()).copied().map_or(0, i32::from);
    let foreign =
        table.settlements.iter().filter(|(_, hold)| hold.jarl.is_some_and(|jarl| !jarl.is_of(seat)));
    let reached = foreign.filter(|(settlement, _)| jarls::has_majority(table, *settlement, seat));
    let worth = |linked| if linked { worth::JARL } else { worth::JARL_WITHOUT_FUNERAL };
    reached.map(|(settlement, _)| number * worth(boat_links.has(settlement))).max().unwrap_or(0)
}
