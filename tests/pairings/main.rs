//! Pairings and standings, through the public interface of the package.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod knockout;
mod league;
mod made_up;
mod soak;
mod standings;
mod swiss;
