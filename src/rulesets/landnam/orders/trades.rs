//! Orders about trades that others offer (rules page §7).

use super::lookout::Lookout;
use super::{TradeUnwanted, TradeWanted};
use crate::landnam::action::Action;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{Offer, OfferId};
use rules::{Legal, Seat};

/// Accepts an offer of the wanted kind for the kind that is paid, within the limits.
pub fn accept(lookout: &Lookout<'_>, legal: &Legal<Action>, order: &TradeWanted) -> Option<Action> {
    let wanted = |id: OfferId| open(lookout, id).is_some_and(|offer| is_wanted(lookout, offer, order));
    let holds = order.last_turn.is_none_or(|last| lookout.player.table.turn <= last);
    let action = legal
        .actions
        .iter()
        .find(|action| matches!(action, Action::AcceptOffer(accepted) if wanted(accepted.offer)));
    action.filter(|_| holds).cloned()
}

fn is_wanted(lookout: &Lookout<'_>, offer: &Offer, order: &TradeWanted) -> bool {
    let (Some(got), Some(paid)) = (only(offer.give, order.get), only(offer.want, order.pay)) else {
        return false;
    };
    let left = lookout.player.hand.get(order.pay).checked_sub(paid);
    is_from(&order.from, offer.maker)
        && u16::from(paid) <= u16::from(order.up_to) * u16::from(got)
        && left.is_some_and(|left| left >= order.keep)
}

/// How many cards there are, if all are of that kind.
fn only(cards: Bundle, kind: Resource) -> Option<u8> {
    let count = cards.get(kind);
    (count > 0 && cards == Bundle::of(kind, count)).then_some(count)
}

/// Declines whatever was not accepted.
pub fn decline(lookout: &Lookout<'_>, legal: &Legal<Action>, order: &TradeUnwanted) -> Option<Action> {
    let unwanted = |id: OfferId| open(lookout, id).is_some_and(|offer| is_from(&order.from, offer.maker));
    let holds = order.last_turn.is_none_or(|last| lookout.player.table.turn <= last);
    let action = legal
        .actions
        .iter()
        .find(|action| matches!(action, Action::DeclineOffer(declined) if unwanted(declined.offer)));
    action.filter(|_| holds).cloned()
}

fn open<'o>(lookout: &Lookout<'o>, id: OfferId) -> Option<&'o Offer> {
    lookout.player.table.trading()?.offer(id)
}

fn is_from(meant: &Option<Vec<Seat>>, maker: Seat) -> bool {
    meant.as_ref().is_none_or(|seats| seats.contains(&maker))
}
