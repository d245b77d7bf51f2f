//! Folds one event into a state: live play, replay and time travel share it.
//!
//! May know: states and events. May not know: components, chance, or whether an event was allowed. Total: an
//! event that does not fit the state (which `decide` never gives) changes what it can and stops nothing.

mod althing;
mod building;
mod harvest;
mod movement;
mod setup;
mod suit;
mod trade;
mod turn;

use super::card::FateCard;
use super::event::Event;
use super::state::State;
use rules::Seat;

/// Folds `event` in.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::GameStarted(event) => setup::started(state, event),
        Event::FirstFateCardDealt(event) => setup::dealt(state, event),
        Event::FatePileLaid(event) => setup::laid(state, event),
        Event::FatePileReshuffled(event) => setup::reshuffled(state, event),
        Event::FateCardDrawn(event) => setup::drawn(state, event),
        Event::TurnBegun(event) => turn::begun(state, event),
        // These say what follows from other events, or that nothing changes.
        Event::TurnEnded(_)
        | Event::HarvestCardDeclined(_)
        | Event::SupplyRanOut(_)
        | Event::SupplyRefilled(_) => {}
        Event::SeatGivenUp(event) => turn::given_up(state, event),
        Event::GameEnded(event) => turn::game_ended(state, event),
        Event::DiceRolled(event) => state.table.roll = Some(event.dice),
        Event::HarvestCardAwaited(_) => harvest::card_awaited(state),
        Event::HarvestCardPlayed(event) => discard(state, event.seat, event.card),
        Event::HarvestYielded(event) => harvest::yielded(state, event),
        Event::FamineStruck(event) => harvest::famine(state, event),
        Event::AgingAwaited(event) => harvest::aging_awaited(state, event),
        Event::HexAged(event) => harvest::relabel(state, event.hex, event.from, event.to),
        Event::OutlawRemoved(event) => althing::remove_unit(state, event.unit),
        Event::RedTokenAwarded(event) => althing::token_awarded(state, event),
        Event::AlthingOpened(event) => althing::opened(state, event),
        other => later(state, other),
    }
}

/// The rest of the Althing, and the phases after it.
fn later(state: &mut State, event: &Event) {
    match event {
        Event::FirstNamed(event) => althing::first_named(state, event),
        Event::SuitorCalled(event) => althing::suitor(state, Some(event.seat)),
        Event::SuitorPassedOver(_) | Event::SuitorYielded(_) => althing::suitor(state, None),
        Event::SuitBrought(event) => suit::brought(state, event),
        Event::SuitRaised(event) => suit::raised(state, event),
        Event::SuitAddedTo(event) => suit::added_to(state, event),
        Event::HandOverOffered(event) => suit::offered(state, event),
        Event::HandOverWithdrawn(event) => suit::offer_gone(state, event.side),
        Event::HandOverDeclined(event) => suit::offer_gone(state, event.side),
        Event::HandOverVoided(event) => suit::offer_gone(state, event.side),
        Event::HandOverAccepted(event) => suit::accepted(state, event),
        Event::SuitConceded(_) | Event::AlthingBrokenUp(_) | Event::AlthingEnded(_) => {}
        Event::SuitWon(event) => suit::won(state, event),
        Event::UnitOutlawed(event) => suit::outlawed(state, event),
        Event::AlthingCardPlayed(event) => discard(state, event.seat, event.card),
        Event::SuitBrokenOff(_) => suit::close(state),
        Event::BlackTokenAwarded(event) => althing::black_token(state, event),
        other => phase_2(state, other),
    }
}

fn phase_2(state: &mut State, event: &Event) {
    match event {
        Event::MovementBegun(_) => movement::movement_begun(state),
        Event::MovementCardPlayed(event) => movement::movement_card_played(state, event),
        Event::FateCardExchanged(event) => movement::fate_card_exchanged(state, event),
        Event::UnitChosen(event) => movement::unit_chosen(state, event),
        Event::UnitMoved(event) => movement::unit_moved(state, event),
        Event::UnitChased(event) => movement::unit_chased(state, event),
        Event::FlightAwaited(event) => movement::flight_awaited(state, event),
        Event::UnitFled(event) => movement::unit_fled(state, event),
        Event::UnitRemoved(event) => movement::unit_removed(state, event),
        Event::ExplorationCardPlayed(event) => movement::exploration_card_played(state, event),
        Event::HexDiscovered(event) => movement::hex_discovered(state, event),
        Event::NumberAwaited(event) => movement::number_awaited(state, event),
        Event::NumberLaid(event) => movement::number_laid(state, event),
        Event::DiscoveryRewarded(event) => movement::discovery_rewarded(state, event),
        Event::UnitStopped(event) => movement::unit_stopped(state, event),
        Event::RedTokenFollowed(event) => movement::red_token_followed(state, event),
        Event::MovementEnded(_) => {}
        other => phase_3(state, other),
    }
}

fn phase_3(state: &mut State, event: &Event) {
    match event {
        Event::TradeBegun(_) => trade::trade_begun(state),
        Event::SupplyTraded(event) => trade::supply_traded(state, event),
        Event::TradeOffered(event) => trade::trade_offered(state, event),
        Event::OfferDeclined(event) => trade::offer_declined(state, event),
        Event::OfferClosed(event) => trade::offer_closed(state, event),
        Event::TradeMade(event) => trade::trade_made(state, event),
        Event::TradeEnded(_) => trade::trade_ended(state),
        Event::UnitBuilt(event) => building::unit_built(state, event),
        Event::FarmBuilt(event) => building::farm_built(state, event),
        Event::TownBuilt(event) => building::town_built(state, event),
        Event::HarbourBuilt(event) => building::harbour_built(state, event),
        Event::HexAgedForPay(event) => building::hex_aged_for_pay(state, event),
        _ => {}
    }
}

/// A fate card goes from a hand face up to the discard pile.
fn discard(state: &mut State, seat: Seat, card: FateCard) {
    if state.secret.drop_fate_card(seat, card) {
        state.table.discards.push(card);
    }
}
