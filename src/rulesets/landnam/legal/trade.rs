//! Trade as it is listed: with the supply as ready answers, between players as shapes (rules page §7).

use crate::rules::legal::KindLimit;
use crate::rules::{Field, FieldKind, Shape};
use crate::rulesets::landnam::action::*;
use crate::rulesets::landnam::judge::offers::{acceptance, asked, may_offer, partners};
use crate::rulesets::landnam::judge::supply_trade::supply_trade;
use crate::rulesets::landnam::resource::{Bundle, Resource};
use crate::rulesets::landnam::sight::Sight;
use crate::rulesets::landnam::state::OfferId;

/// Trades with the supply at the best rate.
pub fn with_supply(sight: &Sight<'_>, actions: &mut Vec<Action>) {
    for give in Resource::ALL.into_iter().filter(|&kind| sight.hand.get(kind) >= 2) {
        let kinds = Resource::ALL.into_iter().filter(|&get| supply_trade(sight, give, get).is_ok());
        actions.extend(kinds.map(|get| Action::TradeWithSupply(TradeWithSupply { give, get })));
    }
}

/// Taking the own open offer back.
pub fn withdrawals(sight: &Sight<'_>, actions: &mut Vec<Action>) {
    let own = sight.table.trading().and_then(|trading| trading.offer_of(sight.seat));
    actions.extend(own.map(|offer| Action::WithdrawOffer(WithdrawOffer { offer: offer.id })));
}

/// The answers to an offer made to this seat.
pub fn answers(sight: &Sight<'_>, offer: OfferId) -> Vec<Action> {
    let accept = acceptance(sight, offer).is_ok().then_some(Action::AcceptOffer(AcceptOffer { offer }));
    let decline = asked(sight, offer).is_ok().then_some(Action::DeclineOffer(DeclineOffer { offer }));
    accept.into_iter().chain(decline).collect()
}

/// What a seat whose turn it is not may do in trade on its own account.
pub fn standing(sight: &Sight<'_>) -> (Vec<Action>, Vec<Shape<Action>>) {
    let mut actions = Vec::new();
    withdrawals(sight, &mut actions);
    (actions, offers(sight))
}

/// The offers this seat can make. As no kind may be on both sides, one who holds every kind must leave one of them
/// out of what he gives: that makes a shape for each kind left out. Otherwise one shape says it all.
pub fn offers(sight: &Sight<'_>) -> Vec<Shape<Action>> {
    if sight.hand.is_empty() || may_offer(sight).is_err() {
        return Vec::new();
    }
    if sight.hand.kinds().count() < Resource::ALL.len() {
        return vec![offer_from(sight, sight.hand)];
    }
    let without = |kind| {
        let mut hand = sight.hand;
        hand.set(kind, 0);
        hand
    };
    Resource::ALL.into_iter().map(|kind| offer_from(sight, without(kind))).collect()
}

/// Offers that give some of `hand`.
fn offer_from(sight: &Sight<'_>, hand: Bundle) -> Shape<Action> {
    let give = hand.kinds().next().map_or(Bundle::EMPTY, |(kind, _)| Bundle::of(kind, 1));
    let wanted = Resource::ALL.into_iter().find(|&kind| hand.get(kind) == 0);
    let want = wanted.map_or(Bundle::EMPTY, |kind| Bundle::of(kind, 1));
    let fields = vec![
        Field { name: "give", kind: bundle(hand, None) },
        Field { name: "want", kind: bundle(sight.components.resource_cards, Some("give")) },
        Field { name: "to", kind: FieldKind::Seats { of: partners(sight), min: 1 } },
    ];
    Shape { action: Action::OfferTrade(OfferTrade { give, want, to: None }), fields }
}

/// Between one card and all of these.
fn bundle(cards: Bundle, not_in: Option<&'static str>) -> FieldKind {
    FieldKind::Bundle {
        most: cards.kinds().map(|(kind, max)| KindLimit { kind: kind.name(), max: u32::from(max) }).collect(),
        min_total: 1,
        max_total: u32::from(cards.total()),
        not_in,
    }
}
