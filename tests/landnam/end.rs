//! The end, points and ranking (rules page §9, §13.20–21, B44, B57, B59), and who is asked when all is over.

use rules::{Outcome, Rules};
use rulesets::landnam::fate::FateCard::Uproar;
use rulesets::landnam::terrain::Terrain::Pasture;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, C, Position};

fn end_turn() -> Value {
    json!({"type": "end_turn"})
}

fn outcome(game: &Game) -> Option<Outcome> {
    game.rules.outcome(&game.state)
}

/// Rank, seat and points, best first.
fn ranking(game: &Game) -> Vec<(u8, u8, i32)> {
    let outcome = outcome(game).expect("the end");
    outcome.ranking.iter().map(|place| (place.rank, place.seat, place.points)).collect()
}

/// A ends his turn with these tokens (white, red, black) and iron cards on the table.
fn ended(tokens: [[u8; 3]; 3], iron: [u8; 3]) -> Game {
    let mut position = Position::with(3);
    for seat in [A, B, C] {
        let index = usize::from(seat);
        position = position.tokens(seat, tokens[index]).hand(seat, [iron[index], 0, 0, 0]);
    }
    let mut game = position.trading();
    game.act(A, end_turn());
    game
}

#[test]
fn case_20_twelve_points_in_somebody_elses_turn_end_the_game_when_it_ends() {
    let mut game = Position::with(3)
        .turn_of(C)
        .hand(C, [1, 0, 0, 0])
        .fate(C, &[Uproar])
        .tile("1,0", Pasture, 8)
        .settler(A, "1,0")
        .farm(B, "1,0,N")
        .outlaw("1,0", B)
        .tokens(B, [5, 4, 1])
        .tokens(C, [6, 5, 0])
        .before_the_roll();
    game.roll([3, 4], &[]);
    assert_eq!(game.rules.points(&game.state), [0, 12, 11]);
    assert_eq!(outcome(&game), None, "points are looked at only when a turn ends (B57)");
    game.act(C, json!({"type": "end_movement"}));
    game.act(C, end_turn());
    assert_eq!(ranking(&game), [(1, B, 12), (2, C, 11), (3, A, 0)]);
    assert_eq!(outcome(&game).unwrap().ended_by, "points");
}

#[test]
fn case_20_points_decide_and_not_who_reached_them_first() {
    let game = ended([[6, 6, 0], [5, 8, 0], [0, 0, 0]], [1, 0, 0]);
    assert_eq!(ranking(&game), [(1, B, 13), (2, A, 12), (3, C, 0)]);
}

#[test]
fn case_21_of_equal_points_black_tokens_count_most() {
    let game = ended([[12, 0, 0], [6, 5, 1], [0, 0, 0]], [1, 0, 0]);
    assert_eq!(ranking(&game), [(1, B, 12), (2, A, 12), (3, C, 0)]);
}

#[test]
fn case_21_then_red_tokens_then_white() {
    let game = ended([[6, 5, 1], [5, 6, 1], [0, 0, 0]], [9, 0, 0]);
    assert_eq!(ranking(&game)[0], (1, B, 12));
}

#[test]
fn case_21_then_the_number_of_cards() {
    let game = ended([[6, 5, 1], [6, 5, 1], [0, 0, 0]], [4, 5, 0]);
    assert_eq!(ranking(&game), [(1, B, 12), (2, A, 12), (3, C, 0)]);
}

#[test]
fn case_21_all_equal_shares_the_place() {
    let game = ended([[6, 5, 1], [6, 5, 1], [0, 0, 0]], [4, 4, 0]);
    assert_eq!(ranking(&game), [(1, A, 12), (1, B, 12), (3, C, 0)]);
}

#[test]
fn eleven_points_end_nothing_and_the_next_seats_turn_begins() {
    let game = ended([[6, 5, 0], [0, 0, 0], [0, 0, 0]], [1, 0, 0]);
    assert_eq!(outcome(&game), None);
    assert_eq!((game.table().turn, game.table().active), (2, B));
}

#[test]
fn after_the_end_nobody_is_asked_and_everything_is_refused() {
    let mut game = ended([[6, 6, 0], [0, 0, 0], [0, 0, 0]], [1, 0, 0]);
    assert_eq!(game.rules.awaiting(&game.state), []);
    assert_eq!(game.rules.advance(&game.state), None);
    assert_eq!(game.refusal(B, end_turn()), "game_over");
}

#[test]
fn b44_who_has_no_card_after_phase_2_ends_his_turn() {
    let mut game = Position::with(3).ship(A, "outer").moving();
    let done = game.act(A, json!({"type": "end_movement"}));
    assert!(done.has("turn_ended") && done.has("turn_begun"));
    assert_eq!(game.table().active, B);
}

#[test]
fn b59_the_game_ends_when_everybody_has_played_so_many_turns() {
    let few = |data: &mut Value| data["turn_limit_per_player"] = json!(2);
    let at = |turn| {
        let position = Position::with_components(3, few).hand(C, [1, 0, 0, 0]).turn_of(C);
        let mut game = position.change(|state| state.table.turn = turn).trading();
        game.act(C, end_turn());
        game
    };
    assert_eq!(outcome(&at(3)), None);
    let game = at(6);
    assert_eq!(outcome(&game).unwrap().ended_by, "turn_limit");
    assert_eq!(ranking(&game), [(1, C, 0), (2, A, 0), (2, B, 0)]);
}
