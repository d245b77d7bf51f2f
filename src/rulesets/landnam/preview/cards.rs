//! What an action costs and brings, what stays in hand, and what a harvest would give.
//!
//! Whether a harvest is given depends on what the supply has, which is hidden: a famine may come in its place (rules page
//! §4.4).

use super::{Effect, Moment};
use crate::landnam::action::Action;
use crate::landnam::fate::FateCard;
use crate::landnam::harvest::{HexYield, dues};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{OfferId, UnitId};
use crate::landnam::trade;
use crate::landnam::view::PlayerView;
use rules::wire;

/// What the action costs and brings in resource cards.
#[wire]
pub struct HandWillBe {
    /// What is paid, staked or given.
    pub pays: Bundle,
    /// What you get for certain.
    pub gets: Bundle,
    /// Your hand right after the action.
    pub cards: Bundle,
}

/// The action plays or exchanges fate cards.
#[wire]
pub struct FateCardsWillBeSpent {
    /// Those that go to the discards.
    pub cards: Vec<FateCard>,
    /// Those that stay in hand, oldest first.
    pub kept: Vec<FateCard>,
}

/// Your open offer lapses, since your hand changes.
#[wire]
pub struct OfferWillClose {
    pub offer: OfferId,
}

/// The harvest that follows, unless the supply has too few cards: then a famine comes.
#[wire]
pub struct HarvestWillBeDue {
    /// Ordered by hex, then by seat.
    pub yields: Vec<HexYield>,
}

pub fn foresee(moment: &Moment<'_>, effects: &mut Vec<Effect>) {
    let player = &moment.player;
    // An action on something that is not there was refused before.
    let (pays, gets) = exchanged(player, moment.action).unwrap_or_default();
    if !pays.is_empty() || !gets.is_empty() {
        effects.push(HandWillBe { pays, gets, cards: player.hand - pays + gets }.into());
    }
    let cards = fate_cards(moment.action);
    if !cards.is_empty() {
        let kept = without(player.fate_cards, cards);
        effects.push(FateCardsWillBeSpent { cards: cards.to_vec(), kept }.into());
    }
    let played = match moment.action {
        Action::PlayHarvestCard(play) => Some(Some((play.card, play.hex))),
        Action::DeclineHarvestCard(_) => Some(None),
        _ => None,
    };
    effects.extend(played.map(|card| HarvestWillBeDue { yields: dues(player.table, card) }.into()));
    // Elsewhere an event says so.
    if matches!(moment.action, Action::TradeWithSupply(_))
        && let Some(own) = player.table.trading().and_then(|trading| trading.offer_of(player.seat))
    {
        effects.push(OfferWillClose { offer: own.id }.into());
    }
}

/// The cards that the seat gives and those that it gets.
fn exchanged(player: &PlayerView<'_>, action: &Action) -> Option<(Bundle, Bundle)> {
    let gets = match action {
        Action::TradeWithSupply(trade) => Bundle::of(trade.get, 1),
        Action::AcceptOffer(accepted) => player.table.trading()?.offer(accepted.offer)?.give,
        Action::ExchangeFateCard(exchange) => Bundle::of(exchange.resource, 1),
        Action::ChooseNumber(_) => reward(player)?,
        _ => Bundle::EMPTY,
    };
    Some((price(player, action)?, gets))
}

fn price(player: &PlayerView<'_>, action: &Action) -> Option<Bundle> {
    let (table, costs) = (player.table, &player.components.costs);
    Some(match action {
        Action::TradeWithSupply(trade) => Bundle::of(trade.give, trade::rate(table, player.seat, trade.give)),
        Action::AcceptOffer(accepted) => table.trading()?.offer(accepted.offer)?.want,
        Action::Sue(sue) => stake(table.althing()?.possible(player.seat, sue.unit)?.resource, sue.cards),
        Action::Raise(raise) => stake(table.suit()?.resource, raise.cards),
        Action::AddToSuit(addition) => stake(table.suit()?.resource, addition.cards),
        Action::BuildUnit(built) => costs.unit(built.unit),
        Action::BuildShipOnOuter(_) => costs.ship,
        Action::BuildFarm(_) => costs.farm,
        Action::BuildTown(_) => costs.town,
        Action::BuildHarbour(built) => costs.harbour.of(built.resource),
        Action::AgeHex(aged) => costs.aging.of(yield_under(player, aged.unit)?),
        _ => Bundle::EMPTY,
    })
}

fn stake(resource: Resource, cards: u16) -> Bundle {
    // No seat holds 255 cards, and what it does not hold it can't stake.
    Bundle::of(resource, u8::try_from(cards).unwrap_or(u8::MAX))
}

fn yield_under(player: &PlayerView<'_>, unit: UnitId) -> Option<Resource> {
    player.table.terrain(player.table.unit(unit)?.place)?.yields()
}

/// The card for a hex whose number is named, unless its kind has run out: then it is a fate card.
fn reward(player: &PlayerView<'_>) -> Option<Bundle> {
    let hex = player.table.movement()?.naming?.hex;
    let kind = player.table.terrain(hex)?.yields().filter(|&kind| !player.has_run_out(kind))?;
    Some(Bundle::of(kind, 1))
}

fn fate_cards(action: &Action) -> &[FateCard] {
    match action {
        Action::Step(step) => &step.cards,
        Action::PlayHarvestCard(play) => std::slice::from_ref(&play.card),
        Action::PlayAlthingCard(play) => std::slice::from_ref(&play.card),
        Action::PlayMovementCard(play) => std::slice::from_ref(&play.card),
        Action::ExchangeFateCard(exchange) => std::slice::from_ref(&exchange.card),
        _ => &[],
    }
}

/// The cards in hand that are left when each of `spent` is gone once.
fn without(in_hand: &[FateCard], spent: &[FateCard]) -> Vec<FateCard> {
    let mut kept = in_hand.to_vec();
    for card in spent {
        if let Some(index) = kept.iter().position(|held| held == card) {
            kept.remove(index);
        }
    }
    kept
}
