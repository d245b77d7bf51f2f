//! What an action does: the events it makes, or why it is refused.
//!
//! May know: everything; draws chance. May not know: anything but the state and the components. A refusal leaves
//! no trace. The predicates that validate an action are those by which `legal` lists it.

mod bonus;
mod building;
mod cards;
mod founding;
mod resign;
mod robber;
mod roll;
mod trade;
mod turn;

use super::action::{AcceptTrade, Action, CounterTrade, RejectTrade};
use super::components::Components;
use super::event::Event;
use super::question;
use super::recorder::Recorder;
use super::refusals::{self as no, refuse};
use super::state::{OfferId, Phase, State, Table};
use rules::{Actor, Chance, Refusal, RefusalCode, Seat};

type Verdict = Result<(), Refusal>;

/// The events of `action`, or a refusal.
pub fn decide(
    components: &Components,
    state: &State,
    actor: Actor,
    action: &Action,
    chance: &mut Chance,
) -> Result<Vec<Event>, Refusal> {
    let Some(seat) = actor else { return Err(refuse(no::NOT_AWAITED)) };
    is_asked(&state.table, seat, action)?;
    let mut recorder = Recorder::new(components, state);
    answer(&mut recorder, seat, action, chance)?;
    turn::end_if_won(&mut recorder);
    Ok(recorder.events())
}

/// Is a question open for `seat` that `action` answers?
fn is_asked(table: &Table, seat: Seat, action: &Action) -> Verdict {
    if question::find(table, seat, action).is_some() {
        return Ok(());
    }
    Err(refuse(match action {
        _ if matches!(table.phase, Phase::Over { .. }) => no::GAME_OVER,
        Action::AcceptTrade(AcceptTrade { offer })
        | Action::RejectTrade(RejectTrade { offer })
        | Action::CounterTrade(CounterTrade { offer, .. })
            if matches!(table.phase, Phase::Main {}) || table.trading_open =>
        {
            offer_not_open(table, *offer)
        }
        Action::OfferTrade(_) | Action::WithdrawTrade(_)
            if matches!(table.phase, Phase::Main {}) && !table.trading_open =>
        {
            no::TRADING_CLOSED
        }
        _ if table.active == seat => no::WRONG_PHASE,
        _ if question::of_seat(table, seat).next().is_some() => no::NOT_YOUR_TURN,
        _ => no::NOT_AWAITED,
    }))
}

/// Trade is over, somebody was faster, or the offer is not made to this seat.
fn offer_not_open(table: &Table, offer: OfferId) -> RefusalCode {
    match table.offer(offer) {
        _ if !table.trading_open => no::TRADING_CLOSED,
        Some(_) => no::OFFER_NOT_TO_YOU,
        None => no::OFFER_CLOSED,
    }
}

pub use resign::resign;

fn answer(recorder: &mut Recorder<'_>, seat: Seat, action: &Action, chance: &mut Chance) -> Verdict {
    match action {
        Action::PlaceSetupSettlement(action) => founding::settlement(recorder, seat, action),
        Action::PlaceSetupRoad(action) => founding::road(recorder, seat, action),
        Action::Roll(_) => roll::roll(recorder, seat, chance),
        Action::Discard(action) => robber::discard(recorder, seat, action),
        Action::MoveRobber(action) => robber::movement(recorder, seat, action, chance),
        Action::PlayKnight(_) => cards::knight(recorder, seat),
        Action::PlayRoadBuilding(_) => cards::road_building(recorder, seat),
        Action::PlaceFreeRoad(action) => cards::free_road(recorder, seat, action),
        Action::PlayYearOfPlenty(action) => cards::year_of_plenty(recorder, seat, action),
        Action::PlayMonopoly(action) => cards::monopoly(recorder, seat, action),
        Action::OfferTrade(action) => trade::offer(recorder, seat, action),
        Action::CounterTrade(action) => trade::counter(recorder, seat, action),
        Action::AcceptTrade(action) => trade::accept(recorder, seat, action),
        Action::RejectTrade(action) => trade::reject(recorder, seat, action),
        Action::ConfirmTrade(action) => trade::confirm(recorder, seat, action),
        Action::WithdrawTrade(action) => trade::withdraw(recorder, seat, action),
        Action::MaritimeTrade(action) => trade::maritime(recorder, seat, action),
        Action::BuildRoad(action) => building::road(recorder, seat, action),
        Action::BuildSettlement(action) => building::settlement(recorder, seat, action),
        Action::BuildCity(action) => building::city(recorder, seat, action),
        Action::BuyDevelopmentCard(_) => building::development_card(recorder, seat),
        Action::EndTurn(_) => turn::end(recorder, seat),
    }
}
