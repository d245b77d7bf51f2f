//! Trade: with the bank for what the goal lacks, with others where it helps the goal and not the leader.

use super::goal;
use crate::settlers::action::Action;
use crate::settlers::player_view::PlayerView;
use crate::settlers::points;
use crate::settlers::resource::Bundle;
use crate::settlers::state::{Offer, OfferId};
use rules::Seat;

/// Nobody with so many points less than win is helped.
const DANGEROUS: i32 = 2;

/// Accepts an offer that brings the goal nearer for cards it can spare, else rejects it.
pub fn reply(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    accept(player, actions)
        .or_else(|| actions.iter().find(|action| matches!(action, Action::RejectTrade(_))).cloned())
}

/// An acceptance of a good offer, or the confirmation of an own one.
pub fn accept(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let wanted = |action: &&Action| match action {
        Action::AcceptTrade(accept) => is_good(player, accept.offer),
        Action::ConfirmTrade(_) => true,
        _ => false,
    };
    actions.iter().find(wanted).cloned()
}

fn is_good(player: &PlayerView<'_>, offer: OfferId) -> bool {
    let Some(Offer { from, give, get, .. }) = player.table.offer(offer) else { return false };
    let helps = overlap(goal::missing(player), *give);
    let partner_is_dangerous = points_of(player, *from) + DANGEROUS >= i32::from(player.table.victory_points);
    helps > 0 && goal::spare(player).covers(get) && get.total() <= helps + 1 && !partner_is_dangerous
}

fn points_of(player: &PlayerView<'_>, seat: Seat) -> i32 {
    points::public(player.table, seat)
}

fn overlap(wanted: Bundle, given: Bundle) -> u8 {
    wanted.kinds().map(|(kind, count)| count.min(given.get(kind))).sum()
}

/// A trade with the bank that gives only what the goal does not need.
pub fn with_bank(player: &PlayerView<'_>, actions: &[Action]) -> Option<Action> {
    let (missing, spare) = (goal::missing(player), goal::spare(player));
    let helps = |action: &&Action| match action {
        Action::MaritimeTrade(trade) => {
            let rate = crate::settlers::validate::offers::rate(player.table, player.seat, trade.give);
            missing.get(trade.get) > 0 && spare.get(trade.give) >= rate
        }
        _ => false,
    };
    actions.iter().find(helps).cloned()
}
