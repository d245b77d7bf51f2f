//! What is drawn: the view and the names, with what is asked of them again and again.

use crate::nord::board::{Board, Field};
use crate::nord::state::{Jarl, Table};
use crate::nord::view::View;
use rules::Seat;
use rules::render::Names;

/// A view to be drawn, with the players' names.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    pub view: &'a View,
    pub names: Names<'a>,
}

/// The part of the world that is shown.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// The column and row of the first field.
    pub first: (i16, i16),
    pub columns: u16,
    pub rows: u16,
}

impl<'a> Scene<'a> {
    pub fn table(&self) -> &'a Table {
        &self.view.table
    }

    pub fn board(&self) -> &'a Board {
        &self.view.table.board
    }

    pub fn name(&self, seat: Seat) -> String {
        self.names.inside(seat)
    }

    /// The seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.table().seats()
    }

    /// `neutral jarl`, or `jarl of Ada`.
    pub fn jarl(&self, jarl: Jarl) -> String {
        match jarl {
            Jarl::Neutral {} => "neutral jarl".to_owned(),
            Jarl::Own { seat } => format!("jarl of {}", self.name(seat)),
        }
    }

    /// Land, small dragon boat and workers, with one field of sea around.
    pub fn extent(&self) -> Extent {
        let land = self.board().island().land().map(|(field, ..)| field);
        let workers = self.table().workers.iter().map(|(field, _)| field);
        let seen: Vec<Field> = land.chain(workers).chain([self.board().dragon_boat()]).collect();
        let span = |numbers: Vec<i16>| {
            let (least, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
            let (least, most) = (least.unwrap_or(0).saturating_sub(1), most.unwrap_or(0).saturating_add(1));
            (least, most.abs_diff(least).saturating_add(1))
        };
        let (left, columns) = span(seen.iter().map(|field| field.x).collect());
        let (top, rows) = span(seen.iter().map(|field| field.y).collect());
        Extent { first: (left, top), columns, rows }
    }
}

impl Extent {
    /// Every field that is shown, in reading order.
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let Self { first: (left, top), columns, rows } = *self;
        (top..)
            .take(usize::from(rows))
            .flat_map(move |y| (left..).take(usize::from(columns)).map(move |x| Field::new(x, y)))
    }
}
