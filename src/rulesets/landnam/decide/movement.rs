//! Phase 2: which answer is whose business, cards, the exchange, and the end of the phase (rules page §6, B36–B39).

use super::{Verdict, exploration, steps, turn};
use crate::landnam::action::{Action, ExchangeFateCard, PlayMovementCard};
use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::event::*;
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{asked, refuse};
use crate::landnam::state::{Table, UnitId};
use crate::landnam::terrain::Terrain;
use crate::landnam::validate::steps::March;
use rules::{Chance, Refusal, Seat};

/// Answers a question of phase 2.
pub(super) fn decide(
    recorder: &mut Recorder<'_>,
    seat: Seat,
    action: &Action,
    chance: &mut Chance,
) -> Verdict {
    match action {
        Action::Step(action) => steps::step(recorder, seat, action, chance),
        Action::Flee(action) => steps::flee(recorder, seat, action),
        Action::ChooseNumber(action) => exploration::choose_number(recorder, seat, action, chance),
        Action::PlayMovementCard(action) => play_card(recorder, seat, action),
        Action::ExchangeFateCard(action) => exchange(recorder, seat, action),
        Action::EndMovement(_) => {
            end(recorder);
            Ok(())
        }
        _ => Err(refuse(asked::WRONG_PHASE)),
    }
}

/// Phase 2 as `seat` sees it after everything told so far.
pub(super) fn march<'s>(recorder: &'s Recorder<'_>, seat: Seat) -> Result<March<'s>, Refusal> {
    March::of(recorder.player_view(seat)).ok_or_else(|| refuse(asked::WRONG_PHASE))
}

/// A movement card is played. If it lets the unit in where it was stopped, the unit enters in that same step (B28).
fn play_card(recorder: &mut Recorder<'_>, seat: Seat, action: &PlayMovementCard) -> Verdict {
    let card = action.card;
    let march = march(recorder, seat)?;
    let unit = march.movement_card(card, action.unit)?;
    let admitted = march.admits(card, unit);
    steps::choose(recorder, unit);
    recorder.record(Event::MovementCardPlayed(MovementCardPlayed { seat, card, unit: unit.id }));
    if let Some(to) = admitted {
        recorder.record(Event::UnitMoved(UnitMoved {
            seat,
            unit: unit.id,
            from: unit.place,
            to,
            steps: recorder.table().movement().map_or(0, |movement| movement.steps),
            landfall: card == FateCard::Landfall,
            drive_off: false,
        }));
    }
    Ok(())
}

/// A fate card becomes a resource card, and the phase ends (B38).
fn exchange(recorder: &mut Recorder<'_>, seat: Seat, action: &ExchangeFateCard) -> Verdict {
    let ExchangeFateCard { card, resource } = *action;
    march(recorder, seat)?.exchange(card, resource)?;
    recorder.record(Event::FateCardExchanged(FateCardExchanged { seat, card, resource }));
    end(recorder);
    Ok(())
}

/// Phase 2 is over: tokens follow their outlaws, and phase 3 begins.
fn end(recorder: &mut Recorder<'_>) {
    for following in following(recorder.table()) {
        recorder.record(Event::RedTokenFollowed(following));
    }
    let seat = recorder.table().active;
    recorder.record(Event::MovementEnded(MovementEnded { seat }));
    turn::begin_trade(recorder);
}

/// The tokens that follow: of every outlaw that stands on another hex than when the phase began, the outer sea and
/// mountains excepted, those whose plaintiff has a building there (B36).
fn following(table: &Table) -> Vec<RedTokenFollowed> {
    let Some(movement) = table.movement() else { return Vec::new() };
    let moved = movement.outlaws.iter().filter_map(|&(id, before)| resting_place(table, id, before));
    moved
        .flat_map(|(id, to)| {
            let tokens = table.red_tokens.iter().filter(move |token| token.unit == id && token.hex != to);
            tokens.filter(move |token| table.has_building_at(token.plaintiff, to)).map(move |token| {
                RedTokenFollowed { plaintiff: token.plaintiff, unit: id, from: token.hex, to }
            })
        })
        .collect()
}

/// Where an outlaw that moved has come to rest, if tokens can follow it there.
fn resting_place(table: &Table, id: UnitId, before: Place) -> Option<(UnitId, Place)> {
    let place = table.unit(id)?.place;
    let barred = place == before || place == Place::OUTER || table.terrain(place) == Some(Terrain::Mountain);
    (!barred).then_some((id, place))
}
