//! What clocks bring about: warnings, lapses, and a bot for whoever does not come back.
//!
//! How clocks run is in [`crate::clocks`]; a write lets them run on by itself (`play/ticking.rs`). Here is what happens
//! without anybody asking for it, what follows when somebody sets anew when his time counts, and what follows when no
//! worker ran for a while. Every step is a
//! transaction of its own that holds the position of one game.

mod change;
mod lapse;
mod outages;
mod sweep;
mod timed;

pub use change::{hear_all, hear_next};
pub use outages::{Heartbeat, may_expire};
pub use sweep::sweep;
pub use timed::{Timed, deadlines};
