//! Shapes of icons that several rulesets show, in the language of SVG paths, within 12 units around the origin.

/// A conifer: timber.
pub const TREE: &str = "M0-11L5.5-4H3L7.5 2H4.5L9 8H1.8V11H-1.8V8H-9L-4.5 2H-7.5L-3-4H-5.5z";

/// A sheep: wool.
pub const SHEEP: &str = "M-6.5-5a3.4 3.4 0 0 1 5.4-1.6a3.8 3.8 0 0 1 6.4 1.2l4-1.6 1.7 3.8-2 2.8-1.6 0q.4 4-3 5.4v5.2H2.4V6H-3.4v4.2H-5.9V4.9a4 4 0 0 1-3.3-5.3a3.4 3.4 0 0 1 2.7-4.6z";

/// An ear: grain.
pub const WHEAT: &str = "M-.9 11V8.4q-5.1-.4-5.6-5.8q4.6.4 5.6 3.2V3q-5.1-.4-5.6-5.8q4.6.4 5.6 3.2V-2.2q-3-1-3-4.2q0-3 3.9-5q3.9 2 3.9 5q0 3.2-3 4.2V.4q1-2.8 5.6-3.2q-.5 5.4-5.6 5.8v2.8q1-2.8 5.6-3.2q-.5 5.4-5.6 5.8V11z";

/// Two cards, one behind the other: what is in a hand.
pub const CARDS: &str = "M-9.5-10.5H3.5Q5-10.5 5-9V-8H-4.5Q-7-8-7-5.5V6.5H-9.5Q-11 6.5-11 5V-9Q-11-10.5-9.5-10.5zM-3.5-6H8.5Q10-6 10-4.5V9Q10 10.5 8.5 10.5H-3.5Q-5 10.5-5 9V-4.5Q-5-6-3.5-6z";

/// A card with a star on its back: a card of chance.
pub const STARRED_CARD: &str = "M-5.5-10.5H5.5Q7-10.5 7-9V9Q7 10.5 5.5 10.5H-5.5Q-7 10.5-7 9V-9Q-7-10.5-5.5-10.5zM0-5.3L-1.4-1.7-5.2-1.6-2.2.8-3.3 4.5 0 2.3 3.3 4.5 2.2.8 5.2-1.6 1.4-1.7z";

/// A five-pointed star: points.
pub const STAR: &str = "M0-10.6L2.7-3.4 10.4-3.2 4.3 1.5 6.5 8.9 0 4.6-6.5 8.9-4.3 1.5-10.4-3.2-2.7-3.4z";

/// A sword, the point up.
pub const SWORD: &str =
    "M0-11.2L2.1-8V3H6.4V5.6H1.5V8.6Q2.4 9.2 2.2 10.9H-2.2Q-2.4 9.2-1.5 8.6V5.6H-6.4V3H-2.1V-8z";
