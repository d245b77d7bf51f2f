//! Which order answers which question.

use super::{DiscardPreference, Order, RobberPreference, TradeFilter, TradeReply, TradeRule};
use crate::settlers::action::Action;
use crate::settlers::board::Hex;
use crate::settlers::question::{self, Question};
use crate::settlers::resource::Bundle;
use crate::settlers::robber::{Discard, MoveRobber, largest_pile_first, owed_by};
use crate::settlers::trade::{Offer, OfferId};
use crate::settlers::view::PlayerView;
use rules::Legal;

pub fn answer(player: &PlayerView<'_>, legal: &Legal<Action>, order: &Order) -> Option<Action> {
    match (question::of_decision(player.table, &legal.decision)?, order) {
        (Question::Discard, Order::Discard(order)) => discard(player, order),
        // The active player is there and reads what others offer; no order answers again for a seat that has rejected.
        (Question::TradeAnswer(_), _) if player.is_active() || !legal.decision.is_asked() => None,
        (Question::TradeAnswer(offer), Order::Trade(order)) => {
            answer_offer(player.table.offer(offer)?, legal, order)
        }
        (Question::TradeAnswer(_), Order::RejectTrades(_)) => {
            legal.find(|action| matches!(action, Action::RejectTrade(_)))
        }
        (Question::Roll, Order::Roll(_)) => legal.find(|action| matches!(action, Action::Roll(_))),
        (Question::MoveRobber, Order::Robber(order)) => rob(player, legal, order),
        (Question::Main, Order::EndTurn(_)) => end_turn(player, legal),
        _ => None,
    }
}

/// The kinds that go first, then the largest piles.
fn discard(player: &PlayerView<'_>, order: &DiscardPreference) -> Option<Action> {
    let mut owed = owed_by(player.table, player.seat)?;
    let (mut hand, mut given) = (player.hand, Bundle::EMPTY);
    for kind in &order.first {
        let cards = Bundle::of(*kind, hand.get(*kind).min(owed));
        owed -= cards.get(*kind);
        hand -= cards;
        given += cards;
    }
    given += largest_pile_first(hand, owed);
    Some(Discard { cards: given }.into())
}

fn answer_offer(offer: &Offer, legal: &Legal<Action>, order: &TradeFilter) -> Option<Action> {
    let accepts = |id: OfferId| {
        legal.find(|action| matches!(action, Action::AcceptTrade(accepted) if accepted.offer == id))
    };
    let rejects = || legal.find(|action| matches!(action, Action::RejectTrade(_)));
    match order.rules.iter().find(|rule| fits(offer, rule))?.then {
        TradeReply::Accept => accepts(offer.id).or_else(rejects),
        TradeReply::Reject => rejects(),
        TradeReply::Ask => None,
    }
}

fn fits(offer: &Offer, rule: &TradeRule) -> bool {
    let wanted = &rule.when.they_want_any_of;
    rule.from.is_none_or(|from| from == offer.from)
        && (wanted.is_empty() || wanted.iter().any(|kind| offer.get.get(*kind) > 0))
        && rule.when.they_give_at_least.is_none_or(|least| offer.give.covers(&least))
        && rule.when.they_want_at_most.is_none_or(|most| most.covers(&offer.get))
}

/// The first victim that can be robbed where the seat has no building, on the hex with the likeliest number.
fn rob(player: &PlayerView<'_>, legal: &Legal<Action>, order: &RobberPreference) -> Option<Action> {
    let own = |hex: Hex| player.table.buildings_on(hex).any(|building| building.seat == player.seat);
    let moves = |victim: u8| {
        let moves = legal.actions.iter().filter_map(move |action| match action {
            Action::MoveRobber(MoveRobber { hex, victim: Some(from) }) if *from == victim => Some(*hex),
            _ => None,
        });
        moves.filter(|hex| !order.spare.contains(hex) && !own(*hex))
    };
    let (hex, victim) = order.victims.iter().find_map(|&victim| {
        // The first of equals, so that the same position always gets the same answer.
        let pips = |hex: Hex| player.table.board.pips(hex);
        let best = moves(victim).reduce(|best, next| if pips(next) > pips(best) { next } else { best });
        best.map(|hex| (hex, victim))
    })?;
    Some(MoveRobber { hex, victim: Some(victim) }.into())
}

/// Ends the turn if nothing else can be done without another player.
fn end_turn(player: &PlayerView<'_>, legal: &Legal<Action>) -> Option<Action> {
    // An offer that every seat has rejected is nothing to wait for, nor is taking it back something to do.
    let idle = player.table.offers.iter().all(Offer::is_rejected)
        && legal.actions.iter().all(|action| matches!(action, Action::EndTurn(_) | Action::WithdrawTrade(_)));
    if idle { legal.find(|action| matches!(action, Action::EndTurn(_))) } else { None }
}
