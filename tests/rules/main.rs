//! What the contract itself does, without any ruleset.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that breaks says where")]

mod calls;
mod chance;
mod hex;
mod typed_answers;
