//! The Settlers: the acceptance cases of the rules page by number (§17), and what the page leaves to be settled.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod position;

mod army_and_victory;
mod board;
mod building;
mod development;
mod foretold;
mod longest_route;
mod orders;
mod place_names;
mod previews;
mod production;
mod refusals;
mod resigning;
mod reveals;
mod robber;
mod secrets;
mod set_up;
mod strong;
mod trade;
mod waiting;
