//! What an action does: the events it makes, or why it is refused.
//!
//! May know: everything; draws chance. May not know: anything but the state and the components. A refusal leaves
//! no trace. The predicates that validate an action are those by which `legal` lists it.

mod aging;
mod althing;
mod building;
mod exploration;
mod fate;
mod hand_over;
mod harvest;
mod movement;
mod outlaw;
mod resign;
mod steps;
mod suit;
mod trade;
mod turn;

use super::action::{AcceptOffer, Action, DeclineOffer};
use super::components::Components;
use super::event::{Event, SupplyRanOut, SupplyRefilled};
use super::question;
use super::recorder::Recorder;
use super::refusals::{asked, refuse, trade as no_trade};
use super::resource::Resource;
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
    let mut recorder = Recorder::new(components, state);
    match (actor, action) {
        (None, Action::RollDice(_)) if state.table.phase == Phase::Roll => {
            harvest::roll(&mut recorder, chance)
        }
        (_, Action::RollDice(_)) => return Err(refuse(asked::SERVER_ONLY)),
        (None, _) => return Err(refuse(asked::NOT_AWAITED)),
        (Some(seat), _) => {
            is_asked(&state.table, seat, action)?;
            answer(&mut recorder, seat, action, chance)?;
        }
    }
    resign::answer_for_the_resigned(&mut recorder, chance);
    tell_supply(&mut recorder, &state.secret.run_out());
    Ok(recorder.events())
}

/// Which kinds have run out is public (B41), so it is told when that changes.
fn tell_supply(recorder: &mut Recorder<'_>, before: &[bool; 4]) {
    let now = recorder.state().secret.run_out();
    for resource in Resource::ALL {
        match (before[resource.index()], now[resource.index()]) {
            (false, true) => recorder.record(Event::SupplyRanOut(SupplyRanOut { resource })),
            (true, false) => recorder.record(Event::SupplyRefilled(SupplyRefilled { resource })),
            _ => {}
        }
    }
}

/// Is a question open for `seat` that `action` answers?
fn is_asked(table: &Table, seat: Seat, action: &Action) -> Verdict {
    if question::find(table, seat, action).is_some() {
        return Ok(());
    }
    Err(refuse(match action {
        _ if matches!(table.phase, Phase::Over { .. }) => asked::GAME_OVER,
        Action::AcceptOffer(AcceptOffer { offer }) | Action::DeclineOffer(DeclineOffer { offer }) => {
            offer_not_open(table, *offer)
        }
        _ if question::of_seat(table, seat).next().is_some() => asked::WRONG_PHASE,
        _ => asked::NOT_AWAITED,
    }))
}

/// Somebody was faster, its maker took it back (B61), or it is not made to this seat.
fn offer_not_open(table: &Table, offer: OfferId) -> RefusalCode {
    let open = table.trading().is_some_and(|trading| trading.offer(offer).is_some());
    if open { no_trade::OFFER_NOT_TO_YOU } else { no_trade::OFFER_CLOSED }
}

fn answer(recorder: &mut Recorder<'_>, seat: Seat, action: &Action, chance: &mut Chance) -> Verdict {
    match action {
        Action::PlayHarvestCard(action) => harvest::play_card(recorder, seat, action),
        Action::DeclineHarvestCard(_) => harvest::decline_card(recorder, seat),
        Action::ChooseAging(action) => aging::choose(recorder, seat, action),
        Action::NameFirst(action) => althing::name_first(recorder, seat, action),
        Action::Sue(action) => suit::sue(recorder, seat, action),
        Action::Yield(_) => althing::yield_time(recorder, seat),
        Action::Raise(action) => suit::raise(recorder, seat, action),
        Action::AddToSuit(action) => suit::add(recorder, seat, action),
        Action::Concede(_) => suit::concede(recorder, seat),
        Action::HandOver(action) => hand_over::offer(recorder, seat, action),
        Action::WithdrawHandOver(_) => hand_over::withdraw(recorder, seat),
        Action::TakeOver(action) => hand_over::accept(recorder, seat, action),
        Action::DeclineSuit(action) => hand_over::decline(recorder, seat, action),
        Action::PlayAlthingCard(action) => althing::play_card(recorder, seat, action),
        Action::Step(_)
        | Action::PlayMovementCard(_)
        | Action::ExchangeFateCard(_)
        | Action::ChooseNumber(_)
        | Action::Flee(_)
        | Action::EndMovement(_) => movement::decide(recorder, seat, action, chance),
        Action::TradeWithSupply(_)
        | Action::OfferTrade(_)
        | Action::AcceptOffer(_)
        | Action::DeclineOffer(_)
        | Action::WithdrawOffer(_)
        | Action::EndTrade(_) => trade::decide(recorder, seat, action),
        _ => building::decide(recorder, seat, action),
    }
}

pub use resign::resign;
pub use turn::begin_first as begin_first_turn;
