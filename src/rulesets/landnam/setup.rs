//! The game before the set-up, and the set-up (rules page §3, §15).

use super::board::Place;
use super::components::Components;
use super::event::{Event, Recorder};
use super::fate::{FateCard, FateDeck, SubPhase};
use super::resource::Bundle;
use super::state::{Player, Secret, State, Supply, Table, Tile, Tiles, Unit, UnitKind};
use super::turn;
use rules::refusal::Validation;
use rules::{Applied, Apply, Chance, Refusal, Seat, wire};
use std::ops::RangeInclusive;

/// What can be set before the start.
#[wire(Landnam)]
#[derive(Default)]
#[serde(default)]
pub struct Options {
    /// House rule: the fate cards of the game, how many of each, for a group that plays with its own: 20 to 60 in all,
    /// at least one to be played while exploring for each player. With other counts than the usual ones the game is not
    /// rated.
    pub fate_deck: Option<FateDeck>,
}

/// The fate cards of a game with its own, in all (§10).
const FATE_CARDS: RangeInclusive<u16> = 20..=60;

impl Options {
    /// The options that differ from the numbers of the original.
    pub fn house_rules(&self, components: &Components) -> Vec<&'static str> {
        let usual: FateDeck = components.deck().into_iter().collect();
        self.fate_deck.filter(|deck| *deck != usual).map(|_| "fate_deck").into_iter().collect()
    }
}

/// Everybody begins with an exploration card (§3), so there must be one for each.
fn validate_fate_deck(deck: &FateDeck, seats: u8) -> Validation {
    let refuse = |message: String| Err(Refusal::new("invalid_options", message).at_field("fate_deck"));
    let exploration = deck.each().filter(|card| card.sub_phase() == SubPhase::Exploration).count();
    let (least, most) = (FATE_CARDS.start(), FATE_CARDS.end());
    if !FATE_CARDS.contains(&deck.sum()) {
        return refuse(format!("The fate cards are {least} to {most} in all, and these are {}.", deck.sum()));
    }
    if exploration < usize::from(seats) {
        return refuse(format!(
            "Each of the {seats} players begins with a card for exploring, and there are {exploration}."
        ));
    }
    Ok(())
}

/// Every fate card of the game in the order in which the deck is laid out before it is shuffled, which is that of the
/// kinds (§15).
pub fn fate_deck(components: &Components, table: &Table) -> Vec<FateCard> {
    table.fate_deck.map_or_else(|| components.deck(), |own| own.each().collect())
}

/// The start player is drawn; each seat has a ship on the outer sea and its first cards.
#[wire]
pub struct GameStarted {
    /// The seat that has the first turn.
    pub start: Seat,
    /// What each seat begins with.
    pub cards: Bundle,
}

/// Each seat draws until it has an exploration card, which it keeps openly.
#[wire]
pub struct FirstFateCardDealt {
    pub seat: Seat,
    pub card: FateCard,
}

/// The other fate cards were shuffled into the draw pile, whose order is secret.
#[wire]
pub struct FatePileLaid {
    /// Top card first. Only in the complete record of a finished game.
    pub pile: Vec<FateCard>,
}

/// The game before anything was drawn: the mountain in the middle, everything else in supply. The options are checked
/// here.
pub fn blank(components: &Components, options: &Options, seats: u8) -> Result<State, Refusal> {
    let players = components.players;
    if !(players.min..=players.max).contains(&seats) {
        let message = format!("Landnám takes {} to {} players.", players.min, players.max);
        return Err(Refusal::new("invalid_seats", message).at_field("seats"));
    }
    options.fate_deck.map_or(Ok(()), |deck| validate_fate_deck(&deck, seats))?;
    let mut tiles = Tiles::default();
    tiles.put(Place::centre(), Tile::bare(components.board.centre));
    let table = Table {
        tiles,
        players: vec![Player::default(); usize::from(seats)],
        supply: Supply {
            tiles: components.tiles(),
            numbers: components.markers(),
            harbours: components.harbour_markers,
        },
        fate_deck: options.fate_deck,
        ..Table::default()
    };
    let secret = Secret {
        stock: components.resource_cards,
        hands: vec![Bundle::EMPTY; usize::from(seats)],
        fate_cards: vec![Vec::new(); usize::from(seats)],
        pile: Vec::new(),
    };
    Ok(State { table: table.into(), secret: secret.into() })
}

/// The events of the set-up, up to the beginning of the first turn.
pub fn setup(components: &Components, blank: &State, chance: &mut Chance) -> Vec<Event> {
    let mut after = blank.clone();
    let mut recorder = Recorder::new(components, &mut after, chance);
    let start = recorder.chance.pick("start_seat", u32::from(blank.table.seats())) as Seat;
    let cards = Bundle::of_each(components.starting_resources_each);
    recorder.record(GameStarted { start, cards });
    deal_fate_cards(&mut recorder, start);
    turn::begin_first(&mut recorder);
    recorder.into_events()
}

/// Everybody draws until an exploration card appears, keeps it, and lays the others aside.
fn deal_fate_cards(recorder: &mut Recorder<'_>, start: Seat) {
    let cards = fate_deck(recorder.components, &recorder.table);
    let mut deck = recorder.chance.shuffled("fate_deck", &cards).into_iter();
    let mut rest = Vec::with_capacity(deck.len());
    for seat in recorder.table.clockwise_from(start) {
        for card in deck.by_ref() {
            if card.sub_phase() == SubPhase::Exploration {
                recorder.record(FirstFateCardDealt { seat, card });
                break;
            }
            rest.push(card);
        }
    }
    // Laid aside first, then what was never drawn, from the top.
    rest.extend(deck);
    let pile = recorder.chance.shuffled("fate_pile", &rest);
    recorder.record(FatePileLaid { pile });
}

impl Apply<State> for GameStarted {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.active = self.start;
        for seat in 0..state.table.seats() {
            let id = state.table.next_unit_id();
            state.table.units.push(Unit { id, seat, kind: UnitKind::Ship, place: Place::OUTER });
            state.secret.give(seat, self.cards)?;
        }
        Ok(())
    }
}

impl Apply<State> for FirstFateCardDealt {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.fate_cards_mut(self.seat)?.push(self.card);
        Ok(())
    }
}

impl Apply<State> for FatePileLaid {
    fn apply(&self, state: &mut State) -> Applied {
        state.secret.pile.clone_from(&self.pile);
        Ok(())
    }
}
