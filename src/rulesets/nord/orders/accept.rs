//! Whether an order makes sense for the seat that gives it.

use super::{Order, StartPreference, spent};
use crate::rules::Refusal;
use crate::rulesets::nord::sight::Sight;

type Verdict = Result<(), Refusal>;

/// The order, or the refusal that names the field that makes no sense.
pub fn accept(sight: &Sight<'_>, order: Order) -> Result<Order, Refusal> {
    match &order {
        Order::Start(start) => {
            possible(sight, start)?;
            let open = spent(sight, &order).is_none();
            demand(open, "settlements", "You have begun already, or all of these are taken.")
        }
        Order::DefeatJarl(order) => {
            let highest = sight.table.places.last().copied().unwrap_or(0);
            let reached = (1..=highest).contains(&order.at_least);
            demand(reached, "at_least", "No place of the large dragon boat brings so many points.")
        }
    }?;
    Ok(order)
}

fn possible(sight: &Sight<'_>, order: &StartPreference) -> Verdict {
    let named = &order.settlements;
    demand(!named.is_empty(), "settlements", "Name a settlement.")?;
    let known = named.iter().all(|settlement| sight.table.board.place_of(*settlement).is_some());
    demand(known, "settlements", "There is no such settlement on the island.")?;
    let once = (1..).zip(named).all(|(next, one)| !named.iter().skip(next).any(|other| other == one));
    demand(once, "settlements", "A settlement is named twice.")
}

fn demand(holds: bool, field: &'static str, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(Refusal::new("invalid_order", sentence).of(field)) }
}
