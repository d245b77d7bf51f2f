//! How much comes from a place, so that a mail can name the best of many: treasures, and what workers deliver. No
//! advice: what a place is for the plans of a seat is not weighed.

use crate::nord::action::Action;
use crate::nord::board::{Field, Ground, Terrain};
use crate::nord::view::View;

const TREASURE: i32 = 5;
const FOREST: i32 = 3;
const MOUNTAIN: i32 = 2;
const OTHER: i32 = 1;

pub fn of(view: &View, action: &Action) -> Option<i32> {
    match action {
        Action::PlaceWorkers(placing) => {
            Some(placing.fields.iter().map(|field| of_field(view, *field)).sum())
        }
        _ => None,
    }
}

fn of_field(view: &View, field: Field) -> i32 {
    let treasure = if view.table.treasures.contains(&field) { TREASURE } else { 0 };
    let ground = match view.table.board.ground_of(field) {
        Ground::Land(land) if land.terrain == Terrain::Forest => FOREST,
        Ground::Land(land) if land.terrain == Terrain::Mountain => MOUNTAIN,
        _ => OTHER,
    };
    treasure + ground
}
