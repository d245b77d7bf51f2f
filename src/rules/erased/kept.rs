//! Stored orders, read once for a write.

use super::super::decision::Seat;
use super::super::orders::{REFUSED, SeatOrder, UNREADABLE};
use super::super::reading::read;
use super::super::ruleset::Ruleset;

/// The orders of a game by seat, each with its place among those that were given.
pub struct Kept<R: Ruleset> {
    /// Oldest first.
    pub by_seat: Vec<Vec<R::Order>>,
    places: Vec<Vec<usize>>,
    unreadable: Vec<usize>,
}

impl<R: Ruleset> Kept<R> {
    /// Reads them; what the rules of today can't read never answers.
    pub fn read(orders: &[SeatOrder<'_>]) -> Self {
        let seats = orders.iter().map(|order| usize::from(order.seat) + 1).max().unwrap_or(0);
        let mut kept = Self {
            by_seat: (0..seats).map(|_| Vec::new()).collect(),
            places: vec![Vec::new(); seats],
            unreadable: Vec::new(),
        };
        for (place, given) in orders.iter().enumerate() {
            kept.add(place, given);
        }
        kept
    }

    fn add(&mut self, place: usize, given: &SeatOrder<'_>) {
        let seat = usize::from(given.seat);
        match (read(given.order, "malformed_order"), self.by_seat.get_mut(seat), self.places.get_mut(seat)) {
            (Ok(order), Some(orders), Some(places)) => {
                orders.push(order);
                places.push(place);
            }
            _ => self.unreadable.push(place),
        }
    }

    /// Those that can't apply any more, with the reason, once the orders have answered.
    pub fn spent(
        &self,
        rules: &R,
        state: &R::State,
        refused: &[(Seat, usize)],
    ) -> Vec<(usize, &'static str)> {
        let mut spent: Vec<(usize, &'static str)> =
            self.unreadable.iter().map(|place| (*place, UNREADABLE)).collect();
        for (seat, (orders, places)) in (0..).zip(self.by_seat.iter().zip(&self.places)) {
            if orders.is_empty() {
                continue;
            }
            let view = rules.view(state, Some(seat));
            for (index, (order, place)) in orders.iter().zip(places).enumerate() {
                let was_refused = refused.contains(&(seat, index)).then_some(REFUSED);
                spent.extend(was_refused.or_else(|| rules.spent(&view, order)).map(|why| (*place, why)));
            }
        }
        spent
    }
}
