//! Whether an order makes sense for the seat that gives it.

use super::{Order, StartPreference, spent};
use crate::nord::player_view::PlayerView;
use rules::Refusal;

type Verdict = Result<(), Refusal>;

/// The order, or the refusal that names the field that makes no sense.
pub fn accept(player: &PlayerView<'_>, order: Order) -> Result<Order, Refusal> {
    match &order {
        Order::Start(start) => {
            possible(player, start)?;
            let open = spent(player, &order).is_none();
            ensure(open, "settlements", "You have begun already, or all of these are taken.")
        }
        Order::DefeatJarl(order) => {
            let highest = player.table.places.last().copied().unwrap_or(0);
            let reached = (1..=highest).contains(&order.at_least);
            ensure(reached, "at_least", "No place of the large dragon boat brings so many points.")
        }
    }?;
    Ok(order)
}

fn possible(player: &PlayerView<'_>, order: &StartPreference) -> Verdict {
    let named = &order.settlements;
    ensure(!named.is_empty(), "settlements", "Name a settlement.")?;
    let known = named.iter().all(|settlement| player.table.board.place_of(*settlement).is_some());
    ensure(known, "settlements", "There is no such settlement on the island.")?;
    let once = (1..).zip(named).all(|(next, one)| !named.iter().skip(next).any(|other| other == one));
    ensure(once, "settlements", "A settlement is named twice.")
}

fn ensure(holds: bool, field: &'static str, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(Refusal::new("invalid_order", sentence).of(field)) }
}
