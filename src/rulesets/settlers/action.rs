//! The list of actions, each at home in the file of its area (rules page §13), and what one brings about.
//!
//! A refused action changes nothing. Listing and validation share their functions.

use super::event::Recorder;
use super::refusals::{self as no, Validation, refuse};
use super::state::{Phase, Table};
use super::{question, turn};
use rules::{Actor, Seat};

rules::list_of! {
/// What a seat does, told apart by `type`.
#[schema(as = SettlersAction)]
pub enum Action decided with Recorder<'_> {
    founding: PlaceSetupSettlement, PlaceSetupRoad;
    production: Roll;
    robber: Discard, MoveRobber;
    development: PlayKnight, PlayRoadBuilding, PlaceFreeRoad, PlayYearOfPlenty, PlayMonopoly;
    trade::offers: OfferTrade, CounterTrade, AcceptTrade, RejectTrade, ConfirmTrade, WithdrawTrade;
    trade: MaritimeTrade;
    building: BuildRoad, BuildSettlement, BuildCity;
    development: BuyDevelopmentCard;
    turn: EndTurn;
}
}

/// Checks an action and records what it does.
pub fn record(recorder: &mut Recorder<'_>, actor: Actor, action: &Action) -> Validation {
    let Some(seat) = actor else { return Err(refuse(no::NOT_AWAITED)) };
    ensure_open(&recorder.table, seat, action)?;
    action.decide(recorder, seat)?;
    turn::end_if_won(recorder);
    Ok(())
}

pub fn agrees(action: &Action) -> Option<bool> {
    match action {
        Action::AcceptTrade(_) | Action::ConfirmTrade(_) => Some(true),
        Action::RejectTrade(_) => Some(false),
        _ => None,
    }
}

fn ensure_open(table: &Table, seat: Seat, action: &Action) -> Validation {
    if question::find(table, seat, action).is_some() {
        return Ok(());
    }
    let is_main = matches!(table.phase, Phase::Main {});
    Err(refuse(match action {
        _ if matches!(table.phase, Phase::Over { .. }) => no::GAME_OVER,
        Action::AcceptTrade(AcceptTrade { offer })
        | Action::RejectTrade(RejectTrade { offer })
        | Action::CounterTrade(CounterTrade { offer, .. })
            if is_main || table.trading_open =>
        {
            match table.offer(*offer) {
                _ if !table.trading_open => no::TRADING_CLOSED,
                Some(_) => no::OFFER_NOT_TO_YOU,
                // Another seat was faster.
                None => no::OFFER_CLOSED,
            }
        }
        Action::OfferTrade(_) | Action::WithdrawTrade(_) if is_main && !table.trading_open => {
            no::TRADING_CLOSED
        }
        _ if table.active == seat => no::WRONG_PHASE,
        // The seat has a decision, but this action answers one that only the active seat has.
        _ if question::of_seat(table, seat).next().is_some() => no::NOT_YOUR_TURN,
        _ => no::NOT_AWAITED,
    }))
}
