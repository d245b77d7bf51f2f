//! Points, ranking and the end of the game (rules page §9, B57, B59).

use super::components::Components;
use super::state::{Ending, Phase, Player, State, Table};
use rules::{Applied, Apply, Outcome, RankedSeat, ScoreSource, Seat, outcome, wire};

/// The outcome has the ranking.
#[wire]
pub struct GameEnded {
    pub ended_by: Ending,
}

/// Why the game is over at the end of a turn, if it is; `next_turn` is the number of the turn that would follow.
pub fn ending(components: &Components, table: &Table, next_turn: u32) -> Option<Ending> {
    let enough = i32::from(components.victory_points);
    let points = points_by_seat(table);
    if table.players.iter().zip(points).any(|(player, points)| !player.resigned && points >= enough) {
        return Some(Ending::Points);
    }
    // Every seat has played that many turns (B59).
    let limit = u32::from(components.turn_limit_per_player) * u32::from(table.seats());
    (next_turn > limit).then_some(Ending::TurnLimit)
}

/// The victory points of a seat: tokens that were awarded, and a point for each house.
pub fn points(table: &Table, seat: Seat) -> i32 {
    points_with(table.player(seat), table.houses(seat))
}

/// The same of every seat.
pub fn points_by_seat(table: &Table) -> Vec<i32> {
    let houses = table.houses_by_seat().into_iter();
    table.players.iter().zip(houses).map(|(player, houses)| points_with(*player, houses)).collect()
}

pub fn points_with(player: Player, houses: u8) -> i32 {
    let Player { white, red, black, .. } = player;
    [white, red, black, houses].into_iter().map(i32::from).sum()
}

/// Where the points come from.
pub fn sources(table: &Table) -> Vec<ScoreSource> {
    let of = |name, points: &dyn Fn(Seat) -> u8| {
        ScoreSource::new(name, 0..table.seats(), |seat| i32::from(points(seat)))
    };
    vec![
        of("houses", &|seat| table.houses(seat)),
        of("white_tokens", &|seat| table.player(seat).white),
        of("red_tokens", &|seat| table.player(seat).red),
        of("black_tokens", &|seat| table.player(seat).black),
    ]
}

/// Every seat, best first. Seats that are equal in everything share a place.
pub fn rank(state: &State) -> Vec<RankedSeat> {
    let table = &state.table;
    // The most important first; a seat that has given up comes after all who play on.
    let rank_key = |seat: Seat| {
        let player = table.player(seat);
        let cards = state.secret.hand_size(seat);
        let tokens = (player.black, player.red, player.white);
        (!player.resigned, points(table, seat), tokens, table.houses(seat), cards)
    };
    outcome::rank(table.seats(), rank_key, |seat| points(table, seat))
}

pub fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { ended_by } = state.table.phase else { return None };
    Some(Outcome { ended_by: ended_by.to_string(), ranking: rank(state) })
}

impl Apply<State> for GameEnded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Over { ended_by: self.ended_by };
        Ok(())
    }
}
