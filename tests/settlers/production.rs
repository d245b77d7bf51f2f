//! Production (P1 to P7).

use rulesets::settlers::board::{Land, Terrain};

use super::position::{Game, standard};

/// Rolls `number` for seat 0.
fn after(number: u8, game: Game) -> Game {
    let mut game = game.before_the_roll();
    let first = number.saturating_sub(6).max(1);
    game.rolls([first, number - first]);
    game
}

#[test]
fn p1_a_three_gives_grain_and_lumber_on_the_seeds_board() {
    let board = standard().number(3, 3).number(13, 12);
    let game = after(3, board.settlement(0, &[11]).settlement(1, &[25]));
    assert_eq!((game.cards(0), game.cards(1)), ([0, 0, 0, 1, 0], [1, 0, 0, 0, 0]));
}

#[test]
fn p2_two_hexes_of_one_number_both_pay() {
    let board = || standard().number(0, 4).number(1, 4).settlement(0, &[8]);
    let game = after(4, board().settlement(1, &[5]));
    assert_eq!((game.cards(0), game.cards(1)), ([0, 0, 1, 0, 1], [0, 0, 1, 0, 0]));
    assert_eq!(after(4, board().city(1, &[5])).cards(1), [0, 0, 2, 0, 0]);
}

fn at_the_eights() -> Game {
    standard().settlement(0, &[26]).city(0, &[31]).city(1, &[38])
}

#[test]
fn p3_claims_add_up() {
    let game = after(8, at_the_eights());
    assert_eq!((game.cards(0), game.cards(1)), ([0, 0, 0, 0, 3], [2, 0, 0, 0, 0]));
}

#[test]
fn p4_the_robbers_hex_gives_nothing() {
    let game = after(8, at_the_eights().robber(11));
    assert_eq!((game.cards(0), game.cards(1)), ([0; 5], [2, 0, 0, 0, 0]));
}

#[test]
fn p5_a_bank_that_is_short_of_a_kind_gives_none_of_it() {
    let game = standard().city(0, &[15]).settlement(1, &[14]).settlement(2, &[0]).bank([19, 2, 19, 19, 19]);
    let game = after(10, game);
    assert_eq!([game.cards(0), game.cards(1)], [[0; 5]; 2]);
    assert_eq!(game.cards(2), [0, 0, 0, 0, 1]);
    assert_eq!(game.bank_has(), [19, 2, 19, 19, 18]);
}

#[test]
fn p6_a_single_claimant_gets_nothing_rather_than_a_part() {
    let game = after(10, standard().city(0, &[0]).bank([19, 19, 19, 19, 1]));
    assert_eq!((game.cards(0), game.bank_has()), ([0; 5], [19, 19, 19, 19, 1]));
}

#[test]
fn p7_a_bank_that_is_just_enough_pays_all() {
    let game = after(10, standard().city(0, &[15]).settlement(1, &[14]).bank([19, 3, 19, 19, 19]));
    assert_eq!((game.cards(0), game.cards(1)), ([0, 2, 0, 0, 0], [0, 1, 0, 0, 0]));
    assert_eq!(game.bank_has()[1], 0);
}

#[test]
fn the_desert_never_pays() {
    let mut game = standard().settlement(0, &[18]);
    game.state.table.board.hexes[9] = Land { terrain: Terrain::Desert, number: None };
    assert_eq!(after(3, game).cards(0), [0; 5]);
}
