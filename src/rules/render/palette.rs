//! Colours that people with any kind of colour vision can tell apart; never the only difference between two things.

use crate::Seat;

pub const INK: &str = "#1d252b";
pub const PAPER: &str = "#fbf9f4";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatColour {
    pub fill: &'static str,
    pub ink: &'static str,
}

/// Blue, orange, yellow, pink, black and white, after Okabe and Ito, spread in lightness.
const SEATS: [SeatColour; 6] = [
    SeatColour { fill: "#0061a8", ink: "#ffffff" },
    SeatColour { fill: "#e8590c", ink: "#ffffff" },
    SeatColour { fill: "#ffe11a", ink: INK },
    SeatColour { fill: "#d678b0", ink: INK },
    SeatColour { fill: "#22262a", ink: "#ffffff" },
    SeatColour { fill: "#ffffff", ink: INK },
];

pub fn seat_colour(seat: Seat) -> SeatColour {
    SEATS[usize::from(seat) % SEATS.len()]
}
