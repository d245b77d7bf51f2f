//! An Althing to sue at, and the actions of it.

use rulesets::landnam::resource::Resource::Wool;
use rulesets::landnam::terrain::Terrain::Pasture;
use serde_json::{Value, json};

use super::game::Game;
use super::position::{A, B, C, D, Position};

/// A's settler, unit 0, on a pasture with B's farm and town and C's farm.
pub fn pasture(seats: u8) -> Position {
    Position::with(seats)
        .tile("1,0", Pasture, 8)
        .settler(A, "1,0")
        .farm(B, "1,0,N")
        .town(B, "1,0,S")
        .farm(C, "2,-1,S")
}

/// An Althing of A's turn at which B goes first. Everybody has wool.
pub fn session() -> Game {
    let position = pasture(4).hand(A, [0, 0, 0, 4]).hand(B, [0, 0, 0, 4]).hand(C, [1, 0, 0, 3]);
    opened(position.hand(D, [0, 0, 0, 3]))
}

pub fn opened(position: Position) -> Game {
    let mut game = position.before_the_roll();
    game.roll([3, 4], &[]);
    game.act(A, json!({"type": "name_first", "seat": B}));
    game
}

/// The session with B's first wool staked; A must answer.
pub fn sued() -> Game {
    let mut game = session();
    game.act(B, sue(1));
    game
}

pub fn sue(cards: u16) -> Value {
    json!({"type": "sue", "unit": 0, "cards": cards})
}

pub fn raise(cards: u16) -> Value {
    json!({"type": "raise", "cards": cards})
}

pub fn add(cards: u16) -> Value {
    json!({"type": "add_to_suit", "cards": cards})
}

pub fn hand_over(to: u8) -> Value {
    json!({"type": "hand_over", "to": to})
}

pub fn take(side: &str) -> Value {
    json!({"type": "take_over", "side": side})
}

pub fn decline(side: &str) -> Value {
    json!({"type": "decline_suit", "side": side})
}

pub fn play(card: &str) -> Value {
    json!({"type": "play_althing_card", "card": card})
}

pub fn settle(suit: u8) -> Value {
    json!({"type": "play_althing_card", "card": "settlement", "suit": suit})
}

pub fn kind(kind: &str) -> Value {
    json!({ "type": kind })
}

pub fn wool(game: &Game) -> [u8; 4] {
    [A, B, C, D].map(|seat| game.hand(seat).get(Wool))
}

/// Three suits are possible against A.
pub fn three_against_a() -> Position {
    pasture(4).farm(D, "1,1,N").hand(A, [1, 0, 0, 0]).hand(B, [0, 0, 0, 1])
}
