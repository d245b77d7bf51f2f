//! Where the squares of a board lie in a picture.

use super::point::Point;

/// Squares in rows and columns; `x` grows to the right, `y` downwards.
#[derive(Debug, Clone, Copy)]
pub struct SquarePlan {
    /// The column and the row of the first square.
    pub first: (i16, i16),
    /// The upper left corner of the first square.
    pub corner: Point,
    /// From side to side of a square.
    pub size: f32,
}

impl SquarePlan {
    pub fn of(&self, square: (i16, i16)) -> Point {
        self.corner_of(square).moved(self.size / 2.0, self.size / 2.0)
    }

    /// The upper left corner of a square.
    pub fn corner_of(&self, (x, y): (i16, i16)) -> Point {
        let (first_x, first_y) = self.first;
        self.corner.moved(f32::from(x - first_x) * self.size, f32::from(y - first_y) * self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_lie_side_by_side_from_the_first_on() {
        let plan = SquarePlan { first: (-1, 2), corner: Point::new(10.0, 20.0), size: 4.0 };
        assert_eq!(plan.corner_of((-1, 2)), Point::new(10.0, 20.0));
        assert_eq!(plan.of((0, 4)), Point::new(16.0, 30.0));
    }
}
