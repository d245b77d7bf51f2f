//! What treasures in hand are worth, in hundredths of a point: what they would score now, and what those still to be found
//! make of them.

use crate::nord::components::Components;
use crate::nord::treasure::{Treasure, Treasures};

/// How likely it is to find so many more tiles of one kind, from none on, in thousandths: by the number of the next scoring,
/// 1 to 4. A seat finds about nine tiles in a game, of six kinds.
const STILL_FOUND: [[i32; 6]; 4] = [
    [223, 335, 251, 126, 47, 18],
    [340, 367, 198, 71, 19, 5],
    [512, 343, 115, 26, 4, 0],
    [779, 195, 24, 2, 0, 0],
];

/// A hand and what it is worth.
#[derive(Debug, Clone, Copy)]
pub struct Hand {
    /// The treasures that are known; those found in a trial are not.
    pub known: Treasures,
    pub value: i32,
    /// What one more is worth whose kind nobody knows.
    pub find: i32,
}

impl Hand {
    /// The hand of a seat before the scoring of that number.
    pub fn of(components: &Components, known: Treasures, next_scoring: u8) -> Self {
        let value = worth(components, known, next_scoring);
        let more = Treasure::ALL.map(|kind| {
            let mut more = known;
            more.add(kind);
            worth(components, more, next_scoring) - value
        });
        Self { known, value, find: more.iter().sum::<i32>() / Treasure::COUNT as i32 }
    }

    /// The hand without a tile of that kind.
    pub fn without(&self, components: &Components, kind: Treasure, next_scoring: u8) -> Self {
        let mut known = self.known;
        known.remove(kind);
        Self::of(components, known, next_scoring)
    }

    /// What so many tiles are worth, of which those known are a part.
    pub fn with_found(&self, tiles: u8) -> i32 {
        self.value + i32::from(tiles.saturating_sub(self.known.total())) * self.find
    }
}

/// What a hand will score, on the average.
fn worth(components: &Components, hand: Treasures, next_scoring: u8) -> i32 {
    let stage = usize::from(next_scoring.saturating_sub(1)).min(STILL_FOUND.len() - 1);
    let found = STILL_FOUND.get(stage).unwrap_or(&[1000, 0, 0, 0, 0, 0]);
    let mut equal = 0;
    // How likely it is to have so many different kinds, in thousandths.
    let mut kinds = [0; Treasure::COUNT + 1];
    kinds[0] = 1000;
    for kind in Treasure::ALL {
        let held = i32::from(hand.get(kind));
        equal +=
            (0..).zip(found).map(|(more, likely)| squared(components, held + more) * likely).sum::<i32>();
        let missing = if held > 0 { 0 } else { found[0] };
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
