//! Trade: with the bank for what the goal lacks, with others where it helps the goal and not the leader.

use super::goal;
use crate::rules::Seat;
use crate::rulesets::settlers::action::Action;
use crate::rulesets::settlers::points;
use crate::rulesets::settlers::resource::Bundle;
use crate::rulesets::settlers::sight::Sight;
use crate::rulesets::settlers::state::{Offer, OfferId};

/// Nobody with so many points less than win is helped.
const DANGEROUS: i32 = 2;

/// Accepts an offer that brings the goal nearer for cards it can spare, else rejects it.
pub fn reply(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    accept(sight, actions)
        .or_else(|| actions.iter().find(|action| matches!(action, Action::RejectTrade(_))).cloned())
}

/// An acceptance of a good offer, or the confirmation of an own one.
pub fn accept(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let wanted = |action: &&Action| match action {
        Action::AcceptTrade(accept) => is_good(sight, accept.offer),
        Action::ConfirmTrade(_) => true,
        _ => false,
    };
    actions.iter().find(wanted).cloned()
}

fn is_good(sight: &Sight<'_>, offer: OfferId) -> bool {
    let Some(Offer { from, give, get, .. }) = sight.table.offer(offer) else { return false };
    let helps = overlap(goal::missing(sight), *give);
    let partner_is_dangerous = points_of(sight, *from) + DANGEROUS >= i32::from(sight.table.victory_points);
    helps > 0 && goal::spare(sight).covers(get) && get.total() <= helps + 1 && !partner_is_dangerous
}

fn points_of(sight: &Sight<'_>, seat: Seat) -> i32 {
    points::public(sight.table, seat)
}

fn overlap(wanted: Bundle, given: Bundle) -> u8 {
    wanted.kinds().map(|(kind, count)| count.min(given.get(kind))).sum()
}

/// A trade with the bank that gives only what the goal does not need.
pub fn with_bank(sight: &Sight<'_>, actions: &[Action]) -> Option<Action> {
    let (missing, spare) = (goal::missing(sight), goal::spare(sight));
    let helps = |action: &&Action| match action {
        Action::MaritimeTrade(trade) => {
            let rate = crate::rulesets::settlers::judge::offers::rate(sight.table, sight.seat, trade.give);
            missing.get(trade.get) > 0 && spare.get(trade.give) >= rate
        }
        _ => false,
    };
    actions.iter().find(helps).cloned()
}
