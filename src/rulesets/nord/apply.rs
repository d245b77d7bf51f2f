//! Folds one event into a state: live play, replay and time travel share it.
//!
//! Total: an event that does not fit the state (which `decide` never gives) changes what it can and stops nothing.

use super::board::{Field, Settlement};
use super::event::{
    Event, FightersFed, JarlDefeated, JarlsSeated, SettlementAttacked, Standing, TreasurePlayed,
    TreasuresDealt, TreasuresLaid, TurnBegun, WorkersPlaced,
};
use super::state::{Buried, Figure, Hold, Jarl, Phase, State, Table, ThisTurn, holds_of};
use super::treasure::Treasure;
use rules::Seat;

/// Folds `event` in.
pub fn apply(state: &mut State, event: &Event) {
    let table = &mut state.table;
    match event {
        Event::IslandLaid(event) => {
            table.board = event.board.clone();
            table.layout.number = event.number;
            table.settlements = holds_of(&event.board);
            table.phase = Phase::ChooseStart {};
        }
        Event::TreasuresDealt(event) => treasures_dealt(state, event),
        Event::StartChosen(event) => start_chosen(table, event.seat, event.settlement),
        Event::JarlsSeated(event) => jarls_seated(table, event),
        Event::SeatGivenUp(event) => {
            if let Some(player) = table.player_mut(event.seat) {
                player.resigned = true;
            }
        }
        Event::GameEnded(event) => table.phase = Phase::Over { ended_by: event.ended_by },
        Event::TurnBegun(event) => turn_begun(table, event),
        Event::TurnEnded(_) | Event::ScoringBegun(_) => {}
        Event::TreasurePlayed(event) => treasure_played(state, event),
        Event::FighterMoved(event) => {
            add_fighters(table, event.from, event.seat, -1);
            add_fighters(table, event.to, event.seat, 1);
        }
        Event::WorkersPlaced(event) => {
            workers_placed(table, event);
            state.secret.taken_mut(event.seat).clear();
        }
        Event::TreasureTaken(event) => treasure_taken(state, event.seat, event.field, event.treasure),
        Event::SettlementAttacked(event) => attacked(table, event),
        Event::JarlDefeated(event) => jarl_defeated(table, event),
        Event::MaterialsDelivered(event) => add_points(table, &event.points),
        Event::MountainsCollapsed(event) => go_home(table, &event.workers),
        Event::FightersFed(event) => fighters_fed(table, event),
        Event::StormRaised(event) => {
            table.boats = table.boats.saturating_add(event.workers.len() as u8);
            go_home(table, &event.workers);
        }
        Event::DragonBoatCleared(event) => {
            for (seat, men) in (0..).zip(&event.men) {
                add_men(table, seat, *men);
            }
            table.dragon_boat.retain(|figure| !matches!(figure, Figure::Man { .. }));
        }
        Event::DiscardShuffled(event) => {
            table.discard.clear();
            table.draw_pile = event.draw_pile.len() as u8;
            state.secret.draw_pile.clone_from(&event.draw_pile);
        }
        Event::TreasuresLaid(event) => treasures_laid(state, event),
        Event::ScoringEnded(event) => table.next_scoring = event.number.saturating_add(1),
        Event::TreasuresScored(event) => {
            let points: Vec<u16> = event.hands.iter().map(|worth| worth.different + worth.equal).collect();
            add_points(table, &points);
        }
    }
}

fn acted(table: &mut Table) {
    table.acts = table.acts.saturating_add(1);
}

fn add_men(table: &mut Table, seat: Seat, men: u8) {
    if let Some(player) = table.player_mut(seat) {
        player.supply = player.supply.saturating_add(men);
    }
}

fn add_points(table: &mut Table, points: &[u16]) {
    for (player, points) in table.players.iter_mut().zip(points) {
        player.score = player.score.saturating_add(i32::from(*points));
    }
}

fn hold_mut(table: &mut Table, settlement: Settlement) -> Option<&mut Hold> {
    if table.settlements.get(settlement).is_none() {
        table.settlements.put(settlement, Hold::default());
    }
    table.settlements.get_mut(settlement)
}

fn add_fighters(table: &mut Table, settlement: Settlement, seat: Seat, more: i8) {
    if let Some(fighters) = hold_mut(table, settlement).and_then(|hold| hold.of_mut(seat)) {
        *fighters = fighters.saturating_add_signed(more);
    }
}

fn go_home(table: &mut Table, workers: &[Standing]) {
    for worker in workers {
        table.workers.take(worker.field);
        add_men(table, worker.seat, 1);
    }
}

fn treasures_dealt(state: &mut State, event: &TreasuresDealt) {
    for (player, hand) in state.table.players.iter_mut().zip(&event.hands) {
        player.treasures = hand.total();
    }
    state.table.treasures = event.buried.iter().map(|buried| buried.field).collect();
    state.table.draw_pile = event.draw_pile.len() as u8;
    state.secret.hands.clone_from(&event.hands);
    state.secret.buried.clone_from(&event.buried);
    state.secret.draw_pile.clone_from(&event.draw_pile);
}

/// The fighter comes from the supply; the next seat chooses.
fn start_chosen(table: &mut Table, seat: Seat, settlement: Settlement) {
    if let Some(hold) = hold_mut(table, settlement) {
        hold.jarl = Some(Jarl::Own { seat });
    }
    add_fighters(table, settlement, seat, 1);
    if let Some(player) = table.player_mut(seat) {
        player.supply = player.supply.saturating_sub(1);
    }
    table.active = (seat + 1) % table.seats().max(1);
}

fn jarls_seated(table: &mut Table, event: &JarlsSeated) {
    for &settlement in &event.neutral {
        if let Some(hold) = hold_mut(table, settlement) {
            hold.jarl = Some(Jarl::Neutral {});
        }
    }
    let unused = std::iter::repeat_n(Figure::UnusedJarl {}, usize::from(event.unused));
    table.dragon_boat.extend(unused);
}

fn turn_begun(table: &mut Table, event: &TurnBegun) {
    table.turn = event.turn;
    table.active = event.seat;
    table.phase = Phase::Turn {};
    table.acts = 0;
    table.this_turn = ThisTurn { start_links: event.links, ..ThisTurn::default() };
}

fn treasure_played(state: &mut State, event: &TreasurePlayed) {
    let TreasurePlayed { seat, treasure, mode } = *event;
    if let Some(hand) = state.secret.hand_mut(seat) {
        hand.remove(treasure);
    }
    if let Some(player) = state.table.player_mut(seat) {
        player.treasures = player.treasures.saturating_sub(1);
    }
    state.table.discard.push(treasure);
    state.table.this_turn.played = Some(treasure);
    state.table.this_turn.mode = mode;
    acted(&mut state.table);
}

fn workers_placed(table: &mut Table, event: &WorkersPlaced) {
    for &field in &event.fields {
        table.workers.put(field, event.seat);
    }
    if let Some(player) = table.player_mut(event.seat) {
        player.supply = player.supply.saturating_sub(event.fields.len() as u8);
    }
    table.boats = table.boats.saturating_sub(event.boats);
    table.this_turn.placed.clone_from(&event.fields);
    // Where no attack is forced, the turn ends with the same action.
    table.phase = Phase::Attack {};
    acted(table);
}

fn treasure_taken(state: &mut State, seat: Seat, field: Field, treasure: Treasure) {
    state.secret.buried.retain(|buried| buried.field != field);
    state.table.treasures.retain(|known| *known != field);
    if let Some(hand) = state.secret.hand_mut(seat) {
        hand.add(treasure);
    }
    state.secret.taken_mut(seat).push(Buried { field, treasure });
    if let Some(player) = state.table.player_mut(seat) {
        player.treasures = player.treasures.saturating_add(1);
    }
}

fn attacked(table: &mut Table, event: &SettlementAttacked) {
    for &field in &event.attackers {
        table.workers.take(field);
    }
    table.boats = table.boats.saturating_add(event.boats);
    let dead = std::iter::repeat_n(Figure::Man { seat: event.seat }, usize::from(event.dead));
    table.dragon_boat.extend(dead);
    add_fighters(table, event.to, event.seat, event.fighters_to as i8);
    add_fighters(table, event.from, event.seat, event.fighters_from as i8);
    add_men(table, event.seat, event.home);
    acted(table);
}

fn jarl_defeated(table: &mut Table, event: &JarlDefeated) {
    if let Some(hold) = hold_mut(table, event.settlement) {
        hold.jarl = None;
    }
    table.dragon_boat.push(event.jarl.defeated());
    if let Some(player) = table.player_mut(event.seat) {
        player.score = player.score.saturating_add(i32::from(event.points));
    }
    acted(table);
}

fn fighters_fed(table: &mut Table, event: &FightersFed) {
    for meal in &event.meals {
        if let Some(fighters) = hold_mut(table, meal.settlement).and_then(|hold| hold.of_mut(meal.seat)) {
            *fighters = meal.fed;
        }
        add_men(table, meal.seat, meal.unfed);
    }
    add_points(table, &event.points);
}

fn treasures_laid(state: &mut State, event: &TreasuresLaid) {
    let left = state.secret.draw_pile.len().saturating_sub(event.buried.len());
    state.secret.draw_pile.truncate(left);
    state.table.draw_pile = left as u8;
    state.secret.buried.extend(&event.buried);
    state.secret.buried.sort_unstable_by_key(|buried| buried.field);
    state.table.treasures = state.secret.buried.iter().map(|buried| buried.field).collect();
}
