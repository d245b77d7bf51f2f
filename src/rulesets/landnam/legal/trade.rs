//! Trade as it is listed: with the supply as ready answers, between players as shapes (rules page §7).

use crate::landnam::action::*;
use crate::landnam::player_view::PlayerView;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::OfferId;
use crate::landnam::validate::offers::{acceptance, asked, may_offer, partners};
use crate::landnam::validate::supply_trade::supply_trade;
use rules::legal::KindLimit;
use rules::{Field, FieldKind, Shape};

/// Trades with the supply at the best rate.
pub fn with_supply(player: &PlayerView<'_>, actions: &mut Vec<Action>) {
    for give in Resource::ALL.into_iter().filter(|&kind| player.hand.get(kind) >= 2) {
        let kinds = Resource::ALL.into_iter().filter(|&get| supply_trade(player, give, get).is_ok());
        actions.extend(kinds.map(|get| Action::TradeWithSupply(TradeWithSupply { give, get })));
    }
}

pub fn withdrawals(player: &PlayerView<'_>, actions: &mut Vec<Action>) {
    let own = player.table.trading().and_then(|trading| trading.offer_of(player.seat));
    actions.extend(own.map(|offer| Action::WithdrawOffer(WithdrawOffer { offer: offer.id })));
}

/// The answers to an offer made to this seat.
pub fn answers(player: &PlayerView<'_>, offer: OfferId) -> Vec<Action> {
    let accept = acceptance(player, offer).is_ok().then_some(Action::AcceptOffer(AcceptOffer { offer }));
    let decline = asked(player, offer).is_ok().then_some(Action::DeclineOffer(DeclineOffer { offer }));
    accept.into_iter().chain(decline).collect()
}

/// What a seat whose turn it is not may do in trade on its own account.
pub fn standing(player: &PlayerView<'_>) -> (Vec<Action>, Vec<Shape<Action>>) {
    let mut actions = Vec::new();
    withdrawals(player, &mut actions);
    (actions, offers(player))
}

/// The offers this seat can make. As no kind may be on both sides, one who holds every kind must leave one of them
/// out of what he gives: that makes a shape for each kind left out. Otherwise one shape says it all.
pub fn offers(player: &PlayerView<'_>) -> Vec<Shape<Action>> {
    if player.hand.is_empty() || may_offer(player).is_err() {
        return Vec::new();
    }
    if player.hand.kinds().count() < Resource::ALL.len() {
        return vec![offer_from(player, player.hand)];
    }
    let without = |kind| {
        let mut hand = player.hand;
        hand.set(kind, 0);
        hand
    };
    Resource::ALL.into_iter().map(|kind| offer_from(player, without(kind))).collect()
}

/// Offers that give some of `hand`.
fn offer_from(player: &PlayerView<'_>, hand: Bundle) -> Shape<Action> {
    let give = hand.kinds().next().map_or(Bundle::EMPTY, |(kind, _)| Bundle::of(kind, 1));
    let wanted = Resource::ALL.into_iter().find(|&kind| hand.get(kind) == 0);
    let want = wanted.map_or(Bundle::EMPTY, |kind| Bundle::of(kind, 1));
    let fields = vec![
        Field { name: "give", kind: bundle(hand, None) },
        Field { name: "want", kind: bundle(player.components.resource_cards, Some("give")) },
        Field { name: "to", kind: FieldKind::Seats { of: partners(player), min: 1 } },
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
