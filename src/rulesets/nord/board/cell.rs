//! The part of the endless sea that a game can reach, as numbered cells: what random play asks thousands of times a
//! second is answered by looking into an array.

use super::field::Field;

/// The sea around the island: farther than the fishing boats of four players can go (§4.1), and a rim that is never used.
const MARGIN: i16 = 10;

/// A field by its number in the window of its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Its number, as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rectangle of fields, numbered in reading order.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    left: i16,
    top: i16,
    wide: u16,
    high: u16,
}

impl Window {
    /// The fields, and the sea around them.
    pub fn around(fields: impl Iterator<Item = Field> + Clone) -> Self {
        let across = fields.clone().map(|field| field.x);
        let (left, right) = (across.clone().min().unwrap_or(0), across.max().unwrap_or(0));
        let down = fields.map(|field| field.y);
        let (top, bottom) = (down.clone().min().unwrap_or(0), down.max().unwrap_or(0));
        let length = |from: i16, to: i16| to.abs_diff(from).min(200) + 1 + 2 * MARGIN.unsigned_abs();
        Self {
            left: left.saturating_sub(MARGIN),
            top: top.saturating_sub(MARGIN),
            wide: length(left, right),
            high: length(top, bottom),
        }
    }

    pub const fn cells(&self) -> usize {
        self.wide as usize * self.high as usize
    }

    /// The cell of a field; `None` on the rim and outside.
    pub fn cell(&self, field: Field) -> Option<Cell> {
        let across = field.x.checked_sub(self.left).and_then(|across| u16::try_from(across).ok())?;
        let down = field.y.checked_sub(self.top).and_then(|down| u16::try_from(down).ok())?;
        let inside = |at: u16, length: u16| at >= 1 && at + 1 < length;
        (inside(across, self.wide) && inside(down, self.high)).then(|| Cell(down * self.wide + across))
    }

    pub const fn field(&self, cell: Cell) -> Field {
        Field::new(self.left + (cell.0 % self.wide) as i16, self.top + (cell.0 / self.wide) as i16)
    }

    pub const fn is_rim(&self, cell: Cell) -> bool {
        let (across, down) = (cell.0 % self.wide, cell.0 / self.wide);
        across == 0 || down == 0 || across + 1 == self.wide || down + 1 == self.high
    }

    /// The cells north, east, south and west of one that is not on the rim.
    pub const fn near(&self, cell: Cell) -> [Cell; 4] {
        let Cell(at) = cell;
        [
            Cell(at.saturating_sub(self.wide)),
            Cell(at.saturating_add(1)),
            Cell(at.saturating_add(self.wide)),
            Cell(at.saturating_sub(1)),
        ]
    }
}
