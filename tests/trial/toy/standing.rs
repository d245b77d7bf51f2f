//! The standing orders of the toy.

use rules::Refusal;

use super::parts::{Action, Order, View};
use super::{CARDS, HIGHEST_BET};

pub fn accept(view: &View, order: Order) -> Result<Order, Refusal> {
    match order {
        Order::PlayWhenHeld { card } if card >= CARDS => {
            Err(Refusal::new("invalid_order", "there is no such card").at_field("card"))
        }
        Order::PlayWhenHeld { card } if view.played.contains(&card) => {
            Err(Refusal::new("invalid_order", "the card is played").at_field("card"))
        }
        Order::KeepBetting { amount } if !(1..=HIGHEST_BET).contains(&amount) => {
            Err(Refusal::new("invalid_order", "nobody bets so much").at_field("amount"))
        }
        order => Ok(order),
    }
}

pub fn spent(view: &View, order: &Order) -> Option<&'static str> {
    match order {
        Order::PlayWhenHeld { card } => view.played.contains(card).then_some("card_played"),
        Order::KeepBetting { .. } => None,
    }
}

/// What the order answers with, if it fits.
pub fn answer(view: &View, order: &Order) -> Option<Action> {
    match order {
        Order::PlayWhenHeld { card } if view.hand.as_ref()?.contains(card) => {
            Some(Action::Play { card: *card })
        }
        Order::PlayWhenHeld { .. } => None,
        Order::KeepBetting { amount } => Some(Action::Bet { amount: *amount }),
    }
}
