//! What others may hold, and what winning is worth, in points.

use super::super::Outlook;
use crate::landnam::resource::Resource;
use rules::Seat;

/// What a resource card is worth when nothing urgent is lacking, in points.
const CARD: f32 = 0.24;
/// How fast the worth of a card falls with their number.
const PLENTY: f32 = 0.2;
pub const WHITE: f32 = 1.0;
/// A red token on the board, which most often becomes a point in the end.
pub const RED: f32 = 0.7;
/// A unit that will leave the board at the next Althing.
pub const UNIT: f32 = 0.5;
/// How likely somebody who could outbid does so.
const WILLING: f32 = 0.7;

/// The chance that a seat holds at least `count` of a kind, if its cards fall as its income does (Poisson).
pub fn holds(outlook: &Outlook<'_>, seat: Seat, kind: Resource, count: u16) -> f32 {
    if count > outlook.hand_size(seat) {
        return 0.0;
    }
    let mean = outlook.guess(seat, kind);
    let mut term = (-mean).exp();
    let mut below = 0.0;
    for k in 0..count {
        below += term;
        term *= mean / f32::from(k + 1);
    }
    (1.0 - below).clamp(0.0, 1.0)
}

/// What it costs to stake so many cards of a kind, in points: the more there are, the less.
pub fn price(outlook: &Outlook<'_>, kind: Resource, cards: u16) -> f32 {
    f32::from(cards) * CARD / (1.0 + PLENTY * f32::from(outlook.hand.get(kind)))
}

/// The chance that a seat answers a lead which it needs `count` cards to break.
pub fn outbids(outlook: &Outlook<'_>, seat: Seat, kind: Resource, count: u16) -> f32 {
    WILLING * holds(outlook, seat, kind, count)
}

/// How much it hurts that `seat` gets a point: more the nearer it is to the end.
pub fn menace(outlook: &Outlook<'_>, seat: Seat) -> f32 {
    match outlook.lacking(seat) {
        0..=1 => 1.0,
        2..=3 => 0.5,
        _ => 0.25,
    }
}
