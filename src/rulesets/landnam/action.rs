//! What a seat, or the server, can do: the list of all types of action, each a struct of its subject; and what an
//! action does. A refused action changes nothing. Listing and validation share their predicates.
//!
//! These types are the API: unknown fields are refused by name.

use super::event::Recorder;
use super::refusals::{self as no, Validation, refuse};
use super::state::{OfferId, Phase, Table};
use super::{harvest, question, turn};
use rules::{Actor, RefusalCode, Seat};

rules::list_of! {
/// What a seat does, told apart by `type`.
#[schema(as = LandnamAction)]
pub enum Action decided with Recorder<'_> {
    // Phase 1
    harvest: RollDice, PlayHarvestCard, DeclineHarvestCard, ChooseAging;
    althing: NameFirst;
    suits: Sue;
    althing: Yield;
    suits: Raise, AddToSuit, Concede, HandOver, WithdrawHandOver, TakeOver, DeclineSuit;
    althing: PlayAlthingCard;
    // Phase 2
    movement: Step, PlayMovementCard, ExchangeFateCard;
    exploration: ChooseNumber;
    flight: Flee;
    movement: EndMovement;
    // Phase 3
    trade: TradeWithSupply, OfferTrade, AcceptOffer, DeclineOffer, WithdrawOffer, EndTrade;
    building: BuildUnit, BuildShipOnOuter, BuildFarm, BuildTown, BuildHarbour, AgeHex;
    turn: EndTurn;
}
}

/// Checks an action and records what it does.
pub fn record(recorder: &mut Recorder<'_>, actor: Actor, action: &Action) -> Validation {
    let had_run_out = recorder.secret.run_out();
    match (actor, action) {
        (None, Action::RollDice(_)) if recorder.table.phase == Phase::Roll => harvest::roll(recorder),
        (_, Action::RollDice(_)) => return Err(refuse(no::SERVER_ONLY)),
        (None, _) => return Err(refuse(no::NOT_AWAITED)),
        (Some(seat), _) => {
            ensure_open(&recorder.table, seat, action)?;
            action.decide(recorder, seat)?;
        }
    }
    turn::answer_for_the_resigned(recorder);
    turn::record_supply_changes(recorder, &had_run_out);
    Ok(())
}

pub fn agrees(action: &Action) -> Option<bool> {
    match action {
        Action::AcceptOffer(_)
        | Action::TakeOver(_)
        | Action::PlayHarvestCard(_)
        | Action::PlayAlthingCard(_) => Some(true),
        Action::DeclineOffer(_)
        | Action::DeclineSuit(_)
        | Action::DeclineHarvestCard(_)
        | Action::Yield(_) => Some(false),
        _ => None,
    }
}

fn ensure_open(table: &Table, seat: Seat, action: &Action) -> Validation {
    if question::find(table, seat, action).is_some() {
        return Ok(());
    }
    Err(refuse(match action {
        _ if matches!(table.phase, Phase::Over { .. }) => no::GAME_OVER,
        Action::AcceptOffer(AcceptOffer { offer }) | Action::DeclineOffer(DeclineOffer { offer }) => {
            offer_not_open(table, *offer)
        }
        _ if question::first_of_seat(table, seat, |_| true).is_some() => no::WRONG_PHASE,
        _ => no::NOT_AWAITED,
    }))
}

/// Another seat was faster, its maker took it back (B61), or it is not made to this seat.
fn offer_not_open(table: &Table, offer: OfferId) -> RefusalCode {
    let open = table.trading().is_some_and(|trading| trading.offer(offer).is_some());
    if open { no::OFFER_NOT_TO_YOU } else { no::OFFER_CLOSED }
}
