//! Whether an order makes sense for the seat that gives it.

use super::{Order, TradeRule};
use crate::settlers::player_view::PlayerView;
use crate::settlers::resource::Resource;
use rules::{Refusal, Seat};

const MOST_RULES: usize = 20;

type Verdict = Result<(), Refusal>;

/// The order, or the refusal that names the field that makes no sense.
pub fn accept(player: &PlayerView<'_>, order: Order) -> Result<Order, Refusal> {
    match &order {
        Order::Discard(order) => different("first", &order.first),
        Order::Trade(order) => {
            let count = (1..=MOST_RULES).contains(&order.rules.len());
            ensure(count, "rules", "A filter has 1 to 20 rules.")?;
            order.rules.iter().enumerate().try_for_each(|(index, rule)| possible(player, index, rule))
        }
        Order::Robber(order) => {
            ensure(!order.victims.is_empty(), "victims", "Name a player.")?;
            ensure(order.spare.iter().all(|hex| hex.exists()), "spare", "There is no such hex.")?;
            order.victims.iter().try_for_each(|seat| other_seat(player, "victims".to_owned(), *seat))
        }
        Order::RejectTrades(_) | Order::Roll(_) | Order::EndTurn(_) => Ok(()),
    }?;
    Ok(order)
}

fn possible(player: &PlayerView<'_>, index: usize, rule: &TradeRule) -> Verdict {
    let seat = rule.from.map_or(Ok(()), |seat| other_seat(player, format!("rules[{index}].from"), seat));
    seat.and(different(&format!("rules[{index}].when.they_want_any_of"), &rule.when.they_want_any_of))
}

fn ensure(holds: bool, field: &str, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(Refusal::new("invalid_order", sentence).of(field.to_owned())) }
}

fn different(field: &str, kinds: &[Resource]) -> Verdict {
    let twice =
        kinds.iter().enumerate().any(|(index, kind)| kinds.iter().take(index).any(|other| other == kind));
    ensure(!twice, field, "A kind is named twice.")
}

fn other_seat(player: &PlayerView<'_>, field: String, seat: Seat) -> Verdict {
    ensure(seat < player.table.seats(), &field, "There is no such seat.")?;
    ensure(seat != player.seat, &field, "That is your own seat.")?;
    ensure(!player.table.has_resigned(seat), &field, "That seat has given up.")
}
