//! Scorings 2 and 4: fighters (rules page §13.2).

use crate::nord::board::{Ground, Settlement};
use crate::nord::connections::Connections;
use crate::nord::event::{Event, FightersFed, Meal, Standing, StormRaised};
use crate::nord::recorder::Recorder;
use crate::nord::state::Table;
use crate::nord::terrain::Terrain;

/// The fighters eat; who is not fed goes home, and the others score by their squares.
pub fn score(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    let meals = meals(table, &recorder.connections());
    let mut points = vec![0; table.players.len()];
    // Those who have given up eat, but score no more.
    for meal in meals.iter().filter(|meal| !table.has_resigned(meal.seat)) {
        if let Some(points) = points.get_mut(usize::from(meal.seat)) {
            *points += u16::from(meal.fed) * u16::from(meal.fed);
        }
    }
    recorder.record(Event::FightersFed(FightersFed { meals, points }));
}

/// What everybody gets, by settlement and seat.
pub fn meals(table: &Table, connections: &Connections<'_>) -> Vec<Meal> {
    let mut meals = Vec::new();
    for (settlement, _) in table.board.settlements() {
        let food = food(table, connections, settlement);
        for seat in 0..table.seats() {
            let fighters = table.fighters(settlement, seat);
            if fighters > 0 {
                let fed = fighters.min(food);
                meals.push(Meal { seat, settlement, food, fed, unfed: fighters - fed });
            }
        }
    }
    meals
}

/// How many fighters of each player a settlement feeds: one, and one for each forest area and each fishing boat around
/// it whose workers are connected with it.
pub fn food(table: &Table, connections: &Connections<'_>, settlement: Settlement) -> u8 {
    let mut food = 1;
    let mut areas: Vec<u8> = Vec::new();
    for &cell in table.board.surroundings(settlement) {
        if !connections.ends_of(cell).has(settlement) {
            continue;
        }
        match table.board.ground(cell) {
            Ground::Sea => food += 1,
            Ground::Land(land) if land.terrain == Terrain::Forest && !areas.contains(&land.area) => {
                areas.push(land.area);
                food += 1;
            }
            _ => {}
        }
    }
    food
}

pub fn storm(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    let at_sea = table.workers.iter().filter(|(field, _)| table.board.land(*field).is_none());
    let workers: Vec<Standing> = at_sea.map(|(field, seat)| Standing { field, seat }).collect();
    if !workers.is_empty() {
        recorder.record(Event::StormRaised(StormRaised { workers }));
    }
}
