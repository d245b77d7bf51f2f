//! Whether an order makes sense for the seat that gives it.

use super::{Order, TradeRule};
use crate::rules::{Refusal, Seat};
use crate::rulesets::settlers::resource::Resource;
use crate::rulesets::settlers::sight::Sight;

/// The most rules of one filter.
const MOST_RULES: usize = 20;

type Verdict = Result<(), Refusal>;

/// The order, or the refusal that names the field that makes no sense.
pub fn accept(sight: &Sight<'_>, order: Order) -> Result<Order, Refusal> {
    match &order {
        Order::Discard(order) => different("first", &order.first),
        Order::Trade(order) => {
            let count = (1..=MOST_RULES).contains(&order.rules.len());
            demand(count, "rules", "A filter has 1 to 20 rules.")?;
            order.rules.iter().enumerate().try_for_each(|(index, rule)| possible(sight, index, rule))
        }
        Order::Robber(order) => {
            demand(!order.victims.is_empty(), "victims", "Name a player.")?;
            demand(order.spare.iter().all(|hex| hex.exists()), "spare", "There is no such hex.")?;
            order.victims.iter().try_for_each(|seat| other_seat(sight, "victims".to_owned(), *seat))
        }
        Order::RejectTrades(_) | Order::Roll(_) | Order::EndTurn(_) => Ok(()),
    }?;
    Ok(order)
}

fn possible(sight: &Sight<'_>, index: usize, rule: &TradeRule) -> Verdict {
    let seat = rule.from.map_or(Ok(()), |seat| other_seat(sight, format!("rules[{index}].from"), seat));
    seat.and(different(&format!("rules[{index}].when.they_want_any_of"), &rule.when.they_want_any_of))
}

fn demand(holds: bool, field: &str, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(Refusal::new("invalid_order", sentence).of(field.to_owned())) }
}

fn different(field: &str, kinds: &[Resource]) -> Verdict {
    let twice =
        kinds.iter().enumerate().any(|(index, kind)| kinds.iter().take(index).any(|other| other == kind));
    demand(!twice, field, "A kind is named twice.")
}

fn other_seat(sight: &Sight<'_>, field: String, seat: Seat) -> Verdict {
    demand(seat < sight.table.seats(), &field, "There is no such seat.")?;
    demand(seat != sight.seat, &field, "That is your own seat.")?;
    demand(!sight.table.has_resigned(seat), &field, "That seat has given up.")
}
