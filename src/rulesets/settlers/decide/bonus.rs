//! The two bonus cards (rules page §10).

use crate::rules::Seat;
use crate::rulesets::settlers::event::{Event, LargestArmyMoved, LongestRouteMoved};
use crate::rulesets::settlers::route;
use crate::rulesets::settlers::scribe::Scribe;

/// After a road or a settlement: does the card of the longest route change hands?
pub fn settle_route(scribe: &mut Scribe<'_>) {
    let table = scribe.table();
    let lengths = route::competing(table);
    let holder = route::holder(&lengths, table.route.holder, scribe.components.longest_route_from);
    if holder != table.route.holder {
        let length = lengths.iter().copied().max().unwrap_or(0);
        scribe.tell(Event::LongestRouteMoved(LongestRouteMoved { holder, length }));
    }
}

/// After a knight of `seat`: has he more than the holder, or is he the first with enough?
pub fn settle_army(scribe: &mut Scribe<'_>, seat: Seat) {
    let table = scribe.table();
    let knights = table.knights(seat);
    let to_beat = table.army_holder.map_or(0, |holder| table.knights(holder));
    let takes = knights >= scribe.components.largest_army_from && knights > to_beat;
    if takes && table.army_holder != Some(seat) {
        scribe.tell(Event::LargestArmyMoved(LargestArmyMoved { holder: seat, knights }));
    }
}
