//! Laws of clocks, whatever the zone, the night, the days off and the vacations, and however the wall clock jumps.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod banks;
mod jumps;
mod laws;
mod people;
