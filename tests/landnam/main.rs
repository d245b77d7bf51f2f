//! Landnám by its rules page: the acceptance cases of section 13 by number, and the settled details of section 14.
//!
//! Positions are built by hand, chance is given by hand, and everything goes through the contract.
#![allow(dead_code, reason = "the position builder serves every file of this test")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that can't go on says why and stops"
)]

mod game;
mod position;
mod say;
mod session;

mod althing;
mod board;
mod building;
mod chase;
mod end;
mod exploration;
mod foresight;
mod harvest;
mod laws;
mod movement_cards;
mod offers;
mod orders;
mod pictures;
mod place_names;
mod previews;
mod resigning;
mod reveals;
mod set_up;
mod simultaneous;
mod steps;
mod strong;
mod suits;
mod vocabulary;
