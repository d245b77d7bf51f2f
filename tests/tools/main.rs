//! The tools of the binary: the pipe and the simulation.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod absent;
mod described;
mod drive;
mod load;
mod manual;
mod pipe;
mod previews;
mod process;
mod settlers;
mod several;
mod take_backs;
#[path = "../trial/toy/mod.rs"]
#[allow(dead_code)]
mod toy;
mod whole_games;
