//! NORD against its rules page: the acceptance cases by number, every wrong input with its own code, and what follows from
//! workers against a slow second opinion.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod attacks;
mod boards;
mod bots;
mod diagram;
mod forced;
mod foretold;
mod game;
mod links;
mod opening;
mod orders;
mod pictures;
mod place_names;
mod placing;
mod previews;
mod resigning;
mod reveals;
mod scorings;
mod set_up;
mod wrong_input;
