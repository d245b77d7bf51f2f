//! Pointy-top hexes in axial coordinates and their corners, shared by every ruleset with a hex board.
//!
//! Every corner is the north or the south corner of exactly one hex, so a corner is written as that hex and a
//! pole: `1,-2,N`. A hex is written `1,-2`.

use std::fmt;
use std::str::FromStr;

/// A hex by its axial coordinates; `q` grows to the east, `r` to the south-east.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    pub q: i8,
    pub r: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pole {
    N,
    S,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexCorner {
    /// The one hex of which this is the north or south corner.
    pub hex: Hex,
    pub pole: Pole,
}

/// Text that is neither a hex nor a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a hex of the form `q,r` or a corner of the form `q,r,N`")]
pub struct NotAHex;

impl Hex {
    pub const CENTRE: Self = Self::new(0, 0);

    pub const fn new(q: i8, r: i8) -> Self {
        Self { q, r }
    }

    const fn moved(self, q: i8, r: i8) -> Self {
        Self::new(self.q + q, self.r + r)
    }

    /// The six neighbours: E, NE, NW, W, SW, SE.
    pub const fn neighbours(self) -> [Self; 6] {
        [
            self.moved(1, 0),
            self.moved(1, -1),
            self.moved(0, -1),
            self.moved(-1, 0),
            self.moved(-1, 1),
            self.moved(0, 1),
        ]
    }

    pub fn distance(self, other: Self) -> u8 {
        let (q, r) = (i16::from(self.q) - i16::from(other.q), i16::from(self.r) - i16::from(other.r));
        let steps = q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs());
        // A client may name hexes that are farther apart than any board is wide.
        u8::try_from(steps).unwrap_or(u8::MAX)
    }

    /// Every hex at most `radius` steps from the centre, in rising order of `(q, r)`.
    pub fn disc(radius: i8) -> impl Iterator<Item = Self> {
        (-radius..=radius)
            .flat_map(move |q| (-radius..=radius).map(move |r| Self::new(q, r)))
            .filter(move |hex| hex.distance(Self::CENTRE) <= radius.unsigned_abs())
    }

    /// Where the middle lies, from that of the board to the east and to the south, in sides of a hex.
    pub fn point(self) -> (f32, f32) {
        let (q, r) = (f32::from(self.q), f32::from(self.r));
        (3.0_f32.sqrt() * (q + r / 2.0), 1.5 * r)
    }

    /// The six corners, clockwise from the north.
    pub const fn corners(self) -> [HexCorner; 6] {
        [
            HexCorner::north(self),
            HexCorner::south(self.moved(1, -1)),
            HexCorner::north(self.moved(0, 1)),
            HexCorner::south(self),
            HexCorner::north(self.moved(-1, 1)),
            HexCorner::south(self.moved(0, -1)),
        ]
    }
}

impl HexCorner {
    pub const fn north(hex: Hex) -> Self {
        Self { hex, pole: Pole::N }
    }

    pub const fn south(hex: Hex) -> Self {
        Self { hex, pole: Pole::S }
    }

    /// Where it lies, as [`Hex::point`] says it.
    pub fn point(self) -> (f32, f32) {
        let (x, y) = self.hex.point();
        (x, if self.pole == Pole::N { y - 1.0 } else { y + 1.0 })
    }

    /// The three hexes that meet here, beginning with the one that names the corner.
    pub const fn hexes(self) -> [Hex; 3] {
        let hex = self.hex;
        match self.pole {
            Pole::N => [hex, hex.moved(0, -1), hex.moved(1, -1)],
            Pole::S => [hex, hex.moved(0, 1), hex.moved(-1, 1)],
        }
    }

    /// The three corners that are one edge away.
    pub const fn neighbours(self) -> [Self; 3] {
        let hex = self.hex;
        match self.pole {
            Pole::N => {
                [Self::south(hex.moved(0, -1)), Self::south(hex.moved(1, -1)), Self::south(hex.moved(1, -2))]
            }
            Pole::S => {
                [Self::north(hex.moved(0, 1)), Self::north(hex.moved(-1, 1)), Self::north(hex.moved(-1, 2))]
            }
        }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{}", self.q, self.r)
    }
}

impl fmt::Display for HexCorner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{:?}", self.hex, self.pole)
    }
}

/// A coordinate as [`fmt::Display`] writes it, and what follows: no `+`, no leading zeros, so that every hex has one
/// name.
fn coordinate(text: &[u8]) -> Option<(i8, &[u8])> {
    let (sign, digits) = match text {
        [b'0', rest @ ..] => return Some((0, rest)),
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    let (first, mut rest) = digits.split_first().filter(|(first, _)| (b'1'..=b'9').contains(first))?;
    let mut value = sign * (first - b'0') as i8;
    while let [digit @ b'0'..=b'9', more @ ..] = rest {
        value = value.checked_mul(10)?.checked_add(sign * (digit - b'0') as i8)?;
        rest = more;
    }
    Some((value, rest))
}

/// The hex, and the rest of the text.
fn hex(text: &[u8]) -> Option<(Hex, &[u8])> {
    let (q, rest) = coordinate(text)?;
    let (r, rest) = coordinate(rest.strip_prefix(b",")?)?;
    Some((Hex::new(q, r), rest))
}

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        match hex(text.as_bytes()) {
            Some((hex, [])) => Ok(hex),
            _ => Err(NotAHex),
        }
    }
}

impl FromStr for HexCorner {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        match hex(text.as_bytes()) {
            Some((hex, b",N")) => Ok(Self::north(hex)),
            Some((hex, b",S")) => Ok(Self::south(hex)),
            _ => Err(NotAHex),
        }
    }
}
