//! Discovering an unknown hex: cards, tile, number, reward, entry, in this order (rules page §6 Exploring, B28–B31).

use super::action::Action;
use super::board::Place;
use super::components::ExplorationTable;
use super::event::Recorder;
use super::fate::{self, FateCard, SubPhase};
use super::movement::{MoveContext, StepKind, UnitMoved, move_context, steps_after_one};
use super::number::Number;
use super::refusals::{self as no, Validation, refuse, refuse_if};
use super::resource::{Bundle, Resource};
use super::state::{Naming, State, Table, Tile, Unit, UnitId};
use super::terrain::Terrain;
use super::view::PlayerView;
use rules::{Applied, Apply, Refusal, Seat, wire};

/// Names the number of a hex found with `omen`.
#[wire]
pub struct ChooseNumber {
    /// A number of which a marker is left.
    pub number: Number,
}

/// It went to the discards; the discovery follows.
#[wire]
pub struct ExplorationCardPlayed {
    pub seat: Seat,
    pub card: FateCard,
    /// The unknown hex that it is played for.
    pub hex: Place,
}

/// Costs the unit a step, even if it can't enter.
#[wire]
pub struct HexDiscovered {
    pub seat: Seat,
    pub unit: UnitId,
    pub hex: Place,
    pub terrain: Terrain,
    /// The green die, 1 to 10, which gave the terrain; missing where a card or the tiles left decided.
    pub green: Option<u8>,
    /// The red die, 1 to 10, which gives the number; missing on sea and mountain.
    pub red: Option<u8>,
    pub steps: u8,
}

/// The seat that played `omen` must name the number.
#[wire]
pub struct NumberAwaited {
    pub seat: Seat,
    pub hex: Place,
    /// What the red die gave: the number if the seat lets its time pass.
    pub default: Number,
}

/// The discovered hex yields on this number from now on.
#[wire]
pub struct NumberLaid {
    pub seat: Seat,
    pub hex: Place,
    pub number: Number,
}

/// The discoverer gets a card of the kind that the hex yields.
#[wire]
pub struct DiscoveryRewarded {
    pub seat: Seat,
    pub hex: Place,
    pub resource: Resource,
}

/// The rules don't let the unit enter the hex it discovered; a fitting card still does.
#[wire]
pub struct UnitStopped {
    pub seat: Seat,
    pub unit: UnitId,
    pub hex: Place,
}

impl MoveContext<'_> {
    /// May these exploration cards go with a step of that kind to `to` (B29)?
    pub fn validate_exploration_cards(
        &self,
        kind: StepKind,
        to: Place,
        cards: &[FateCard],
    ) -> Result<(), Refusal> {
        if cards.is_empty() {
            return Ok(());
        }
        refuse_if(kind != StepKind::Explore, no::NOTHING_TO_EXPLORE, "cards")?;
        for &card in cards {
            fate::playable(&self.player, card, SubPhase::Exploration, "cards")?;
        }
        let found = cards.iter().find_map(|card| card.finds());
        let finds = cards.iter().filter(|card| card.finds().is_some()).count();
        refuse_if(finds > 1 || cards.len() - finds > 1, no::TOO_MANY_CARDS, "cards")?;
        refuse_if(!self.has_a_finding(to, found), no::CARD_WITHOUT_EFFECT, "cards")
    }

    /// A terrain that is ensured needs a tile; an omen alone needs a chance of numbered terrain.
    fn has_a_finding(&self, to: Place, found: Option<Terrain>) -> bool {
        let table = self.player.table;
        match found {
            Some(terrain) => table.supply.tiles_of(terrain) > 0,
            None => may_find_numbered(&self.player.components.exploration_table, table, to),
        }
    }

    /// Every set of exploration cards out of those in hand, none empty, that may go with a step into an unknown hex.
    pub fn exploration_card_sets<'s>(
        &'s self,
        to: Place,
        held: &'s [FateCard],
    ) -> impl Iterator<Item = Vec<FateCard>> + use<'s> {
        let omen = held.contains(&FateCard::Omen);
        let fit = held.iter().copied().filter(|card| card.sub_phase() == SubPhase::Exploration);
        let sets = fit.flat_map(move |card| {
            let with_omen = omen && card != FateCard::Omen;
            std::iter::once(vec![card]).chain(with_omen.then(|| vec![card, FateCard::Omen]))
        });
        sets.filter(move |cards| self.validate_exploration_cards(StepKind::Explore, to, cards).is_ok())
    }
}

/// The faces of the green die whose terrain has a tile left, in ascending order, with that terrain (B30). What the
/// known neighbours add counts; the rim and unknown hexes add nothing (B31).
fn possible_faces<'a>(
    rows: &'a ExplorationTable,
    table: &'a Table,
    hex: Place,
) -> impl Iterator<Item = (u8, Terrain)> + use<'a> {
    let modifier = rows.modifier(hex.neighbours().iter().filter_map(|&near| table.terrain(near)));
    (1..=rows.faces())
        .map(move |face| (face, rows.terrain(face, modifier)))
        .filter(|(_, terrain)| table.supply.tiles_of(*terrain) > 0)
}

/// What may be found there with these cards: each terrain with its share of all chances, in the order of
/// [`Terrain::ALL`].
pub fn possible_finds(
    rows: &ExplorationTable,
    table: &Table,
    hex: Place,
    cards: &[FateCard],
) -> Vec<(Terrain, u16)> {
    if let Some(terrain) = cards.iter().find_map(|card| card.finds()) {
        return vec![(terrain, 1)];
    }
    let faces: Vec<Terrain> = possible_faces(rows, table, hex).map(|(_, terrain)| terrain).collect();
    let chances = |terrain: Terrain| -> u16 {
        if faces.is_empty() {
            return u16::from(table.supply.tiles_of(terrain));
        }
        faces.iter().map(|&found| u16::from(found == terrain)).sum()
    };
    let finds = Terrain::ALL.into_iter().map(|terrain| (terrain, chances(terrain)));
    finds.filter(|(_, chances)| *chances > 0).collect()
}

/// Can numbered terrain be found there at all? Else an omen would be spent on nothing.
fn may_find_numbered(rows: &ExplorationTable, table: &Table, hex: Place) -> bool {
    let mut faces = possible_faces(rows, table, hex).peekable();
    if faces.peek().is_some() {
        return faces.any(|(_, terrain)| terrain.is_numbered());
    }
    Terrain::ALL.iter().any(|terrain| terrain.is_numbered() && table.supply.tiles_of(*terrain) > 0)
}

pub fn explore(recorder: &mut Recorder<'_>, unit: Unit, hex: Place, cards: &[FateCard]) -> Validation {
    let (seat, unit) = (unit.seat, unit.id);
    for &card in cards {
        recorder.record(ExplorationCardPlayed { seat, card, hex });
    }
    let (terrain, green) = match cards.iter().find_map(|card| card.finds()) {
        Some(terrain) => (terrain, None),
        None => draw_terrain(recorder, hex),
    };
    let red = terrain.is_numbered().then(|| roll_red(recorder));
    let steps = steps_after_one(&recorder.table)?;
    recorder.record(HexDiscovered { seat, unit, hex, terrain, green, red, steps });
    let omen = cards.contains(&FateCard::Omen);
    if let Some(red) = red
        && asks_for_number(recorder, seat, hex, red, omen)
    {
        return Ok(());
    }
    reward_and_enter(recorder, seat, hex)
}

/// What lies there, and the face of the green die that says so. Drawn among the faces whose terrain has a tile
/// left; if there is none, among the tiles left (B30).
fn draw_terrain(recorder: &mut Recorder<'_>, hex: Place) -> (Terrain, Option<u8>) {
    let rows = &recorder.components.exploration_table;
    let faces: Vec<(u8, Terrain)> = possible_faces(rows, &recorder.table, hex).collect();
    if faces.is_empty() {
        return (draw_tile(recorder), None);
    }
    let pick = recorder.chance.pick("green", faces.len() as u32);
    let (face, terrain) = faces[pick as usize];
    (terrain, Some(face))
}

/// A tile among those left, in the order of [`Terrain::ALL`] (§15).
fn draw_tile(recorder: &mut Recorder<'_>) -> Terrain {
    let supply = recorder.table.supply;
    let left: Vec<Terrain> = Terrain::ALL
        .into_iter()
        .flat_map(|terrain| std::iter::repeat_n(terrain, usize::from(supply.tiles_of(terrain))))
        .collect();
    let pick = recorder.chance.pick("tile", left.len().max(1) as u32);
    // There are at least as many tiles as unknown hexes. Were none left, the event would take a sea that is not in
    // supply, and not fit.
    left.get(pick as usize).copied().unwrap_or(Terrain::Sea)
}

fn roll_red(recorder: &mut Recorder<'_>) -> u8 {
    let faces = u32::from(recorder.components.exploration_table.faces());
    recorder.chance.die("red", faces) as u8
}

/// Lays the number that the red die gives, or the next free one. With an omen, and if more than one value is free, the
/// player is asked to name it instead: then the result is `true`, and the discovery waits.
fn asks_for_number(recorder: &mut Recorder<'_>, seat: Seat, hex: Place, red: u8, omen: bool) -> bool {
    let free = &recorder.table.supply.numbers;
    let values = free.iter().filter(|&&left| left > 0).count();
    let Some(number) = recorder.components.exploration_table.number(red).first_free(free) else {
        return false;
    };
    let asks = omen && values > 1;
    if asks {
        recorder.record(NumberAwaited { seat, hex, default: number });
    } else {
        recorder.record(NumberLaid { seat, hex, number });
    }
    asks
}

impl ChooseNumber {
    /// The player of an omen names the number (B29).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let number = self.number;
        let naming = recorder.table.movement().and_then(|movement| movement.naming);
        let Naming { hex, .. } = naming.ok_or_else(|| refuse(no::WRONG_PHASE))?;
        refuse_if(recorder.table.supply.numbers_of(number) == 0, no::NO_MARKER_LEFT, "number")?;
        recorder.record(NumberLaid { seat, hex, number });
        reward_and_enter(recorder, seat, hex)
    }
}

fn reward_and_enter(recorder: &mut Recorder<'_>, seat: Seat, hex: Place) -> Validation {
    reward(recorder, seat, hex);
    enter_or_stop(recorder, seat, hex)
}

/// A card of the hex's kind; none left, or a mountain: a fate card; sea: nothing (§6).
fn reward(recorder: &mut Recorder<'_>, seat: Seat, hex: Place) {
    // A seat that gives up while it is to name the number of the hex gains nothing by it (§9).
    if recorder.table.has_resigned(seat) {
        return;
    }
    let Some(terrain) = recorder.table.terrain(hex).filter(|terrain| terrain.is_land()) else { return };
    match terrain.yields().filter(|&kind| !recorder.secret.has_run_out(kind)) {
        Some(resource) => recorder.record(DiscoveryRewarded { seat, hex, resource }),
        None => fate::draw(recorder, seat),
    }
}

/// The discoverer enters if the rules let it, in the same step.
fn enter_or_stop(recorder: &mut Recorder<'_>, seat: Seat, hex: Place) -> Validation {
    let context = move_context(recorder, seat)?;
    let steps = context.movement.steps;
    let unit = context.units().next().ok_or_else(|| refuse(no::UNKNOWN_UNIT))?;
    let Unit { id, place: from, .. } = unit;
    match context.opens(unit, hex) {
        Ok(landfall) => {
            recorder.record(UnitMoved { seat, unit: id, from, to: hex, steps, landfall, drive_off: false });
        }
        Err(_) => recorder.record(UnitStopped { seat, unit: id, hex }),
    }
    Ok(())
}

impl Apply<State> for ExplorationCardPlayed {
    fn apply(&self, state: &mut State) -> Applied {
        fate::discard(state, self.seat, self.card)
    }
}

impl Apply<State> for HexDiscovered {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.tiles.put(self.hex, Tile::bare(self.terrain));
        table.supply.take_tile(self.terrain)?;
        let movement = table.movement_mut()?;
        movement.acts += 1;
        movement.steps = self.steps;
        movement.stopped_at = None;
        Ok(())
    }
}

impl Apply<State> for NumberAwaited {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.movement_mut()?.naming = Some(Naming { hex: self.hex, default: self.default });
        Ok(())
    }
}

impl Apply<State> for NumberLaid {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.supply.take_number(self.number)?;
        table.tiles.change(self.hex, |tile| tile.number = Some(self.number))?;
        table.movement_mut()?.naming = None;
        Ok(())
    }
}

impl Apply<State> for DiscoveryRewarded {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.give(self.seat, Bundle::of(self.resource, 1))
    }
}

impl Apply<State> for UnitStopped {
    /// The unit stays where it is; a card may still let it in (B28).
    fn apply(&self, state: &mut State) -> Applied {
        state.table.movement_mut()?.stopped_at = Some(self.hex);
        Ok(())
    }
}

pub fn legal_numbers(player: &PlayerView<'_>) -> Vec<Action> {
    let free = Number::ALL.into_iter().filter(|&number| player.table.supply.numbers_of(number) > 0);
    free.map(|number| ChooseNumber { number }.into()).collect()
}
