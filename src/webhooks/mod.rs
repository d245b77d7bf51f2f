//! How something reaches a webhook: where its name leads, the signature, and one request over HTTP.
//!
//! May know the service's webhooks and the settings; asks no database. A request goes to an address that was looked at
//! a moment before and to no other: there is no pool, no proxy and no following of redirects that could lead it
//! elsewhere.

mod connect;
mod messenger;
mod resolve;
mod signature;

pub use messenger::Messenger;
pub use signature::{Signed, signed};
