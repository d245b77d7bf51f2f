//! What the treasures of a hand are worth in the last scoring, in hundredths of a point, with those that may still be found.

use crate::nord::components::Components;
use crate::nord::treasures::{Treasure, Treasures};

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
