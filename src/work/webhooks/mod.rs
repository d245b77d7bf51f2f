//! Webhooks are fed and served, on a thread of their own.
//!
//! May know what `work` may. One loop finds what is to be sent, the other sends it; both find everything in the tables.

mod deliver;
mod feed;

pub use deliver::{Office, deliver};
pub use feed::feed;
