//! The laws of the contract: first the trial is tried on a toy, then the rulesets are tried.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

#[path = "../landnam/game.rs"]
#[allow(dead_code, reason = "only positions are used here")]
mod game;
#[path = "../settlers/position.rs"]
#[allow(dead_code, reason = "only some positions are used here")]
mod island;
#[path = "../landnam/position.rs"]
#[allow(dead_code, reason = "only some positions are used here")]
mod position;

mod answers;
mod barter;
mod bots;
mod branches;
mod games;
mod laws;
mod nord_bots;
mod place_names;
mod receipts;
mod replies;
mod rules_alone;
mod scores;
mod sentences;
mod stones;
mod texts;
mod toy;
