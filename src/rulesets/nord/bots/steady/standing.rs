//! How well everybody stands, in hundredths of a point: what has been scored, and what the next scorings would bring if
//! the table stayed as it is.

use crate::rules::Seat;
use crate::rulesets::nord::board::Ends;
use crate::rulesets::nord::connections::Connections;
use crate::rulesets::nord::judge::jarls;
use crate::rulesets::nord::scoring::{fighters, materials};
use crate::rulesets::nord::state::{MOST_SEATS, Table};

/// What a thing is worth, in hundredths of a point.
mod worth {
    /// A treasure whose kind nobody knows.
    pub const TREASURE: i32 = 220;
    /// A man at home.
    pub const MAN: i32 = 30;
    /// A fighter who would not be fed yet.
    pub const UNFED: i32 = 60;
    /// A point of a scoring that comes at once.
    pub const AT_ONCE: i32 = 100;
    /// A point of the next scoring.
    pub const NEXT: i32 = 85;
    /// A point of the one after it: fighters stay, but mountains collapse and storms rise.
    pub const FIGHTERS_LATER: i32 = 65;
    /// A point of raw materials after the fighters.
    pub const MATERIALS_LATER: i32 = 40;
    /// A point for a jarl who can be defeated in the next turn.
    pub const JARL: i32 = 45;
    /// A point for a jarl whose funeral can't be held yet.
    pub const JARL_WITHOUT_FUNERAL: i32 = 15;
}

/// So much of what the others have is taken off what one has, in hundredths.
const ENVY: i32 = 60;

/// How well `seat` stands, compared with the others.
pub fn standing(table: &Table, seat: Seat) -> i32 {
    let connections = Connections::of(&table.board, &table.workers);
    let all = each(table, &connections);
    let others = i32::from(table.seats()) - 1;
    let theirs: i32 = (0..).zip(all).filter(|(other, _)| *other != seat).map(|(_, value)| value).sum();
    all.get(usize::from(seat)).copied().unwrap_or(0) - theirs * ENVY / 100 / others.max(1)
}

fn each(table: &Table, connections: &Connections<'_>) -> [i32; MOST_SEATS] {
    let mut values = [0; MOST_SEATS];
    let (for_materials, for_fighters) = weights(table);
    for (player, value) in table.players.iter().zip(&mut values) {
        *value += player.score * 100 + i32::from(player.treasures) * worth::TREASURE;
        *value += i32::from(player.supply) * worth::MAN;
    }
    if for_materials > 0 {
        for delivery in materials::deliveries(table, connections) {
            let points = i32::from(delivery.forests) + i32::from(delivery.mountains);
            add(&mut values, delivery.seat, points * for_materials);
        }
    }
    for meal in fighters::meals(table, connections) {
        let fed = i32::from(meal.fed);
        add(&mut values, meal.seat, fed * fed * for_fighters + i32::from(meal.unfed) * worth::UNFED);
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

/// What a point of raw materials and one of fighters is worth now.
fn weights(table: &Table) -> (i32, i32) {
    let next = if table.free_places() == 0 { worth::AT_ONCE } else { worth::NEXT };
    match table.next_scoring {
        1 | 3 => (next, worth::FIGHTERS_LATER),
        2 => (worth::MATERIALS_LATER, next),
        4 => (0, next),
        _ => (0, 0),
    }
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
