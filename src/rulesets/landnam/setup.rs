//! The empty table and the set-up (rules page §3, §15).

use super::board::Place;
use super::card::SubPhase;
use super::components::Components;
use super::decide;
use super::event::{Event, FatePileLaid, FirstFateCardDealt, GameStarted};
use super::recorder::Recorder;
use super::resource::Bundle;
use super::state::{Phase, Player, Secret, State, Supply, Table, Tile, Tiles};
use rules::{Chance, Refusal, Seat};

/// The table before anything was drawn: the mountain in the middle, everything else in supply.
pub fn blank(components: &Components, seats: u8) -> Result<State, Refusal> {
    let players = components.players;
    if !(players.min..=players.max).contains(&seats) {
        let message = format!("Landnám takes {} to {} players.", players.min, players.max);
        return Err(Refusal::new("invalid_seats", message).of("seats"));
    }
    let mut tiles = Tiles::default();
    tiles.put(Place::centre(), Tile::bare(components.board.centre));
    let table = Table {
        turn: 0,
        active: 0,
        roll: None,
        tiles,
        units: Vec::new(),
        buildings: Default::default(),
        red_tokens: Vec::new(),
        players: vec![Player::default(); usize::from(seats)],
        supply: Supply {
            tiles: components.tiles(),
            numbers: components.markers(),
            harbours: components.harbour_markers,
        },
        discards: Vec::new(),
        phase: Phase::SetUp,
    };
    Ok(State { table, secret: all_cards_in_supply(components, seats) })
}

fn all_cards_in_supply(components: &Components, seats: u8) -> Secret {
    Secret {
        stock: components.resource_cards,
        hands: vec![Bundle::EMPTY; usize::from(seats)],
        fate_cards: vec![Vec::new(); usize::from(seats)],
        pile: Vec::new(),
    }
}

/// The events of the set-up, up to the beginning of the first turn.
pub fn setup(components: &Components, blank: &State, chance: &mut Chance) -> Vec<Event> {
    let mut recorder = Recorder::new(components, blank);
    let start = chance.pick("start_seat", u32::from(blank.table.seats()));
    let start = Seat::try_from(start).unwrap_or(0);
    let cards = Bundle::of_each(components.starting_resources_each);
    recorder.record(Event::GameStarted(GameStarted { start, cards }));
    deal_fate_cards(&mut recorder, start, chance);
    decide::begin_first_turn(&mut recorder);
    recorder.events()
}

/// Everybody draws until an exploration card appears, keeps it, and lays the others aside.
fn deal_fate_cards(recorder: &mut Recorder<'_>, start: Seat, chance: &mut Chance) {
    let mut deck = chance.shuffled("fate_deck", &recorder.components.deck()).into_iter();
    let mut rest = Vec::with_capacity(deck.len());
    for seat in recorder.table().clockwise_from(start) {
        for card in deck.by_ref() {
            if card.sub_phase() == SubPhase::Exploration {
                recorder.record(Event::FirstFateCardDealt(FirstFateCardDealt { seat, card }));
                break;
            }
            rest.push(card);
        }
    }
    // Laid aside first, then what was never drawn, from the top.
    rest.extend(deck);
    let pile = chance.shuffled("fate_pile", &rest);
    recorder.record(Event::FatePileLaid(FatePileLaid { pile }));
}
