//! What a process says about itself to those who run it: logs, traces and metrics.
//!
//! Is given settings and numbers; knows no store and no service. Nothing here names a player, an address or a game.

pub mod logs;
pub mod metrics;
pub mod traces;
