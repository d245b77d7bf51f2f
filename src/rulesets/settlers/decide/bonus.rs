//! The two bonus cards (rules page §10).

use crate::settlers::event::{Event, LargestArmyMoved, LongestRouteMoved};
use crate::settlers::recorder::Recorder;
use crate::settlers::route;
use rules::Seat;

/// After a road or a settlement: does the card of the longest route change hands?
pub fn settle_route(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    let lengths = route::competing(table);
    let holder = route::holder(&lengths, table.route.holder, recorder.components.longest_route_from);
    if holder != table.route.holder {
        let length = lengths.iter().copied().max().unwrap_or(0);
        recorder.record(Event::LongestRouteMoved(LongestRouteMoved { holder, length }));
    }
}

/// After a knight of `seat`: has he more than the holder, or is he the first with enough?
pub fn settle_army(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = recorder.table();
    let knights = table.knights(seat);
    let to_beat = table.army_holder.map_or(0, |holder| table.knights(holder));
    let takes = knights >= recorder.components.largest_army_from && knights > to_beat;
    if takes && table.army_holder != Some(seat) {
        recorder.record(Event::LargestArmyMoved(LargestArmyMoved { holder: seat, knights }));
    }
}
