//! Phase 2: which answer is whose business, cards, the exchange, and the end of the phase (rules page §6, B36–B39).

use super::{Verdict, exploration, steps, turn};
use crate::rules::{Chance, Refusal, Seat};
use crate::rulesets::landnam::action::{Action, ExchangeFateCard, PlayMovementCard};
use crate::rulesets::landnam::board::Place;
use crate::rulesets::landnam::card::FateCard;
use crate::rulesets::landnam::event::*;
use crate::rulesets::landnam::judge::steps::March;
use crate::rulesets::landnam::refusals::{asked, refuse};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Table, UnitId};
use crate::rulesets::landnam::terrain::Terrain;

/// Answers a question of phase 2.
pub(super) fn decide(scribe: &mut Scribe<'_>, seat: Seat, action: &Action, chance: &mut Chance) -> Verdict {
    match action {
        Action::Step(action) => steps::step(scribe, seat, action, chance),
        Action::Flee(action) => steps::flee(scribe, seat, action),
        Action::ChooseNumber(action) => exploration::choose_number(scribe, seat, action, chance),
        Action::PlayMovementCard(action) => play_card(scribe, seat, action),
        Action::ExchangeFateCard(action) => exchange(scribe, seat, action),
        Action::EndMovement(_) => {
            end(scribe);
            Ok(())
        }
        _ => Err(refuse(asked::WRONG_PHASE)),
    }
}

/// Phase 2 as `seat` sees it after everything told so far.
pub(super) fn march<'s>(scribe: &'s Scribe<'_>, seat: Seat) -> Result<March<'s>, Refusal> {
    March::of(scribe.sight(seat)).ok_or_else(|| refuse(asked::WRONG_PHASE))
}

/// A movement card is played. If it lets the unit in where it was stopped, the unit enters in that same step (B28).
fn play_card(scribe: &mut Scribe<'_>, seat: Seat, action: &PlayMovementCard) -> Verdict {
    let card = action.card;
    let march = march(scribe, seat)?;
    let unit = march.movement_card(card, action.unit)?;
    let admitted = march.admits(card, unit);
    steps::choose(scribe, unit);
    scribe.tell(Event::MovementCardPlayed(MovementCardPlayed { seat, card, unit: unit.id }));
    if let Some(to) = admitted {
        scribe.tell(Event::UnitMoved(UnitMoved {
            seat,
            unit: unit.id,
            from: unit.place,
            to,
            steps: scribe.table().movement().map_or(0, |movement| movement.steps),
            landfall: card == FateCard::Landfall,
            drive_off: false,
        }));
    }
    Ok(())
}

/// A fate card becomes a resource card, and the phase ends (B38).
fn exchange(scribe: &mut Scribe<'_>, seat: Seat, action: &ExchangeFateCard) -> Verdict {
    let ExchangeFateCard { card, resource } = *action;
    march(scribe, seat)?.exchange(card, resource)?;
    scribe.tell(Event::FateCardExchanged(FateCardExchanged { seat, card, resource }));
    end(scribe);
    Ok(())
}

/// Phase 2 is over: tokens follow their outlaws, and phase 3 begins.
fn end(scribe: &mut Scribe<'_>) {
    for following in following(scribe.table()) {
        scribe.tell(Event::RedTokenFollowed(following));
    }
    let seat = scribe.table().active;
    scribe.tell(Event::MovementEnded(MovementEnded { seat }));
    turn::begin_trade(scribe);
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
