//! Discovering an unknown hex: tile, number, reward, entry, in this order (rules page §6 Exploring, B28–B31).

use super::movement::march;
use super::{Verdict, fate};
use crate::landnam::action::ChooseNumber;
use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::event::*;
use crate::landnam::number::Number;
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{asked, movement as no, refuse};
use crate::landnam::state::Unit;
use crate::landnam::terrain::Terrain;
use crate::landnam::validate::exploration_cards::possible_faces;
use rules::{Chance, Seat};

/// The unit explores a hex next to it, with these exploration cards.
pub fn explore(recorder: &mut Recorder<'_>, unit: Unit, hex: Place, cards: &[FateCard], chance: &mut Chance) {
    let seat = unit.seat;
    for &card in cards {
        recorder.record(Event::ExplorationCardPlayed(ExplorationCardPlayed { seat, card, hex }));
    }
    let found = cards.iter().find_map(|card| card.finds());
    let (terrain, green) = match found {
        Some(terrain) => (terrain, None),
        None => draw_terrain(recorder, hex, chance),
    };
    let red = terrain.is_numbered().then(|| roll_red(recorder, chance));
    let steps = recorder.table().movement().map_or(0, |movement| movement.steps.saturating_sub(1));
    let unit = unit.id;
    recorder.record(Event::HexDiscovered(HexDiscovered { seat, unit, hex, terrain, green, red, steps }));
    let omen = cards.contains(&FateCard::Omen);
    if let Some(red) = red
        && asks_for_number(recorder, seat, hex, red, omen)
    {
        return;
    }
    reward_and_enter(recorder, seat, hex, chance);
}

/// What lies there, and the face of the green die that says so. Drawn among the faces whose terrain has a tile
/// left; if there is none, among the tiles left (B30).
fn draw_terrain(recorder: &Recorder<'_>, hex: Place, chance: &mut Chance) -> (Terrain, Option<u8>) {
    let rows = &recorder.components.exploration_table;
    let faces: Vec<(u8, Terrain)> = possible_faces(rows, recorder.table(), hex).collect();
    if faces.is_empty() {
        return (draw_tile(recorder, chance), None);
    }
    let pick = chance.pick("green", faces.len() as u32);
    faces.get(pick as usize).map_or((Terrain::Sea, None), |&(face, terrain)| (terrain, Some(face)))
}

/// A tile among those left, in the order of [`Terrain::ALL`] (§15).
fn draw_tile(recorder: &Recorder<'_>, chance: &mut Chance) -> Terrain {
    let tiles = recorder.table().supply.tiles;
    let left = Terrain::ALL
        .into_iter()
        .flat_map(|terrain| std::iter::repeat_n(terrain, usize::from(tiles[terrain.index()])));
    let left: Vec<Terrain> = left.collect();
    let pick = chance.pick("tile", left.len().max(1) as u32);
    left.get(pick as usize).copied().unwrap_or(Terrain::Sea)
}

fn roll_red(recorder: &Recorder<'_>, chance: &mut Chance) -> u8 {
    let faces = u32::from(recorder.components.exploration_table.faces());
    chance.die("red", faces) as u8
}

/// Lays the number that the red die gives, or the next free one. With an omen and more than one value free the
/// player names it instead: `true`, and the discovery waits for him.
fn asks_for_number(recorder: &mut Recorder<'_>, seat: Seat, hex: Place, red: u8, omen: bool) -> bool {
    let free = &recorder.table().supply.numbers;
    let values = free.iter().filter(|&&left| left > 0).count();
    let Some(number) = recorder.components.exploration_table.number(red).first_free(free) else {
        return false;
    };
    if omen && values > 1 {
        recorder.record(Event::NumberAwaited(NumberAwaited { seat, hex, default: number }));
        return true;
    }
    lay(recorder, seat, hex, number);
    false
}

fn lay(recorder: &mut Recorder<'_>, seat: Seat, hex: Place, number: Number) {
    recorder.record(Event::NumberLaid(NumberLaid { seat, hex, number }));
}

/// The player of an omen names the number (B29).
pub fn choose_number(
    recorder: &mut Recorder<'_>,
    seat: Seat,
    action: &ChooseNumber,
    chance: &mut Chance,
) -> Verdict {
    let naming = recorder.table().movement().and_then(|movement| movement.naming);
    let naming = naming.ok_or_else(|| refuse(asked::WRONG_PHASE))?;
    if recorder.table().supply.numbers_of(action.number) == 0 {
        return Err(refuse(no::NO_MARKER_LEFT).of("number"));
    }
    lay(recorder, seat, naming.hex, action.number);
    reward_and_enter(recorder, seat, naming.hex, chance);
    Ok(())
}

fn reward_and_enter(recorder: &mut Recorder<'_>, seat: Seat, hex: Place, chance: &mut Chance) {
    reward(recorder, seat, hex, chance);
    enter_or_stop(recorder, seat, hex);
}

/// A card of the hex's kind; none left, or a mountain: a fate card; sea: nothing (§6).
fn reward(recorder: &mut Recorder<'_>, seat: Seat, hex: Place, chance: &mut Chance) {
    let Some(terrain) = recorder.table().terrain(hex).filter(|terrain| terrain.is_land()) else { return };
    match terrain.yields().filter(|&kind| !recorder.state().secret.has_run_out(kind)) {
        Some(resource) => {
            recorder.record(Event::DiscoveryRewarded(DiscoveryRewarded { seat, hex, resource }))
        }
        None => {
            fate::draw(recorder, seat, chance);
        }
    }
}

/// The discoverer enters if the rules let it, in the same step.
fn enter_or_stop(recorder: &mut Recorder<'_>, seat: Seat, hex: Place) {
    let Ok(march) = march(recorder, seat) else { return };
    let steps = march.movement.steps;
    let Some(unit) = march.units().next() else { return };
    let event = match march.opens(unit, hex) {
        Ok(landfall) => Event::UnitMoved(UnitMoved {
            seat,
            unit: unit.id,
            from: unit.place,
            to: hex,
            steps,
            landfall,
            drive_off: false,
        }),
        Err(_) => Event::UnitStopped(UnitStopped { seat, unit: unit.id, hex }),
    };
    recorder.record(event);
}
