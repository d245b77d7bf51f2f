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
    // The chance to have 0, 1, 2 … kinds more than those in hand.
    let mut more = [0.0; Treasure::COUNT + 1];
    more[0] = 1.0;
    let (mut in_hand, mut missing) = (0, 0);
    let not_found = found[0] as f32 / 1000.0;
    for kind in Treasure::ALL {
        let count = i32::from(hand.get(kind));
        equal +=
            (0..).zip(found).map(|(more, likely)| squared(components, count + more) * likely).sum::<i32>();
        if count > 0 {
            in_hand += 1;
            continue;
        }
        missing += 1;
        for count in (0..=missing).rev() {
            let before = if count > 0 { more[count - 1] } else { 0.0 };
            more[count] = more[count] * not_found + before * (1.0 - not_found);
        }
    }
    let points = components.different_kinds_points.iter().skip(in_hand);
    let different: f32 = points.zip(more).map(|(points, likely)| f32::from(*points) * likely).sum();
    equal / 10 + (different * 100.0) as i32
}

fn squared(components: &Components, count: i32) -> i32 {
    if count >= i32::from(components.equal_kinds_from) { count * count } else { 0 }
}
