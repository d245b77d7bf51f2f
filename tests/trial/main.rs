//! The laws of the contract: first the trial is tried on a toy, then the rulesets are tried.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod bots;
mod games;
mod landnam;
mod laws;
mod nord;
mod nord_bots;
mod settlers;
mod texts;
mod toy;
